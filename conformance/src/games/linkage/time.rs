//! `linkage/time/…`: the five seconds.

use std::time::Duration;

use super::session::FORM;
use crate::process::Elapsed;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `linkage/time/turn`.
pub(super) static TURN: Requirement = Requirement {
    id: "linkage/time/turn",
    level: Level::Must,
    demand: "every run, identification included, ends within the limit (5 s)",
    why: "One turn that takes longer disqualifies the bot and loses all its games of that week.",
    source: "contest text, \"Submission Rules\": \"Bots must take five seconds maximum to work out their move. Any longer and it's disqualified and loses all of its games that week\"",
    fix: "Measure from the start of the process, stop searching well before the limit, and write the best order found so far. Starting an interpreter or a virtual machine counts too.",
    right: "a search that looks at the clock and stops at 4 s",
    wrong: "a search to a fixed depth",
    applies: Applies::Always,
};

/// `linkage/time/headroom`.
pub(super) static HEADROOM: Requirement = Requirement {
    id: "linkage/time/headroom",
    level: Level::Should,
    demand: "the slowest run takes less than 80 % of the limit",
    why: "The contest's machine may be slower or busier than yours. A bot that needs nearly all of its time here is too slow there.",
    source: "common practice for bots that are judged on another machine",
    fix: "Plan for 3 to 4 seconds, not for 5.",
    right: "slowest run 3.5 s of 5 s",
    wrong: "slowest run 4.7 s of 5 s",
    applies: Applies::Always,
};

/// The slowest run against four fifths of the limit.
#[must_use]
pub(super) fn judge_headroom(elapsed: &[Elapsed], limit: Duration) -> Option<Violation> {
    FORM.judge_headroom(elapsed, limit)
}
