//! What goes wrong between tester and bot: lines that nobody asked for, silence, a bot that ends.

use std::time::{Duration, Instant};

use botspec_sdk::games::hex::{BoardText, Colour, Hex, MoveText, Size};

use super::kept_back::SEEN_AT_THE_END;
use super::request::{Kind, USUAL};
use super::session::{Baseline, EVERYTHING, GivenUp, Session, TALKS, colour_key, takes_each_for_the_other};
use super::{args, check_win, make_move, meaning, output, set, time};
use crate::channel::{Answer, Closed, How};
use crate::contest::Unjudged;
use crate::evidence::{excerpt, stderr_tail};
use crate::no_answer::{Doing, NoAnswer, PATIENCE, stays_silent};
use crate::process::{Elapsed, Ending, Limit, State};
use crate::record::Violation;
use crate::run_context::RunError;

/// What is said of what is judged by what was meant.
const MEANT: &str = " (a malformed answer was taken for what it plainly means)";
/// What is said of a bot that is started with the name of the other colour.
const EXCHANGED: &str = " (the bot takes black for white: it was started as the other one)";
/// How long a bot may take until it has read everything.
const SETTLED: Duration = Duration::from_millis(500);
/// How a hint begins that tells what a bot said itself.
pub(super) const STDERR_SAYS: &str = "its stderr ends with: ";
/// A bot that waits for input and says nothing for so long keeps its answer back, however long its limit is.
const HINT_OF_SILENCE: Duration = Duration::from_secs(3);
/// How long a bot may take to end that ends by itself when it is started.
const STARTING: Duration = Duration::from_secs(2);
/// How often it is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(20);
/// No more letters than this of a message are named in a sentence.
const MAX_LENGTH: usize = 40;
/// No more lines than this of what was said are shown.
const MAX_SHOWN: usize = 40;

