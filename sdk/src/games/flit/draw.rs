//! What a referee leaves to chance: the start, and the neutral pieces.
//!
//! All draws come from a [`Random`], so a game can be reproduced from its seed: first the start, then one
//! [`neutral`] after each turn, those of frozen bots and those that moved nothing included.

use super::board::{Board, Contents};
use super::square::Square;
use super::variant::Variant;
use super::wire::Update;
use crate::random::Random;

/// A starting board, and the updates that tell it in the order in which the pieces were placed.
///
/// Twice, for each bot by number: one `below(n)` among the n available squares, by (y, x).
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Variant;
/// use botspec_sdk::games::flit::draw;
/// use botspec_sdk::random::Random;
/// let (board, updates) = draw::start(Variant::Standard, &mut Random::seeded(7));
/// assert_eq!(board.piece_counts(), [2, 2, 2, 2]);
/// assert!(board.problems().is_empty());
/// assert_eq!(draw::start(Variant::Standard, &mut Random::seeded(7)).1, updates, "the same from the same seed");
/// ```
#[must_use]
pub fn start(variant: Variant, random: &mut Random) -> (Board, Vec<Update>) {
    let mut board = Board::empty(variant);
    let mut updates = Vec::new();
    for _ in 0..2 {
        for &player in variant.players() {
            let available = board.available();
            let square =
                available.nth(random.below(available.len())).expect("seven pieces leave squares available");
            board.set(square, Contents::Piece(player));
            updates.push(Update::new(square, Contents::Piece(player)));
        }
    }
    (board, updates)
}

/// The square that gets a neutral piece after a turn, if one does. The board is left as it is.
///
/// One `below(1024)` (`below(256)` in a `duel`), the number of a square counted by (y, x): x is the remainder
/// by the side of the board, y the quotient. If that square is available, then one `chance(1, 16)`; if not,
/// nothing more is drawn.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::draw;
/// use botspec_sdk::games::flit::{Board, Variant};
/// use botspec_sdk::random::Random;
/// let board = Board::empty(Variant::Duel);
/// let mut random = Random::seeded(1);
/// let drawn = (0..1_600).filter(|_| draw::neutral(&board, &mut random).is_some()).count();
/// assert!((60..140).contains(&drawn), "one in sixteen where every square is available: {drawn}");
/// ```
#[must_use]
pub fn neutral(board: &Board, random: &mut Random) -> Option<Square> {
    let variant = board.variant();
    let (number, side) = (random.below(variant.area()), u32::from(variant.side()));
    let square = variant.square(number % side, number / side).expect("drawn below the number of squares");
    (board.is_available(square) && random.chance(1, 16)).then_some(square)
}
