//! A Flit bot that walks to the nearest neutral piece and collects it.
//!
//! All of it is bit operations on whole boards: a move takes microseconds.

use std::process::ExitCode;

use botspec_sdk::Deadline;
use botspec_sdk::games::flit::{Flit, Move, Position, Square};

fn main() -> ExitCode {
    botspec_sdk::run::conversation::run::<Flit>(choose)
}

/// The loop asks only if there is a legal move.
fn choose(position: &Position, _: &Deadline) -> Move {
    let nearest = position.destinations().any.by_distance(position.board().neutral()).next();
    let gain = |square: &Square| position.conversions(*square).len();
    let Some(destination) = nearest.and_then(|nearest| nearest.iter().max_by_key(gain)) else {
        return position.stay();
    };

    // The piece that is farthest away, so that pieces overtake one another.
    let steps = |piece: &Square| piece.distance(destination, position.variant());
    let origin = position.origins(destination).iter().max_by_key(steps);
    origin.map_or(position.stay(), |origin| Move { origin, destination })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::flit::{Answer, Match, Player, Reply, Setup, Variant, draw};
    use botspec_sdk::random::Random;

    use super::*;

    fn deadline() -> Deadline {
        Deadline::new(Instant::now(), Duration::from_secs(1))
    }

    #[test]
    fn it_collects_what_it_can_reach() {
        // (0, 0) is beside the own (31, 0), round the edge, and beside both neutral pieces.
        let updates = b"31 0 1\n7 7 1\n20 20 3\n0 1 5\n1 0 5\n8 8 5\n";
        let setup = Setup::from_bytes(updates, Variant::Standard, Player::One).unwrap();
        let position = Position::new(setup.board().unwrap(), setup.player);
        assert_eq!(choose(&position, &deadline()).to_string(), "7 7 0 0");
    }

    #[test]
    fn its_moves_are_legal_and_go_on_until_the_game_ends() {
        for variant in Variant::ALL {
            let mut random = Random::seeded(1);
            let mut game = Match::start(variant, &mut random).0;
            while game.outcome().is_none() && game.turns() < 3_000 {
                let answer = Answer::from(choose(game.position(), &deadline()));
                let turn =
                    game.turn(Reply::Answer(answer), |board| draw::neutral(board, &mut random)).unwrap();
                assert!(turn.moved.is_some(), "{answer}: {:?}", turn.faults);
            }
            let pieces: u32 = game.position().board().piece_counts().iter().sum();
            assert!(pieces > 30, "{pieces} pieces after {} turns", game.turns());
        }
    }
}
