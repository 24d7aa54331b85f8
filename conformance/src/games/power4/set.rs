//! `power4/set/…`: the second set.

use botspec_sdk::games::power4::{Board, Column, Drop, Kind, Position};

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `power4/set/reset`.
pub(super) static RESET: Requirement = Requirement {
    id: "power4/set/reset",
    level: Level::Must,
    demand: "in a second set in the same folder it has all disks again and owes the dual disk again (tested only where the new board cannot have come from the old one by its own drop and one of its opponent's)",
    why: "A match is several sets, and your help files of the set before may still be there. A bot that takes them for those of the new set believes that its dual disk is used, and breaks the rule of the tenth turn.",
    source: "contest text, \"Game Explanation\", note: \"can use only once in a set\"; Decision P5: a board with no disks, or with one disk or one cleared drop, may be a new set, and help files of the earlier set may still be there",
    fix: "Write the board of each turn and your drop into your help file. If the next board cannot follow from them by one drop of your opponent's, and holds one disk at most, forget what was used and count turns from 1. The opponent may open with any disk: a dual one, or one that leaves the board empty; and the set before may have been short.",
    right: "new_set = disks_on_board <= 1 and not follows(last_board, last_drop, board)",
    wrong: "used = json.load(open(\"Co0023.json\")), whatever board.txt shows",
    applies: Applies::Always,
};

/// A bot's first board of a set has no more disks than this.
pub(super) const MAX_NEW: u32 = 1;

/// No team has more turns than this in a set. A disk that stays takes one of the 42 cells, and a cell is free again only if it
/// is cleared: a disk that clears takes 6 others of its row, 5 of its column or 8 neighbours, and each team has one of a
/// kind, so that 2 · 19 are cleared at the most. With the 6 that clear that makes 42 + 38 + 6 = 86 drops, by the teams in turn.
pub(super) const MAX_TURNS: u16 = 43;

/// Whether the first board of a set may look like this.
#[must_use]
pub(super) const fn may_be_new(board: &Board) -> bool {
    board.occupied().len() <= MAX_NEW
}

/// Whether a bot that was asked on one board, and dropped this there, may be shown the other one in the same set: after
/// a drop of its opponent's, or once more, as its try has failed. It need not know which disks its opponent has used.
#[must_use]
pub(super) fn may_follow(turn: &(Position, Drop), board: &Board) -> bool {
    board == turn.0.board() || replies(turn).any(|next| next == *board)
}

/// Whether the opponent could have ended the set after this turn of the bot's.
#[must_use]
pub(super) fn may_be_over(turn: &(Position, Drop)) -> bool {
    replies(turn).any(|next| next.result().is_some())
}

/// The boards after a turn of the bot's and each drop of its opponent's.
fn replies((asked, drop): &(Position, Drop)) -> impl Iterator<Item = Board> {
    let (team, gravity) = (asked.team(), asked.gravity());
    let after = asked.board().after(team, drop.kind, drop.column, gravity);
    let drops = Kind::ALL.into_iter().flat_map(|kind| Column::all().map(move |column| (kind, column)));
    drops.filter_map(move |(kind, column)| after.as_ref()?.after(team.other(), kind, column, gravity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use botspec_sdk::games::power4::{Gravity, OutputText, Team};

    fn drop(text: &str) -> Drop {
        Drop::try_from(&OutputText::from_bytes(text.as_bytes()).unwrap()).unwrap()
    }

    /// Whether the second set may be the first one going on.
    fn goes_on(first: &str, own: &str, second: &str) -> bool {
        let played = |starts: Team, drops: &str| {
            let drops = drops.split_terminator(", ").map(drop);
            drops.fold(Position::opening(starts, Gravity::Fall), |it, drop| it.play_unchecked(drop).unwrap())
        };
        may_follow(&(played(Team::One, first), drop(own)), played(Team::Two, second).board())
    }

    #[test]
    fn a_board_with_little_on_it_may_be_the_next_one() {
        assert!(goes_on("", "1 1", "5 4"), "what cleared itself leaves nothing");
        assert!(goes_on("", "5 4", ""), "the opponent clears");
        assert!(goes_on("5 1, 5 2", "5 3", "1 4"), "the opponent clears a row");
        assert!(goes_on("5 1, 5 1", "5 1", "2 4"), "or a column");
        assert!(goes_on("5 1, 5 2, 5 3, 5 3", "1 4", "5 3"), "one is left of two rows");
    }

    #[test]
    fn what_cannot_come_of_the_bots_own_drop_is_a_new_set() {
        assert!(!goes_on("", "5 4", "5 4"), "its own disk lay there, and nothing takes its place");
        assert!(!goes_on("", "4 4", "5 3"), "the dual disk does not go without the opponent's");
        assert!(!goes_on("5 1, 5 1, 5 2, 5 2", "5 3", ""), "no disk clears two rows");
        assert!(!goes_on("5 1, 5 2", "5 3", "4 4"), "three cannot become another one");
    }
}
