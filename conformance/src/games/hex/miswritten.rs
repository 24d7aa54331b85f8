//! A cell that the bot means, and writes as another one.

use botspec_sdk::games::hex::{Board, Cell, Coordinate, MoveText, Position, Reason, Size};

use super::event::Event;
use crate::record::HintCandidate;
use crate::slip::{self, Slip};

/// A way of writing cells.
struct Notation {
    slip: &'static str,
    /// What is odd about it, in the middle of a sentence.
    how: &'static str,
    /// The cell that is meant by what is written.
    meant: fn(Coordinate, Size) -> Option<Coordinate>,
}

const NOTATIONS: [Notation; 4] = [
    Notation {
        slip: "make_move: row and column",
        how: "with row and column exchanged (the letter is the row)",
        meant: |at, _| {
            Coordinate::new(u8::try_from(at.number().checked_sub(1)?).ok()?, u32::from(at.row()) + 1)
        },
    },
    Notation {
        slip: "make_move: from the right",
        how: "with columns counted from the right",
        meant: |at, size| Coordinate::new(at.row(), u32::from(size.get()).checked_sub(at.number())? + 1),
    },
    Notation {
        slip: "make_move: from the bottom",
        how: "with rows counted from the bottom",
        meant: |at, size| Coordinate::new(size.get().checked_sub(at.row() + 1)?, at.number()),
    },
    Notation {
        slip: "make_move: one to the right",
        how: "one column further left (are columns counted from 1?)",
        meant: |at, _| Coordinate::new(at.row(), at.number().checked_sub(1)?),
    },
];

/// The ways of writing in the light of a move.
fn slips(position: &Position, at: Coordinate) -> Vec<Slip> {
    let in_the_light = |notation: &Notation| {
        let meant = (notation.meant)(at, position.size());
        let legal = |meant: &Coordinate| position.fault(MoveText::Place(*meant)).is_none();
        let hint = meant.filter(|meant| *meant != at && legal(meant));
        Slip {
            key: notation.slip,
            // Nobody means to play where nothing can be played.
            fits: meant == Some(at) || hint.is_some(),
            hint: hint.map(|meant| format!("{meant}, the same {}, would be legal", notation.how)),
        }
    };
    NOTATIONS.iter().map(in_the_light).collect()
}

/// What would explain an illegal move.
#[must_use]
pub(super) fn candidates(position: &Position, text: MoveText, reason: &Reason) -> Vec<HintCandidate> {
    let MoveText::Place(at) = text else { return Vec::new() };
    // Where most cells are free, so is what any slip makes of this one: that would say nothing.
    let roomy = usize::from(position.board().stone_count()) * 2 < position.size().cell_count();
    if at.number() == 0 || roomy && matches!(reason, Reason::Occupied { .. }) {
        return Vec::new();
    }
    slip::candidates(slips(position, at))
}

/// The ways of writing that a move speaks against: what would be meant by it cannot be played.
#[must_use]
pub(super) fn ruled_out(position: &Position, text: MoveText) -> Vec<&'static str> {
    match text {
        MoveText::Place(at) => slip::ruled_out(&slips(position, at)),
        MoveText::Swap => Vec::new(),
    }
}

/// The ways of writing, of those that `stand` so far, that a right board speaks against: it shows the bot's own moves
/// where they were written, and so where they were meant.
#[must_use]
pub(super) fn ruled_out_by_a_board(
    board: &Board,
    events: &[Event],
    is_plausible: impl Fn(&'static str) -> bool,
) -> Vec<&'static str> {
    let moves: Vec<Cell> = events
        .iter()
        .filter_map(|event| match *event {
            Event::Moved { cell, .. } => Some(cell),
            _ => None,
        })
        .filter(|&cell| board.get(cell).is_some())
        .collect();
    let elsewhere = |notation: &&Notation| {
        is_plausible(notation.slip)
            && moves.iter().any(|&cell| {
                let written = Coordinate::from(cell);
                (notation.meant)(written, board.size()) != Some(written)
            })
    };
    NOTATIONS.iter().filter(elsewhere).map(|notation| notation.slip).collect()
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::hex::{BoardText, Colour, Setup};

    use super::*;

    fn position(board: &str) -> Position {
        let text = BoardText::from_bytes(board.as_bytes()).unwrap();
        Position::from_setup(&Setup::new(&text, Colour::Black)).unwrap()
    }

    fn text(at: &str) -> MoveText {
        MoveText::from_bytes(at.as_bytes()).unwrap()
    }

    fn named(board: &str, at: &str) -> Vec<String> {
        let position = position(board);
        let reason = position.fault(text(at)).unwrap();
        candidates(&position, text(at), &reason).into_iter().map(|candidate| candidate.hint).collect()
    }

    #[test]
    fn a_move_that_would_be_legal_if_written_otherwise() {
        let crowded = "WB.|BW.|.B.|";
        let found = named(crowded, "b1");
        assert!(found.iter().any(|hint| hint.starts_with("b3, the same with columns counted")), "{found:?}");
        assert!(named(crowded, "b4").iter().any(|hint| hint.starts_with("b3, the same one column")));
        assert!(named("W..|.B.|...|", "a1").is_empty(), "nearly all cells are free");
    }

    #[test]
    fn what_could_not_be_meant_speaks_against_it() {
        let position = position("WB.|BW.|.B.|");
        // a2 and b1 are taken, a3 and c1 free.
        assert!(!ruled_out(&position, text("a3")).contains(&NOTATIONS[0].slip));
        assert!(ruled_out(&position, text("b3")).contains(&NOTATIONS[0].slip), "c2 is taken");
        assert!(ruled_out(&position, text("c1")).contains(&NOTATIONS[3].slip), "there is no column 0");
    }

    #[test]
    fn a_board_with_its_moves_where_they_were_written_speaks_against_it() {
        let board = position("WB.|...|...|");
        let moved =
            |row, column| [Event::Moved { cell: Cell::at(row, column).unwrap(), colour: Colour::Black }];
        let against = |moved: &[Event]| ruled_out_by_a_board(board.board(), moved, |_| true);
        assert_eq!(against(&moved(0, 1)).len(), 3, "the middle column is the same from the right");
        assert_eq!(against(&moved(2, 2)), Vec::<&str>::new(), "it was taken back");
    }
}
