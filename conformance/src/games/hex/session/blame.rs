//! What is held against the bot, and what cannot be.

use botspec_sdk::games::hex::Message;

use super::Session;
use super::known::{Baseline, takes_each_for_the_other};
use crate::evidence::excerpt;
use crate::games::hex::make_move;
use crate::games::hex::request::Kind;
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::stream_session::SessionState;

/// What is said of what is judged by what was meant.
const MEANT: &str = " (a malformed answer was taken for what it plainly means)";

/// What is said of a bot that is started with the name of the other colour.
const EXCHANGED: &str = " (the bot takes black for white: it was started as the other one)";

/// What is said of what is judged that way.
pub(crate) const SEEN_AT_THE_END: &str =
    " (the bot keeps its answers back: this was seen in what it printed once its input had ended)";

impl Session<'_> {
    /// Adds a violation, completed with what was said.
    pub(crate) fn blame(&mut self, mut violation: Violation) {
        if self.meant && violation.at.is_none() {
            violation.message.push_str(MEANT);
        }
        if self.keeps_back() {
            violation.message.push_str(SEEN_AT_THE_END);
        }
        if takes_each_for_the_other(self.stream.context) {
            violation.message.push_str(EXCHANGED);
        }
        if self.findings.trouble_at.is_none() {
            self.findings.trouble_at = Some(self.stream.asked);
            self.findings.retold = self.retold();
        }
        self.stream.blame(violation);
    }

    /// What tells another process of this game, and asks it what was asked last.
    fn retold(&self) -> Option<Vec<Message>> {
        let said = self.stream.said.iter().rev().find(|line| !line.starts_with("    "))?;
        let request = Message::from_bytes(said.as_bytes()).ok().filter(|message| message.has_answer())?;
        let mut messages = self.knowledge.retold()?;
        messages.push(request);
        Some(messages)
    }

    /// Adds a violation in spite of which the session goes on, unless the rule has one already.
    pub(crate) fn once(&mut self, violation: Violation) {
        if !self.stream.has_blamed(&violation.rule) {
            self.blame(violation);
        }
    }

    /// What follows cannot be judged while this rule is broken.
    pub(crate) fn cannot_judge(&mut self, rule: &'static str) {
        self.coverage.blocked.get_or_insert((format!("cannot be judged while {rule} is broken"), rule));
        self.coverage.incomplete = true;
        self.findings.trouble_at.get_or_insert(self.stream.asked);
    }

    /// An answer that has not the form of one.
    pub(crate) fn malformed(&mut self, kind: Kind, violation: Violation) {
        let violation = self.with_further_lines(kind, violation);
        // What is known to be a slip in writing has nothing to do with the board.
        let unwritten = kind == Kind::MakeMove && violation.hint.is_none();
        let violation = if unwritten { self.on_tiny(violation) } else { violation };
        let rule = kind.rule_of_form().id;
        self.stream.seen.cut_short = true;
        self.stream.end(SessionState::Over);
        if let Some(unusual) = self.unusual_before(kind) {
            self.blame(of(unusual, violation));
            return;
        }
        if kind != Kind::MakeMove {
            self.findings.blocks.push((kind.name(), rule));
            self.blame(violation);
            return;
        }
        // A move may be something else in another position, or not come at all: it is asked for again.
        self.findings.blocks.push((kind.form(), rule));
        if self.stream.context.observations.blocked_by(kind.form()).is_some() {
            self.cannot_judge(rule);
        } else {
            self.blame(violation);
        }
    }

    /// An answer that has not the form of one, and whose meaning is plain: that is noted once, and the session goes on
    /// with what was meant.
    pub(crate) fn misspelt(&mut self, kind: Kind, violation: Violation) {
        let violation = self.with_further_lines(kind, violation);
        self.findings.blocks.push((kind.form(), kind.rule_of_form().id));
        if self.stream.context.observations.blocked_by(kind.form()).is_none() {
            self.once(violation);
        }
        self.meant = true;
    }

    /// With the lines that came behind an answer that is none.
    fn with_further_lines(&mut self, kind: Kind, mut violation: Violation) -> Violation {
        let further = std::mem::take(&mut self.exchange.further);
        let count = match further.len() {
            0 => return violation,
            1 => "another line follows".to_owned(),
            more => format!("{more} more lines follow"),
        };
        violation.message.push_str(&format!("; {count}"));
        if let Some(received) = &mut violation.received {
            let shown =
                further.iter().flat_map(|line| [b"\n", line.as_slice()].concat()).collect::<Vec<u8>>();
            received.push_str(&excerpt(&shown));
        }
        if kind == Kind::ShowBoard {
            violation.hint = Some("one line for the whole board, with a line end after it only".to_owned());
        }
        violation
    }

    /// Whether this is a board so small that none is played on in contests.
    pub(crate) fn is_tiny(&self) -> bool {
        self.size().get() <= 3 && self.baseline == Baseline::Known
    }

    /// On boards up to 3×3 a move that does not come is a matter of its own.
    pub(crate) fn on_tiny(&self, violation: Violation) -> Violation {
        if !self.is_tiny() {
            return violation;
        }
        of(&make_move::TINY, violation)
    }
}

/// The same violation as one of this rule.
pub(super) fn of(rule: &Requirement, violation: Violation) -> Violation {
    Violation { rule: rule.id.to_owned(), level: rule.level, ..violation }
}
