//! `power4/set/…`: the second set.

use botspec_sdk::games::power4::{Board, Position};

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `power4/set/reset`.
pub(super) static RESET: Requirement = Requirement {
    id: "power4/set/reset",
    level: Level::Must,
    demand: "in a second set in the same folder it has all disks again and owes the dual disk again (tested only where the new board cannot have come from the old one by one drop of each team)",
    why: "A match is several sets, and your help files of the set before may still be there. A bot that takes them for those of the new set believes that its dual disk is used, and breaks the rule of the tenth turn.",
    source: "contest text, \"Game Explanation\", note: \"can use only once in a set\"; Decision P5: a board with no disks, or with one disk or one cleared drop, may be a new set, and help files of the earlier set may still be there",
    fix: "Write the board of each turn into your help file. If the next board cannot follow from it by your drop and one of your opponent's, and holds one disk at most, forget what was used and count turns from 1.",
    right: "new_set = disks_on_board <= 1 and not follows(last_board, board)",
    wrong: "used = json.load(open(\"Co0023.json\")), whatever board.txt shows",
    applies: Applies::Always,
};

/// Whether a bot may take a board for that of a new set: no disk, or one, or one cleared drop.
#[must_use]
pub(super) const fn may_be_new(board: &Board) -> bool {
    board.occupied().len() <= 1
}

/// Whether a board can have come from a position by one drop of each team.
#[must_use]
pub(super) fn may_follow(asked: &Position, board: &Board) -> bool {
    let after = |position: &Position| -> Vec<Position> {
        position.drops().filter_map(|drop| position.play_unchecked(drop)).collect()
    };
    after(asked).iter().any(|next| after(next).iter().any(|last| last.board() == board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use botspec_sdk::Position as _;
    use botspec_sdk::games::power4::{BoardText, Drop, Gravity, OutputText, Team};

    fn drop(text: &str) -> Drop {
        Drop::try_from(&OutputText::from_bytes(text.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn a_board_with_little_on_it_may_be_the_next_one() {
        let opening = Position::opening(Team::One, Gravity::Fall);
        assert!(may_follow(&opening, &Board::EMPTY), "both may clear");
        let two = opening.play(drop("5 1")).unwrap().play(drop("5 2")).unwrap();
        assert!(may_follow(&two, &Board::EMPTY), "one of them clears the row");
        let text = "1 2 0 0 0 0 0 2 1 0 0 0 0 0 1 2 0 0 0 0 0 ".to_owned() + &"0 ".repeat(21);
        let board = BoardText::from_bytes(text.as_bytes()).unwrap().board;
        let setup = botspec_sdk::games::power4::Setup { board, ..opening.to_setup() };
        let tall = Position::from_guess(&setup).unwrap();
        assert!(may_follow(&tall, &Board::EMPTY), "two columns can be cleared");
        let text = "1 2 1 2 1 2 0 2 1 2 1 2 1 0 ".to_owned() + &"0 ".repeat(28);
        let board = BoardText::from_bytes(text.as_bytes()).unwrap().board;
        let setup = botspec_sdk::games::power4::Setup { board, ..opening.to_setup() };
        let wide = Position::from_guess(&setup).unwrap();
        assert!(may_follow(&wide, &Board::EMPTY), "two rows can be cleared");
        let text = "1 2 1 2 1 2 0 2 1 2 1 2 1 0 2 0 0 0 0 0 0 ".to_owned() + &"0 ".repeat(21);
        let board = BoardText::from_bytes(text.as_bytes()).unwrap().board;
        let setup = botspec_sdk::games::power4::Setup { board, ..opening.to_setup() };
        assert!(!may_follow(&Position::from_guess(&setup).unwrap(), &Board::EMPTY));
    }
}
