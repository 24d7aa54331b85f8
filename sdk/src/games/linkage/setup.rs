//! The facts that an `input.txt` claims.

use super::board::Side;
use super::cell::Cells;
use super::wire::InputText;

/// A situation as somebody describes it: of the right shape, but not necessarily possible.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{InputText, Setup, Side};
/// let text = b"F5666\nRx.....\nRx.....\nx......\n...X...\n.......\n.......\n.......\n";
/// let setup = Setup::from(InputText::from_bytes(text)?);
/// assert_eq!((setup.side, setup.left), (Side::Fewer, [5, 6, 6, 6]));
/// assert_eq!(InputText::from(setup).to_string().as_bytes(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
