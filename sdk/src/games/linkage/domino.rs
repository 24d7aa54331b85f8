//! A domino, and the places where one fits.

use std::fmt;

use super::counts::{EVERY_BYTE, passed};
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
