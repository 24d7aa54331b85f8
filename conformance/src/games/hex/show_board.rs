//! `hex/show-board/…`: the board on one line.

use botspec_sdk::games::hex::{Board, BoardText};

use super::hint;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `hex/show-board/format`.
pub(super) static FORMAT: Requirement = Requirement {
    id: "hex/show-board/format",
    level: Level::Must,
    demand: "the answer is one line: rows top to bottom, each cell `B`, `W` or `.`, each row followed by `|`",
    why: "The central program draws both bots' boards and says where they differ; a line of another form cannot be compared. Several lines are taken for answers to later messages.",
    source: "contest text, \"Communication Protocol\": \"Prints the board to stdout. Used for internal testing\"; the form on one line is that of the organizers' own program",
    fix: "Write the rows one after the other, each with a | after it, the last one too, and one line end at the end of all. No blanks, no letters, no numbers.",
    right: "B..|.W.|...|",
    wrong: "B..|.W.|... (the last | is missing), B . .|. W .|. . .|, three lines, columns instead of rows",
    applies: Applies::Always,
};

/// Reads an answer.
///
/// # Errors
/// A violation of [`FORMAT`].
pub(super) fn read(line: &[u8]) -> Result<BoardText, Box<Violation>> {
    BoardText::from_bytes(line).map_err(|error| {
        let violation = FORMAT.violated(format!("the answer to show_board is malformed: {error}"));
        let mut violation = violation.at(&error).received(line);
        violation.hint = hint::malformed_board(line).map(str::to_owned);
        Box::new(violation)
    })
}

/// Whether the board is shown with rows and columns exchanged.
#[must_use]
pub(super) fn is_transposed(expected: &Board, shown: &BoardText) -> bool {
    let mut transposed = Board::empty(expected.size());
    for (cell, colour) in expected.stones() {
        transposed.place(cell.transposed(), colour);
    }
    *shown == BoardText::from(&transposed) && transposed != *expected
}

/// Columns shown as if they were rows.
#[must_use]
pub(super) fn columns_first(expected: &Board, shown: &BoardText) -> Violation {
    let mut violation = FORMAT
        .violated(format!("the board is shown column by column: {shown} instead of {expected}"))
        .hint("write the cells of the first row (a1, a2, …), then |, then those of the second row");
    violation.received = Some(shown.to_string());
    violation
}
