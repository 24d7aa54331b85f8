//! The sitting between tester and bot: one process, updates and requests, each answer judged.

use std::time::Duration;

use botspec_sdk::games::flit::{Answer as Reply, Contents, Move, Player, Position, Square, Update};

use super::script::LineEnds;
use super::stale::Stale;
use super::{eof, hint, moves, reply, time, update};
use crate::channel::{Answer, Closed, Conversation, Line};
use crate::contest::{Performance, Unjudged};
use crate::evidence::{excerpt, stderr_tail};
use crate::process::{Elapsed, Ending, Limit, Punctuality};
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::stage::{Stage, StageError};

/// How long a late answer is waited for, beyond the limit.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long an answer is waited for that only a further message sets free.
const NUDGE: Duration = Duration::from_millis(200);
/// How long nothing may be heard, where that is looked at.
pub(super) const QUIET: Duration = Duration::from_millis(100);
/// So many updates are many.
const MANY: usize = 100;
/// No more lines than this of what was sent are shown.
const SHOWN: usize = 40;
/// The kind of request, for telling when waiting is of no use any more.
const SESSION: &str = "session";

/// One process and what it has been told.
pub(super) struct Table<'a> {
    stage: &'a Stage<'a>,
    conversation: Conversation,
    position: Position,
    stale: Stale,
    line_ends: LineEnds,
    /// Messages since the last answer, for the report.
    sent: Vec<String>,
    /// Updates since the last answer.
    told: usize,
    /// Requests so far.
    asked: u32,
    /// Requests whose answers have not been read.
    missed: u32,
    /// What it showed so far.
    pub seen: Performance,
    /// Whether the machine was too busy to say if an answer was late.
    pub doubtful: bool,
    /// Answers in a row, up to the last one, that were too late.
    pub late_in_row: u8,
    /// Whether CR LF at the end of an answer is blamed.
    pub strict_line_ends: bool,
    state: State,
    /// How much has been listened to of a line that has not ended.
    begun: usize,
}

/// How the conversation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The bot has closed its stdout, most likely by ending.
    Gone,
    /// It does not answer; its stdin is closed, and it has ended or will.
    Silent,
    /// It neither answers nor ends.
    Deaf,
}

/// An answer of the right form.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// The answer.
    pub answer: Reply,
    /// The move that it is, if it is legal.
    pub mv: Option<Move>,
    /// What is wrong with it.
    pub violations: Vec<Violation>,
    /// What it may be explained by, if it is illegal: something that the bot has missed.
    pub missed: Option<String>,
}

