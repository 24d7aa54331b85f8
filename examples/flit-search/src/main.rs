//! A Flit bot that tries its most promising moves and plays the one with the best outlook: pieces, and the squares and neutral
//! pieces to which it is nearest.

use std::process::ExitCode;

use botspec_sdk::Deadline;
use botspec_sdk::games::flit::{Board, Contents, Flit, Move, Player, Position, Square, outlook};
use botspec_sdk::run::{best::BestSoFar, conversation};

/// Pieces that are tried: those that are missed least where they are.
const ORIGINS: usize = 4;
/// Squares that are tried: those where one more piece is worth most.
const DESTINATIONS: usize = 8;
/// Pieces and squares that are looked at to find them.
const LOOKED_AT: usize = 96;

fn main() -> ExitCode {
    conversation::run_anytime::<Flit, _>(|| choose)
}

/// The loop asks only if there is a legal move.
fn choose(position: &Position, deadline: &Deadline, best: &BestSoFar<Move>) -> Move {
    let me = position.player();
    let own = *position.board().pieces(me);
    let origins =
        best_of(own.iter(), ORIGINS, deadline, |piece| outlook(&without(position.board(), piece), me));
    let to = position.destinations().any;
    let near_neutral = to.by_distance(position.board().neutral()).flat_map(|ring| ring.iter());
    let destinations = best_of(near_neutral, DESTINATIONS, deadline, |square| {
        outlook(&with(position.board(), square, me), me)
    });

    let mut found = (i32::MIN, position.stay());
    for &destination in &destinations {
        let movable = position.origins(destination);
        for &origin in origins.iter().filter(|origin| movable.contains(**origin)) {
            let after = with(&without(position.board(), origin), destination, me);
            let worth = outlook(&after, me);
            if worth > found.0 {
                found = (worth, Move { origin, destination });
                best.offer(found.1);
            }
            if deadline.is_over() {
                return found.1;
            }
        }
    }
    if found.1.is_stay() { any_move(position) } else { found.1 }
}

/// Those of highest worth, the best first. What there is no time to look at is left out.
fn best_of(
    squares: impl Iterator<Item = Square>,
    count: usize,
    deadline: &Deadline,
    worth: impl Fn(Square) -> i32,
) -> Vec<Square> {
    let in_time = squares.take(LOOKED_AT).take_while(|_| !deadline.used_up(0.5));
    let mut judged: Vec<(i32, Square)> = in_time.map(|square| (worth(square), square)).collect();
    judged.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    judged.into_iter().take(count).map(|(_, square)| square).collect()
}

fn any_move(position: &Position) -> Move {
    let found = position.destinations().any.iter().find_map(|destination| {
        let origin = position.origins(destination).iter().next()?;
        Some(Move { origin, destination })
    });
    found.unwrap_or(position.stay())
}

fn without(board: &Board, piece: Square) -> Board {
    let mut board = board.clone();
    board.set(piece, Contents::Empty);
    board
}

/// The board with one piece more, and the neutral pieces beside it taken.
fn with(board: &Board, square: Square, player: Player) -> Board {
    let mut board = board.clone();
    for beside in square.neighbours(board.variant()) {
        if board.get(beside) == Contents::Neutral {
            board.set(beside, Contents::Piece(player));
        }
    }
    board.set(square, Contents::Piece(player));
    board
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::flit::{Answer, Match, Reply, Setup, Variant, draw};
    use botspec_sdk::random::Random;

    use super::*;

    #[test]
    fn it_collects_what_it_can_reach() {
        let updates = b"31 0 1\n7 7 1\n20 20 3\n0 1 5\n1 0 5\n8 8 5\n";
        let setup = Setup::from_bytes(updates, Variant::Standard, Player::One).expect("well-formed");
        let position = Position::new(setup.board().expect("consistent"), setup.player);
        let deadline = Deadline::new(Instant::now(), Duration::from_secs(600));
        assert_eq!(choose(&position, &deadline, &BestSoFar::new()).to_string(), "7 7 0 0");
    }

    #[test]
    fn its_moves_are_legal_with_time_and_without() {
        for (variant, time) in Variant::ALL.into_iter().zip([Duration::from_secs(600), Duration::ZERO]) {
            let mut random = Random::seeded(1);
            let mut game = Match::start(variant, &mut random).0;
            while game.outcome().is_none() && game.turns() < 600 {
                let deadline = Deadline::new(Instant::now(), time);
                let answer = Answer::from(choose(game.position(), &deadline, &BestSoFar::new()));
                let turn = game
                    .turn(Reply::Answer(answer), |board| draw::neutral(board, &mut random))
                    .expect("the game goes on");
                assert!(turn.moved.is_some(), "{answer}: {:?}", turn.faults);
            }
        }
    }
}
