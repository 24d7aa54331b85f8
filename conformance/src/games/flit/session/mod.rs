//! The session between tester and bot: one process, updates and requests, each answer judged.

mod answer;
mod ask;
mod close;
mod noise;
mod silence;
mod start;

use std::time::Duration;

use botspec_sdk::games::flit::{Contents, Move, Player, Position, Square, Update};

use super::script::LineEnds;
use super::stale::Stale;
use super::{reply, time};
use crate::contest::{CaseOutcome, Unjudged};
use crate::record::Violation;
use crate::recorder::Conversation;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};

pub(super) use answer::Asked;
pub(super) use noise::{answer_in, too_many};

/// How long nothing may be heard, where that is looked at.
pub(super) const QUIET: Duration = Duration::from_millis(100);
/// How long a line too many is waited for where nobody listens for long.
const PARTING: Duration = Duration::from_millis(5);
/// What stands for a line that is thrown away.
const TOO_LONG: &[u8] = b"(more than 4 KiB without a line end)\n";
/// No more lines than this of what was sent are shown.
const MAX_SHOWN: usize = 40;
/// The rules that a bot breaks which does not answer.
const RULES_OF_SILENCE: [&Requirement; 4] = [&reply::ONE_LINE, &reply::FLUSHED, &time::STARTUP, &time::TURN];
/// The kind of request, for telling when waiting is of no use any more.
const SESSION: &str = "session";

/// One process and what it has been told.
pub(super) struct Session<'a> {
    context: &'a RunContext<'a>,
    conversation: Conversation,
    position: Position,
    stale: Stale,
    line_ends: LineEnds,
    /// Messages since the last answer, for the report.
    sent: Vec<String>,
    /// All that was sent, or is kept to be sent.
    log: Vec<u8>,
    /// Updates since the last answer.
    told: usize,
    /// Those of them that have been sent before a request.
    sent_ahead: usize,
    /// Requests so far.
    asked: u32,
    /// Requests whose answers have not been read.
    missed: u32,
    /// What it showed so far.
    pub seen: CaseOutcome,
    /// The rules among that which did not keep it from going on.
    pub noted: Vec<String>,
    /// Whether the machine was too busy to say if an answer was late.
    pub doubtful: bool,
    /// The numbers of the requests whose answers were too late.
    pub late: Vec<u32>,
    /// So many requests, the first one included, have the time of the first one: a bot that is put in the middle
    /// of a game has not had the turns before it in which to warm up.
    pub warm_up: u32,
    /// It has been found out before why this bot does not answer: that is not waited for at length again.
    pub impatient: bool,
    /// Answers in a row, up to the last one, that were too late.
    pub late_in_row: u8,
    /// Whether CR LF at the end of an answer is blamed.
    pub strict_line_ends: bool,
    state: State,
    /// How much has been listened to of a line that has not ended.
    begun: usize,
    /// The rule that the bot breaks by lines that are no answers, if it does: the answers are picked out.
    pub chatty: Option<&'static str>,
    /// Whether its answers have no line ends: whatever has come when the time is up is the answer.
    pub unended: bool,
}

/// What the introduction tells the other cases: answers have to be picked out of other lines.
pub(super) const CHATTY: &str = "picking out answers";
/// The same: what answers mean is plain, although their form is wrong.
const MISSPELT: &str = "reading answers as they are";
/// The same: answers have no line ends.
pub(super) const UNENDED: &str = "telling where answers end";

/// How the conversation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The bot has closed its stdout, most likely by ending.
    Gone,
    /// It does not answer, and why is known.
    Silent,
    /// Nobody waits for its answer any more, and nobody knows whether it is late: what still comes is no line too many.
    Doubtful,
    /// It does not answer at all, as far as can be told.
    Hung,
}

