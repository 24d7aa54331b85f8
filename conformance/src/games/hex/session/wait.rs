//! How long an answer is waited for.

use std::time::{Duration, Instant};

use botspec_sdk::games::hex::Hex;

use super::known::{GIVEN_UP, USUAL};
use super::{Aim, Session};
use crate::channel::Answer;
use crate::games::hex::request::Kind;
use crate::no_answer::{Doing, PATIENCE};
use crate::process::Limit;

/// How much longer a bot is waited for that is at work.
const AT_WORK: Duration = Duration::from_secs(10);

/// What came of waiting for an answer.
pub(super) enum Waited {
    /// An answer, or none until the limit.
    For(Answer),
    /// None so far, and waiting longer would take too much time; what the bot was doing meanwhile.
    GivenUp(Doing),
}

impl Session<'_> {
    /// Waits for an answer: first for the usual time, then for as long as it is worth it.
    pub(super) fn wait(&mut self, limit: &Limit) -> Waited {
        let observations = self.stream.context.observations;
        let aim = self.aim;
        if let Aim::Repetition(most) = aim {
            return Waited::For(self.stream.ask(&Limit::new(most.min(limit.wall))));
        }
        if limit.wall <= USUAL + PATIENCE {
            return Waited::For(self.stream.ask(limit));
        }
        let first = self.stream.ask(&Limit::new(USUAL));
        let Answer::Overrun { elapsed, .. } = &first else { return Waited::For(first) };
        let mut waited = *elapsed;
        observations.lose_patience(waited.wall);
        let before = self.stream.activity();
        let mut next = PATIENCE;
        let mut looked = false;
        loop {
            let since = Instant::now();
            let most = Limit::new(next.min(limit.wall.saturating_sub(waited.charged)));
            let answer = self.stream.wait_line(&most);
            observations.lose_patience(since.elapsed());
            match answer {
                Answer::Line(mut line) => {
                    line.elapsed = waited + line.elapsed;
                    return Waited::For(Answer::Line(line));
                }
                Answer::Overrun { text, elapsed } => {
                    waited = waited + elapsed;
                    if waited.charged >= limit.wall {
                        return Waited::For(Answer::Overrun { text, elapsed: waited });
                    }
                }
                other => return Waited::For(other),
            }
            if observations.is_patient() && aim == Aim::Verdict && !observations.patience().is_zero() {
                next = observations.patience();
                continue;
            }
            let (after, told) = (self.stream.activity(), self.stream.told());
            let doing = before
                .zip(after)
                .map_or(Doing::Unknown, |(before, after)| Doing::between(before, after, told));
            // One that is at work is waited for a while longer, as long as none was in vain.
            if looked
                || !doing.may_answer()
                || observations.overruns(GIVEN_UP) > 0
                || observations.is_patient()
            {
                return Waited::GivenUp(doing);
            }
            looked = true;
            // Not until the limit: that is waited for at the end.
            next = AT_WORK.min(limit.wall.saturating_sub(waited.charged) / 2);
        }
    }

    pub(crate) fn limit(&self, kind: Kind) -> Limit {
        Limit::new(if kind == Kind::MakeMove { self.stream.context.limit } else { Hex::REPLY_LIMIT })
    }
}
