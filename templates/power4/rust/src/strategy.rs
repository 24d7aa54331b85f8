//! The strategy: this is the file to write.

use std::cmp::Reverse;

use botspec_sdk::Deadline;
use botspec_sdk::games::power4::{Drop, Kind, Position, Team};

/// Wins, else does not let the opponent win, saves special disks, and keeps to the middle.
pub fn choose(position: &Position, _deadline: &Deadline) -> Drop {
    let (own, other) = (position.team(), position.team().other());
    let value = |drop: &Drop| {
        let Some(after) = position.play_unchecked(*drop) else { return None };
        let board = after.board();
        let won = board.has_four(own) && !board.has_four(other);
        let lost = board.has_four(other);
        let middle = Reverse(drop.column.number().abs_diff(4));
        Some((won, !lost, Reverse(threats(&after, other)), drop.kind == Kind::Normal, middle))
    };
    position.drops().max_by_key(value).expect("the bot is asked only while there is an open column")
}

/// How many normal disks would win for a team.
fn threats(position: &Position, team: Team) -> usize {
    let wins = |&column: &_| {
        let after = position.board().after(team, Kind::Normal, column, position.gravity());
        after.is_some_and(|board| board.has_four(team))
    };
    position.columns().filter(wins).count()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::power4::{BoardText, Gravity, Kinds, Setup};

    use super::*;

    /// What it answers as team 1 with these first rows, from the bottom up.
    fn answer(rows: &str, used: Kinds, turns: u16) -> String {
        let disks = rows.split_whitespace().count();
        let text = format!("{rows} {}", "0 ".repeat(42 - disks));
        let board = BoardText::from_bytes(text.as_bytes()).expect("well-formed").board;
        let setup =
            Setup { board, team: Team::One, used: [used; 2], turns: [turns; 2], gravity: Gravity::Fall };
        let position = Position::from_guess(&setup).expect("consistent");
        choose(&position, &Deadline::new(Instant::now(), Duration::from_secs(1))).to_string()
    }

    #[test]
    fn it_wins_when_it_can_and_else_saves_the_set() {
        assert_eq!(answer("2 1 1 1 0 2 2", Kinds::NONE, 3), "5 5");
        assert_eq!(answer("2 2 2 0 1 0 0", Kinds::ALL, 12), "5 4");
    }

    #[test]
    fn the_dual_disk_is_used_by_the_tenth_turn() {
        let answer = answer("1 2 1 2 1 2 1", Kinds::NONE, 9);
        assert!(answer.starts_with("4 "), "{answer}");
    }
}
