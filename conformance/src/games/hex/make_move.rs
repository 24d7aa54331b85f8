//! `hex/make-move/…`: the bot's own moves.

use botspec_sdk::games::hex::{MoveText, Position, Reason};

use super::draw::{Spots, draw};
use super::{hint, miswritten};
use crate::record::{At, Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `hex/make-move/format`.
pub(super) static FORMAT: Requirement = Requirement {
    id: "hex/make-move/format",
    level: Level::Must,
    demand: "the answer is one coordinate in lower case, or `swap`, and nothing else on the line",
    why: "The referee passes the line on to the opponent as it is. What is not a coordinate cannot be played, and a malformed answer loses the game.",
    source: "contest text, \"Hex the board game\": \"coordinates of the form [a-z][0-9]+\"; \"Communication Protocol\": \"Respond with the coordinate you set your tile at\"; Decisions H5 and H6 (a leading zero is malformed)",
    fix: "Write the row as one lower-case letter and the column as a number from 1, without blanks, zeros in front, a prompt or a full stop.",
    right: "c8",
    wrong: "C8, c 8, c08, 3 8, SWAP, Move: c8",
    applies: Applies::Always,
};

/// `hex/make-move/on-board`.
pub(super) static ON_BOARD: Requirement = Requirement {
    id: "hex/make-move/on-board",
    level: Level::Must,
    demand: "the coordinate is on the board",
    why: "A stone beyond the board is an illegal move, and an illegal move loses the game.",
    source: "contest text, \"Hex the board game\": a drawing gives \"our coordinate system on a 4x4 grid\", with a as the first row and 1 as the first column; Decisions H5 and H6 (a0 is off the board)",
    fix: "Columns are counted from 1, so column index 0 is written 1. Both letter and number go up to the size that init_board gave.",
    right: "on 3×3: a1 to c3",
    wrong: "on 3×3: a0, a4, d1",
    applies: Applies::Always,
};

/// `hex/make-move/vacant`.
pub(super) static VACANT: Requirement = Requirement {
    id: "hex/make-move/vacant",
    level: Level::Must,
    demand: "the cell is empty; in play, and in positions set up with `sety`, `seto` and `unset`",
    why: "A move on an occupied cell is illegal and loses the game. It happens when a message was missed: an opponent's stone, the bot's own last move, the stone under a swap.",
    source: "contest text, \"Hex the board game\": \"a player must place exactly one piece in any untaken tile\"",
    fix: "Keep one board and enter every stone in it: seto, sety, unset and your own moves. Look for a cell that is empty on that board at the time of the move.",
    right: "a cell that show_board gives as '.'",
    wrong: "a1 after seto a1",
    applies: Applies::Always,
};

/// `hex/make-move/tiny`.
pub(super) static TINY: Requirement = Requirement {
    id: "hex/make-move/tiny",
    level: Level::Should,
    demand: "boards of 1×1 to 3×3 work, down to the last empty cell",
    why: "They are legal sizes, and where they fail a bot often fails on the last cells of a large board too: a search for a free cell that never ends, a centre that is not there, a division by zero.",
    source: "contest text, \"Hex the board game\": boards of \"up to 26x26\", with no smallest size",
    fix: "Choose among the cells that are empty instead of guessing until one is; check what your opening and your search do with one row and one column.",
    right: "init_board 1, make_move: a1",
    wrong: "init_board 1, make_move: nothing, for ever",
    applies: Applies::Always,
};

/// `hex/make-move/recorded`.
pub(super) static RECORDED: Requirement = Requirement {
    id: "hex/make-move/recorded",
    level: Level::Must,
    demand: "the bot puts its own move on its own board without a `sety`",
    why: "The referee does not send a bot's own move back to it. A bot that waits for that plays on without its own stones.",
    source: "contest text, \"Communication Protocol\": at make_move \"Set the tile on your board too\"",
    fix: "Enter the move on the board when it is answered, in the bot's colour of the moment.",
    right: "make_move gives b2, and show_board then ...|.B.|...|",
    wrong: "make_move gives b2, and show_board then ...|...|...|",
    applies: Applies::Always,
};

/// `hex/make-move/swap-timing`.
pub(super) static SWAP_TIMING: Requirement = Requirement {
    id: "hex/make-move/swap-timing",
    level: Level::Must,
    demand: "`swap` is answered only as the second move of the game",
    why: "At any other time a swap is illegal, and an illegal move loses the game.",
    source: "contest text, \"Communication Protocol\": swap is an opening move; Decision H1: the second move of a game, and no other",
    fix: "Swap only when the board holds exactly one stone and that is the opponent's. Do not count messages: a stone may be set up, taken away and set again.",
    right: "init_board 5, seto c3, make_move: swap",
    wrong: "swap on an empty board, with two stones or more, or a second time in a game",
    applies: Applies::Always,
};

/// The rule that an illegal answer breaks.
#[must_use]
const fn rule_of(text: MoveText, reason: &Reason) -> &'static Requirement {
    match (text, reason) {
        (MoveText::Swap, _) | (_, Reason::SwapNotSecond) => &SWAP_TIMING,
        (_, Reason::OffBoard { .. }) => &ON_BOARD,
        (_, Reason::Occupied { .. } | Reason::GameOver { .. }) => &VACANT,
    }
}

/// Reads an answer.
///
/// # Errors
/// A violation of [`FORMAT`].
pub(super) fn read(line: &[u8]) -> Result<MoveText, Box<Violation>> {
    MoveText::from_bytes(line).map_err(|error| {
        let violation = FORMAT.violated(format!("the answer to make_move is malformed: {error}"));
        let mut violation = violation.at(&error).received(line);
        violation.hint = hint::malformed_move(line).map(str::to_owned);
        Box::new(violation)
    })
}

/// Judges a well-formed answer in a position with the bot to move.
#[must_use]
pub(super) fn judge(position: &Position, text: MoveText) -> Option<Violation> {
    let reason = position.fault(text)?;
    let cell = match text {
        MoveText::Place(at) => at.cell(position.size()),
        MoveText::Swap => None,
    };
    let mut violation = rule_of(text, &reason)
        .violated(format!("answered {text}, but {reason}"))
        .drawn(draw(position.board(), Spots { offending: cell.into_iter().collect(), ..Spots::default() }));
    violation.received = Some(text.to_string());
    violation.hint = hint::illegal_move(position, text, &reason);
    violation.at =
        Some(At { line: 1, column: 1, length: u32::try_from(text.to_string().len()).unwrap_or(1) });
    Some(violation.with_candidates(miswritten::candidates(position, text, &reason)))
}
