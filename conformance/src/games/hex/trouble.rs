//! What goes wrong between tester and bot: lines that nobody asked for, silence, a bot that ends.

use std::time::Duration;

use botspec_sdk::games::hex::Hex;

use super::request::Kind;
use super::table::{Acquaintance, EVERYTHING, Table, colour_key};
use super::{args, check_win, make_move, output, time};
use crate::channel::{Answer, Closed, How};
use crate::contest::Unjudged;
use crate::evidence::{excerpt, stderr_tail};
use crate::process::{Elapsed, Ending, Limit};
use crate::record::Violation;
use crate::silence::{Silence, pastime};
use crate::stage::StageError;
use crate::tape::Conversation;

/// How a hint begins that tells what a bot said itself.
pub(super) const STDERR_SAYS: &str = "its stderr ends with: ";
/// No more letters than this of a message are named in a sentence.
const LONGEST: usize = 40;
/// No more lines than this of what was said are shown.
const SHOWN: usize = 40;

impl Table<'_> {
    /// An answer that has not the form of one.
    pub(super) fn malformed(&mut self, kind: Kind, violation: Violation) {
        let violation = self.with_further_lines(kind, violation);
        // What is known to be a slip in writing has nothing to do with the board.
        let unwritten = kind == Kind::MakeMove && violation.hint.is_none();
        let violation = if unwritten { self.on_tiny(violation) } else { violation };
        self.hinders.push((kind.name(), kind.rule_of_form().id));
        self.blame(violation);
        self.seen.cut_short = true;
        self.over = true;
    }

    /// With the lines that came behind an answer that is none.
    fn with_further_lines(&mut self, kind: Kind, mut violation: Violation) -> Violation {
        let further = std::mem::take(&mut self.further);
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
            violation.hint = Some("one line for the whole board, with a line end behind it only".to_owned());
        }
        violation
    }

    /// A bot that prints on and on: no answer can be told from the rest.
    pub(super) fn drowned(&mut self) {
        self.hinders.push((EVERYTHING, output::UNSOLICITED.id));
        self.seen.cut_short = true;
        self.over = true;
    }

    /// On boards up to 3×3 a move that does not come is a matter of its own.
    pub(super) fn on_tiny(&self, violation: Violation) -> Violation {
        if self.size().get() > 3 || self.acquaintance != Acquaintance::Known {
            return violation;
        }
        let (rule, level) = (make_move::TINY.id.to_owned(), make_move::TINY.level);
        Violation { rule, level, ..violation }
    }

    /// Lines that have come without being asked for.
    pub(super) fn overhear(&mut self) {
        let Some(conversation) = &mut self.conversation else { return };
        let lines = conversation.unsolicited();
        if !lines.is_empty() {
            let bytes: Vec<u8> =
                lines.iter().flat_map(|line| [line.bytes.as_slice(), b"\n"].concat()).collect();
            self.unsolicited(&bytes, None);
        }
    }

    /// Sends what waits to be sent and hears for so long whether anything comes back.
    pub(super) fn listen(&mut self, time: Duration) {
        let Some(conversation) = &mut self.conversation else { return };
        conversation.send(b"");
        let limit = Limit { wall: time, hard_cap: time };
        let mut heard = Vec::new();
        for _ in 0..10 {
            match conversation.wait_line(&limit) {
                Answer::Line(line) => {
                    heard.extend_from_slice(&line.bytes);
                    heard.push(b'\n');
                }
                Answer::TooLong { .. } => heard.extend_from_slice(b"(more than 4 KiB without a line end)\n"),
                Answer::Overrun { text, .. } | Answer::Ended { text, .. } => {
                    heard.extend_from_slice(&text);
                    break;
                }
                Answer::HostTooBusy { .. } | Answer::Interrupted => break,
            }
        }
        if heard.is_empty() {
            self.quiet = self.since.len();
        } else {
            self.unsolicited(&heard, None);
        }
    }

    /// Lines that nobody had asked for; `before` which answer, if they came when it was asked for.
    pub(super) fn unsolicited(&mut self, bytes: &[u8], before: Option<Kind>) {
        let deceptive = |line: &[u8]| {
            [Kind::MakeMove, Kind::CheckWin, Kind::ShowBoard].iter().any(|kind| kind.fits(line))
        };
        self.hinders.push((output::UNSOLICITED.id, output::UNSOLICITED.id));
        if bytes.split(|&byte| byte == b'\n').any(deceptive) {
            self.hinders.push((EVERYTHING, output::UNSOLICITED.id));
        }
        self.judged = true;
        if self.stage.facts.hindrance(output::UNSOLICITED.id).is_none() {
            let request = self.lines.iter().rev().find(|line| !line.starts_with("    "));
            let fresh = self.since.get(self.quiet..).filter(|fresh| !fresh.is_empty());
            // After all these messages nothing was heard.
            let before = before.filter(|_| fresh.is_none() && !self.since.is_empty());
            let place = match before {
                Some(kind) => format!("before its answer to {}", kind.name()),
                None => output::place(fresh.unwrap_or(&self.since), request),
            };
            let violation = output::unsolicited(bytes, &place);
            self.once(violation);
        }
    }

    /// Finds out why there is no answer in time.
    pub(super) fn overran(&mut self, kind: Kind, limit: &Limit, waited: Elapsed) -> Result<(), StageError> {
        self.over = true;
        self.seen.cut_short = true;
        self.hung = true;
        self.judged = true;
        self.stage.facts.count(kind.name(), true);
        let Some(conversation) = &mut self.conversation else { return Ok(()) };
        let nudge = format!("{}\n", other(kind).name());
        let explained = Silence::explain(conversation, nudge.as_bytes());
        let limit_text = format!("{:?}", limit.wall);
        let mut violation = match explained {
            Silence::Ended(text) => return self.died(kind, &text),
            Silence::Interrupted => {
                self.unjudged("the run was interrupted");
                return Ok(());
            }
            Silence::Late(line) => {
                let mut violation = late(kind, &waited, limit);
                violation.received = Some(excerpt(&line.bytes));
                violation.hint = Some("the answer came, but too late".to_owned());
                violation
            }
            // That is what the further message asked for.
            Silence::Nudged(line) if !kind.fits(&line.bytes) && other(kind).fits(&line.bytes) => {
                let message = format!(
                    "no answer to {} within {limit_text}; {}, sent next, was answered at once",
                    kind.name(),
                    other(kind).name()
                );
                let hint = "the bot goes on reading: it does not know this message, or answers nothing to it";
                kind.rule_of_time().violated(message).hint(hint)
            }
            Silence::Nudged(line) => flushed(
                format!(
                    "no answer to {} within {limit_text}; it came when one more message was sent",
                    kind.name()
                ),
                "the bot reads ahead, or flushes the answer before only: read line by line, and flush after each answer",
                &line.bytes,
            ),
            Silence::Buffered(bytes) => flushed(
                format!("no answer to {} within {limit_text}; it came when stdin was closed", kind.name()),
                "buffered: flush after each line",
                &bytes,
            ),
            Silence::Unended(bytes) => flushed(
                format!(
                    "the answer to {} was not ended within {limit_text}: the line end is missing",
                    kind.name()
                ),
                "end each answer with a line end, and flush",
                &bytes,
            ),
            Silence::Hangs => {
                let message = format!(
                    "no answer to {} within {limit_text}, nor when stdin was closed: the bot hangs",
                    kind.name()
                );
                let hint = pastime(waited.cpu, limit.wall, 0);
                let violation = kind.rule_of_time().violated(message).hint(hint);
                if kind == Kind::MakeMove { self.on_tiny(violation) } else { violation }
            }
        };
        let rule = [&output::FLUSHED, kind.rule_of_time()].into_iter().find(|rule| rule.id == violation.rule);
        self.hinders.push((kind.name(), rule.map_or(kind.rule_of_time().id, |rule| rule.id)));
        violation.turn = Some(self.asked);
        self.blame(violation);
        Ok(())
    }

    /// The bot has ended instead of answering.
    pub(super) fn died(&mut self, kind: Kind, text: &[u8]) -> Result<(), StageError> {
        self.over = true;
        self.seen.cut_short = true;
        self.judged = true;
        let Some(conversation) = self.conversation.take() else { return Ok(()) };
        let closed = conversation.finish(Duration::from_millis(200))?;
        match &closed.finished.ending {
            Ending::NotStarted(why) => {
                self.unjudged(&format!("the bot could not be started: {why}"));
                return Ok(());
            }
            Ending::Interrupted => {
                self.unjudged("the run was interrupted");
                return Ok(());
            }
            _ => {}
        }
        let by_request = self.is_shared() || self.survives_another_request(kind)?;
        let by_events = self.ledger.blame_events();
        let violation = match by_events {
            _ if by_request => {
                let rule = match kind {
                    Kind::CheckWin => self.board().map_or(&check_win::VALUE, check_win::rule_on),
                    _ => kind.rule_of_form(),
                };
                let violation =
                    rule.violated(format!("the bot {} instead of answering {}", ended(&closed), kind.name()));
                if kind == Kind::MakeMove { self.on_tiny(violation) } else { violation }
            }
            _ if self.acquaintance != Acquaintance::Known && !self.serves_at_all()? => {
                self.hinders.push((colour_key(self.colour), args::COLOUR.id));
                args::ended_at_once(&closed)
            }
            Some(rule) => rule.violated(format!("the bot {} after {}", ended(&closed), self.last_told())),
            None => {
                kind.rule_of_form().violated(format!("the bot {} before {}", ended(&closed), kind.name()))
            }
        };
        if by_request {
            self.hinders.push((kind.name(), kind.rule_of_form().id));
        }
        let mut violation = match stderr_tail(&closed.finished.stderr) {
            Some(tail) if violation.hint.is_none() => violation.hint(format!("{STDERR_SAYS}{tail}")),
            _ => violation,
        };
        if !text.is_empty() {
            violation.received = Some(excerpt(text));
        }
        self.blame(violation);
        Ok(())
    }

    /// Whether another process answers a request of another kind after the same messages.
    pub(super) fn survives_another_request(&self, kind: Kind) -> Result<bool, StageError> {
        let other = other(kind);
        if self.hindrance(other).is_some() {
            return Ok(true);
        }
        let request =
            kind.name().len() + self.sent.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let before = &self.sent[..self.sent.len().saturating_sub(request)];
        let again = [before, other.name().as_bytes(), b"\n"].concat();
        // As many lines as were answered before, and one more.
        let due = self.lines.iter().filter(|line| line.starts_with("    ")).count() + 1;
        self.answers_to(&again, due)
    }

    /// Whether another process answers anything at all.
    fn serves_at_all(&self) -> Result<bool, StageError> {
        self.answers_to(b"init_board 3\ncheck_win\nshow_board\n", 1)
    }

    /// Whether another process answers all of this with so many lines.
    fn answers_to(&self, messages: &[u8], lines: usize) -> Result<bool, StageError> {
        let mut conversation =
            Conversation::open(self.stage.host, self.stage.program(), &[self.colour.to_string()])?;
        conversation.send(messages);
        let limit = Limit::new(Hex::REPLY_LIMIT);
        let answers = (0..lines).all(|_| matches!(conversation.wait_line(&limit), Answer::Line(_)));
        conversation.kill()?;
        Ok(answers)
    }

    pub(super) fn last_told(&self) -> String {
        let Some(line) = self.since.iter().rev().nth(1) else { return "its start".to_owned() };
        match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}… ({} letters)", &line[..end], line.chars().count()),
            None => line.clone(),
        }
    }

    pub(super) fn unjudged(&mut self, reason: &str) {
        self.over = true;
        self.seen.unjudged = Some(Unjudged::Inconclusive { reason: reason.to_owned() });
    }

    /// Adds a violation, completed with what was said.
    pub(super) fn blame(&mut self, mut violation: Violation) {
        let left_out = self.lines.len().saturating_sub(SHOWN);
        violation.sent.get_or_insert_with(|| {
            let mut text =
                if left_out > 0 { format!("… ({left_out} lines before)\n") } else { String::new() };
            for line in &self.lines[left_out..] {
                text.push_str(line);
                text.push('\n');
            }
            text
        });
        self.seen.violations.push(violation);
    }

    pub(super) fn once(&mut self, violation: Violation) {
        if !self.seen.violations.iter().any(|other| other.rule == violation.rule) {
            self.blame(violation);
        }
    }
}

/// Another request, whose answer cannot be taken for one of this kind.
const fn other(kind: Kind) -> Kind {
    match kind {
        Kind::CheckWin => Kind::ShowBoard,
        Kind::MakeMove | Kind::ShowBoard => Kind::CheckWin,
    }
}

/// Whether a broken rule means that nothing is heard from a bot.
pub(super) fn is_silence(rule: &str) -> bool {
    [time::REPLY.id, output::FLUSHED.id].contains(&rule)
}

pub(super) fn late(kind: Kind, elapsed: &Elapsed, limit: &Limit) -> Violation {
    let message =
        format!("no answer to {} within {:?} (waited {:?})", kind.name(), limit.wall, elapsed.charged);
    kind.rule_of_time().violated(message)
}

pub(super) fn flushed(message: String, hint: &str, bytes: &[u8]) -> Violation {
    let mut violation = output::FLUSHED.violated(message).hint(hint);
    violation.received = Some(excerpt(bytes));
    violation
}

pub(super) fn ended(closed: &Closed) -> String {
    match (&closed.finished.ending, closed.how) {
        (Ending::Killed, _) | (_, How::AfterStdinClosed) => "closed its stdout".to_owned(),
        (ending, _) => ending.to_string(),
    }
}
