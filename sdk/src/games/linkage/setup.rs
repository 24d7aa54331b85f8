//! The facts that an `input.txt` claims.

use super::board::Side;
use super::cell::Cells;
use super::wire::InputText;

/// A situation as somebody describes it: of the right shape, but not necessarily possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Whose turn it is.
    pub side: Side,
    /// Dominoes left, in the order of [`Colour::ALL`](super::Colour::ALL).
    pub left: [u8; 4],
    /// What each square holds.
    pub cells: Cells,
}

impl From<InputText> for Setup {
    fn from(text: InputText) -> Self {
        let InputText { side, left, cells } = text;
        Self { side, left, cells }
    }
}

impl From<Setup> for InputText {
    /// The text for a setup. A count above 9 has no digit and is written as 9.
    fn from(setup: Setup) -> Self {
        let Setup { side, left, cells } = setup;
        Self { side, left: left.map(|count| count.min(9)), cells }
    }
}
