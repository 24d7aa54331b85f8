//! A session of questions, each of which one line answers: what may become of a question, and which rule that breaks.
//!
//! What comes of one fault is blamed on one rule: a line too many is no wrong answer, and an answer that waits in a
//! buffer is no slow one.

use std::time::Duration;

use super::{Look, Proof, Release, SessionState, Silence, StreamSession};
use crate::channel::{Answer, How, Line};
use crate::contest::{CaseOutcome, Unjudged};
use crate::ending::{fallen_silent, is_excused, still_running};
use crate::no_answer::PATIENCE;
use crate::process::{Elapsed, Ending, Limit, Punctuality};
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};
use crate::stderr;

/// What is printed with an answer has come this long after it.
const QUIET: Duration = Duration::from_millis(20);
/// How long a bot that has closed its stdout is given to end.
const BURIAL: Duration = Duration::from_millis(200);

/// The rules of a dialogue.
#[derive(Debug, Clone, Copy)]
pub struct DialogueRules {
    /// An answer is one line of the right form.
    pub format: &'static Requirement,
    /// Nothing but answers is printed.
    pub unasked: &'static Requirement,
    /// An answer has a line end, and comes before anything more is sent.
    pub flushed: &'static Requirement,
    /// The bot ends when its stdin is closed.
    pub end: &'static Requirement,
    /// How long it may go on then.
    pub grace: Duration,
    /// Whether a line has the form of an answer.
    pub is_answer: fn(&[u8]) -> bool,
}

/// A question.
#[derive(Debug, Clone)]
pub struct Question {
    /// The lines that ask. The last one alone asks once more: it brings one more answer from a bot that is well.
    pub text: String,
    /// What is asked for, such as "a move".
    pub wanted: &'static str,
    /// The time for the answer.
    pub limit: Duration,
    /// What a bot does wrong whose answer comes later.
    pub late: Violation,
}

/// A bot that is asked.
#[derive(Debug)]
pub struct Dialogue<'a> {
    /// The session.
    pub stream: StreamSession<'a>,
    rules: DialogueRules,
}

/// Why there is no answer that can be used.
enum Stop {
    Broken(Box<Violation>),
    Unjudged(Ending),
    /// The bot has ended, or closed its stdout.
    Died,
    /// It says nothing, and why is to be found out.
    Silent,
}

impl From<Violation> for Stop {
    fn from(violation: Violation) -> Self {
        Self::Broken(Box::new(violation))
    }
}

/// What an answer that came at this time comes to.
fn taken<T>(
    judged: Result<T, Box<Violation>>,
    punctuality: Punctuality,
    late: &Violation,
) -> Result<T, Stop> {
    match punctuality {
        Punctuality::Late => Err(late.clone().into()),
        Punctuality::InTime => judged.map_err(Stop::Broken),
        // A wrong answer is wrong at any time.
        Punctuality::Doubtful => judged.map_err(Stop::Broken).and(Err(Stop::Unjudged(Ending::HostTooBusy))),
    }
}

