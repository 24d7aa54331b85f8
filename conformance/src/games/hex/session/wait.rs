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
    pub(super) fn wait(&mut self, limit: &Limit) -> Option<Waited> {
        let observations = self.context.observations;
        let aim = self.aim;
        let conversation = self.conversation.as_mut()?;
        if let Aim::Repetition(most) = aim {
            return Some(Waited::For(conversation.ask(b"", &Limit::new(most.min(limit.wall)))));
        }
        if limit.wall <= USUAL + PATIENCE {
            return Some(Waited::For(conversation.ask(b"", limit)));
        }
        let first = conversation.ask(b"", &Limit::new(USUAL));
        let Answer::Overrun { elapsed, .. } = &first else { return Some(Waited::For(first)) };
        let mut waited = *elapsed;
        observations.lose_patience(waited.wall);
        let before = conversation.activity();
        let mut next = PATIENCE;
        let mut looked = false;
        loop {
            let since = Instant::now();
            let most = Limit::new(next.min(limit.wall.saturating_sub(waited.charged)));
            let answer = conversation.wait_line(&most);
            observations.lose_patience(since.elapsed());
            match answer {
                Answer::Line(mut line) => {
                    line.elapsed = waited + line.elapsed;
                    return Some(Waited::For(Answer::Line(line)));
                }
                Answer::Overrun { text, elapsed } => {
                    waited = waited + elapsed;
                    if waited.charged >= limit.wall {
                        return Some(Waited::For(Answer::Overrun { text, elapsed: waited }));
                    }
                }
                other => return Some(Waited::For(other)),
            }
            if observations.is_patient() && aim == Aim::Verdict && !observations.patience().is_zero() {
                next = observations.patience();
                continue;
            }
            let doing = Doing::between(before, conversation.activity(), conversation.told());
            // One that is at work is waited for a while longer, as long as none was in vain.
            if looked
                || !doing.may_answer()
                || observations.overruns(GIVEN_UP) > 0
                || observations.is_patient()
            {
                return Some(Waited::GivenUp(doing));
            }
            looked = true;
            // Not until the limit: that is waited for at the end.
            next = AT_WORK.min(limit.wall.saturating_sub(waited.charged) / 2);
        }
    }

    pub(crate) fn limit(&self, kind: Kind) -> Limit {
        Limit::new(if kind == Kind::MakeMove { self.context.limit } else { Hex::REPLY_LIMIT })
    }
}
