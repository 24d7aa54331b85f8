//! `flit/update/…`: what a bot makes of the squares it is told.

use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `flit/update/silent`.
pub(super) static SILENT: Requirement = Requirement {
    id: "flit/update/silent",
    level: Level::Must,
    demand: "updates get no answer, not even a thousand in a row",
    why: "The referee reads a line when it has asked for one. A line that answers an update is taken for the next move, and from then on every answer belongs to an earlier board.",
    source: "contest text, \"Bot STDIN\": of the two types of messages a move request alone means \"that a move is required\"",
    fix: "Write to stdout only after M. Print the board, counters and warnings on stderr if you need them.",
    right: "12 7 5 is applied without a word",
    wrong: "12 7 5 is answered with ok",
    applies: Applies::Always,
};

/// `flit/update/tracked`.
pub(super) static TRACKED: Requirement = Requirement {
    id: "flit/update/tracked",
    level: Level::Must,
    demand: "its moves stay legal as squares change: moves of others, conversions, neutral pieces appearing, its own refused move",
    why: "The board is never sent as a whole. A bot that misses one update, or assumes its own move was made before the update confirms it, plays on a board that does not exist, and its moves are refused.",
    source: "contest text, \"Bot STDIN\": \"where (x, y) is the square to be updated, and c is the new colour\"; Decision F3: each change is sent to every bot, the mover included; Decision F4: a refused move moves nothing",
    fix: "Keep one array of squares, set board[x][y] = c for each update, whatever c is and whoever moved, and change the board nowhere else: not after your own answer either, as you are told of that too.",
    right: "board[x][y] = c",
    wrong: "board[x1][y1] = me as soon as the answer is written",
    applies: Applies::Always,
};

/// Output after updates that nobody asked for.
#[must_use]
pub(super) fn spoke(output: &[u8], updates: usize) -> Violation {
    let violation = SILENT.violated(format!(
        "after {updates} {} and no request the bot wrote {}",
        if updates == 1 { "update" } else { "updates" },
        if output.ends_with(b"\n") { "a line" } else { "something" }
    ));
    violation.received(output)
}
