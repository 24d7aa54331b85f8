//! How long an answer is waited for.

use std::time::{Duration, Instant};

use botspec_sdk::games::hex::Hex;

use super::known::{GIVEN_UP, GIVEN_UP_ON_TINY, USUAL};
use super::{Aim, Session};
use crate::channel::Answer;
use crate::games::hex::request::Kind;
use crate::games::hex::{start, time};
use crate::no_answer::{Doing, PATIENCE};
use crate::process::{Activity, Limit};

/// How much longer a bot is waited for that is at work.
const AT_WORK: Duration = Duration::from_secs(10);

/// What a message may take that is not answered. In a game one of them comes with each request.
const MESSAGE: Duration = Duration::from_millis(10);
/// So many messages at once are as in any game.
const FEW: u32 = 8;
/// A bot that does not read on, or whose output nobody reads, is given no more than this for all that.
const IDLE: Duration = Duration::from_secs(3);

/// The key under which it is noted that a bot was given more time for what it does before an answer, in vain.
const LEEWAY: &str = "hex: leeway";

/// What came of waiting for an answer.
pub(super) enum Waited {
    /// An answer, or none until the limit.
    For(Answer),
    /// None so far, and waiting longer would take too much time; what the bot was doing meanwhile.
    GivenUp(Doing),
}

impl Session<'_> {
    /// Waits for an answer: first for the usual time, then for as long as it is worth it.
    pub(super) fn wait(&mut self, limit: &mut Limit, leeway: Duration) -> Waited {
        let observations = self.stream.context.observations;
        let aim = self.aim;
        if let Aim::Repetition(most) = aim {
            *limit = Limit::new(limit.wall + leeway);
            return Waited::For(self.stream.ask(&Limit::new(most.min(limit.wall))));
        }
        if !leeway.is_zero() {
            return Waited::For(self.wait_with_leeway(limit, leeway));
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
            let rest = limit.rest(&waited);
            let most = Limit { wall: next.min(rest.wall), ..rest };
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
            let doing = self.doing_since(before);
            // One that is at work is waited for a while longer, as long as none was in vain.
            let key = if self.is_tiny() { GIVEN_UP_ON_TINY } else { GIVEN_UP };
            if looked || !doing.may_answer() || observations.overruns(key) > 0 || observations.is_patient() {
                return Waited::GivenUp(doing);
            }
            looked = true;
            // Not until the limit: that is waited for at the end.
            next = AT_WORK.min(limit.wall.saturating_sub(waited.charged) / 2);
        }
    }

    /// Waits for an answer that has time for what went before it, and adds that to the limit. A bot that waits for input
    /// has done all that.
    fn wait_with_leeway(&mut self, limit: &mut Limit, leeway: Duration) -> Answer {
        let first = self.stream.ask(limit);
        let Answer::Overrun { text, elapsed: mut waited } = first else { return first };
        if !text.is_empty() {
            return Answer::Overrun { text, elapsed: waited };
        }
        let before = self.stream.activity();
        let (mut spent, mut next) = (Duration::ZERO, PATIENCE.min(leeway));
        loop {
            match self.stream.wait_line(&Limit::new(next)) {
                Answer::Line(mut line) => {
                    line.elapsed = waited + line.elapsed;
                    *limit = Limit::new(limit.wall + leeway);
                    if self.may_be_starting() {
                        start::note_slow(self.stream.context.observations);
                    }
                    return Answer::Line(line);
                }
                Answer::Overrun { text, elapsed } => {
                    waited = waited + elapsed;
                    spent += next;
                    let most = match self.doing_since(before) {
                        _ if !text.is_empty() => Duration::ZERO,
                        Doing::WaitingForInput => Duration::ZERO,
                        Doing::Computing | Doing::Sleeping | Doing::Waiting | Doing::Unknown => leeway,
                        // It reads when it has started.
                        Doing::NeverReading if self.may_be_starting() => leeway,
                        _ => leeway.min(IDLE),
                    };
                    if spent >= most {
                        if !most.is_zero() {
                            *limit = Limit::new(limit.wall + spent);
                            self.stream.context.observations.count(LEEWAY, true);
                        }
                        return Answer::Overrun { text, elapsed: waited };
                    }
                    next = most.saturating_sub(spent);
                }
                other => return other,
            }
        }
    }

    /// What the bot has done since it was looked at.
    fn doing_since(&mut self, before: Option<Activity>) -> Doing {
        let (after, told) = (self.stream.activity(), self.stream.told());
        before.zip(after).map_or(Doing::Unknown, |(before, after)| Doing::between(before, after, told))
    }

    /// Whether the process has answered nothing yet, so that it may still be starting.
    pub(super) fn may_be_starting(&self) -> bool {
        !self.is_shared() && self.answered_lines() == 0
    }

    /// How long an answer of this kind may take.
    pub(crate) fn limit(&self, kind: Kind) -> Limit {
        Limit::new(if kind == Kind::MakeMove { self.stream.context.limit } else { Hex::REPLY_LIMIT })
    }

    /// How much longer that may be for what the bot does before it comes to the request. A game asks for a move after all
    /// that, which has a turn's time.
    pub(super) fn leeway(&self, kind: Kind) -> Duration {
        let observations = self.stream.context.observations;
        let starts_slowly = self.may_be_starting() && start::is_slow(observations);
        if kind == Kind::MakeMove || (observations.only_overruns(LEEWAY) && !starts_slowly) {
            return Duration::ZERO;
        }
        let messages = u32::try_from(self.exchange.since.len()).unwrap_or(u32::MAX);
        let start = if self.exchange.begins { time::START } else { Duration::ZERO };
        // A few of them cost nothing that could be told from the answer.
        if messages <= FEW { start } else { start + MESSAGE.saturating_mul(messages) }
    }
}
