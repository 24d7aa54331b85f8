//! The strategy: this is the file to write.

use botspec_sdk::Deadline;
use botspec_sdk::games::flit::{Move, Position, Square};

/// Goes to where a neutral piece is nearest, with the piece that is farthest away. It is asked only if there is a
/// legal move; 50 ms are all there is.
pub fn choose(position: &Position, _deadline: &Deadline) -> Move {
    let nearest = position.destinations().any.by_distance(position.board().neutral()).next();
    let gain = |square: &Square| position.conversions(*square).len();
    let Some(destination) = nearest.and_then(|nearest| nearest.iter().max_by_key(gain)) else {
        return position.stay();
    };

    let steps = |piece: &Square| piece.distance(destination, position.variant());
    let origin = position.origins(destination).iter().max_by_key(steps);
    origin.map_or(position.stay(), |origin| Move { origin, destination })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::flit::{Player, Setup, Variant};

    use super::*;

    fn answer(updates: &str) -> String {
        let setup = Setup::from_bytes(updates.as_bytes(), Variant::Standard, Player::One).expect("well-formed");
        let position = Position::new(setup.board().expect("on the board"), Player::One);
        choose(&position, &Deadline::new(Instant::now(), Duration::from_millis(50))).to_string()
    }

    #[test]
    fn it_collects_what_it_can_reach() {
        // (0, 0) is beside the own (31, 0), round the edge, and beside two neutral pieces.
        assert_eq!(answer("31 0 1\n7 7 1\n20 20 3\n0 1 5\n1 0 5\n8 8 5\n"), "7 7 0 0");
    }
}