impl Session<'_> {
    /// An answer that has not the form of one.
    pub(super) fn malformed(&mut self, kind: Kind, violation: Violation) {
        let violation = self.with_further_lines(kind, violation);
        // What is known to be a slip in writing has nothing to do with the board.
        let unwritten = kind == Kind::MakeMove && violation.hint.is_none();
        let violation = if unwritten { self.on_tiny(violation) } else { violation };
        let rule = kind.rule_of_form().id;
        self.seen.cut_short = true;
        self.over = true;
        if kind != Kind::MakeMove {
            self.blocks.push((kind.name(), rule));
            self.blame(violation);
            return;
        }
        // A move may be something else in another position, or not come at all: it is asked for again.
        self.blocks.push((kind.form(), rule));
        if self.context.observations.blocked_by(kind.form()).is_some() {
            self.cannot_judge(rule);
        } else {
            self.blame(violation);
        }
    }

    /// What follows cannot be judged while this rule is broken.
    pub(super) fn cannot_judge(&mut self, rule: &'static str) {
        self.blocked.get_or_insert((format!("cannot be judged while {rule} is broken"), rule));
        self.incomplete = true;
        self.trouble_at.get_or_insert(self.asked);
    }

    /// An answer that has not the form of one, and whose meaning is plain: that is noted once, and the session goes on
    /// with what was meant.
    pub(super) fn misspelt(&mut self, kind: Kind, violation: Violation) {
        let violation = self.with_further_lines(kind, violation);
        self.blocks.push((kind.form(), kind.rule_of_form().id));
        if self.context.observations.blocked_by(kind.form()).is_none() {
            self.once(violation);
        }
        self.meant = true;
    }

    /// Waits until the bot has read everything and waits for more: then all that it has to say has been said, and
    /// what it said unasked is not taken for an answer.
    pub(super) fn drain(&mut self) {
        let Some(conversation) = &mut self.conversation else { return };
        conversation.send(b"");
        let mut heard = Vec::new();
        let until = Instant::now() + SETTLED;
        while Instant::now() < until {
            let seen = conversation.activity();
            if seen.state == State::Ended || (seen.state == State::Reading && seen.unread == Some(0)) {
                break;
            }
            if let Answer::Line(line) = conversation.wait_line(&Limit { wall: LOOK / 10, hard_cap: LOOK }) {
                heard.extend([line.bytes.as_slice(), b"\n"].concat());
            }
        }
        if !heard.is_empty() {
            self.unsolicited(&heard, None);
        }
        self.overhear();
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
            violation.hint = Some("one line for the whole board, with a line end after it only".to_owned());
        }
        violation
    }

    /// A bot that prints on and on: no answer can be told from the rest.
    pub(super) fn drowned(&mut self) {
        self.blocks.push((EVERYTHING, output::UNSOLICITED.id));
        self.seen.cut_short = true;
        self.over = true;
    }

    /// On boards up to 3×3 a move that does not come is a matter of its own.
    pub(super) fn on_tiny(&self, violation: Violation) -> Violation {
        if self.size().get() > 3 || self.baseline != Baseline::Known {
            return violation;
        }
        let (rule, level) = (make_move::TINY.id.to_owned(), make_move::TINY.level);
        Violation { rule, level, ..violation }
    }

    /// Lines that have come without being asked for.
    pub(super) fn overhear(&mut self) {
        if self.keeps_back() {
            return;
        }
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
        // Nobody knows then which message a line belongs to.
        if self.keeps_back() {
            return;
        }
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
        self.blocks.push((output::UNSOLICITED.id, output::UNSOLICITED.id));
        if bytes.split(|&byte| byte == b'\n').any(deceptive) {
            self.blocks.push((TALKS, output::UNSOLICITED.id));
        }
        self.judged = true;
        if self.context.observations.blocked_by(output::UNSOLICITED.id).is_none() {
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
    pub(super) fn overran(&mut self, kind: Kind, limit: &Limit) -> Result<(), RunError> {
        self.over = true;
        self.seen.cut_short = true;
        if kind == Kind::MakeMove && self.doubts_the_board() {
            // It may believe that there is no move left, or that the game is over.
            self.cannot_judge(set::RECORDED.id);
            return Ok(());
        }
        self.hung = Some(kind);
        self.judged = true;
        let Some(conversation) = &mut self.conversation else { return Ok(()) };
        let nudge = format!("{}\n", other(kind).name());
        let silence = NoAnswer::explain(conversation, nudge.as_bytes());
        let waited_for = format!("no answer to {} within {:?}", kind.name(), limit.wall);
        let mut violation = match silence {
            NoAnswer::Ended(text) => return self.died(kind, &text),
            NoAnswer::Interrupted => {
                self.unjudged("the run was interrupted");
                return Ok(());
            }
            NoAnswer::Late(line) => came_late(kind, &waited_for, &line.bytes),
            // That is what the further message asked for.
            NoAnswer::Nudged(line) if !kind.fits(&line.bytes) && other(kind).fits(&line.bytes) => {
                let message =
                    format!("{waited_for}; {}, sent next, was answered at once", other(kind).name());
                let hint = "the bot goes on reading: it does not know this message, answers nothing to it, or loses \
                            lines that arrive together with another";
                kind.rule_of_time().violated(message).hint(hint)
            }
            NoAnswer::Nudged(line) if !self.keeps_it_back(kind, limit)? => {
                came_late(kind, &waited_for, &line.bytes)
            }
            NoAnswer::Nudged(line) => {
                self.kept_back(kind, &waited_for, &line.bytes, WHEN_NUDGED);
                return Ok(());
            }
            NoAnswer::Buffered(bytes) if !self.keeps_it_back(kind, limit)? => {
                came_late(kind, &waited_for, &bytes)
            }
            NoAnswer::Buffered(bytes) => {
                self.kept_back(kind, &waited_for, &bytes, WHEN_CLOSED);
                return Ok(());
            }
            NoAnswer::Unended(bytes) => unended(kind, limit.wall, &bytes),
            NoAnswer::Hangs(doing) => {
                let violation =
                    kind.rule_of_time().violated(format!("{waited_for}: {doing}")).hint(doing.hint());
                if kind == Kind::MakeMove { self.on_tiny(violation) } else { violation }
            }
        };
        let rule = [&output::FLUSHED, kind.rule_of_time()].into_iter().find(|rule| rule.id == violation.rule);
        self.blocks.push((kind.name(), rule.map_or(kind.rule_of_time().id, |rule| rule.id)));
        violation.turn = Some(self.asked);
        self.blame(violation);
        Ok(())
    }

    /// An answer did not come, or the process ended, where only that is of interest.
    pub(super) fn went_wrong(&mut self, kind: Kind) {
        self.over = true;
        self.judged = true;
        let violation = kind.rule_of_time().violated(format!("no answer to {}", kind.name()));
        self.blame(violation);
    }

    /// No answer so far, and the limit is far away: what can be told without waiting for it.
    pub(super) fn give_up(&mut self, kind: Kind, limit: &Limit, doing: Doing) -> Result<(), RunError> {
        self.over = true;
        self.seen.cut_short = true;
        let doing = match doing {
            // There is nothing to find out: it is at work.
            Doing::Computing | Doing::Sleeping | Doing::Waiting => doing,
            _ => match self.doing_behind(kind, limit)? {
                Some(doing) => doing,
                None => return Ok(()),
            },
        };
        let seen = format!("no answer to {} within {USUAL:?}: {doing}", kind.name());
        let reason = format!("{seen}; the limit of {:?} is waited for once only", limit.wall);
        self.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
        let mut violation = kind.rule_of_time().violated(seen).hint(doing.hint());
        violation.sent = Some(self.said());
        self.given_up = Some(GivenUp { violation, may_come: doing.may_answer() });
        Ok(())
    }

    /// What a bot does that says nothing; none if that is a fault by itself, which is noted then.
    fn doing_behind(&mut self, kind: Kind, limit: &Limit) -> Result<Option<Doing>, RunError> {
        let Some(conversation) = &mut self.conversation else { return Ok(None) };
        let nudge = format!("{}\n", other(kind).name());
        let silence = NoAnswer::explain(conversation, nudge.as_bytes());
        let waited_for = format!("no answer to {} within {USUAL:?}", kind.name());
        match silence {
            NoAnswer::Ended(text) => self.died(kind, &text)?,
            NoAnswer::Interrupted => self.unjudged("the run was interrupted"),
            NoAnswer::Nudged(line) if kind.fits(&line.bytes) && self.keeps_it_back(kind, limit)? => {
                self.kept_back(kind, &waited_for, &line.bytes, WHEN_NUDGED);
            }
            NoAnswer::Buffered(bytes) if self.keeps_it_back(kind, limit)? => {
                self.kept_back(kind, &waited_for, &bytes, WHEN_CLOSED);
            }
            NoAnswer::Unended(bytes) => {
                self.blocks.push((kind.name(), output::FLUSHED.id));
                let violation = unended(kind, USUAL, &bytes);
                self.blame(violation);
            }
            NoAnswer::Hangs(doing) => return Ok(Some(doing)),
            _ => return Ok(Some(Doing::Unknown)),
        }
        Ok(None)
    }

    /// An answer that came only when something else was sent.
    fn kept_back(&mut self, kind: Kind, waited_for: &str, bytes: &[u8], (when, hint): (&str, &str)) {
        self.judged = true;
        self.blocks.push((kind.name(), output::FLUSHED.id));
        let mut violation = flushed(format!("{waited_for}: {when}"), hint, bytes);
        violation.turn = Some(self.asked);
        self.blame(violation);
    }

    /// Whether another process that is asked the same, and nothing after it, says nothing for longer than this one,
    /// and only waits for input: then the answer is kept back, and not just late.
    fn keeps_it_back(&self, kind: Kind, limit: &Limit) -> Result<bool, RunError> {
        let observations = self.context.observations;
        // What else went before in this process is not known here: a run of this session alone will tell.
        if self.is_shared() || observations.overruns(kind.kept_back()) > 0 {
            return Ok(true);
        }
        let mut conversation = self.context.converse(&[self.argument()])?;
        conversation.send(&self.sent);
        let before = self.answered_lines();
        let usual = Limit::new(limit.wall.min(USUAL));
        let answered = (0..before).all(|_| matches!(conversation.wait_line(&usual), Answer::Line(_)));
        // A bot that keeps one line back kept them all back.
        let silent =
            !answered || stays_silent(&mut conversation, limit.wall.min(HINT_OF_SILENCE) + 2 * PATIENCE);
        conversation.kill()?;
        if silent {
            observations.count(kind.kept_back(), true);
        }
        Ok(silent)
    }

    /// How many lines of this session were answers.
    fn answered_lines(&self) -> usize {
        self.lines.iter().filter(|line| line.starts_with("    ")).count()
    }

    /// The bot has ended instead of answering.
    pub(super) fn died(&mut self, kind: Kind, text: &[u8]) -> Result<(), RunError> {
        self.over = true;
        self.seen.cut_short = true;
        self.judged = true;
        let Some(conversation) = self.conversation.take() else { return Ok(()) };
        let closed = conversation.finish(Duration::from_millis(200))?;
        match &closed.finished.ending {
            Ending::NotStarted(why) => {
                self.seen.unjudged =
                    Some(Unjudged::NotStarted { reason: format!("the bot could not be started: {why}") });
                return Ok(());
            }
            Ending::Interrupted => {
                self.unjudged("the run was interrupted");
                return Ok(());
            }
            _ => {}
        }
        let (by_request, fatal) = self.cause_of_death(kind)?;
        if by_request && kind == Kind::MakeMove && self.doubts_the_board() {
            // It may believe that there is no move left.
            self.cannot_judge(set::RECORDED.id);
            return Ok(());
        }
        let by_events = match &fatal {
            Some(message) => self.ledger.rule_of(message),
            None => self.ledger.blame_events(),
        };
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
            _ if self.baseline != Baseline::Known && !self.starts(&closed)? => {
                self.blocks.push((colour_key(self.colour), args::COLOUR.id));
                args::ended_at_once(&closed)
            }
            Some(rule) => {
                self.proven = fatal.is_some().then_some(rule.id);
                let told = fatal.unwrap_or_else(|| self.last_told());
                rule.violated(format!("the bot {} after {}", ended(&closed), shortened(&told)))
            }
            None => {
                kind.rule_of_form().violated(format!("the bot {} before {}", ended(&closed), kind.name()))
            }
        };
        if by_request {
            self.blocks.push((kind.name(), kind.rule_of_form().id));
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

    /// Whether the request is what the bot died of, and else the message, if it can be told.
    fn cause_of_death(&self, kind: Kind) -> Result<(bool, Option<String>), RunError> {
        // Where another request tells nothing, one message after the other does.
        let talks = self.context.observations.blocked_by(output::UNSOLICITED.id).is_some();
        if self.keeps_back() || (!self.is_shared() && (talks || self.blocked_by(other(kind)).is_some())) {
            let fatal = self.fatal_message()?;
            return Ok((fatal.is_none(), fatal));
        }
        if self.is_shared() || self.survives_another_request(kind)? {
            return Ok((true, None));
        }
        // What follows a single message can only come of that one, or of an answer before it.
        let only = self.since.len() < 3 && self.answered_lines() == 0;
        Ok((false, if only { None } else { self.fatal_message()? }))
    }

    /// Whether another process answers a request of another kind after the same messages.
    pub(super) fn survives_another_request(&self, kind: Kind) -> Result<bool, RunError> {
        let other = other(kind);
        if self.blocked_by(other).is_some() {
            return Ok(true);
        }
        let request =
            kind.name().len() + self.sent.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let before = &self.sent[..self.sent.len().saturating_sub(request)];
        let again = [before, other.name().as_bytes(), b"\n"].concat();
        // As many lines as were answered before, and one more.
        let due = self.answered_lines() + 1;
        self.answers_to(&again, due)
    }

    /// Whether another process goes on as long as nothing is said to it: if it does, what it was told is to blame.
    /// One that closes its stdout goes on, and is of no use.
    fn starts(&self, closed: &Closed) -> Result<bool, RunError> {
        let ended = !matches!(closed.finished.ending, Ending::Killed) && closed.how == How::ByItself;
        if !ended {
            return self.answers_to(b"init_board 3\ncheck_win\nshow_board\n", 1);
        }
        let mut conversation = self.context.converse(&[self.argument()])?;
        let until = Instant::now() + STARTING;
        let mut alive = !conversation.has_ended();
        while alive && Instant::now() < until && conversation.activity().state != State::Reading {
            let limit = Limit { wall: LOOK, hard_cap: LOOK };
            alive =
                !matches!(conversation.wait_line(&limit), Answer::Ended { .. }) && !conversation.has_ended();
        }
        conversation.kill()?;
        Ok(alive)
    }

    /// Whether another process shows a stone of its own move in the other colour too: then it takes itself for the
    /// other, and has not only exchanged the messages.
    pub(super) fn moves_as_the_other(&self) -> Result<bool, RunError> {
        let told: &[u8] = match self.colour {
            Colour::Black => b"init_board 5\nsety b2\nseto c3\nmake_move\nshow_board\n",
            Colour::White => b"init_board 5\nseto b2\nsety c3\nseto d4\nmake_move\nshow_board\n",
        };
        let mut conversation = self.context.converse(&[self.argument()])?;
        conversation.send(told);
        if self.keeps_back() {
            conversation.close_stdin();
        }
        let limit = Limit::new(Hex::REPLY_LIMIT);
        let mut line = || match conversation.wait_line(&limit) {
            Answer::Line(line) => Some(line.bytes),
            _ => None,
        };
        let (moved, shown) = (line(), line());
        conversation.kill()?;
        let cell = match moved.as_deref().and_then(meaning::of_move) {
            Some(MoveText::Place(at)) => Size::new(5).and_then(|size| at.cell(size)),
            _ => None,
        };
        let board = shown.and_then(|shown| BoardText::from_bytes(&shown).ok());
        let stone = board.zip(cell).and_then(|(board, cell)| board.to_board().get(cell));
        Ok(stone == Some(self.colour.other()))
    }

    /// Whether another process answers all of this with so many lines.
    fn answers_to(&self, messages: &[u8], lines: usize) -> Result<bool, RunError> {
        let mut conversation = self.context.converse(&[self.argument()])?;
        conversation.send(messages);
        let limit = Limit::new(Hex::REPLY_LIMIT);
        let answers = (0..lines).all(|_| matches!(conversation.wait_line(&limit), Answer::Line(_)));
        conversation.kill()?;
        Ok(answers)
    }

    pub(super) fn last_told(&self) -> String {
        self.since.iter().rev().nth(1).cloned().unwrap_or_else(|| "its start".to_owned())
    }

    /// The message after which another process ends that is told the same, one message after the other.
    fn fatal_message(&self) -> Result<Option<String>, RunError> {
        // The last one is the request; if there is one other, that is it.
        let messages: Vec<&String> = self.lines.iter().filter(|line| !line.starts_with("    ")).collect();
        let mut conversation = self.context.converse(&[self.argument()])?;
        let mut fatal = None;
        for &line in &messages[..messages.len() - 1] {
            if self.context.is_out_of_time() {
                break;
            }
            conversation.send(format!("{line}\n").as_bytes());
            let until = Instant::now() + STARTING;
            loop {
                let limit = Limit { wall: LOOK / 10, hard_cap: LOOK };
                if matches!(conversation.wait_line(&limit), Answer::Ended { .. }) || conversation.has_ended()
                {
                    fatal = Some(line.clone());
                    break;
                }
                let seen = conversation.activity();
                let settled = seen.state == State::Reading && seen.unread == Some(0);
                if settled || Instant::now() >= until {
                    break;
                }
            }
            if fatal.is_some() {
                break;
            }
        }
        conversation.kill()?;
        Ok(fatal)
    }

    pub(super) fn unjudged(&mut self, reason: &str) {
        self.over = true;
        self.seen.unjudged = Some(Unjudged::Inconclusive { reason: reason.to_owned() });
    }

    /// Adds a violation, completed with what was said.
    pub(super) fn blame(&mut self, mut violation: Violation) {
        violation.sent.get_or_insert_with(|| self.said());
        if self.meant && violation.at.is_none() {
            violation.message.push_str(MEANT);
        }
        if self.keeps_back() {
            violation.message.push_str(SEEN_AT_THE_END);
        }
        if takes_each_for_the_other(self.context) {
            violation.message.push_str(EXCHANGED);
        }
        self.trouble_at.get_or_insert(self.asked);
        self.seen.violations.push(violation);
    }

    /// What was said by both sides, or the last of it.
    fn said(&self) -> String {
        let left_out = self.lines.len().saturating_sub(MAX_SHOWN);
        let mut text = if left_out > 0 { format!("… ({left_out} lines before)\n") } else { String::new() };
        for line in &self.lines[left_out..] {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    pub(super) fn once(&mut self, violation: Violation) {
        if !self.seen.violations.iter().any(|other| other.rule == violation.rule) {
            self.blame(violation);
        }
    }
}

/// A message as it is named in a sentence.
fn shortened(line: &str) -> String {
    match line.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}… ({} letters)", &line[..end], line.chars().count()),
        None => line.to_owned(),
    }
}

/// Another request, whose answer cannot be taken for one of this kind.
pub(super) const fn other(kind: Kind) -> Kind {
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

/// How an answer came that was kept back, and what may be the cause.
const WHEN_NUDGED: (&str, &str) = (
    "the bot was waiting for input, and the answer came at once when one more message was sent",
    "the bot reads ahead, or flushes the answer before only: read line by line, and flush after each answer",
);
const WHEN_CLOSED: (&str, &str) = (
    "the bot was waiting for input, and the answer came when stdin was closed",
    "buffered: flush after each line",
);

fn unended(kind: Kind, waited: Duration, bytes: &[u8]) -> Violation {
    flushed(
        format!("the answer to {} was not ended within {waited:?}: the line end is missing", kind.name()),
        "end each answer with a line end, and flush",
        bytes,
    )
}

/// An answer that came by itself, but not in time.
fn came_late(kind: Kind, waited_for: &str, bytes: &[u8]) -> Violation {
    let mut violation = kind.rule_of_time().violated(format!("{waited_for}; it came later, by itself"));
    violation.received = Some(excerpt(bytes));
    violation
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
