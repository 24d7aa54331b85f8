//! `hex/check-win/…`: who has won.

use botspec_sdk::games::hex::{Board, BoardText, Cell, Colour, MoveText, Standing};

use super::draw::{Spots, draw};
use super::slip::{self, Asked};
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `hex/check-win/value`.
pub(super) static VALUE: Requirement = Requirement {
    id: "hex/check-win/value",
    level: Level::Must,
    demand: "the answer is right: nobody yet, black, white, straight, winding, along every edge, near misses that only look connected, 1×1, full boards, after `unset`, after a swap; on boards with stone counts a game can have, crowded undecided boards included",
    why: "Whoever does not know that the game is over, or believes that it is, plays on or gives up. The central program asks both bots and reports where they differ.",
    source: "contest text, \"Communication Protocol\": \"1 if itself has won, -1 if the opponent has won, 0 if the game has not terminated\"; \"Taking sides\": black joins \"top to bottom\", white \"left to right\"",
    fix: "Join each stone with its six neighbours (r, c−1), (r, c+1), (r−1, c), (r+1, c), (r−1, c+1), (r+1, c−1). Black joins the top row and the bottom row, white the left column and the right column. The sign is the bot's own point of view.",
    right: "as white, on a 2×2 board with white on a1 and a2: 1",
    wrong: "a chain over (r−1, c−1), which is not a neighbour; black's point of view when the bot is white; a flag that is still set after unset",
    applies: Applies::Always,
};

/// `hex/check-win/setup`.
pub(super) static SETUP: Requirement = Requirement {
    id: "hex/check-win/setup",
    level: Level::Should,
    demand: "it is right on boards set up with stones of one colour only",
    why: "Positions are set up for tests and demonstrations too, where nobody counts stones.",
    source: "contest text, \"Communication Protocol\": the table of messages sets no number or order for sety, seto and unset",
    fix: "Look at the stones on the board; do not conclude from the number of moves that nobody can have won.",
    right: "init_board 3, sety a1, sety b1, sety c1, check_win (as black): 1",
    wrong: "0, because three stones of one colour are taken for no game",
    applies: Applies::Always,
};

/// Reads an answer.
///
/// # Errors
/// A violation of [`VALUE`].
pub(super) fn read(line: &[u8]) -> Result<Standing, Box<Violation>> {
    Standing::from_bytes(line).map_err(|error| {
        let violation = VALUE.violated(format!("the answer to check_win is malformed: {error}"));
        let mut violation = violation.at(&error).received(line);
        violation.hint = Some(slip_of_form(line).to_owned());
        Box::new(violation)
    })
}

/// What a malformed answer was probably meant to be.
fn slip_of_form(line: &[u8]) -> &'static str {
    let text = String::from_utf8_lossy(line);
    if matches!(text.trim(), "+1" | "+0" | "-0") {
        "write 1 and 0 without a sign"
    } else if ["\u{2212}1", "\u{2013}1", "\u{2014}1"].contains(&text.trim()) {
        "this is not an ASCII minus: write - (U+002D) and 1"
    } else if matches!(text.trim(), "1" | "-1" | "0") {
        "it would be right without the blanks around it"
    } else if MoveText::from_bytes(line).is_ok() {
        "that is an answer to make_move: is check_win taken for it?"
    } else if BoardText::from_bytes(line).is_ok() {
        "that is an answer to show_board: is check_win taken for it?"
    } else {
        "answer 1, -1 or 0 and nothing else"
    }
}

/// Whether a game can have as many stones of each colour: equally many, or one more black one.
#[must_use]
pub(super) fn is_countable(board: &Board) -> bool {
    let (black, white) = (board.stones_of(Colour::Black), board.stones_of(Colour::White));
    black == white || black == white + 1
}

/// The rule that a wrong answer on this board breaks.
#[must_use]
pub(super) fn rule_on(board: &Board) -> &'static Requirement {
    if is_countable(board) { &VALUE } else { &SETUP }
}

/// A wrong answer.
#[must_use]
pub(super) fn wrong(rule: &Requirement, asked: Asked<'_>, expected: Standing, given: Standing) -> Violation {
    let board = asked.board;
    let chain = board.winner().map(|winner| winning_chain(board, winner)).unwrap_or_default();
    let because = match (board.winner(), expected) {
        (Some(winner), Standing::Won) => format!("{winner}, this bot's colour, has joined its edges"),
        (Some(winner), _) => format!("{winner}, the opponent's colour, has joined its edges"),
        (None, _) => "neither colour has joined its edges".to_owned(),
    };
    let mut violation = rule
        .violated(format!("check_win was answered {given}; right is {expected}: {because}"))
        .with_candidates(slip::candidates(asked, given))
        .drawn(draw(board, Spots { answer: chain, ..Spots::default() }));
    violation.received = Some(given.to_string());
    violation
}

/// The stones of the group that joins a colour's edges.
fn winning_chain(board: &Board, colour: Colour) -> Vec<Cell> {
    let size = board.size();
    let along = |cell: Cell| if colour == Colour::Black { cell.row() } else { cell.column() };
    for start in size.cells().filter(|&cell| along(cell) == 0 && board.get(cell) == Some(colour)) {
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for neighbour in cell.neighbours(size) {
                if board.get(neighbour) == Some(colour) && !group.contains(&neighbour) {
                    group.push(neighbour);
                }
            }
        }
        if group.iter().any(|&cell| along(cell) + 1 == size.get()) {
            return group;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_malformed_answer_is_explained() {
        for (line, hint) in [
            ("+1", "without a sign"),
            ("\u{2212}1", "not an ASCII minus"),
            ("0 ", "blanks around"),
            ("won", "nothing else"),
            ("c8", "answer to make_move"),
            ("B.|.W|", "answer to show_board"),
        ] {
            let violation = read(line.as_bytes()).unwrap_err();
            assert!(
                violation.hint.as_deref().is_some_and(|found| found.contains(hint)),
                "{line}: {violation:?}"
            );
        }
    }
}
