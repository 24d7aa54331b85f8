//! `flit/time/…`: fifty milliseconds.

use std::time::Duration;

use botspec_sdk::games::flit::Variant;

use crate::process::Elapsed;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};
use crate::timing::{millis, percentile};

/// `flit/time/turn`.
pub(super) static TURN: Requirement = Requirement {
    id: "flit/time/turn",
    level: Level::Must,
    demand: "every answer after the first arrives within 50 ms (100 ms in `duel`)",
    why: "An answer that comes too late is thrown away and moves nothing, and after five such turns in a row the bot is frozen for the rest of the game. (Where more squares change before a request than in a round of a game, the time of as many rounds is allowed.)",
    source: "contest text, \"Time limit\": \"The time limit is 50ms. If a bot exceeds the time limit on 5 consecutive turns then it will no longer be prompted for moves\"",
    fix: "Measure from the moment M is read, and stop searching well before the limit. Look for work that grows with the board: late in a game a bot has hundreds of pieces and a hundred thousand moves.",
    right: "a search that looks at the clock and stops after 30 ms",
    wrong: "a loop over all origins times all destinations times all neutral pieces",
    applies: Applies::Always,
};

/// `flit/time/startup`.
pub(super) static STARTUP: Requirement = Requirement {
    id: "flit/time/startup",
    level: Level::Must,
    demand: "its first answer comes within 2 s",
    why: "The first request of a game is sent while the process may still be starting, so it is allowed more time than the others, but not without end.",
    source: "Decision F8: the first request of a game may be answered within 2 s",
    fix: "Prepare tables and load data in less than a second, or leave it until there is time.",
    right: "the first answer after 300 ms, while a virtual machine warms up",
    wrong: "ten seconds of training before the first line is read",
    applies: Applies::Always,
};

/// `flit/time/late-sync`.
pub(super) static LATE_SYNC: Requirement = Requirement {
    id: "flit/time/late-sync",
    level: Level::Should,
    demand: "after a request that it missed, its later answers are still in step",
    why: "The line for a missed request is thrown away when it comes. A bot that leaves it out, because it knows that it is late or because it found a second M in its input, has its next answer thrown away instead, and all that follow come one turn too late.",
    source: "Decision F5: answers are matched to requests in order; after an overrun, the first line that arrives belongs to the request that was missed",
    fix: "Handle messages strictly one after the other, and answer each M with one line on the board as it was at that M, however late it is.",
    right: "M, three updates, M: two lines, the second for the new board",
    wrong: "skipping to the last M in the input",
    applies: Applies::Always,
};

/// `flit/time/headroom`.
pub(super) static HEADROOM: Requirement = Requirement {
    id: "flit/time/headroom",
    level: Level::Should,
    demand: "the 99th percentile of its times is under 80 % of the limit",
    why: "The contest's machine may be slower or busier than yours. A bot that needs nearly all of its time here is too slow there.",
    source: "common practice for bots that are judged on another machine",
    fix: "Plan for 30 ms, not for 50.",
    right: "99 of 100 answers within 35 ms",
    wrong: "a search that stops at 48 ms",
    applies: Applies::Always,
};

/// The share of the limit that the 99th percentile must stay under.
const HEADROOM_SHARE: f64 = 0.8;

/// An answer that takes so many times its limit is plainly late: what cannot be seen of a crowded machine does not last as
/// long.
pub(super) const PLAINLY_LATE: f64 = 1.5;

/// An answer that came too late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lateness {
    /// The number of the request.
    pub(super) asked: u32,
    /// See [`PLAINLY_LATE`].
    pub(super) is_plain: bool,
    /// Whether it has computed for longer than its limit, in one thread: a machine that stands still does not add to that.
    pub(super) has_computed: bool,
}

impl Lateness {
    /// Whether it is late beyond doubt: on a crowded machine, where much cannot be seen, only if it is plainly so.
    pub(super) const fn is_sure(&self, is_crowded: bool) -> bool {
        self.is_plain || !is_crowded
    }
}

/// What an answer has time for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// The process may still be starting.
    Start,
    /// One turn, as in any game.
    Turn,
    /// More squares have changed than in a round of a game. A bot that keeps up with games has, for that, the
    /// time of as many rounds.
    Rounds(u32),
}

/// Squares that are told in a bot's turn, at the most: origin, destination, three conversions and a neutral piece.
const TURN_UPDATES: usize = 6;

impl Pace {
    /// After so many updates.
    #[must_use]
    pub(super) fn after(updates: usize, variant: Variant) -> Self {
        let rounds = updates.div_ceil(TURN_UPDATES * variant.players().len());
        if rounds <= 1 { Self::Turn } else { Self::Rounds(u32::try_from(rounds).unwrap_or(u32::MAX)) }
    }

    /// The time, if a turn has `limit`.
    #[must_use]
    pub(super) fn time(self, limit: Duration) -> Duration {
        match self {
            Self::Start => Variant::FIRST_LIMIT.max(limit),
            Self::Turn => limit,
            Self::Rounds(rounds) => limit.saturating_mul(rounds),
        }
    }
}

/// An answer that came too late.
#[must_use]
pub(super) fn late(first: bool, limit: Duration, elapsed: Elapsed) -> Violation {
    let rule = if first { &STARTUP } else { &TURN };
    let which = if first { "the first answer" } else { "the answer" };
    rule.violated(format!(
        "{which} came after {:.1} ms (processor time used: {:.0} ms); the limit is {:.0} ms",
        millis(elapsed.charged),
        millis(elapsed.cpu),
        millis(limit)
    ))
}

/// The 99th percentile against four fifths of the limit.
#[must_use]
pub(super) fn judge_headroom(elapsed: &[Elapsed], limit: Duration) -> Option<Violation> {
    let mut charged: Vec<f64> = elapsed.iter().map(|turn| millis(turn.charged)).collect();
    charged.sort_by(f64::total_cmp);
    charged.last()?;
    let p99 = percentile(&charged, 99);
    (p99 >= HEADROOM_SHARE * millis(limit)).then(|| {
        HEADROOM.violated(format!(
            "the 99th percentile of {} answers is {p99:.1} ms, {:.0} % of the limit of {:.0} ms",
            charged.len(),
            100.0 * p99 / millis(limit),
            millis(limit)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(ms: &[u64]) -> Vec<Elapsed> {
        let zero = Duration::ZERO;
        ms.iter().map(|&ms| Elapsed::charge(Duration::from_millis(ms), zero, zero, false)).collect()
    }

    #[test]
    fn one_slow_answer_in_a_hundred_is_no_lack_of_headroom() {
        let limit = Duration::from_millis(50);
        let mut ms = vec![39; 100];
        assert_eq!(judge_headroom(&times(&ms), limit), None);
        ms[3] = 49;
        assert_eq!(judge_headroom(&times(&ms), limit), None);
        ms[4] = 40;
        assert_eq!(judge_headroom(&times(&ms), limit).unwrap().rule, HEADROOM.id);
        assert_eq!(judge_headroom(&[], limit), None);
    }

    #[test]
    fn a_start_and_many_updates_have_more_time() {
        let ms = Duration::from_millis;
        let after = |updates| Pace::after(updates, Variant::Standard).time(ms(50));
        assert_eq!(Pace::Start.time(ms(50)), ms(2_000));
        assert_eq!(Pace::Start.time(ms(10_000)), ms(10_000));
        assert_eq!(after(0), ms(50));
        assert_eq!(after(24), ms(50), "a round of four turns");
        assert_eq!(after(25), ms(100));
        assert_eq!(Pace::after(13, Variant::Duel), Pace::Rounds(2));
    }
}
