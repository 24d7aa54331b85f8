//! What is held against the bot.

use super::Session;
use crate::evidence::excerpt;
use crate::games::flit::time::{Lateness, PLAINLY_LATE, Pace};
use crate::games::flit::{reply, time};
use crate::process::{Elapsed, Limit, Punctuality};
use crate::record::Violation;
use crate::stream_session::SessionState;

impl Session<'_> {
    /// Says at which request a violation was seen, and what was sent.
    pub(super) fn complete(&self, violation: &mut Violation) {
        violation.turn.get_or_insert(self.stream.asked);
        violation.sent.get_or_insert_with(|| self.stream.shown());
    }

    /// Adds a violation, completed with what was sent.
    pub(crate) fn blame(&mut self, mut violation: Violation) {
        self.complete(&mut violation);
        self.stream.seen.violations.push(violation);
    }

    /// Adds a violation in spite of which the conversation goes on, unless the rule has one already.
    pub(crate) fn once(&mut self, violation: Violation) {
        if !self.stream.has_blamed(&violation.rule) {
            self.noted.push(violation.rule.clone());
            self.blame(violation);
        }
    }

    /// Keeps the time of an answer, and blames it if it was late beyond doubt; a doubt leaves the rule untried. What has
    /// more time than the limit says nothing about the others.
    pub(super) fn timed(&mut self, pace: Pace, limit: &Limit, elapsed: Elapsed, punctuality: Punctuality) {
        if pace == Pace::Turn {
            self.stream.seen.elapsed.push(elapsed);
        }
        self.late_in_row = if punctuality == Punctuality::Late { self.late_in_row + 1 } else { 0 };
        match punctuality {
            // A bot that loads until a time on the clock does so however little it gets of a core.
            Punctuality::InTime if self.stream.asked == 1 && elapsed.wall > limit.wall => {
                self.untried_time();
            }
            Punctuality::InTime => {}
            Punctuality::Late => {
                let is_plain = elapsed.undoubted() > limit.wall.mul_f64(PLAINLY_LATE);
                let has_computed = !elapsed.several && elapsed.cpu > limit.wall;
                self.late.push(Lateness { asked: self.stream.asked, is_plain, has_computed });
                // Only the first answer of all is a matter of starting.
                let first = self.stream.asked == 1;
                self.once(time::late(first, limit.wall, elapsed));
            }
            Punctuality::Doubtful => {
                self.doubtful = true;
                self.untried_time();
            }
        }
    }

    fn untried_time(&mut self) {
        let reason = "the machine was too busy to tell whether the bot was in time";
        self.stream.seen.untried.push(self.rule_of_time().untried(reason));
    }

    /// The bot has closed its stdout; the bytes are the beginning of a line.
    pub(super) fn ended(&mut self, text: &[u8]) {
        self.stream.end(SessionState::Gone);
        let message = if text.is_empty() {
            "the bot ended, or closed its stdout, instead of answering".to_owned()
        } else {
            format!("the bot ended, or closed its stdout, in the middle of a line: {}", excerpt(text))
        };
        self.blame(reply::ONE_LINE.violated(message));
    }
}
