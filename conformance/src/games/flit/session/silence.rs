//! No answer in time: why, and which rule that breaks.

use std::time::Duration;

use botspec_sdk::games::flit::{Player, Update};

use super::{QUIET, Session, State};
use crate::channel::{Answer, Line, LineEnd};
use crate::evidence::excerpt;
use crate::games::flit::time::Pace;
use crate::games::flit::{reply, time};
use crate::no_answer::{Doing, NoAnswer, PATIENCE, stays_silent};
use crate::process::{Elapsed, Limit};
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};

/// What a bot does wrong whose output comes at the end.
pub(super) const BUFFERED: &str = "buffered: flush after each line";

/// How an answer came that was kept back, and what may be the cause.
const WHEN_NUDGED: (&str, &str) = (
    "the bot was waiting for input, and it came when one more message was sent",
    "the bot reads ahead: it waits for the next line before it acts on this one; read line by line",
);

/// See [`WHEN_NUDGED`].
const WHEN_CLOSED: (&str, &str) =
    ("the bot was waiting for input, and it came when stdin was closed", BUFFERED);

/// So often a bot is looked at that has been silent for long, until it waits for input.
const LOOKS: u32 = 5;

/// For counting the answers that were seen to be kept back.
const KEPT_BACK: &str = "kept back";

impl Session<'_> {
    /// Finds out why there is no answer in time, and blames what was observed.
    pub(super) fn overran(&mut self, pace: Pace, limit: &Limit, waited: Elapsed) -> Option<Line> {
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

    pub(super) fn all_that_was_said(&self) -> Said {
        Said { player: self.player(), bytes: self.log.clone(), answers: self.asked.saturating_sub(1) }
    }

    /// The rule that an answer breaks which does not come in time.
    const fn rule_of_time(&self) -> &'static Requirement {
        if self.asked == 1 { &time::STARTUP } else { &time::TURN }
    }
}

/// All that a bot has been told in a conversation.
pub(super) struct Said {
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
    pub(super) fn is_kept_back(&self, context: &RunContext<'_>, time: Duration) -> Result<bool, RunError> {
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
pub(super) fn unended(waited: Duration, text: &[u8]) -> Violation {
    let message = format!("the answer was not ended within {waited:.0?}: the line end is missing");
    let mut violation = reply::ONE_LINE.violated(message).hint("end each answer with a line end, and flush");
    violation.received = Some(excerpt(text));
    violation
}
