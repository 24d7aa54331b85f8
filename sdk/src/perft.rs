//! Counting lines of play: the classic test of a rules engine.

use crate::game::Position;

/// The number of sequences of exactly `depth` legal moves from `position`.
///
/// A finished game has no continuation; a sequence that ends early is not counted.
///
/// # Panics
/// If the engine lists a move that it then refuses: a bug in the engine.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Position, Size};
/// use botspec_sdk::perft::perft;
/// let opening = Position::opening(Size::new(3).unwrap());
/// assert_eq!(perft(&opening, 1), 9);
/// assert_eq!(perft(&opening, 2), 9 * (8 + 1), "eight cells are left, or a swap");
/// assert_eq!(perft(&opening, 3), 9 * (8 * 7 + 8));
/// ```
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| match position.clone().play(mv) {
            Ok(next) => perft(&next, depth - 1),
            Err(refused) => panic!("listed as legal, then refused: {refused}"),
        })
        .sum()
}
