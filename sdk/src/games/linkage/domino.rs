//! A domino, and the places where one fits.

use std::fmt;

use super::counts::{EVERY_BYTE, passed};
use super::square::Square;
use super::squares::Squares;

/// Two orthogonally adjacent squares, the left or upper one first.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Domino, Square};
/// let square = |name: &[u8]| Square::from_name(name).expect("A1 to G7");
/// let domino = Domino::new(square(b"F4"), square(b"E4")).expect("they are side by side");
/// assert_eq!(domino.to_string(), "E4F4");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    first: Square,
    second: Square,
}

impl Domino {
    /// The domino on these squares in either order; `None` if they are not orthogonal neighbours.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Domino, Square};
    /// let square = |name: &[u8]| Square::from_name(name).expect("A1 to G7");
    /// assert!(Domino::new(square(b"A1"), square(b"A2")).is_some());
    /// assert!(Domino::new(square(b"A1"), square(b"B2")).is_none(), "only the corners touch");
    /// assert!(Domino::new(square(b"A7"), square(b"B1")).is_none(), "next by index, but not on the board");
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Domino, Square};
    /// let [a, b] = [b"C3", b"C2"].map(|name| Square::from_name(name).unwrap());
    /// assert_eq!(Domino::new(a, b).unwrap().first(), b, "the upper one");
    /// ```
    #[must_use]
    pub const fn first(self) -> Square {
        self.first
    }

    /// The right or lower square.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Domino, Square};
    /// let [a, b] = [b"C3", b"B3"].map(|name| Square::from_name(name).unwrap());
    /// assert_eq!(Domino::new(a, b).unwrap().second(), a, "the right one");
    /// ```
    #[must_use]
    pub const fn second(self) -> Square {
        self.second
    }

    /// Both squares.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Domino, Square};
    /// let [a, b] = [b"C3", b"B3"].map(|name| Square::from_name(name).unwrap());
    /// assert_eq!(Domino::new(a, b).unwrap().squares().to_string(), "B3 C3");
    /// ```
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares::of(self.first).union(Squares::of(self.second))
    }

    /// The up to six squares adjacent to it, the centre among them if it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Domino, Square};
    /// let [a, b] = [b"A1", b"A2"].map(|name| Square::from_name(name).unwrap());
    /// assert_eq!(Domino::new(a, b).unwrap().neighbours().to_string(), "A3 B1 B2");
    /// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::Position;
/// let places = Position::opening().dominoes();
/// assert_eq!(places.len(), 80);
/// let first: Vec<String> = places.take(3).map(|domino| domino.to_string()).collect();
/// assert_eq!(first, ["A1A2", "A1B1", "A2A3"]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Dominoes {
    vertical: u64,
    horizontal: u64,
}

impl Dominoes {
    /// The places within these squares.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Dominoes, Square, Squares};
    /// let squares = [b"A1", b"A2", b"B2", b"G7"].map(|name| Square::from_name(name).unwrap());
    /// let squares: Squares = squares.into_iter().collect();
    /// let places: Vec<String> = Dominoes::within(squares).map(|domino| domino.to_string()).collect();
    /// assert_eq!(places, ["A1A2", "A2B2"]);
    /// ```
    #[must_use]
    pub const fn within(squares: Squares) -> Self {
        Self { vertical: squares.vertical_starts(), horizontal: squares.horizontal_starts() }
    }

    /// How many begin in the first eight squares, in the first sixteen, and so on: one byte each, the last one for all.
    const fn counts(self) -> u64 {
        // In words of 64 bits as they are: most processors that a bot is compiled for lack an instruction that counts.
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const FOURS: u64 = 0x3333_3333_3333_3333;
        const EIGHTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let v = self.vertical - (self.vertical >> 1 & PAIRS);
        let h = self.horizontal - (self.horizontal >> 1 & PAIRS);
        let fours = (v & FOURS) + (v >> 2 & FOURS) + (h & FOURS) + (h >> 2 & FOURS);
        let bytes = (fours & EIGHTS) + (fours >> 4 & EIGHTS);
        bytes.wrapping_mul(EVERY_BYTE)
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
        let len = (self.counts() >> 56) as usize;
        (len, Some(len))
    }

    /// Finds the eight squares, and of these the one, without passing over those before one by one.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Domino> {
        let counts = self.counts();
        let n = u8::try_from(n).ok().filter(|&n| u64::from(n) < counts >> 56);
        let Some(n) = n else {
            *self = Self { vertical: 0, horizontal: 0 };
            return None;
        };
        let (eights, left) = passed(counts, n);
        let byte = |starts: u64| usize::from((starts >> (8 * eights)).to_le_bytes()[0]);
        let of_squares = SPREAD[byte(self.vertical)] + SPREAD[byte(self.horizontal)];
        let (squares, left) = passed(of_squares.wrapping_mul(EVERY_BYTE), left);
        let index = 8 * eights + squares;
        let first = Square::from_index(usize::try_from(index).expect("48 at most"))?;
        let is_vertical = left == 0 && self.vertical >> index & 1 == 1;
        let from_here = u64::MAX << index;
        self.vertical &= from_here << 1;
        self.horizontal &= from_here << u32::from(!is_vertical);
        // Numbers and no branches: which way it is to be cannot be foreseen.
        let distance = if is_vertical { 1 } else { Square::SIDE };
        Some(Domino { first, second: first.further(distance) })
    }
}

/// The bits of a byte, each in a byte of its own.
static SPREAD: [u64; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            all[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    all
};

impl ExactSizeIterator for Dominoes {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Any set of squares, and every number: the same as if they were passed one by one.
    #[test]
    fn passing_over_many_is_passing_over_each() {
        let mut random = Random::seeded(4);
        let mut word = || u64::from(random.word()) << 32 | u64::from(random.word());
        for round in 0..2_000 {
            let bits = match round % 4 {
                0 => word(),
                1 => word() | word() | word(),
                2 => word() & word(),
                _ => u64::MAX,
            };
            let squares = Square::all().filter(|square| bits >> square.index() & 1 == 1).collect();
            let all = Dominoes::within(squares);
            let listed: Vec<Domino> = all.collect();
            assert_eq!(all.len(), listed.len());
            for n in 0..=listed.len() + 1 {
                let mut rest = all;
                assert_eq!(rest.nth(n), listed.get(n).copied(), "{n} of {squares}");
                assert_eq!(
                    rest.collect::<Vec<_>>(),
                    listed[listed.len().min(n + 1)..],
                    "after {n} of {squares}"
                );
            }
            let mut rest = all;
            assert_eq!((rest.nth(usize::MAX), rest.next()), (None, None));
        }
    }
}
