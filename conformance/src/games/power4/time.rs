//! `power4/time/…`: the two seconds.

use std::time::Duration;

use super::session::FORM;
use crate::process::Elapsed;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `power4/time/turn`.
pub(super) static TURN: Requirement = Requirement {
    id: "power4/time/turn",
    level: Level::Must,
    demand: "every turn ends within the limit (2 s)",
    why: "A try that takes longer has failed, like an illegal one; the third failure loses the set.",
    source: "Decision P5: the limit is 2 s a try unless set otherwise; Decision P4: a late answer is a failed try",
    fix: "Measure from the start of the process, stop searching well before the limit, and write the best answer found so far. Starting an interpreter or a virtual machine counts too.",
    right: "a search that looks at the clock and stops at 1.5 s",
    wrong: "a search to a fixed depth",
    applies: Applies::Always,
};

/// `power4/time/headroom`.
pub(super) static HEADROOM: Requirement = Requirement {
    id: "power4/time/headroom",
    level: Level::Should,
    demand: "the slowest turn takes less than 80 % of the limit",
    why: "The organizers' machine may be slower or busier than yours. A bot that needs nearly all of its time here is too slow there.",
    source: "common practice for bots that are judged on another machine",
    fix: "Plan for 1 to 1.5 seconds, not for 2.",
    right: "slowest turn 1.4 s of 2 s",
    wrong: "slowest turn 1.9 s of 2 s",
    applies: Applies::Always,
};

/// The slowest turn against four fifths of the limit.
#[must_use]
pub(super) fn judge_headroom(elapsed: &[Elapsed], limit: Duration) -> Option<Violation> {
    FORM.judge_headroom(elapsed, limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowded_machine_is_no_lack_of_headroom() {
        let ms = Duration::from_millis;
        let limit = ms(2000);
        let crowded = Elapsed::charge(ms(2100), ms(200), ms(1800), true);
        assert_eq!(judge_headroom(&[crowded], limit), None);
        let alone = Elapsed::charge(ms(1700), ms(200), ms(10), true);
        let found = judge_headroom(&[crowded, alone], limit).expect("it took 85 %");
        assert!(found.message.contains("1700 ms, 85 %"), "{}", found.message);
    }
}
