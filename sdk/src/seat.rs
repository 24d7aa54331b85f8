//! Who sits where at the board.

use std::fmt;

/// A player's place in the order of play, counted from 1.
///
/// Every game has its own names for its sides (More, black, team 2); a seat is what they share,
/// so that a referee can hand turns to processes without knowing the game.
///
/// # Examples
///
/// ```
/// use botspec_sdk::seat::Seat;
/// let seat = Seat::from_index(1);
/// assert_eq!(seat.to_string(), "2");
/// assert!(Seat::from_index(0) < seat, "in the order of play");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index, counted from 0; at most 254.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::seat::Seat;
    /// assert_eq!(Seat::from_index(0).number(), 1);
    /// ```
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index + 1)
    }

    /// Counted from 0, for arrays.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::seat::Seat;
    /// let mut points = [0; 2];
    /// points[Seat::from_index(1).index()] += 3;
    /// assert_eq!(points, [0, 3]);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Counted from 1, for people.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::seat::Seat;
    /// assert_eq!([0, 1, 2, 3].map(|index| Seat::from_index(index).number()), [1, 2, 3, 4]);
    /// ```
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
