//! The sitting between tester and bot: one process, updates and requests, each answer judged.

use std::time::Duration;

use botspec_sdk::games::flit::{Answer as Reply, Contents, Move, Player, Position, Square, Update};

use super::script::LineEnds;
use super::stale::{Missed, Stale};
use super::time::Pace;
use super::{eof, hint, moves, reply, time, update};
use crate::channel::{Answer, Closed, Line};
use crate::contest::{Performance, Unjudged};
use crate::evidence::{excerpt, stderr_tail};
use crate::process::{Elapsed, Ending, Limit, Punctuality};
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::silence::{PATIENCE, Silence, pastime};
use crate::stage::{Stage, StageError};
use crate::tape::Conversation;

/// How long nothing may be heard, where that is looked at.
pub(super) const QUIET: Duration = Duration::from_millis(100);
/// How long a line too many is waited for where nobody listens for long.
const PARTING: Duration = Duration::from_millis(5);
/// Whoever writes for longer than so many times the quiet that is waited for, writes for ever.
const ENDLESS: u32 = 5;
/// No more bytes than this are kept of what nobody asked for.
const KEPT: usize = 4096;
/// No more lines than this of what was sent are shown.
const SHOWN: usize = 40;
/// What a bot does wrong whose output comes at the end.
const BUFFERED: &str = "buffered: flush after each line";
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
    /// Those of them that have been sent before a request.
    sent_ahead: usize,
    /// Requests so far.
    asked: u32,
    /// Requests whose answers have not been read.
    missed: u32,
    /// What it showed so far.
    pub seen: Performance,
    /// Whether the machine was too busy to say if an answer was late.
    pub doubtful: bool,
    /// The numbers of the requests whose answers were too late.
    pub late: Vec<u32>,
    /// So many requests, the first one included, have the time of the first one: a bot that is put in the middle
    /// of a game has not had the turns before it in which to warm up.
    pub warm_up: u32,
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
    /// It does not answer, and why is known.
    Silent,
    /// It does not answer at all, as far as can be told.
    Hung,
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
    pub missed: Option<Missed>,
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
            sent_ahead: 0,
            asked: 0,
            missed: 0,
            seen: Performance::default(),
            doubtful: false,
            late: Vec::new(),
            warm_up: 1,
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

    /// The same, but for squares that hold a piece of the bot's own: it has gone where a script did not expect it,
    /// and nobody takes a piece off the board.
    pub(super) fn tell_around(&mut self, updates: &[Update]) {
        let own = *self.position.board().pieces(self.player());
        let variant = self.position.variant();
        let free = |update: &&Update| update.at.on(variant).is_some_and(|square| !own.contains(square));
        let around: Vec<Update> = updates.iter().filter(free).copied().collect();
        self.tell(if self.asked > 0 { &around } else { updates });
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
        self.sent_ahead = 0;
        asked
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
        let request = self.request();
        let pace = self.pace();
        self.asked += 1;
        self.seen.turns += 1;
        let limit = Limit::new(pace.time(self.stage.limit));
        let answer = self.conversation.ask(request.as_bytes(), &limit);
        self.begun = 0;
        self.line(answer, pace, &limit)
    }

    /// How much time the next answer has.
    fn pace(&self) -> Pace {
        if self.asked < self.warm_up {
            return Pace::Start;
        }
        Pace::after(self.told, self.position.variant())
    }

    /// Sends a request while earlier ones are still to be answered, and reads all those lines: the last one is
    /// judged as the answer to this request. None if a line is missing.
    pub(super) fn ask_after_misses(&mut self) -> Option<Asked> {
        self.miss();
        self.flush();
        self.seen.turns += 1;
        let limit = Limit::new(Pace::Start.time(self.stage.limit));
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
                    let mut message = format!(
                        "{due} requests were sent one after the other, and {} answered",
                        match number - 1 {
                            0 => "none was".to_owned(),
                            1 => "only 1 was".to_owned(),
                            lines => format!("only {lines} were"),
                        }
                    );
                    let answer = last.as_ref().and_then(|line: &Line| reply::read(&line.bytes).ok());
                    if let Some(answer) = answer {
                        let newest = self.position.judge(&answer).is_ok();
                        let which = if newest { "the newest one" } else { "an older one, not to the newest" };
                        message.push_str(&format!("; {answer} is an answer to {which}"));
                    }
                    self.blame(time::LATE_SYNC.violated(message));
                    return None;
                }
            }
        }
        self.missed = 0;
        self.answered(&last?)
    }

    /// Listens until nothing has come for so long although nothing was asked, and takes whole lines and what is
    /// not yet one. It does not listen to one who writes for ever.
    pub(super) fn listen(&mut self, quiet: Duration) -> Heard {
        let mut heard = Heard::default();
        // On a busy machine longer: a bot that waits for a core has not had the time to say anything.
        let limit = Limit::new(quiet);
        let mut time = Duration::ZERO;
        while time < quiet * ENDLESS {
            match self.conversation.wait_line(&limit) {
                Answer::Line(line) => {
                    heard.add(line.bytes.get(self.begun..).unwrap_or_default());
                    heard.add(b"\n");
                    self.begun = 0;
                    time += line.elapsed.wall;
                }
                Answer::TooLong { elapsed } => {
                    heard.add(b"(more than 4 KiB without a line end)\n");
                    time += elapsed.wall;
                }
                Answer::Overrun { text, .. } | Answer::Ended { text, .. } => {
                    heard.add(text.get(self.begun..).unwrap_or_default());
                    self.begun = text.len();
                    return heard;
                }
                Answer::HostTooBusy { .. } | Answer::Interrupted => return heard,
            }
        }
        heard.endless = true;
        heard
    }

    /// Judges a line as the answer on the board as it is.
    fn judge(&mut self, line: &Line) -> Option<Asked> {
        let answer = match reply::read(&line.bytes) {
            Ok(answer) => answer,
            Err(violation) => {
                let violation = self.not_an_answer(line).unwrap_or(*violation);
                self.blame(violation);
                self.stale.answered(self.position.board(), None);
                return None;
            }
        };
        if self.strict_line_ends
            && let Some(violation) = reply::judge_line_end(line.end, &line.bytes)
        {
            self.once(violation);
        }
        let mut violations = moves::judge(&self.position, &answer);
        let guesses = hint::miswritten(&self.position, &answer);
        violations = violations.into_iter().map(|violation| violation.suspecting(guesses.clone())).collect();
        violations.iter_mut().for_each(|violation| self.complete(violation));
        let refuted = hint::refuted(&self.position, &answer);
        let informed =
            if answer.origin == answer.destination { Vec::new() } else { self.stale.refuted(&answer) };
        refuted.into_iter().chain(informed).for_each(|slip| self.stage.facts.refute(slip));
        let missed = if violations.is_empty() { None } else { self.stale.explains(&answer) };
        let mv = self.position.judge(&answer).ok();
        self.stale.answered(self.position.board(), mv);
        Some(Asked { answer, mv, violations, missed })
    }

    /// A malformed line that an answer follows: it was a line too many, most likely for the many updates before
    /// it if there were many.
    fn not_an_answer(&mut self, line: &Line) -> Option<Violation> {
        let next = self.listen(QUIET).bytes;
        let answers = |next: &[u8]| reply::read(next).is_ok();
        if !next.strip_suffix(b"\n")?.split(|&byte| byte == b'\n').any(answers) {
            return None;
        }
        let both = [line.bytes.as_slice(), b"\n", &next].concat();
        Some(too_many(&both, self.asked))
    }

    /// The violation if another line comes after the one that was taken for the answer: that one was for a request
    /// before, which was answered twice.
    pub(super) fn out_of_step(&mut self, answer: &Reply) -> Option<Violation> {
        let next = self.listen(QUIET).bytes;
        (!next.is_empty()).then(|| {
            let mut violation = too_many(&[answer.to_string().as_bytes(), b"\n", &next].concat(), self.asked);
            violation.message.push_str("; from then on its answers come one request too late");
            violation
        })
    }

    /// What was heard although nobody had asked.
    #[must_use]
    pub(super) fn extra(&self, bytes: &[u8]) -> Violation {
        if self.sent_ahead > 0 { update::spoke(bytes, self.sent_ahead) } else { too_many(bytes, self.asked) }
    }

    /// Takes back what the bot was blamed for, as something else explains it.
    pub(super) fn acquit(&mut self) {
        self.seen.violations.clear();
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
        let violation = self.extra(&bytes);
        self.blame(violation);
        true
    }

    /// Ends the conversation. If the end is judged, stdin is closed and the bot has two seconds.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn close(mut self, judged: bool) -> Result<Performance, StageError> {
        self.stage.facts.count(SESSION, matches!(self.state, State::Silent | State::Hung));
        if self.state == State::Gone {
            return self.bury();
        }
        if !judged {
            if self.state == State::Open && self.seen.violations.is_empty() && !self.overheard() {
                self.part();
            }
            self.conversation.kill()?;
            return Ok(self.seen);
        }
        self.conversation.close_stdin();
        let mut extra = self.extra(b"");
        let closed = self.conversation.finish(eof::GRACE)?;
        extra.received = Some(excerpt(&closed.late_output.head));
        let mut seen = self.seen;
        if self.state == State::Open && !closed.late_output.is_empty() && seen.violations.is_empty() {
            seen.violations.push(extra);
        }
        if self.state == State::Hung
            && !closed.late_output.is_empty()
            && let Some(hang) = seen.violations.last_mut()
        {
            let sent = hang.sent.take();
            let message = "no answer in time; it came when stdin was closed";
            *hang = reply::FLUSHED.violated(message).hint(BUFFERED);
            hang.sent = sent;
            hang.turn = Some(self.asked);
            hang.received = Some(excerpt(&closed.late_output.head));
        }
        seen.violations.extend(eof::judge(&closed));
        Ok(seen)
    }

    /// Listens for a line too many that is on its way, before the process is ended.
    fn part(&mut self) {
        if self.missed > 0 {
            return;
        }
        let heard = self.listen(PARTING);
        if !heard.is_empty() {
            let violation = self.extra(&heard.bytes);
            self.blame(violation);
        }
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
    fn line(&mut self, answer: Answer, pace: Pace, limit: &Limit) -> Option<Line> {
        match answer {
            Answer::Line(line) => {
                self.timed(pace, limit, line.elapsed, line.elapsed.punctuality(limit));
                Some(line)
            }
            Answer::Overrun { elapsed, .. } => self.overran(pace, limit, elapsed),
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

    /// Keeps the time of an answer, and blames it if it was late beyond doubt. What has more time than the limit
    /// says nothing about the others.
    fn timed(&mut self, pace: Pace, limit: &Limit, elapsed: Elapsed, punctuality: Punctuality) {
        if pace == Pace::Turn {
            self.seen.elapsed.push(elapsed);
        }
        self.late_in_row = if punctuality == Punctuality::Late { self.late_in_row + 1 } else { 0 };
        match punctuality {
            Punctuality::InTime => {}
            Punctuality::Late => {
                self.late.push(self.asked);
                // Only the first answer of all is a matter of starting.
                let first = self.asked == 1;
                self.once(time::late(first, limit.wall, elapsed));
            }
            Punctuality::Doubtful => self.doubtful = true,
        }
    }

    /// Finds out why there is no answer in time.
    fn overran(&mut self, pace: Pace, limit: &Limit, waited: Elapsed) -> Option<Line> {
        // One more message, which says nothing new.
        let square = self.position.board().occupied().iter().next();
        let square = square.unwrap_or_else(|| self.position.stay().origin);
        let nudge = format!("{}{}", Update::new(square, self.position.board().get(square)), self.line_end());
        let silence = Silence::explain(&mut self.conversation, nudge.as_bytes());
        let waited_for = format!("no answer within {:.0?}", limit.wall + PATIENCE);
        let (mut violation, received) = match silence {
            Silence::Late(mut line) => {
                line.elapsed = waited + line.elapsed;
                self.timed(pace, limit, line.elapsed, waited.punctuality(limit));
                return Some(line);
            }
            Silence::Ended(text) => {
                self.ended(&text);
                return None;
            }
            Silence::Interrupted => {
                self.unjudged("the run was interrupted");
                return None;
            }
            Silence::Nudged(line) => {
                let message = format!("{waited_for}; it came when one more message was sent");
                let hint = "the bot reads ahead: it waits for the next line before it acts on this one; read line by line";
                (reply::FLUSHED.violated(message).hint(hint), line.bytes)
            }
            Silence::Buffered(text) => {
                let message = format!("{waited_for}; it came when stdin was closed");
                (reply::FLUSHED.violated(message).hint(BUFFERED), text)
            }
            Silence::Unended(text) => {
                let message = format!(
                    "the answer was not ended within {:.0?}: the line end is missing",
                    limit.wall + PATIENCE
                );
                (reply::ONE_LINE.violated(message).hint("end each answer with a line end, and flush"), text)
            }
            Silence::Hangs => {
                let message = format!("{waited_for}, nor when stdin was closed: the bot hangs");
                (reply::ONE_LINE.violated(message).hint(pastime(waited.cpu, limit.wall, 0)), Vec::new())
            }
        };
        self.state = if received.is_empty() { State::Hung } else { State::Silent };
        if !received.is_empty() {
            violation.received = Some(excerpt(&received));
        }
        self.blame(violation);
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
}

/// What was heard although nobody had asked.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Lines, and the beginning of one; no more than a few thousand bytes.
    pub bytes: Vec<u8>,
    /// Whether it did not come to an end.
    pub endless: bool,
}

impl Heard {
    /// Whether it was nothing.
    #[must_use]
    pub(super) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn add(&mut self, bytes: &[u8]) {
        let room = KEPT.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
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
    let hint = if bytes.contains(&0) {
        reply::ZERO
    } else if bytes.ends_with(b"\n\n") {
        "an empty line is a line too: write one line end behind the answer"
    } else {
        "only answers belong on stdout; write the rest to stderr"
    };
    let mut violation = reply::ONE_LINE.violated(message).hint(hint);
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

/// A rule by its id.
#[must_use]
pub(super) fn rule(id: &str) -> Option<&'static Requirement> {
    super::REQUIREMENTS.iter().find(|known| known.id == id).copied()
}