impl<'a> Table<'a> {
    /// Starts the bot with a number. `position` is an empty board and who it is.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub(super) fn open(
        stage: &'a Stage<'a>,
        position: Position,
        line_ends: LineEnds,
    ) -> Result<Self, StageError> {
        let player = position.player();
        let conversation = Conversation::open(stage.host, stage.program(), &[player.to_string()])?;
        Ok(Self {
            stage,
            conversation,
            stale: Stale::new(position.board(), player),
            position,
            line_ends,
            sent: Vec::new(),
            told: 0,
            asked: 0,
            missed: 0,
            seen: Performance::default(),
            doubtful: false,
            late_in_row: 0,
            strict_line_ends: false,
            state: State::Open,
            begun: 0,
        })
    }

    /// A skip, if sessions of this bot could only come to nothing again.
    #[must_use]
    pub(super) fn pointless(stage: &Stage<'_>) -> Option<Performance> {
        stage.facts.only_overruns(SESSION).then(|| {
            let reason = "the bot stopped answering again and again";
            Performance::skipped(reason, Some(reply::ONE_LINE.id))
        })
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
            self.conversation.queue(format!("{update}{end}").as_bytes());
            self.stale.tell(self.position.board(), *update);
            self.position.set(square, update.contents);
            self.note(update.to_string());
            self.told += 1;
        }
    }

    /// Sends what has been told so far.
    pub(super) fn flush(&mut self) {
        self.conversation.send(b"");
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

    /// Sends a request and judges the line that answers it. None if nothing more can be made of this
    /// conversation; what it was is in [`seen`](Self::seen).
    pub(super) fn ask(&mut self) -> Option<Asked> {
        if self.overheard() {
            return None;
        }
        let line = self.ask_line()?;
        self.answered(&line)
    }

    /// Judges a line as the answer to the request that was sent last, and begins a new turn.
    pub(super) fn answered(&mut self, line: &Line) -> Option<Asked> {
        let asked = self.judge(line);
        self.sent.clear();
        self.told = 0;
        asked
    }

    /// Updates since the last answer.
    #[must_use]
    pub(super) const fn told(&self) -> usize {
        self.told
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

    /// Sends a request and reads a line.
    pub(super) fn ask_line(&mut self) -> Option<Line> {
        let first = self.asked == 0;
        let request = self.request();
        self.asked += 1;
        self.seen.turns += 1;
        let limit = self.limit(first);
        let answer = self.conversation.ask(request.as_bytes(), &limit);
        self.begun = 0;
        self.line(answer, first, &limit)
    }

    /// Sends a request while earlier ones are still to be answered, and reads all those lines: the last one is
    /// judged as the answer to this request. None if a line is missing.
    pub(super) fn ask_after_misses(&mut self) -> Option<Asked> {
        self.miss();
        self.flush();
        self.seen.turns += 1;
        let limit = Limit::new(time::first_limit(self.stage.limit));
        let due = self.missed;
        let mut last = None;
        for number in 1..=due {
            match self.conversation.wait_line(&limit) {
                Answer::Line(line) => last = Some(line),
                Answer::Interrupted | Answer::HostTooBusy { .. } => {
                    self.unjudged("the machine was too busy to wait for an answer");
                    return None;
                }
                _ => {
                    let message = format!(
                        "{due} requests were sent one after the other, and {} answered",
                        match number - 1 {
                            0 => "none was".to_owned(),
                            1 => "only 1 was".to_owned(),
                            lines => format!("only {lines} were"),
                        }
                    );
                    self.blame(time::LATE_SYNC.violated(message));
                    return None;
                }
            }
        }
        self.missed = 0;
        self.answered(&last?)
    }

    /// Listens for so long although nothing was asked, and takes at most ten lines and what is not yet one.
    pub(super) fn listen(&mut self, time: Duration) -> Vec<u8> {
        let mut heard = Vec::new();
        let limit = Limit { wall: time, hard_cap: time };
        for _ in 0..10 {
            match self.conversation.wait_line(&limit) {
                Answer::Line(line) => {
                    heard.extend_from_slice(line.bytes.get(self.begun..).unwrap_or_default());
                    heard.push(b'\n');
                    self.begun = 0;
                }
                Answer::TooLong { .. } => heard.extend_from_slice(b"(more than 4 KiB without a line end)\n"),
                Answer::Overrun { text, .. } | Answer::Ended { text, .. } => {
                    heard.extend_from_slice(text.get(self.begun..).unwrap_or_default());
                    self.begun = text.len();
                    break;
                }
                Answer::HostTooBusy { .. } | Answer::Interrupted => break,
            }
        }
        heard
    }

    /// Judges a line as the answer on the board as it is.
    fn judge(&mut self, line: &Line) -> Option<Asked> {
        if self.strict_line_ends
            && let Some(violation) = reply::judge_line_end(line.end, &line.bytes)
        {
            self.once(violation);
        }
        let answer = match reply::read(&line.bytes) {
            Ok(answer) => answer,
            Err(violation) => {
                let violation = self.not_an_answer(line).unwrap_or(*violation);
                self.blame(violation);
                self.stale.answered(self.position.board(), None);
                return None;
            }
        };
        let mut violations = moves::judge(&self.position, &answer);
        let guess = hint::guess(&self.position, &answer);
        for violation in &mut violations {
            violation.hint = violation.hint.take().or_else(|| guess.clone());
            self.complete(violation);
        }
        let missed = if violations.is_empty() { None } else { self.stale.explains(&answer) };
        let mv = self.position.judge(&answer).ok();
        self.stale.answered(self.position.board(), mv);
        Some(Asked { answer, mv, violations, missed })
    }

    /// A malformed line that an answer follows: it was a line too many, most likely for the many updates before
    /// it if there were many.
    fn not_an_answer(&mut self, line: &Line) -> Option<Violation> {
        let next = self.listen(QUIET);
        reply::read(next.strip_suffix(b"\n")?).ok()?;
        let both = [line.bytes.as_slice(), b"\n", &next].concat();
        Some(if self.told >= MANY { update::spoke(&both, self.told) } else { too_many(&both, self.asked) })
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

    /// Adds a violation unless the rule has one already.
    pub(super) fn once(&mut self, violation: Violation) {
        if !self.seen.violations.iter().any(|other| other.rule == violation.rule) {
            self.blame(violation);
        }
    }

    /// Whether the bot said something that nobody had asked for; it is blamed then.
    pub(super) fn overheard(&mut self) -> bool {
        let lines = self.conversation.unsolicited();
        // A line that is due is no line too many.
        let Some(extra) = lines.get(self.missed as usize) else { return false };
        let bytes = [extra.bytes.as_slice(), b"\n"].concat();
        let violation =
            if self.told > 0 { update::spoke(&bytes, self.told) } else { too_many(&bytes, self.asked) };
        self.blame(violation);
        true
    }

    /// Ends the conversation. If the end is judged, stdin is closed and the bot has two seconds.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn close(mut self, judged: bool) -> Result<Performance, StageError> {
        self.stage.facts.count(SESSION, matches!(self.state, State::Silent | State::Deaf));
        match self.state {
            State::Open | State::Silent if judged => {}
            State::Open => {
                if self.seen.violations.is_empty() {
                    self.overheard();
                }
                self.conversation.kill()?;
                return Ok(self.seen);
            }
            State::Gone => return self.bury(),
            State::Silent | State::Deaf => {
                if judged && self.state == State::Deaf {
                    self.blame(eof::still_running());
                }
                self.conversation.kill()?;
                return Ok(self.seen);
            }
        }
        self.conversation.close_stdin();
        let closed = self.conversation.finish(eof::GRACE)?;
        let mut seen = self.seen;
        if self.state == State::Open && !closed.late_output.is_empty() && seen.violations.is_empty() {
            let bytes = &closed.late_output.head;
            seen.violations.push(if self.told > 0 {
                update::spoke(bytes, self.told)
            } else {
                too_many(bytes, self.asked)
            });
        }
        seen.violations.extend(eof::judge(&closed));
        Ok(seen)
    }

    /// Says how a process ended that ended by itself.
    fn bury(self) -> Result<Performance, StageError> {
        let closed = self.conversation.finish(Duration::from_millis(200))?;
        let mut seen = self.seen;
        if let Ending::NotStarted(why) = &closed.finished.ending {
            let reason = format!("the bot could not be started: {why}");
            return Ok(Performance {
                unjudged: Some(Unjudged::Inconclusive { reason }),
                ..Performance::default()
            });
        }
        if let Some(violation) = seen.violations.last_mut() {
            add_ending(violation, &closed);
        }
        Ok(seen)
    }

    /// The line that answers, or the end of the conversation.
    fn line(&mut self, answer: Answer, first: bool, limit: &Limit) -> Option<Line> {
        match answer {
            Answer::Line(line) => {
                self.timed(first, limit, line.elapsed, line.elapsed.punctuality(limit));
                Some(line)
            }
            Answer::Overrun { elapsed, .. } => self.overran(first, limit, elapsed),
            Answer::TooLong { .. } => {
                let mut violation = reply::FORMAT.violated("the answer has more than 4 KiB and no line end");
                violation.hint = Some("end each answer with a line end".to_owned());
                self.blame(violation);
                None
            }
            Answer::Ended { text, .. } => {
                self.ended(&text);
                None
            }
            Answer::HostTooBusy { .. } => {
                self.unjudged("the machine was too busy to wait for an answer");
                None
            }
            Answer::Interrupted => {
                self.unjudged("the run was interrupted");
                None
            }
        }
    }

    /// Keeps the time of an answer, and blames it if it was late beyond doubt. The first answer of a game has a
    /// limit of its own and says nothing about the others.
    fn timed(&mut self, first: bool, limit: &Limit, elapsed: Elapsed, punctuality: Punctuality) {
        if !first {
            self.seen.elapsed.push(elapsed);
        }
        self.late_in_row = if punctuality == Punctuality::Late { self.late_in_row + 1 } else { 0 };
        match punctuality {
            Punctuality::InTime => {}
            Punctuality::Late => self.once(time::late(first, limit.wall, elapsed.charged)),
            Punctuality::Doubtful => self.doubtful = true,
        }
    }

    /// Finds out why there is no answer in time.
    fn overran(&mut self, first: bool, limit: &Limit, waited: Elapsed) -> Option<Line> {
        match self.conversation.wait_line(&exactly(PATIENCE)) {
            Answer::Line(mut line) => {
                line.elapsed = sum(waited, line.elapsed);
                self.timed(first, limit, line.elapsed, waited.punctuality(limit));
                return Some(line);
            }
            Answer::Ended { text, .. } => {
                self.ended(&text);
                return None;
            }
            Answer::Interrupted => {
                self.unjudged("the run was interrupted");
                return None;
            }
            _ => {}
        }
        self.state = State::Silent;
        let waited = limit.wall + PATIENCE;
        // Does one more message help? This one says nothing new.
        let square = self.position.board().occupied().iter().next();
        let square = square.unwrap_or_else(|| self.position.stay().origin);
        let repeated =
            format!("{}{}", Update::new(square, self.position.board().get(square)), self.line_end());
        self.conversation.send(repeated.as_bytes());
        if let Answer::Line(line) = self.conversation.wait_line(&exactly(NUDGE)) {
            let message = format!("no answer within {waited:?}; it came when one more message was sent");
            let mut violation = reply::FLUSHED
                .violated(message)
                .hint("the bot reads ahead: it waits for the next line before it acts on this one; read line by line");
            violation.received = Some(excerpt(&line.bytes));
            self.blame(violation);
            return None;
        }
        self.conversation.close_stdin();
        let text = match self.conversation.wait_line(&exactly(eof::GRACE)) {
            Answer::Line(line) => [line.bytes.as_slice(), b"\n"].concat(),
            Answer::Ended { text, .. } => text,
            Answer::Overrun { text, .. } => {
                self.state = State::Deaf;
                text
            }
            _ => Vec::new(),
        };
        if text.is_empty() {
            let message = format!("no answer within {waited:?}, nor when stdin was closed: the bot hangs");
            let hint = "does it read its input line by line, and answer each M, on stdout?";
            self.blame(reply::ONE_LINE.violated(message).hint(hint));
        } else if text.ends_with(b"\n") {
            let message = format!("no answer within {waited:?}; it came when stdin was closed");
            let mut violation = reply::FLUSHED.violated(message).hint("buffered: flush after each line");
            violation.received = Some(excerpt(&text));
            self.blame(violation);
        } else {
            let message = format!("the answer was not ended within {waited:?}: the line end is missing");
            let mut violation =
                reply::ONE_LINE.violated(message).hint("end each answer with a line end, and flush");
            violation.received = Some(excerpt(&text));
            self.blame(violation);
        }
        None
    }

    fn ended(&mut self, text: &[u8]) {
        self.state = State::Gone;
        let message = if text.is_empty() {
            "the bot ended, or closed its stdout, instead of answering".to_owned()
        } else {
            format!("the bot ended, or closed its stdout, in the middle of a line: {}", excerpt(text))
        };
        self.blame(reply::ONE_LINE.violated(message));
    }

    fn unjudged(&mut self, reason: &str) {
        self.seen.unjudged = Some(Unjudged::Inconclusive { reason: reason.to_owned() });
    }

    fn complete(&self, violation: &mut Violation) {
        violation.turn.get_or_insert(self.asked);
        violation.sent.get_or_insert_with(|| self.sent_text());
    }

    fn sent_text(&self) -> String {
        let left_out = self.sent.len().saturating_sub(SHOWN);
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
        format!("M{}", self.line_end())
    }

    const fn line_end(&self) -> &'static str {
        match self.line_ends {
            LineEnds::Lf => "\n",
            LineEnds::CrLf => "\r\n",
        }
    }

    fn limit(&self, first: bool) -> Limit {
        Limit::new(if first { time::first_limit(self.stage.limit) } else { self.stage.limit })
    }
}

