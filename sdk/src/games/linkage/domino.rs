//! A domino, and the places where one fits.

use std::fmt;

use super::square::Square;
use super::squares::Squares;

/// Two orthogonally adjacent squares, the left or upper one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    first: Square,
    second: Square,
}

impl Domino {
    /// The domino on these squares in either order; `None` if they are not orthogonal neighbours.
    #[must_use]
    pub fn new(a: Square, b: Square) -> Option<Self> {
        let (first, second) = if a <= b { (a, b) } else { (b, a) };
        Squares::of(first).neighbours().contains(second).then_some(Self { first, second })
    }

    /// The domino that begins here and goes down; the square must not be in row 7.
    pub(super) const fn down_from(first: Square) -> Self {
        Self { first, second: first.further(1) }
    }

    /// The domino that begins here and goes right; the square must not be in column G.
    pub(super) const fn right_from(first: Square) -> Self {
        Self { first, second: first.further(Square::SIDE) }
    }

    /// The left or upper square.
    #[must_use]
    pub const fn first(self) -> Square {
        self.first
    }

    /// The right or lower square.
    #[must_use]
    pub const fn second(self) -> Square {
        self.second
    }

    /// Both squares.
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares::of(self.first).union(Squares::of(self.second))
    }

    /// The up to six squares adjacent to it, the centre among them if it is.
    #[must_use]
    pub const fn neighbours(self) -> Squares {
        self.squares().neighbours()
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.first, self.second)
    }
}

/// The places where a domino fits, colour aside, in the order of their texts.
#[derive(Debug, Clone, Copy)]
pub struct Dominoes {
    vertical: u64,
    horizontal: u64,
}

impl Dominoes {
    /// The places within these squares.
    #[must_use]
    pub const fn within(squares: Squares) -> Self {
        Self { vertical: squares.vertical_starts(), horizontal: squares.horizontal_starts() }
    }
}

impl Iterator for Dominoes {
    type Item = Domino;

    fn next(&mut self) -> Option<Domino> {
        let starts = self.vertical | self.horizontal;
        let first = Square::from_index(starts.trailing_zeros() as usize)?;
        // Of two dominoes that begin on a square the vertical one comes first: A1A2, A1B1.
        let bit = starts & starts.wrapping_neg();
        if self.vertical & bit != 0 {
            self.vertical ^= bit;
            Some(Domino::down_from(first))
        } else {
            self.horizontal ^= bit;
            Some(Domino::right_from(first))
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.vertical.count_ones() + self.horizontal.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Dominoes {}
