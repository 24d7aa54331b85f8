//! The facts that a description of a game in progress claims.

use super::board::{Cell, Colour, Size};
use super::wire::BoardText;

/// A situation as somebody describes it: of the right shape, but not necessarily possible.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::hex::{Cell, Colour, Position, Setup, Size, Swap};
/// let stones = vec![(Cell::at(1, 1).unwrap(), Colour::Black)];
/// let (size, to_move) = (Size::new(3).unwrap(), Colour::White);
/// // The right to swap is gone, so there are no moves but the eight empty cells.
/// let position = Position::from_setup(&Setup { size, stones, to_move, swap: Swap::Closed })?;
/// assert_eq!(position.legal_moves().len(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour, Position, Setup, Swap};
    /// let text = BoardText::from_bytes(b"...|.B.|...|")?;
    /// let setup = Setup::new(&text, Colour::White);
    /// assert_eq!((setup.stones.len(), setup.swap), (1, Swap::Open));
    /// assert!(Position::from_setup(&setup)?.may_swap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(text: &BoardText, to_move: Colour) -> Self {
        Self { size: text.size(), stones: text.stones().collect(), to_move, swap: Swap::Open }
    }
}

/// What has become of the right to swap.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::hex::{Cell, Move, Position, Size, Swap};
/// let position = Position::opening(Size::new(2).unwrap());
/// let position = position.play(Move::Place(Cell::at(0, 0).unwrap()))?.play(Move::Swap)?;
/// assert_eq!(position.to_setup().swap, Swap::Done);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
