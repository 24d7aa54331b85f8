//! `hex/time/…`: how long answers may take.

use std::time::Duration;

use crate::process::Elapsed;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};
use crate::timing::millis;

/// `hex/time/turn`.
pub(super) static TURN: Requirement = Requirement {
    id: "hex/time/turn",
    level: Level::Must,
    demand: "every `make_move` is answered within the limit",
    why: "A late answer loses the game at once.",
    source: "Decision H4: turn limit 120 s unless set otherwise (the tournament was finally played with 90 s); Decision H5",
    fix: "Look at the clock while you search, stop well before the limit, and play the best move found so far.",
    right: "a search that stops at 70 s",
    wrong: "a search to a fixed depth",
    applies: Applies::Always,
};

/// `hex/time/reply`.
pub(super) static REPLY: Requirement = Requirement {
    id: "hex/time/reply",
    level: Level::Must,
    demand: "every other answer comes within 2 s",
    why: "check_win and show_board only look at the board. A referee that waits longer for them waits at every move.",
    source: "Decision H4: any other answer and the exit after quit: 2 s, without what is done before it at the start, at init_board and for many stones",
    fix: "Keep groups of stones joined as they are put (union-find), or search the board once with a list of visited cells. A search over all paths takes for ever on a crowded board.",
    right: "a flood fill that visits each cell once",
    wrong: "a recursion that forgets which cells it has visited",
    applies: Applies::Always,
};

/// `hex/time/headroom`.
pub(super) static HEADROOM: Requirement = Requirement {
    id: "hex/time/headroom",
    level: Level::Should,
    demand: "the slowest move takes less than 80 % of the limit",
    why: "The tournament's machine may be slower or busier than yours. A bot that needs nearly all of its time here is too slow there.",
    source: "common practice for bots that are judged on another machine",
    fix: "Plan for half of the limit.",
    right: "slowest move 60 s of 120 s",
    wrong: "slowest move 115 s of 120 s",
    applies: Applies::Always,
};

/// What a process may take to start, and a board to be begun, before the time of an answer begins: an engine fills tables
/// then, a network is loaded. A game asks for a move first, which has the time of a turn.
pub(super) const START: Duration = Duration::from_secs(8);

/// The share of the limit that the slowest move must stay under.
const HEADROOM_SHARE: f64 = 0.8;

/// Whether a violation says how long an answer took.
#[must_use]
pub(super) fn is_about(violation: &Violation) -> bool {
    [TURN.id, REPLY.id].contains(&violation.rule.as_str())
}

/// The slowest move against four fifths of the limit.
#[must_use]
pub(super) fn judge_headroom(elapsed: &[Elapsed], limit: Duration) -> Option<Violation> {
    let slowest = elapsed.iter().map(Elapsed::undoubted).max()?;
    (slowest.as_secs_f64() >= HEADROOM_SHARE * limit.as_secs_f64()).then(|| {
        HEADROOM.violated(format!(
            "the slowest move took {:.0} ms, {:.0} % of the limit of {limit:?}",
            millis(slowest),
            100.0 * slowest.as_secs_f64() / limit.as_secs_f64()
        ))
    })
}
