//! Looking ahead: alpha-beta, one turn deeper each time, until the work for this turn is done.

use botspec_sdk::games::power4::{Column, Drop, Kind, Position};
use botspec_sdk::{Deadline, Position as _};

use crate::evaluation;

/// Positions looked at per turn: a millisecond or two. The same number on every machine, so that
/// the same position always gets the same answer.
const WORK: u32 = 12_000;

/// How many turns ahead the special disks are looked at: there are four times as many drops with
/// them, so after a use and an answer only normal ones follow.
const SPECIAL_TURNS: u32 = 2;

/// Columns, those with most lines of four first: good drops early make the search short.
const FROM_THE_MIDDLE: [u8; 7] = [4, 3, 5, 2, 6, 1, 7];

/// The best drop that a little looking ahead finds.
pub(crate) fn choose(position: &Position, deadline: &Deadline) -> Drop {
    let mut search = Search { work: WORK, deadline };
    let mut roots: Vec<(i32, Drop)> = drops(position, true).map(|drop| (0, drop)).collect();
    let empty = 42 - position.board().occupied().len();
    for depth in 1..=empty.max(1) {
        let Some(best) = search.roots(position, &mut roots, depth) else { break };
        if best.abs() >= evaluation::WIN - 100 {
            break;
        }
    }
    roots[0].1
}

/// The drops worth looking at, normal disks first.
fn drops(position: &Position, special: bool) -> impl Iterator<Item = Drop> + use<> {
    let due = position.dual_is_due();
    let used = position.used(position.team());
    let columns = FROM_THE_MIDDLE.into_iter().filter_map(Column::new);
    let board = *position.board();
    let columns = columns.filter(move |&column| board.landing(column).is_some());
    let kinds = Kind::ALL.into_iter().rev().filter(move |&kind| match kind {
        Kind::Dual => due || special && !used.contains(kind),
        Kind::Normal => !due,
        _ => special && !due && !used.contains(kind),
    });
    kinds.flat_map(move |kind| columns.clone().map(move |column| Drop { kind, column }))
}

struct Search<'a> {
    work: u32,
    deadline: &'a Deadline,
}

impl Search<'_> {
    /// Values all drops of a turn and puts the best first; drops of equal value keep their places.
    /// `None`, and the drops as they were, if the work ran out.
    fn roots(&mut self, position: &Position, roots: &mut [(i32, Drop)], depth: u32) -> Option<i32> {
        let mut best = -i32::MAX;
        let mut values = Vec::with_capacity(roots.len());
        for &(_, drop) in roots.iter() {
            let after = position.play_unchecked(drop)?;
            let value = -self.value(&after, 1, depth - 1, -i32::MAX, -best)?;
            // Behind the best, a value is only known to be no better.
            values.push(if value > best { value } else { value.min(best - 1) });
            best = best.max(value);
        }
        for (root, value) in roots.iter_mut().zip(values) {
            root.0 = value;
        }
        roots.sort_by_key(|&(value, _)| -value);
        Some(best)
    }

    /// What the position is worth to the team to move, exactly if it lies between the bounds. `turn` turns
    /// have been looked ahead, `depth` more are to be.
    fn value(
        &mut self,
        position: &Position,
        turn: u32,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.work = self.work.checked_sub(1)?;
        if self.work.is_multiple_of(256) && self.deadline.is_over() {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            let value = evaluation::of_end(outcome, position.team());
            // A win is better early, a loss better late.
            return Some(value - value.signum() * i32::try_from(turn).unwrap_or(0));
        }
        if depth == 0 {
            return Some(evaluation::of(position));
        }
        let mut best = -i32::MAX;
        for drop in drops(position, turn < SPECIAL_TURNS) {
            let after = position.play_unchecked(drop)?;
            best = best.max(-self.value(&after, turn + 1, depth - 1, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::power4::{BoardText, Gravity, Kinds, Setup, Team};
    use botspec_sdk::random::Random;

    use super::*;

    fn position(rows: &[&str], used: Kinds, turns: u16) -> Position {
        let text = format!("{} {}", rows.join(" "), "0 ".repeat(42 - 7 * rows.len()));
        let board = BoardText::from_bytes(text.as_bytes()).expect("a board").board;
        let setup =
            Setup { board, team: Team::One, used: [used; 2], turns: [turns; 2], gravity: Gravity::Fall };
        Position::from_guess(&setup).expect("a position")
    }

    fn answer(position: &Position) -> String {
        choose(position, &Deadline::new(Instant::now(), Duration::from_secs(600))).to_string()
    }

    #[test]
    fn it_wins_now_rather_than_later_and_with_a_normal_disk_if_that_will_do() {
        assert_eq!(answer(&position(&["2 1 1 1 0 2 2"], Kinds::NONE, 3)), "5 5");
    }

    #[test]
    fn it_does_not_complete_the_opponents_four_with_its_dual_disk() {
        // It is due, and in column 1 or 5 it would be the fourth.
        let due = position(&["0 2 2 2 0 0 0"], Kinds::ALL.without(Kind::Dual), 9);
        let answer = answer(&due);
        assert!(answer.starts_with("4 ") && answer != "4 1" && answer != "4 5", "{answer}");
    }

    #[test]
    fn two_open_ends_are_answered_with_a_special_disk() {
        // Either end makes four for team 2: one normal disk cannot stop both.
        let lost = position(&["0 0 2 2 2 0 0"], Kinds::ALL, 12);
        assert!(answer(&lost).starts_with("5 "));
        let saved = position(&["0 0 2 2 2 0 0"], Kinds::ALL.without(Kind::ClearRow), 12);
        assert_eq!(&answer(&saved)[..1], "1");
    }

    /// Who wins a set of this bot against one that plays a random legal drop.
    fn set(seed: u64, minimax: Team) -> Option<Team> {
        let deadline = Deadline::new(Instant::now(), Duration::from_secs(600));
        let mut random = Random::seeded(seed);
        let mut position = Position::opening(Team::ALL[random.index(2)], Gravity::Fall);
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome.winner;
            }
            let drop = if position.team() == minimax {
                choose(&position, &deadline)
            } else {
                random.pick(&position.legal_moves()).copied().expect("the set goes on")
            };
            position = position.play(drop).expect("a legal drop");
        }
    }

    #[test]
    fn it_plays_legally_and_beats_chance_as_either_team() {
        for team in Team::ALL {
            let won = (0..10).filter(|&seed| set(seed, team) == Some(team)).count();
            assert!(won >= 9, "won {won} of 10 as team {team}");
        }
    }

    #[test]
    fn against_itself_it_owes_no_dual_disk() {
        let deadline = Deadline::new(Instant::now(), Duration::from_secs(600));
        let mut position = Position::opening(Team::One, Gravity::Fall);
        while position.outcome().is_none() {
            position = position.play(choose(&position, &deadline)).expect("a legal drop");
            for team in Team::ALL {
                assert!(position.turns(team) < 10 || position.used(team).contains(Kind::Dual));
            }
        }
    }

    #[test]
    fn without_time_it_still_answers() {
        let opening = Position::opening(Team::Two, Gravity::Hover);
        let drop = choose(&opening, &Deadline::new(Instant::now(), Duration::ZERO));
        assert!(opening.play(drop).is_ok());
    }
}
