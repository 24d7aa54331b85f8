//! The session between tester and bot: one process, updates and requests, each answer judged.

use std::time::Duration;

use botspec_sdk::games::flit::{
    Answer as Reply, Board, Contents, Move, Player, Position, Square, Update, Variant, draw,
};
use botspec_sdk::random::Random;

use super::script::LineEnds;
use super::stale::{Missed, Stale};
use super::time::Pace;
use super::{eof, hint, moves, reply, time, update};
use crate::channel::{Answer, Closed, Line, LineEnd};
use crate::contest::{CaseOutcome, Unjudged};
use crate::evidence::{excerpt, stderr_tail};
use crate::no_answer::{Doing, NoAnswer, PATIENCE, stays_silent};
use crate::process::{Elapsed, Ending, Limit, Punctuality};
use crate::record::{Level, Violation};
use crate::recorder::Conversation;
use crate::requirement::{Requirement, by_id};
use crate::run_context::{RunContext, RunError};

/// How long nothing may be heard, where that is looked at.
pub(super) const QUIET: Duration = Duration::from_millis(100);
/// How long a line too many is waited for where nobody listens for long.
const PARTING: Duration = Duration::from_millis(5);
/// Whoever writes for longer than so many times the quiet that is waited for, writes for ever.
const ENDLESS: u32 = 5;
/// No more bytes than this are kept of the beginning of what nobody asked for, nor of its end.
const MAX_KEPT: usize = 2048;
/// What stands for a line that is thrown away.
const TOO_LONG: &[u8] = b"(more than 4 KiB without a line end)\n";
/// No more lines than this of what was sent are shown.
const MAX_SHOWN: usize = 40;
/// What a bot does wrong whose output comes at the end.
const BUFFERED: &str = "buffered: flush after each line";
/// How an answer came that was kept back, and what may be the cause.
const WHEN_NUDGED: (&str, &str) = (
    "the bot was waiting for input, and it came when one more message was sent",
    "the bot reads ahead: it waits for the next line before it acts on this one; read line by line",
);
/// See [`WHEN_NUDGED`].
const WHEN_CLOSED: (&str, &str) =
    ("the bot was waiting for input, and it came when stdin was closed", BUFFERED);
