//! A square of the torus, and the four ways to leave it.

use std::fmt;

use super::variant::Variant;

/// A square of the board. Squares sort by x, then y.
///
/// Made by [`Variant::square`], so x and y are always below 32.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Square, Variant};
/// let square: Square = Variant::Duel.square(3, 14).expect("0 to 15");
/// assert_eq!((square.x(), square.y(), square.to_string().as_str()), (3, 14, "3 14"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    x: u8,
    y: u8,
}

impl Square {
    /// The caller has checked that both are below the side of a board.
    pub(super) const fn new_unchecked(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// From 0; below 32.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Square, Variant};
    /// assert_eq!(Variant::Duel.square(3, 14).map(Square::x), Some(3));
    /// ```
    #[must_use]
    pub const fn x(self) -> u8 {
        self.x
    }

    /// From 0; below 32.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Square, Variant};
    /// assert_eq!(Variant::Duel.square(3, 14).map(Square::y), Some(14));
    /// ```
    #[must_use]
    pub const fn y(self) -> u8 {
        self.y
    }

    /// The next square this way, wrapping round on a board of that variant, which must have this one.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Direction, Variant};
    /// let edge = Variant::Duel.square(15, 4).unwrap();
    /// assert_eq!(edge.step(Direction::Right, Variant::Duel).to_string(), "0 4");
    /// assert_eq!(edge.step(Direction::Right, Variant::Standard).to_string(), "16 4");
    /// ```
    #[must_use]
    pub const fn step(self, way: Direction, variant: Variant) -> Self {
        let last = variant.side() - 1;
        let Self { x, y } = self;
        match way {
            Direction::Left => Self { x: x.wrapping_sub(1) & last, y },
            Direction::Right => Self { x: (x + 1) & last, y },
            Direction::Up => Self { x, y: y.wrapping_sub(1) & last },
            Direction::Down => Self { x, y: (y + 1) & last },
        }
    }

    /// The four neighbours on a board of that variant, which must have this square, in the order of
    /// [`Direction::ALL`].
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// let corner = Variant::Standard.square(0, 0).unwrap();
    /// let around = corner.neighbours(Variant::Standard).map(|square| square.to_string());
    /// assert_eq!(around, ["0 31", "31 0", "1 0", "0 1"]);
    /// ```
    #[must_use]
    pub fn neighbours(self, variant: Variant) -> [Self; 4] {
        Direction::ALL.map(|way| self.step(way, variant))
    }

    /// Steps from one square to another, the shorter way round: from 0 to the side of the board.
    ///
    /// Both squares must be on a board of that variant.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    ///
    /// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
    /// assert_eq!(square(1, 1).distance(square(4, 1), Variant::Duel), 3);
    /// assert_eq!(square(1, 1).distance(square(15, 2), Variant::Duel), 3, "over the edge");
    /// ```
    #[must_use]
    pub const fn distance(self, other: Self, variant: Variant) -> u8 {
        const fn along(a: u8, b: u8, side: u8) -> u8 {
            let straight = a.abs_diff(b);
            if straight > side / 2 { side - straight } else { straight }
        }
        along(self.x, other.x, variant.side()) + along(self.y, other.y, variant.side())
    }

    /// Whether the two share a side, wrapping round on a board of that variant, which must have both.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
    /// assert!(square(0, 3).touches(square(15, 3), Variant::Duel));
    /// assert!(!square(0, 3).touches(square(1, 4), Variant::Duel), "only the corners meet");
    /// ```
    #[must_use]
    pub fn touches(self, other: Self, variant: Variant) -> bool {
        self.neighbours(variant).contains(&other)
    }
}

/// The two coordinates, as in a message.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// A way to a neighbour.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Direction, Variant};
/// let square = Variant::Duel.square(3, 3).unwrap();
/// let back = [Direction::Up, Direction::Down].into_iter().fold(square, |at, way| at.step(way, Variant::Duel));
/// assert_eq!(back, square);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// y − 1.
    Up,
    /// x − 1.
    Left,
    /// x + 1.
    Right,
    /// y + 1.
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];
}