impl<'a> Session<'a> {
    /// Starts the bot with a number. `position` is an empty board and who it is.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub(super) fn open(
        context: &'a RunContext<'a>,
        position: Position,
        line_ends: LineEnds,
    ) -> Result<Self, RunError> {
        let player = position.player();
        let conversation = context.converse(&[player.to_string()])?;
        Ok(Self {
            context,
            conversation,
            stale: Stale::new(position.board(), player),
            position,
            line_ends,
            sent: Vec::new(),
            log: Vec::new(),
            told: 0,
            sent_ahead: 0,
            asked: 0,
            missed: 0,
            seen: CaseOutcome::default(),
            noted: Vec::new(),
            doubtful: false,
            late: Vec::new(),
            warm_up: 1,
            impatient: false,
            late_in_row: 0,
            strict_line_ends: false,
            state: State::Open,
            begun: 0,
            chatty: context.observations.blocked_by(CHATTY),
            unended: context.observations.blocked_by(UNENDED).is_some(),
        })
    }

    /// A skip, if sessions of this bot could only come to nothing again.
    #[must_use]
    pub(super) fn pointless(context: &RunContext<'_>) -> Option<CaseOutcome> {
        let observations = context.observations;
        observations.only_overruns(SESSION).then(|| {
            let reason = "the bot stopped answering again and again";
            let by = RULES_OF_SILENCE.into_iter().find(|rule| observations.overruns(rule.id) > 0);
            CaseOutcome::blocked(reason, by.unwrap_or(&reply::ONE_LINE).id)
        })
    }

    /// A gap, if the answers to several requests cannot be told from what else this bot writes.
    #[must_use]
    pub(super) fn indistinct(context: &RunContext<'_>) -> Option<CaseOutcome> {
        let rule =
            context.observations.blocked_by(CHATTY).or_else(|| context.observations.blocked_by(UNENDED))?;
        let reason =
            format!("cannot be judged: which lines answer which requests is not known, as {rule} is broken");
        Some(CaseOutcome::blocked(reason, rule))
    }

    /// Whether each answer of this bot costs more time than that of another.
    #[must_use]
    pub(super) fn is_laborious(context: &RunContext<'_>) -> bool {
        context.observations.blocked_by(CHATTY).is_some()
            || context.observations.blocked_by(UNENDED).is_some()
    }

    /// Whether the last request was not answered at all.
    #[must_use]
    pub(super) const fn fell_silent(&self) -> bool {
        matches!(self.state, State::Gone | State::Hung)
    }

    /// The time of the run is up.
    pub(super) fn out_of_time(&mut self) {
        let reason = "time ran out before its end".to_owned();
        self.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
    }

    /// The board as the bot has been told, with the bot to move.
    #[must_use]
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Who the bot is.
    #[must_use]
    pub(super) const fn player(&self) -> Player {
        self.position.player()
    }

    /// Tells of squares that changed, together with the next request.
    pub(super) fn tell(&mut self, updates: &[Update]) {
        let end = self.line_end();
        for update in updates {
            let Some(square) = update.at.on(self.position.variant()) else { continue };
            let message = format!("{update}{end}");
            self.conversation.queue(message.as_bytes());
            self.log.extend_from_slice(message.as_bytes());
            self.stale.tell(self.position.board(), *update);
            self.position.set(square, update.contents);
            self.note(update.to_string());
            self.told += 1;
        }
    }

    /// Sends what has been told so far.
    pub(super) fn flush(&mut self) {
        self.conversation.send(b"");
        self.sent_ahead = self.told;
    }

    /// Sends bytes that are no whole message.
    pub(super) fn send_raw(&mut self, bytes: &[u8]) {
        self.conversation.send(bytes);
    }

    /// Sends a request and does not wait for the answer.
    pub(super) fn miss(&mut self) {
        let request = self.request();
        // Together with what follows: the bot is to find both requests in its input.
        self.conversation.queue(request.as_bytes());
        self.asked += 1;
        self.missed += 1;
    }

    /// Requests so far.
    #[must_use]
    pub(super) const fn asked(&self) -> u32 {
        self.asked
    }

    /// Requests whose answers have not been read.
    #[must_use]
    pub(super) const fn missed(&self) -> u32 {
        self.missed
    }

    /// The updates that a move makes.
    #[must_use]
    pub(super) fn changes_of(&self, mv: Move) -> Vec<Update> {
        if mv.is_stay() {
            return Vec::new();
        }
        let own = Contents::Piece(self.player());
        let mut updates = vec![Update::new(mv.origin, Contents::Empty), Update::new(mv.destination, own)];
        let mut converted: Vec<Square> = mv.destination.neighbours(self.position.variant()).into();
        converted.retain(|square| self.position.board().neutral().contains(*square));
        converted.sort_by_key(|square| (square.y(), square.x()));
        updates.extend(converted.into_iter().map(|square| Update::new(square, own)));
        updates
    }

    /// Adds a violation, completed with what was sent.
    pub(super) fn blame(&mut self, mut violation: Violation) {
        self.complete(&mut violation);
        self.seen.violations.push(violation);
    }

    /// Adds a violation in spite of which the conversation goes on, unless the rule has one already.
    pub(super) fn once(&mut self, violation: Violation) {
        if !self.seen.violations.iter().any(|other| other.rule == violation.rule) {
            self.noted.push(violation.rule.clone());
            self.blame(violation);
        }
    }

    fn complete(&self, violation: &mut Violation) {
        violation.turn.get_or_insert(self.asked);
        violation.sent.get_or_insert_with(|| self.sent_text());
    }

    fn sent_text(&self) -> String {
        let left_out = self.sent.len().saturating_sub(MAX_SHOWN);
        let mut text = String::new();
        if left_out > 0 {
            text.push_str(&format!("… ({left_out} messages before)\n"));
        }
        for message in &self.sent[left_out..] {
            text.push_str(message);
            text.push('\n');
        }
        text
    }

    fn note(&mut self, message: String) {
        self.sent.push(message);
    }

    fn request(&mut self) -> String {
        self.note("M".to_owned());
        let request = format!("M{}", self.line_end());
        self.log.extend_from_slice(request.as_bytes());
        request
    }

    const fn line_end(&self) -> &'static str {
        match self.line_ends {
            LineEnds::Lf => "\n",
            LineEnds::CrLf => "\r\n",
        }
    }
}
