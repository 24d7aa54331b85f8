//! The facts that a description of a game in progress claims.

use super::board::{Cell, Colour, Size};
use super::wire::BoardText;

/// A situation as somebody describes it: of the right shape, but not necessarily possible.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Cells along each side.
    pub size: Size,
    /// The stones, in any order.
    pub stones: Vec<(Cell, Colour)>,
    /// The colour whose turn it is.
    pub to_move: Colour,
    /// What has become of the right to swap.
    pub swap: Swap,
}

impl Setup {
    /// What a board line shows, with the colour to move, which it does not; no swap has been made.
    #[must_use]
    pub fn new(text: &BoardText, to_move: Colour) -> Self {
        Self { size: text.size(), stones: text.stones().collect(), to_move, swap: Swap::Open }
    }
}

/// What has become of the right to swap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Swap {
    /// The second player may swap while there is exactly one stone, a black one, white is to move,
    /// and nobody has won.
    Open,
    /// Nobody may swap any more, and nobody has.
    Closed,
    /// The players have exchanged colours: who opened as black is white now.
    Done,
}

impl Swap {
    /// Ends the right to swap if it still exists.
    pub(super) fn close(&mut self) {
        if *self == Self::Open {
            *self = Self::Closed;
        }
    }
}