impl<'a> Dialogue<'a> {
    /// Starts the bot, with these arguments behind its own.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub fn open(
        context: &'a RunContext<'a>,
        args: Vec<String>,
        rules: DialogueRules,
    ) -> Result<Self, RunError> {
        Ok(Self { stream: StreamSession::open(context, args)?, rules })
    }

    /// Sends lines that are not answered.
    pub fn tell(&mut self, lines: &str) {
        self.stream.queue(lines.as_bytes());
        self.stream.send(b"");
    }

    /// Asks, and returns an answer that was in time and that `judge` has nothing against; none if there is no such answer.
    /// Then the dialogue is over, what the bot has shown says why, and nothing more is asked.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub fn ask<T>(
        &mut self,
        question: &Question,
        judge: impl FnOnce(&[u8]) -> Result<T, Box<Violation>>,
    ) -> Result<Option<(T, Elapsed)>, RunError> {
        if !self.stream.is_open() {
            return Ok(None);
        }
        self.stream.said = question.text.lines().map(str::to_owned).collect();
        self.stream.queue(question.text.as_bytes());
        self.stream.asked += 1;
        self.stream.seen.turns += 1;
        let stop = match self.answer(question, judge) {
            Ok((answer, elapsed)) => {
                self.stream.seen.elapsed.push(elapsed);
                return Ok(Some((answer, elapsed)));
            }
            Err(Stop::Silent) => self.silence(question)?,
            Err(stop) => stop,
        };
        self.stream.seen.cut_short = true;
        match stop {
            Stop::Broken(violation) => {
                self.stream.end(SessionState::Over);
                self.stream.blame(Violation { turn: Some(self.stream.asked), ..*violation });
            }
            Stop::Unjudged(ending) => {
                self.stream.end(SessionState::Doubtful);
                self.stream.seen.unjudged = Some(Unjudged::after(&ending));
            }
            Stop::Died => self.stream.end(SessionState::Gone),
            Stop::Silent => self.stream.end(SessionState::Silent),
        }
        Ok(None)
    }

    fn answer<T>(
        &mut self,
        question: &Question,
        judge: impl FnOnce(&[u8]) -> Result<T, Box<Violation>>,
    ) -> Result<(T, Elapsed), Stop> {
        let early = self.stream.unsolicited();
        if !early.is_empty() {
            let lines: Vec<&[u8]> = early.iter().map(|line| line.bytes.as_slice()).collect();
            let place = format!("before it was asked for {}", question.wanted);
            return Err(self.unasked(&lines.join(&b'\n'), &place));
        }
        let limit = Limit::new(question.limit);
        let line = match self.stream.ask(&limit) {
            Answer::Line(line) => line,
            Answer::Overrun { text, .. } if text.is_empty() => return Err(Stop::Silent),
            Answer::Overrun { text, .. } => return Err(self.unended(&text)),
            Answer::TooLong { .. } => {
                return Err(self.rules.format.violated("the answer has more than 4 KiB").into());
            }
            Answer::Ended { .. } => return Err(Stop::Died),
            Answer::HostTooBusy { .. } => return Err(Stop::Unjudged(Ending::HostTooBusy)),
            Answer::Interrupted => return Err(Stop::Unjudged(Ending::Interrupted)),
        };
        let more = self.stream.listen(QUIET).bytes;
        let judged = judge(&line.bytes);
        if judged.is_err() && more.split(|&byte| byte == b'\n').any(self.rules.is_answer) {
            return Err(self.unasked(&line.bytes, "before its answer"));
        } else if !more.is_empty() {
            return Err(self.unasked(&more, "after its answer"));
        }
        let punctuality = line.elapsed.punctuality(&limit);
        Ok((taken(judged, punctuality, &question.late)?, line.elapsed))
    }

    /// What is behind an answer that did not come in time.
    fn silence(&mut self, question: &Question) -> Result<Stop, RunError> {
        let usual = Limit::new(self.stream.context.limit);
        let proof = Proof { key: "kept back", usual, silence: question.limit + 2 * PATIENCE };
        let skips = |line: &[u8]| !(self.rules.is_answer)(line);
        let again = question.text.split_inclusive('\n').next_back().unwrap_or_default();
        let silence = self.stream.silence(Look::Thorough(again.as_bytes()), skips, |stream| {
            stream.replay(stream.asked as usize - 1).is_kept_back(&proof, stream.context)
        })?;
        let late = question.late.clone();
        Ok(match silence {
            Silence::KeptBack(Release::ByMessage, bytes) if !self.owes_an_answer() => {
                late.received(&bytes).into()
            }
            Silence::KeptBack(release, bytes) => {
                let flushed = self.rules.flushed.violated(release.when());
                flushed.hint(release.hint()).received(&bytes).into()
            }
            Silence::Late(Line { bytes, .. }) | Silence::Coincidence(bytes) => late.received(&bytes).into(),
            Silence::Skipped => late.into(),
            Silence::Unended(text) => self.unended(&text),
            Silence::Hangs(doing) => {
                Violation { message: format!("{}: {doing}", late.message), ..late }.hint(doing.hint()).into()
            }
            Silence::Ended(_) => Stop::Died,
            Silence::Interrupted => Stop::Unjudged(Ending::Interrupted),
        })
    }

    /// Whether an answer comes when stdin is closed. Of a bot that was asked twice and has answered once, that tells whether
    /// it keeps its answers back or leaves questions out.
    fn owes_an_answer(&mut self) -> bool {
        self.stream.close_stdin();
        let rest = self.stream.listen(PATIENCE).bytes;
        rest.split(|&byte| byte == b'\n').any(self.rules.is_answer)
    }

    /// Nothing more is asked, since there is no time for it.
    pub fn leave_out(&mut self, reason: impl Into<String>) {
        self.stream.seen.unjudged = Some(Unjudged::LeftOut { reason: reason.into() });
        self.stream.end(SessionState::Over);
    }

    /// Ends the bot. One that has ended itself has given no answer; one that is well, and of which that is asked, ends
    /// when its stdin is closed.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub fn close(mut self, has_to_end: bool) -> Result<CaseOutcome, RunError> {
        let DialogueRules { format, end, grace, .. } = self.rules;
        let died = self.stream.state() == SessionState::Gone;
        let well = self.stream.is_open();
        if !(died || well && has_to_end) {
            return Ok(self.stream.seen);
        }
        self.stream.close_stdin();
        if let Some(closed) = self.stream.finish(if died { BURIAL } else { grace })? {
            match closed.finished.ending {
                ending if is_excused(&ending) => self.stream.seen.unjudged = Some(Unjudged::after(&ending)),
                ending if died => {
                    let ended = fallen_silent(&ending);
                    let violation = format.violated(format!("the bot {ended} in place of an answer"));
                    let (turn, hint) = (Some(self.stream.asked), stderr::tail(&closed.finished.stderr));
                    self.stream.seen.violations.push(Violation { turn, hint, ..violation });
                }
                _ if closed.how == How::Killed => self.stream.blame(still_running(end, grace)),
                _ => {}
            }
        }
        Ok(self.stream.seen)
    }

    fn unasked(&self, printed: &[u8], place: &str) -> Stop {
        self.rules.unasked.violated(format!("the bot printed something {place}")).received(printed).into()
    }

    fn unended(&self, text: &[u8]) -> Stop {
        self.rules.flushed.violated("no line end came behind its answer").received(text).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Level;

    #[test]
    fn a_wrong_answer_is_wrong_however_busy_the_machine_is() {
        let violation = |rule: &str| Violation::bare(rule, Level::Must, String::new());
        let late = violation("late");
        let broken = |punctuality| match taken::<()>(Err(Box::new(violation("illegal"))), punctuality, &late)
        {
            Err(Stop::Broken(violation)) => violation.rule,
            _ => String::new(),
        };
        assert_eq!(broken(Punctuality::InTime), "illegal");
        assert_eq!(broken(Punctuality::Doubtful), "illegal");
        assert_eq!(broken(Punctuality::Late), "late");
        let legal = |punctuality| taken(Ok(1), punctuality, &late);
        assert!(matches!(legal(Punctuality::InTime), Ok(1)));
        assert!(matches!(legal(Punctuality::Doubtful), Err(Stop::Unjudged(Ending::HostTooBusy))));
    }
}
