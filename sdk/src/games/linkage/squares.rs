//! Sets of squares, and the geometry of the board as masks.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::square::Square;

/// A set of squares: one bit each, the square's index its place.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Square, Squares};
/// let column: Squares = Square::all().filter(|square| square.column() == 0).collect();
/// assert_eq!(column.to_string(), "A1 A2 A3 A4 A5 A6 A7");
/// assert_eq!((!column & Squares::ALL).len(), 42);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u64);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 49, the centre included.
    pub const ALL: Self = Self((1 << Square::COUNT) - 1);
    /// D4 alone.
    pub const CENTRE: Self = Self::of(Square::CENTRE);

    /// Row 1 and row 7: where a step along a column leaves the board.
    const ROW_1: u64 = 0x0000_0408_1020_4081;
    const ROW_7: u64 = Self::ROW_1 << 6;

    /// One square.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Square, Squares};
    /// assert_eq!(Squares::of(Square::CENTRE), Squares::CENTRE);
    /// ```
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The set as bits; bit *i* is the square with index *i*.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Squares;
    /// assert_eq!(Squares::CENTRE.bits(), 1 << 24);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of squares, in `0..=49`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Squares;
    /// assert_eq!(Squares::ALL.len(), 49);
    /// ```
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Squares;
    /// assert!(Squares::EMPTY.is_empty());
    /// assert!(!Squares::CENTRE.is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Position, Square, Squares};
    /// assert!(Squares::ALL.contains(Square::CENTRE));
    /// assert!(!Position::opening().open().contains(Square::CENTRE));
    /// ```
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Whether all squares of `other` are in this set.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Domino, Position};
    /// let open = Position::opening().open();
    /// let domino = open.into_iter().zip(open.into_iter().skip(1)).find_map(|(a, b)| Domino::new(a, b)).unwrap();
    /// assert!(open.contains_all(domino.squares()));
    /// assert!(!domino.squares().contains_all(open));
    /// ```
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The squares of both.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Square, Squares};
    /// let corner = Squares::of(Square::from_name(b"A1").unwrap());
    /// assert_eq!(corner.union(Squares::CENTRE).to_string(), "A1 D4");
    /// ```
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The squares in this set that are not in `other`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Squares;
    /// assert_eq!(Squares::ALL.without(Squares::CENTRE).len(), 48);
    /// ```
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The squares orthogonally adjacent to a square of the set, those of the set left out.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Square, Squares};
    /// assert_eq!(Squares::CENTRE.neighbours().to_string(), "C4 D3 D5 E4");
    /// let corner = Squares::of(Square::from_name(b"G7").unwrap());
    /// assert_eq!(corner.neighbours().to_string(), "F7 G6");
    /// ```
    #[must_use]
    pub const fn neighbours(self) -> Self {
        let down = (self.0 & !Self::ROW_7) << 1;
        let up = (self.0 & !Self::ROW_1) >> 1;
        let spread = down | up | self.0 << Square::SIDE | self.0 >> Square::SIDE;
        Self(spread & Self::ALL.0 & !self.0)
    }

    /// With the neighbours that are in the other set. All of it is, too.
    const fn grown_within(self, other: Self) -> Self {
        let near = (self.0 & !Self::ROW_7) << 1 | (self.0 & !Self::ROW_1) >> 1;
        Self((self.0 | near | self.0 << Square::SIDE | self.0 >> Square::SIDE) & other.0)
    }

    /// The squares that begin a vertical domino within the set.
    pub(super) const fn vertical_starts(self) -> u64 {
        self.0 & (self.0 >> 1) & !Self::ROW_7
    }

    /// The squares that begin a horizontal domino within the set.
    pub(super) const fn horizontal_starts(self) -> u64 {
        self.0 & (self.0 >> Square::SIDE)
    }

    /// The squares that have a neighbour within the set.
    #[cfg(feature = "search")]
    pub(super) const fn in_pairs(self) -> Self {
        let (vertical, horizontal) = (self.vertical_starts(), self.horizontal_starts());
        Self(vertical | vertical << 1 | horizontal | horizontal << Square::SIDE)
    }

    /// The number of orthogonally connected parts.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Square, Squares};
    /// let squares = [b"A1", b"A2", b"C2", b"B3"].map(|name| Square::from_name(name).unwrap());
    /// let squares: Squares = squares.into_iter().collect();
    /// assert_eq!(squares.parts(), 3);
    /// ```
    #[must_use]
    pub const fn parts(self) -> u32 {
        self.parts_holding(self)
    }

    /// The number of connected parts that hold a square of `some`, which are all in the set.
    pub(super) const fn parts_holding(self, some: Self) -> u32 {
        let mut rest = some;
        let mut parts = 0;
        while !rest.is_empty() {
            let mut part = Self(rest.0 & rest.0.wrapping_neg());
            loop {
                // Two steps at a time: most parts are small, and what is asked after each step costs more than the step.
                let grown = part.grown_within(self).grown_within(self);
                if grown.0 == part.0 {
                    break;
                }
                part = grown;
            }
            rest = rest.without(part);
            parts += 1;
        }
        parts
    }

    /// Whether dominoes can cover the set exactly.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Square, Squares};
    /// let three = [b"A1", b"B1", b"C1"].map(|name| Squares::of(Square::from_name(name).unwrap()));
    /// assert!((three[0] | three[1]).can_be_tiled());
    /// assert!(!(three[0] | three[2]).can_be_tiled());
    /// ```
    #[must_use]
    pub fn can_be_tiled(self) -> bool {
        // A checkerboard splits every domino; neighbouring indices have different parity along
        // rows and columns alike, since the board's side is odd. Perfect matching, one augmenting
        // path at a time.
        let (even, odd): (Vec<_>, Vec<_>) = self.into_iter().partition(|square| square.index() % 2 == 0);
        if even.len() != odd.len() {
            return false;
        }
        let mut partner = [None; Square::COUNT];
        even.into_iter().all(|square| self.augment(square, &mut partner, &mut Self::default()))
    }

    /// Finds a partner for `square`, moving earlier pairs aside where needed.
    fn augment(self, square: Square, partner: &mut [Option<Square>], seen: &mut Self) -> bool {
        for other in Self::of(square).neighbours() & self {
            if seen.contains(other) {
                continue;
            }
            *seen |= Self::of(other);
            let free = match partner[other.index()] {
                None => true,
                Some(rival) => self.augment(rival, partner, seen),
            };
            if free {
                partner[other.index()] = Some(square);
                return true;
            }
        }
        false
    }
}

