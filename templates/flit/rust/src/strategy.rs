//! The strategy: this is the file to write.

use std::cmp::Reverse;

use botspec_sdk::Deadline;
use botspec_sdk::games::flit::{Move, Position, Square, Squares, Variant};

/// Goes to where a neutral piece is nearest, with the piece that is farthest away. It is asked only if there is a
/// legal move; 50 ms are all there is.
pub fn choose(position: &Position, _deadline: &Deadline) -> Move {
    let variant = position.variant();
    let neutral = position.board().neutral();
    let value = |square: &Square| {
        let nearest = neutral.iter().map(|piece| distance(piece, *square, variant)).min();
        (Reverse(nearest), position.conversions(*square).len())
    };
    let Some(destination) = position.destinations().any.iter().max_by_key(value) else {
        return position.stay();
    };

    // A piece that stands alone beside the destination stays: the moving piece itself does not count.
    let own = *position.board().pieces(position.player());
    let beside = own & Squares::of(variant, destination.neighbours(variant));
    let free = if beside.len() == 1 { own - beside } else { own };
    let origin = free.iter().max_by_key(|piece| distance(*piece, destination, variant));
    origin.map_or(position.stay(), |origin| Move { origin, destination })
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

    use botspec_sdk::games::flit::{Player, Setup};

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
