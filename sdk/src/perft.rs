//! Counting lines of play: the classic test of a rules engine.

use crate::game::Position;

/// The number of sequences of exactly `depth` legal moves from `position`.
///
/// A finished game has no continuation; a sequence that ends early is not counted.
///
/// # Panics
/// If the engine lists a move that it then refuses: a bug in the engine.
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
