//! A Flit bot that walks to the nearest neutral piece and collects it.
//!
//! All of it is bit operations on whole boards: a move takes microseconds.

use std::process::ExitCode;

use botspec_sdk::Deadline;
use botspec_sdk::games::flit::{Flit, Move, Position, Square, Squares, Variant};

fn main() -> ExitCode {
    botspec_sdk::run::conversation::run::<Flit>(choose)
}

/// The loop asks only if there is a legal move.
fn choose(position: &Position, _: &Deadline) -> Move {
    let variant = position.variant();
    let own = *position.board().pieces(position.player());
    let to = position.destinations();
    let best = nearest(position.board().neutral(), &to.any).unwrap_or(to.any);

    let value = |square: &Square| position.conversions(*square).len();
    let Some(destination) = best.iter().max_by_key(value) else { return position.stay() };

    // Move the piece that is farthest away, so that pieces overtake one another. One that stands alone beside
    // the destination has to stay where it is: the moving piece itself does not count.
    let beside = own & Squares::of(variant, destination.neighbours(variant));
    let free = if beside.len() == 1 { own - beside } else { own };
    let origin = free.iter().max_by_key(|piece| distance(*piece, destination, variant));
    origin.map_or(position.stay(), |origin| Move { origin, destination })
}

/// The destinations with the shortest way to a neutral piece, if there are neutral pieces.
fn nearest(neutral: &Squares, destinations: &Squares) -> Option<Squares> {
    let mut seen = *neutral;
    loop {
        // One step outwards from all neutral pieces at once.
        let wider = seen | seen.neighbours();
        let reached = wider & *destinations;
        if !reached.is_empty() {
            return Some(reached);
        }
        if wider == seen {
            return None;
        }
        seen = wider;
    }
}

/// Steps between two squares, the shorter way round.
fn distance(a: Square, b: Square, variant: Variant) -> u8 {
    let along = |a: u8, b: u8| {
        let straight = a.abs_diff(b);
        straight.min(variant.side() - straight)
    };
    along(a.x(), b.x()) + along(a.y(), b.y())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::flit::{Answer, Match, Player, Reply, Setup, draw};
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
