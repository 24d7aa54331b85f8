//! A Power Connect Four bot that looks as far ahead as its time allows, and judges by what both teams threaten.

use std::process::ExitCode;

use botspec_sdk::games::power4::{Drop, Position, Power4, TeamId, Threats};
use botspec_sdk::run::{best::BestSoFar, file_turn};
use botspec_sdk::search::{AlphaBeta, Budget};
use botspec_sdk::{Deadline, Position as _};

/// The program is not called after its team, so it says which team it is.
const TEAM: TeamId = TeamId::Is("Se0004");

/// Positions looked at for a drop: a tenth of a second or so. A number and not a time, so that the same position always gets
/// the same answer.
const POSITIONS: u64 = 300_000;
/// A set has no more turns to come, but for what is cleared away.
const DEPTH: u8 = 42;

fn main() -> ExitCode {
    file_turn::run_anytime::<Power4>(&TEAM, choose)
}

fn choose(position: &Position, deadline: &Deadline, best: &BestSoFar<Drop>) -> Drop {
    let mut search = AlphaBeta::with_table(Threats, 1 << 18);
    let budget = Budget::until(*deadline).and_nodes(POSITIONS);
    let found = search.search_offering(position, &budget, DEPTH, |drop| best.offer(drop));
    found.map_or_else(|| position.legal_moves()[0], |found| found.best)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::power4::{BoardText, Gravity, Kinds, Setup, Team};

    use super::*;

    fn answer(row: &str, used: Kinds, turns: u16, time: Duration) -> String {
        let text = format!("{row} {}", "0 ".repeat(35));
        let board = BoardText::from_bytes(text.as_bytes()).expect("a board").board;
        let setup =
            Setup { board, team: Team::One, used: [used; 2], turns: [turns; 2], gravity: Gravity::Fall };
        let position = Position::from_guess(&setup).expect("a position");
        let drop = choose(&position, &Deadline::new(Instant::now(), time), &BestSoFar::new());
        assert!(position.play(drop).is_ok(), "{drop}");
        drop.to_string()
    }

    #[test]
    fn it_wins_when_it_can_and_owes_no_dual_disk() {
        assert_eq!(answer("2 1 1 1 0 2 2", Kinds::ALL, 12, Duration::from_secs(600)), "5 5");
        assert!(answer("1 2 1 2 1 2 1", Kinds::NONE, 9, Duration::from_secs(600)).starts_with("4 "));
        assert!(answer("1 2 1 2 1 2 1", Kinds::NONE, 9, Duration::ZERO).starts_with("4 "));
    }
}
