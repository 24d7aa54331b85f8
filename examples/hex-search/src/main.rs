//! A Hex bot that looks several moves ahead, at the likeliest ones only, and judges by how far both players are from
//! joining their edges.

use std::process::ExitCode;

use botspec_sdk::games::hex::{Colour, Distances, Hex, Move, Position};
use botspec_sdk::run::{best::BestSoFar, conversation};
use botspec_sdk::search::{AlphaBeta, Budget, Evaluator as _};
use botspec_sdk::{Deadline, Position as _};

/// Moves of a position that are looked at: those where both players' ways are shortest.
const WIDTH: usize = 6;
/// Positions looked at for a move, on boards of up to 10×10; on larger ones each takes longer. A number and not a time, so that
/// the same position always gets the same answer.
const POSITIONS: u64 = 8_000;
const CELLS: u64 = 100;

fn main() -> ExitCode {
    conversation::run_anytime::<Hex, _>(|| choose)
}

fn choose(position: &Position, deadline: &Deadline, best: &BestSoFar<Move>) -> Move {
    if position.board().stone_count() == 0 && position.to_move() == Colour::Black {
        return opening(position);
    }
    let cells = position.size().cell_count() as u64;
    let positions = POSITIONS * CELLS / cells.max(CELLS);
    let mut search = AlphaBeta::with_table(Distances::new(), 1 << 14).narrow(WIDTH);
    let budget = Budget::until(*deadline).and_nodes(positions);
    let found = search.search_offering(position, &budget, 40, |mv| best.offer(mv));
    found.map_or_else(|| position.legal_moves()[0], |found| found.best)
}

/// The stone that is worth as little to its owner as to the opponent, who may swap.
fn opening(position: &Position) -> Move {
    let mut distances = Distances::new();
    let mut worth = |mv: &Move| {
        let after = position.clone().play(*mv).expect("listed as legal");
        match after.outcome() {
            Some(_) => 0,
            None => distances.evaluate(&after, position.seat_to_move()).unsigned_abs(),
        }
    };
    let moves = position.legal_moves().into_iter();
    moves.min_by_key(&mut worth).expect("the board is empty")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::hex::{BoardText, Setup, Size};

    use super::*;

    fn answer(position: &Position, time: Duration) -> Move {
        choose(position, &Deadline::new(Instant::now(), time), &BestSoFar::new())
    }

    #[test]
    fn it_wins_when_it_can_and_else_saves_the_game() {
        for (board, to_move, expected) in
            [("B.W|B.W|...|", Colour::Black, "c1"), ("..W|..B|WB.|", Colour::White, "b2")]
        {
            let text = BoardText::from_bytes(board.as_bytes()).expect("well-formed");
            let position = Position::from_setup(&Setup::new(&text, to_move)).expect("consistent");
            assert_eq!(answer(&position, Duration::from_secs(600)).to_string(), expected);
        }
    }

    #[test]
    fn without_time_it_answers_legally_on_every_size() {
        for size in Size::all() {
            let mut position = Position::opening(size);
            for _ in 0..3 {
                if position.outcome().is_none() {
                    position = position.clone().play(answer(&position, Duration::ZERO)).expect("legal");
                }
            }
        }
    }
}
