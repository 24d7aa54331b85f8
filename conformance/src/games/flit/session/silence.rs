//! No answer in time: why, and which rule that breaks.

use std::time::Duration;

use botspec_sdk::games::flit::Update;

use super::Session;
use crate::channel::{Line, LineEnd};
use crate::contest::Unjudged;
use crate::games::flit::time::Pace;
use crate::games::flit::{reply, time};
use crate::no_answer::{Doing, PATIENCE};
use crate::process::{Elapsed, Limit};
use crate::record::{INTERRUPTED, Violation};
use crate::requirement::Requirement;
use crate::stream_session::{Look, Proof, Replay, SessionState, Silence, StreamSession};

/// For counting the answers that were seen to be kept back.
const KEPT_BACK: &str = "kept back";

impl Session<'_> {
    /// Finds out why there is no answer in time, and blames what was observed.
    pub(super) fn overran(&mut self, pace: Pace, limit: &Limit, waited: Elapsed) -> Option<Line> {
        // One more message, which says nothing new.
        let square = self.position.board().occupied().iter().next();
        let square = square.unwrap_or_else(|| self.position.stay().origin);
        let nudge = format!("{}{}", Update::new(square, self.position.board().get(square)), self.line_end());
        // Its first request it has answered in other sessions.
        let expected = self.falls_silent.filter(|_| self.stream.asked > 1);
        let glance = self.impatient || expected.is_some();
        let look = if glance { Look::Glance } else { Look::Thorough(nudge.as_bytes()) };
        let proof = self.proof(limit.wall + PATIENCE + PATIENCE / 2);
        let is_kept_back = |stream: &StreamSession<'_>| replay(stream).is_kept_back(&proof, stream.context);
        let silence = match self.stream.silence(look, |_| false, is_kept_back) {
            Ok(silence) => silence,
            Err(error) => {
                self.stream.unjudged(format!("why there was no answer could not be told: {error}"));
                return None;
            }
        };
        let waited_for = || format!("no answer within {:.0?}", limit.wall + PATIENCE);
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
                self.stream.unjudged(INTERRUPTED);
                return None;
            }
            Silence::KeptBack(release, text) => {
                let message = format!("{}; {}", waited_for(), release.when());
                (reply::FLUSHED.violated(message).hint(release.hint()), text)
            }
            Silence::Coincidence(text) => {
                let message = format!("{}; it comes later, by itself", waited_for());
                (self.rule_of_time().violated(message).hint(Doing::Sleeping.hint()), text)
            }
            Silence::Unended(text) => {
                let violation = unended(limit.wall + PATIENCE, &text);
                if self.stream.begun == 0 && (reply::read(&text).is_ok() || reply::meant(&text).is_some()) {
                    // It is an answer all the same.
                    self.unended = true;
                    self.stream.begun = text.len();
                    self.once(violation);
                    return Some(Line { bytes: text, end: LineEnd::Lf, elapsed: Elapsed::default() });
                }
                (violation, text)
            }
            Silence::Skipped | Silence::Hangs(_) if let Some(by) = expected => {
                let reason = "the bot stopped answering, as it does again and again".to_owned();
                self.stream.seen.unjudged.get_or_insert(Unjudged::Blocked { reason, by });
                self.stream.end(SessionState::Hung);
                return None;
            }
            // An update is not answered, so nothing is skipped for one.
            Silence::Skipped => (self.hang(limit, Doing::Unknown), Vec::new()),
            Silence::Hangs(doing) => (self.hang(limit, doing), Vec::new()),
        };
        self.stream.end(if received.is_empty() { SessionState::Hung } else { SessionState::Silent });
        if !received.is_empty() {
            violation = violation.received(&received);
        }
        self.blame(violation);
        None
    }

    /// What proves that an answer is kept back: nothing is heard for so long.
    pub(super) fn proof(&self, silence: Duration) -> Proof {
        let usual = Limit::new(Pace::Start.time(self.stream.context.limit));
        Proof { key: KEPT_BACK, usual, silence }
    }

    /// Nothing came at all. Whether an answer would have come from a bot that was still at work on it, nobody knows: it
    /// was late, and that is all.
    fn hang(&self, limit: &Limit, doing: Doing) -> Violation {
        let rule = if doing.may_answer() { self.rule_of_time() } else { &reply::ONE_LINE };
        rule.violated(format!("no answer within {:.0?}: {doing}", limit.wall + doing.waited_for()))
            .hint(doing.hint())
    }

    /// The rule that an answer breaks which does not come in time.
    pub(super) const fn rule_of_time(&self) -> &'static Requirement {
        if self.stream.asked == 1 { &time::STARTUP } else { &time::TURN }
    }
}

/// All that was told; the last request was not answered.
pub(super) fn replay(stream: &StreamSession<'_>) -> Replay {
    stream.replay(stream.asked.saturating_sub(1) as usize)
}

/// An answer without a line end.
pub(super) fn unended(waited: Duration, text: &[u8]) -> Violation {
    let message = format!("the answer was not ended within {waited:.0?}: the line end is missing");
    reply::ONE_LINE.violated(message).hint("end each answer with a line end, and flush").received(text)
}
