//! The game as a type.

use super::position::Position;
use crate::game::Game;

/// Flit, in both its variants: which one is played is part of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flit;

impl Game for Flit {
    const NAME: &'static str = "flit";

    type Position = Position;
}
