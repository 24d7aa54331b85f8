//! Who sits where at the board.

use std::fmt;

/// A player's place in the order of play, counted from 1.
///
/// Every game has its own names for its sides (More, black, team 2); a seat is what they share,
/// so that a referee can hand turns to processes without knowing the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index, counted from 0.
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index + 1)
    }

    /// Counted from 0, for arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Counted from 1, for people.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