/// The rules that a bot breaks which does not answer.
const RULES_OF_SILENCE: [&Requirement; 4] = [&reply::ONE_LINE, &reply::FLUSHED, &time::STARTUP, &time::TURN];
/// The kind of request, for telling when waiting is of no use any more.
const SESSION: &str = "session";
/// So often a bot is looked at that has been silent for long, until it waits for input.
const LOOKS: u32 = 5;
/// For counting the slow starts that came again.
const SLOW_START: &str = "slow start";
/// For counting the answers that were seen to be kept back.
const KEPT_BACK: &str = "kept back";

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

    /// Sends a request and judges the line that answers it. None if nothing more can be made of this
    /// conversation; what it was is in [`seen`](Self::seen).
    pub(super) fn ask(&mut self) -> Option<Asked> {
        if self.overheard() {
            return None;
        }
        let mut line = self.ask_line()?;
        if let Some(rule) = self.chatty {
            let first = [line.bytes.as_slice(), b"\n"].concat();
            let mut lines = [first, self.listen(PARTING).bytes].concat();
            if answer_in(&lines).is_none() {
                // A remark before a longer thought.
                lines.extend(self.listen(self.pace().time(self.context.limit)).bytes);
            }
            if let Some(answer) = answer_in(&lines) {
                if answer.len() + 1 < lines.len() {
                    self.noise(rule, &lines);
                }
                line.bytes = answer;
            }
        }
        self.answered(&line)
    }

    /// Notes lines that are no answers, once in a conversation.
    fn noise(&mut self, rule: &'static str, bytes: &[u8]) {
        let spoke = rule == update::SILENT.id;
        let violation = if spoke { update::spoke(bytes, self.told) } else { too_many(bytes, self.asked) };
        self.once(violation);
    }

    /// Notes what was heard of a bot that is known to say more than it should, and goes on; false for any other bot.
    pub(super) fn takes_noise(&mut self, bytes: &[u8]) -> bool {
        let Some(rule) = self.chatty else { return false };
        self.noise(rule, bytes);
        true
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
        // Without a line end nothing tells that it has come before the time is up.
        let time = if self.unended { self.context.limit } else { pace.time(self.context.limit) };
        let limit = Limit::new(time);
        let answer = self.conversation.ask(request.as_bytes(), &limit);
        if !self.unended {
            self.begun = 0;
        }
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
        let limit = Limit::new(Pace::Start.time(self.context.limit));
        let due = self.missed;
        let mut last = None;
        for number in 1..=due {
            match self.conversation.wait_line(&limit) {
                Answer::Line(line) => last = Some(line),
                Answer::Interrupted | Answer::HostTooBusy { .. } => {
                    self.unjudged("the machine was too busy to wait for an answer");
                    return None;
                }
                Answer::Ended { text, .. } => {
                    self.ended(&text);
                    return None;
                }
                Answer::Overrun { .. } | Answer::TooLong { .. } => {
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
                    heard.add(TOO_LONG);
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
        let mut read_as = None;
        let answer = match (reply::read(&line.bytes), reply::meant(&line.bytes)) {
            (Ok(answer), _) => answer,
            // What it means is plain, so the rest is judged by that.
            (Err(violation), Some(meant)) => {
                self.context.observations.block(MISSPELT, reply::FORMAT.id);
                // What it says to updates may stand on the same line.
                if self.chatty != Some(update::SILENT.id) {
                    self.once(*violation);
                }
                read_as = Some(format!("; read from {}, which is malformed", excerpt(&line.bytes)));
                meant
            }
            (Err(violation), None) => {
                let violation = self.not_an_answer(line).unwrap_or(*violation);
                self.seen.cut_short = true;
                self.blame(violation);
                self.stale.answered(self.position.board(), None);
                return None;
            }
        };
        // CR CR LF is one fault.
        if self.strict_line_ends
            && !line.bytes.ends_with(b"\r")
            && let Some(violation) = reply::judge_line_end(line.end, &line.bytes)
        {
            self.once(violation);
        }
        let mut violations = moves::judge(&self.position, &answer);
        let guesses = hint::miswritten(&self.position, &answer);
        violations =
            violations.into_iter().map(|violation| violation.with_candidates(guesses.clone())).collect();
        for violation in &mut violations {
            self.complete(violation);
            violation.message.push_str(read_as.as_deref().unwrap_or_default());
        }
        let ruled_out = hint::ruled_out(&self.position, &answer);
        let informed =
            if answer.origin == answer.destination { Vec::new() } else { self.stale.ruled_out(&answer) };
        let ruled_out = ruled_out.into_iter().chain(informed);
        if violations.is_empty() {
            ruled_out.for_each(|slip| self.context.observations.rule_out(slip));
        } else {
            let ruled_out: Vec<&str> = ruled_out.collect();
            violations.iter_mut().for_each(|violation| violation.against.clone_from(&ruled_out));
        }
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
        if self.chatty.is_some() || self.unended {
            return None;
        }
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

    /// What stands before the first answer of a bot whose answers are malformed, on the same line.
    pub(super) fn prompt(&self, bytes: &[u8]) -> Option<Violation> {
        if self.asked > 0 || self.chatty.is_some() || bytes.is_empty() || bytes.contains(&b'\n') {
            return None;
        }
        let rule = by_id(&super::REQUIREMENTS, self.context.observations.blocked_by(MISSPELT)?)?;
        let mut prompt =
            rule.violated("the bot wrote something that its first answer would follow on the same line");
        prompt.received = Some(excerpt(bytes));
        Some(prompt)
    }

    /// Takes back that an answer is malformed, as something else explains it.
    pub(super) fn clear(&mut self) {
        self.seen.violations.retain(|violation| violation.rule != reply::FORMAT.id);
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

    /// Whether the bot said something that nobody had asked for; it is blamed then.
    pub(super) fn overheard(&mut self) -> bool {
        let lines = self.conversation.unsolicited();
        // A line that is due is no line too many.
        let Some(extra) = lines.get(self.missed as usize) else { return false };
        let bytes = [extra.bytes.as_slice(), b"\n"].concat();
        if self.takes_noise(&bytes) {
            return false;
        }
        let violation = self.extra(&bytes);
        self.blame(violation);
        true
    }

    /// Starts another process, and asks it once: whether its first answer is late, too.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    fn starts_late_again(context: &RunContext<'_>, variant: Variant) -> Result<bool, RunError> {
        let mut table =
            Session::open(context, Position::new(Board::empty(variant), Player::One), LineEnds::Lf)?;
        let (_, start) = draw::start(variant, &mut Random::seeded(1));
        table.tell(&start);
        let late = table.ask_line().is_none() || table.noted.iter().any(|rule| rule == time::STARTUP.id);
        table.close(false)?;
        Ok(late)
    }

    /// A first answer that comes too late is held against a bot only if it starts slowly again: a busy disk is no fault
    /// of its own.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn confirm_start(
        seen: &mut CaseOutcome,
        variant: Variant,
        context: &RunContext<'_>,
    ) -> Result<(), RunError> {
        let late = |it: &&mut Violation| it.rule == time::STARTUP.id && it.level != Level::Info;
        let Some(late) = seen.violations.iter_mut().find(late) else { return Ok(()) };
        if context.observations.overruns(SLOW_START) > 0 {
            return Ok(());
        }
        if Self::starts_late_again(context, variant)? {
            context.observations.count(SLOW_START, true);
        } else {
            late.level = Level::Info;
            late.message.push_str("; another process was in time: the machine may be to blame");
        }
        Ok(())
    }

    /// Ends the conversation. If the end is judged, stdin is closed and the bot has two seconds.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn close(mut self, judged: bool) -> Result<CaseOutcome, RunError> {
        let silent = matches!(self.state, State::Silent | State::Hung);
        // Silence in an unusual situation says nothing of the usual ones.
        if !silent || self.is_usual() {
            self.context.observations.count(SESSION, silent);
            let last = self.seen.violations.last().filter(|_| silent);
            let broken = RULES_OF_SILENCE.iter().find(|rule| last.is_some_and(|last| last.rule == rule.id));
            broken.into_iter().for_each(|rule| self.context.observations.count(rule.id, true));
        }
        self.seen.cut_short |= self.state != State::Open;
        if self.state == State::Gone {
            return self.finish_dead();
        }
        if !judged {
            if self.state == State::Open && self.seen.violations.is_empty() && !self.overheard() {
                self.parts();
            }
            self.conversation.kill()?;
            return Ok(self.seen);
        }
        self.conversation.close_stdin();
        let mut extra = self.extra(b"");
        let said = self.all_that_was_said();
        let prompt = self.prompt(b"(its beginning)");
        // One that was never asked may still be starting.
        let starting = if self.asked == 0 { Pace::Start.time(self.context.limit) } else { Duration::ZERO };
        let closed = self.conversation.finish(eof::GRACE + starting)?;
        if let Some(prompt) = prompt.filter(|_| !closed.late_output.head.contains(&b'\n')) {
            extra = prompt;
        }
        extra.received = Some(excerpt(&closed.late_output.head));
        let mut seen = self.seen;
        if self.state == State::Open && !closed.late_output.is_empty() && seen.violations.is_empty() {
            seen.violations.push(extra);
        }
        if self.state == State::Hung
            && !closed.late_output.is_empty()
            && let Some(hang) = seen.violations.last_mut()
            && hang.rule == reply::ONE_LINE.id
            && said.is_kept_back(self.context, Variant::FIRST_LIMIT + PATIENCE + eof::GRACE)?
        {
            let sent = hang.sent.take();
            let message = "no answer in time; it came when stdin was closed";
            *hang = reply::FLUSHED.violated(message).hint(BUFFERED);
            hang.sent = sent;
            hang.turn = Some(self.asked);
            hang.received = Some(excerpt(&closed.late_output.head));
        }
        seen.violations.extend(eof::judge(&closed, eof::GRACE + starting));
        if closed.finished.ending == Ending::HostTooBusy {
            seen.unjudged.get_or_insert_with(|| Unjudged::after(&closed.finished.ending));
        }
        Ok(seen)
    }

    /// Whether the last request was one that every bot has answered before it comes to anything else.
    fn is_usual(&self) -> bool {
        let plain = self.line_ends == LineEnds::Lf && self.missed == 0;
        plain && self.player() == Player::One && self.position.legal_count() > 0
    }

    /// Listens for a line too many that is on its way, before the process is ended; false if one is blamed.
    pub(super) fn parts(&mut self) -> bool {
        if self.missed > 0 || self.unended {
            return true;
        }
        let heard = self.listen(PARTING);
        let well = heard.is_empty() || self.takes_noise(&heard.bytes);
        if !well {
            let violation = self.extra(&heard.bytes);
            self.blame(violation);
        }
        well
    }

    /// Says how a process ended that ended by itself.
    fn finish_dead(self) -> Result<CaseOutcome, RunError> {
        let closed = self.conversation.finish(Duration::from_millis(200))?;
        let mut seen = self.seen;
        if let Ending::NotStarted(why) = &closed.finished.ending {
            let reason = format!("the bot could not be started: {why}");
            return Ok(CaseOutcome {
                unjudged: Some(Unjudged::NotStarted { reason }),
                ..CaseOutcome::default()
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
            Answer::Overrun { text, .. } if self.unended && text.len() > self.begun => {
                let new = text[self.begun..].to_vec();
                self.begun = text.len();
                self.once(unended(limit.wall, &new));
                Some(Line { bytes: new, end: LineEnd::Lf, elapsed: Elapsed::default() })
            }
            Answer::Overrun { elapsed, .. } => self.overran(pace, limit, elapsed),
            Answer::TooLong { .. } if self.chatty.is_some() => {
                self.takes_noise(TOO_LONG);
                self.seen.cut_short = true;
                None
            }
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
            Answer::HostTooBusy { elapsed, .. } => self.on_busy_machine(pace, limit, elapsed),
            Answer::Interrupted => {
                self.unjudged("the run was interrupted");
                None
            }
        }
    }

    /// The bot has waited for a core for so long that nobody could say whether it is late: in more time that shows.
    fn on_busy_machine(&mut self, pace: Pace, limit: &Limit, waited: Elapsed) -> Option<Line> {
        match self.conversation.wait_line(&Limit::new(PATIENCE)) {
            Answer::Line(mut line) => {
                line.elapsed = waited + line.elapsed;
                self.timed(pace, limit, line.elapsed, line.elapsed.punctuality(limit));
                Some(line)
            }
            Answer::Overrun { elapsed, .. } | Answer::HostTooBusy { elapsed, .. }
                if (waited + elapsed).punctuality(limit) == Punctuality::Late =>
            {
                self.overran(pace, limit, waited + elapsed)
            }
            Answer::Ended { text, .. } => {
                self.ended(&text);
                None
            }
            _ => {
                self.unjudged("the machine was too busy to wait for an answer");
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

    /// Finds out why there is no answer in time, and blames what was observed.
    fn overran(&mut self, pace: Pace, limit: &Limit, waited: Elapsed) -> Option<Line> {
        // One more message, which says nothing new.
        let square = self.position.board().occupied().iter().next();
        let square = square.unwrap_or_else(|| self.position.stay().origin);
        let nudge = format!("{}{}", Update::new(square, self.position.board().get(square)), self.line_end());
        let silence = if self.impatient {
            NoAnswer::glance(&mut self.conversation)
        } else {
            NoAnswer::explain(&mut self.conversation, nudge.as_bytes())
        };
        let (mut violation, received) = match silence {
            NoAnswer::Late(mut line) => {
                line.elapsed = waited + line.elapsed;
                self.timed(pace, limit, line.elapsed, waited.punctuality(limit));
                return Some(line);
            }
            NoAnswer::Ended(text) => {
                self.ended(&text);
                return None;
            }
            NoAnswer::Interrupted => {
                self.unjudged("the run was interrupted");
                return None;
            }
            NoAnswer::Nudged(line) => (self.kept_back(limit, WHEN_NUDGED)?, line.bytes),
            NoAnswer::Buffered(text) => (self.kept_back(limit, WHEN_CLOSED)?, text),
            NoAnswer::Unended(text) => {
                let violation = unended(limit.wall + PATIENCE, &text);
                if self.begun == 0 && (reply::read(&text).is_ok() || reply::meant(&text).is_some()) {
                    // It is an answer all the same.
                    self.unended = true;
                    self.begun = text.len();
                    self.once(violation);
                    return Some(Line { bytes: text, end: LineEnd::Lf, elapsed: Elapsed::default() });
                }
                (violation, text)
            }
            NoAnswer::Hangs(doing) => (self.hang(limit, doing), Vec::new()),
        };
        self.state = if received.is_empty() { State::Hung } else { State::Silent };
        if !received.is_empty() {
            violation.received = Some(excerpt(&received));
        }
        self.blame(violation);
        None
    }

    /// Nothing came at all. Whether an answer would have come from a bot that was still at work on it, nobody knows: it
    /// was late, and that is all.
    fn hang(&self, limit: &Limit, doing: Doing) -> Violation {
        let rule = if doing.may_answer() { self.rule_of_time() } else { &reply::ONE_LINE };
        rule.violated(format!("no answer within {:.0?}: {doing}", limit.wall + doing.waited_for()))
            .hint(doing.hint())
    }

    /// An answer that came only when something else was sent. Nobody can tell that from one that would have come at that
    /// moment anyway, unless another process that is asked the same says nothing for longer than this one did.
    fn kept_back(&mut self, limit: &Limit, (when, hint): (&str, &str)) -> Option<Violation> {
        let waited_for = format!("no answer within {:.0?}", limit.wall + PATIENCE);
        match self.all_that_was_said().is_kept_back(self.context, limit.wall + PATIENCE + PATIENCE / 2) {
            Ok(true) => Some(reply::FLUSHED.violated(format!("{waited_for}; {when}")).hint(hint)),
            Ok(false) => {
                let message = format!("{waited_for}; it comes later, by itself");
                Some(self.rule_of_time().violated(message).hint(Doing::Sleeping.hint()))
            }
            Err(error) => {
                self.unjudged(&format!("why there was no answer could not be told: {error}"));
                None
            }
        }
    }

    fn all_that_was_said(&self) -> Said {
        Said { player: self.player(), bytes: self.log.clone(), answers: self.asked.saturating_sub(1) }
    }

    /// The rule that an answer breaks which does not come in time.
    const fn rule_of_time(&self) -> &'static Requirement {
        if self.asked == 1 { &time::STARTUP } else { &time::TURN }
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
        self.state = State::Doubtful;
        self.seen.unjudged = Some(Unjudged::Inconclusive { reason: reason.to_owned() });
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

/// All that a bot has been told in a conversation.
struct Said {
    player: Player,
    bytes: Vec<u8>,
    /// How many of the requests in it were answered.
    answers: u32,
}

impl Said {
    /// Whether another process that is told the same answers all requests but the last, and to that one says nothing
    /// for so long, but waits for input.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    fn is_kept_back(&self, context: &RunContext<'_>, time: Duration) -> Result<bool, RunError> {
        if context.observations.overruns(KEPT_BACK) > 0 {
            return Ok(true);
        }
        let mut conversation = context.converse(&[self.player.to_string()])?;
        conversation.send(&self.bytes);
        let usual = Limit::new(Pace::Start.time(context.limit));
        // One that keeps one line back kept them all back.
        let answered = (0..self.answers).all(|_| matches!(conversation.wait_line(&usual), Answer::Line(_)));
        let nothing = |answer: &Answer| matches!(answer, Answer::Overrun { text, .. } if text.is_empty());
        let silent = !answered
            || nothing(&conversation.wait_line(&Limit { wall: time, hard_cap: 3 * time }))
                // On a busy machine it may be on its way to its input still.
                && (0..LOOKS).any(|_| stays_silent(&mut conversation, QUIET));
        conversation.kill()?;
        if silent {
            context.observations.count(KEPT_BACK, true);
        }
        Ok(silent)
    }
}

/// An answer without a line end.
fn unended(waited: Duration, text: &[u8]) -> Violation {
    let message = format!("the answer was not ended within {waited:.0?}: the line end is missing");
    let mut violation = reply::ONE_LINE.violated(message).hint("end each answer with a line end, and flush");
    violation.received = Some(excerpt(text));
    violation
}

/// The answer among several lines: the last one that is one, or else can be read as one. What has no line end is not
/// looked at.
#[must_use]
pub(super) fn answer_in(lines: &[u8]) -> Option<Vec<u8>> {
    let whole = lines.strip_suffix(b"\n").unwrap_or(lines).split(|&byte| byte == b'\n');
    let lines: Vec<&[u8]> = whole.collect();
    let last = |is_one: &dyn Fn(&[u8]) -> bool| {
        lines.iter().rev().find(|line| is_one(line)).map(|line| line.to_vec())
    };
    last(&|line| reply::read(line).is_ok()).or_else(|| last(&|line| reply::meant(line).is_some()))
}

/// What was heard although nobody had asked.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Lines, and the beginning of one; of more than a few thousand bytes the first and the last ones.
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
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > 2 * MAX_KEPT {
            self.bytes.drain(MAX_KEPT..self.bytes.len() - MAX_KEPT);
        }
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
        "an empty line is a line too: write one line end after the answer"
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
