//! Sparring partners for Power Connect Four.

use super::drop::Drop;
use super::game::Power4;
use super::position::Position;
use super::threats::Threats;
use crate::sparring::{Level, SparringGame, Varied, any_move, look_ahead};

/// A disk in the middle column is worth 3, a threat 20.
const SPREAD: u8 = 3;

impl SparringGame for Power4 {
    fn spar(level: Level, seed: u64, position: &Position) -> Drop {
        let (nodes, depth) = match level {
            Level::Random => return any_move(seed, position),
            Level::Greedy => (u64::MAX, 1),
            Level::Search1 => (300, 4),
            Level::Search2 => (5_000, 8),
            Level::Search3 => (100_000, 42),
        };
        look_ahead(Varied { evaluator: Threats, seed, spread: SPREAD }, position, nodes, depth, usize::MAX)
    }
}