/// A line too many.
#[must_use]
pub(super) fn too_many(bytes: &[u8], asked: u32) -> Violation {
    let message = if asked == 0 {
        "the bot wrote something before anything was asked".to_owned()
    } else {
        "the bot wrote more than one line for a request".to_owned()
    };
    let mut violation =
        reply::ONE_LINE.violated(message).hint("only answers belong on stdout; write the rest to stderr");
    violation.received = Some(excerpt(bytes));
    violation
}

/// Says how the process ended and what it last wrote on stderr.
fn add_ending(violation: &mut Violation, closed: &Closed) {
    violation.message.push_str(&format!(" (it {})", closed.finished.ending));
    if violation.hint.is_none() {
        violation.hint =
            stderr_tail(&closed.finished.stderr).map(|tail| format!("its stderr ends with: {tail}"));
    }
}

const fn exactly(time: Duration) -> Limit {
    Limit { wall: time, hard_cap: time }
}

fn sum(a: Elapsed, b: Elapsed) -> Elapsed {
    Elapsed {
        wall: a.wall + b.wall,
        charged: a.charged + b.charged,
        cpu: a.cpu + b.cpu,
        waited: a.waited + b.waited,
        several: a.several || b.several,
    }
}

/// A rule by its id.
#[must_use]
pub(super) fn rule(id: &str) -> Option<&'static Requirement> {
    super::REQUIREMENTS.iter().find(|known| known.id == id).copied()
}