impl BitAnd for Squares {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Squares {
    type Output = Self;
    /// The squares of the board that are not in the set.
    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    /// The squares in the order of their texts.
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The squares of a set, lowest index first.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::Squares;
/// let mut squares = Squares::CENTRE.neighbours().into_iter();
/// assert_eq!(squares.len(), 4);
/// assert_eq!(squares.next().map(|square| square.to_string()), Some("C4".to_owned()));
/// ```
#[derive(Debug, Clone)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let lowest = Square::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Iter {}

impl fmt::Display for Squares {
    /// The squares in order, with single blanks: `A1 B3 B4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.into_iter().enumerate() {
            write!(f, "{}{square}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The neighbours by their definition: coordinates that differ by one in one direction.
    fn by_definition(square: Square) -> Squares {
        let near = |a: u8, b: u8| a.abs_diff(b);
        Square::all()
            .filter(|s| near(s.column(), square.column()) + near(s.row(), square.row()) == 1)
            .collect()
    }

    #[test]
    fn neighbours_are_those_one_step_away() {
        for square in Square::all() {
            assert_eq!(Squares::of(square).neighbours(), by_definition(square), "{square}");
        }
    }

    #[test]
    fn domino_starts_are_adjacent_pairs() {
        let count = |bits: u64| bits.count_ones();
        assert_eq!(count(Squares::ALL.vertical_starts()), 42);
        assert_eq!(count(Squares::ALL.horizontal_starts()), 42);
        let free = !Squares::CENTRE;
        assert_eq!(count(free.vertical_starts()) + count(free.horizontal_starts()), 80);
    }

    #[test]
    fn tilings_exist_where_they_should() {
        let squares = |names: &str| -> Squares {
            names.split(' ').filter_map(|n| Square::from_name(n.as_bytes())).collect()
        };
        for good in ["A1 A2", "A1 B1 C1 C2", "B1 B2 A2 A3", "A1 A2 B1 B2 C1 C2"] {
            assert!(squares(good).can_be_tiled(), "{good}");
        }
        for bad in ["A1", "A1 B2", "A1 B1 C1 B2", "A1 G7", "B1 B2 B3 A2 C2 G6"] {
            assert!(!squares(bad).can_be_tiled(), "{bad}");
        }
        assert!((!Squares::CENTRE).can_be_tiled());
        assert!(!Squares::ALL.can_be_tiled());
    }
}
