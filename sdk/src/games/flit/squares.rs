//! Sets of squares as bits: one 32-bit word for each row.

use std::ops::{BitAnd, BitOr, Not, Sub};

use super::square::{Direction, Square};
use super::variant::Variant;

/// The rows that are stored; a `duel` uses the first half of them, and the low half of each.
const ROWS: usize = 32;

/// Rows that are passed over at once by who looks for a member.
const BLOCK: usize = 8;

/// A set of squares of one board. Bit x of word y stands for the square (x, y).
///
/// `|`, `&`, `-` and `!` are union, intersection, difference and complement; both sides must be of the same
/// variant.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Squares, Variant};
/// let of = |xs: &[u32]| Squares::of(Variant::Duel, xs.iter().flat_map(|&x| Variant::Duel.square(x, 0)));
/// let (a, b) = (of(&[1, 2, 3]), of(&[3, 4]));
/// assert_eq!([a | b, a & b, a - b], [of(&[1, 2, 3, 4]), of(&[3]), of(&[1, 2])]);
/// assert_eq!((!a).len(), 256 - 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Squares {
    variant: Variant,
    rows: [u32; ROWS],
}

impl Squares {
    /// No squares.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// assert!(Squares::none(Variant::Duel).is_empty());
    /// ```
    #[must_use]
    pub const fn none(variant: Variant) -> Self {
        Self { variant, rows: [0; ROWS] }
    }

    /// The whole board.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// assert_eq!(Squares::all(Variant::Standard).len(), 1_024);
    /// ```
    #[must_use]
    pub fn all(variant: Variant) -> Self {
        !Self::none(variant)
    }

    /// The squares listed. Those that the board does not have are left out.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let squares = [(3, 4), (20, 4)].map(|(x, y)| Variant::Standard.square(x, y).expect("0 to 31"));
    /// assert_eq!(Squares::of(Variant::Standard, squares).len(), 2);
    /// assert_eq!(Squares::of(Variant::Duel, squares).len(), 1, "x goes to 15 there");
    /// ```
    #[must_use]
    pub fn of(variant: Variant, squares: impl IntoIterator<Item = Square>) -> Self {
        let mut set = Self::none(variant);
        for square in squares {
            if variant.contains(square) {
                set.insert(square);
            }
        }
        set
    }

    /// The board that the squares are on.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// assert_eq!(Squares::all(Variant::Duel).variant(), Variant::Duel);
    /// ```
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// One word for each row of the board, from y = 0; bit x is the square (x, y).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let set = Squares::of(Variant::Duel, Variant::Duel.square(5, 2));
    /// assert_eq!(set.rows()[..3], [0, 0, 1 << 5]);
    /// assert_eq!(set.rows().len(), 16);
    /// ```
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows[..usize::from(self.variant.side())]
    }

    /// Whether the square is in the set.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let square = Variant::Duel.square(5, 2).unwrap();
    /// assert!(Squares::all(Variant::Duel).contains(square));
    /// assert!(!Squares::none(Variant::Duel).contains(square));
    /// ```
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        self.rows[square.y() as usize] >> square.x() & 1 == 1
    }

    /// Puts a square in.
    ///
    /// # Panics
    /// If the board does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let mut seen = Squares::none(Variant::Duel);
    /// let square = Variant::Duel.square(5, 2).unwrap();
    /// seen.insert(square);
    /// assert!(seen.iter().eq([square]));
    /// ```
    pub fn insert(&mut self, square: Square) {
        assert!(self.variant.contains(square), "no square {square} on the board of {}", self.variant);
        self.rows[usize::from(square.y())] |= 1 << square.x();
    }

    /// Takes a square out, if it is in.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let mut left = Squares::all(Variant::Duel);
    /// left.remove(Variant::Duel.square(5, 2).unwrap());
    /// assert_eq!(left.len(), 255);
    /// ```
    pub fn remove(&mut self, square: Square) {
        self.rows[usize::from(square.y())] &= !(1 << square.x());
    }

    /// How many there are, from 0 to the [area](Variant::area) of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let set = Squares::of(Variant::Duel, Variant::Duel.squares().filter(|square| square.x() == 3));
    /// assert_eq!(set.len(), 16);
    /// ```
    #[must_use]
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether there are none.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// assert!(Squares::none(Variant::Standard).is_empty());
    /// assert!(!Squares::all(Variant::Standard).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The set moved by one square, wrapping round.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Direction, Squares, Variant};
    /// let set = Squares::of(Variant::Duel, Variant::Duel.square(0, 2));
    /// assert!(set.shifted(Direction::Left).iter().eq(Variant::Duel.square(15, 2)));
    /// assert!(set.shifted(Direction::Down).iter().eq(Variant::Duel.square(0, 3)));
    /// ```
    #[must_use]
    pub fn shifted(&self, way: Direction) -> Self {
        let side = u32::from(self.variant.side());
        let row_mask = self.row_mask();
        let mut rows = self.rows;
        match way {
            Direction::Left => {
                for row in &mut rows {
                    *row = *row >> 1 | (*row << (side - 1) & row_mask);
                }
            }
            Direction::Right => {
                for row in &mut rows {
                    *row = (*row << 1 & row_mask) | *row >> (side - 1);
                }
            }
            Direction::Up => rows[..usize::from(self.variant.side())].rotate_left(1),
            Direction::Down => rows[..usize::from(self.variant.side())].rotate_right(1),
        }
        Self { variant: self.variant, rows }
    }

    /// The squares next to at least one of these. A member is among them only if another is next to it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let set = Squares::of(Variant::Duel, Variant::Duel.square(5, 5));
    /// assert_eq!(set.neighbours().len(), 4);
    /// assert!((set.neighbours() & set).is_empty(), "a square is not next to itself");
    /// ```
    #[must_use]
    pub fn neighbours(&self) -> Self {
        let mut any = Self::none(self.variant);
        self.for_each_row(|y, [up, down, left, right]| any.rows[y] = up | down | left | right);
        any
    }

    /// The squares next to at least one of these, and those next to exactly one.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let pair = [(5, 5), (6, 6)].map(|(x, y)| Variant::Duel.square(x, y).expect("0 to 15"));
    /// let (any, one) = Squares::of(Variant::Duel, pair).neighbours_by_count();
    /// assert_eq!((any.len(), one.len()), (6, 4));
    /// ```
    #[must_use]
    pub fn neighbours_by_count(&self) -> (Self, Self) {
        let mut any = Self::none(self.variant);
        let mut one = any;
        self.for_each_row(|y, [up, down, left, right]| {
            any.rows[y] = up | down | left | right;
            // Of one or three; and three of the four are not all above and below, or all left and right.
            one.rows[y] = (up ^ down ^ left ^ right) & !((up | down) & (left | right));
        });
        (any, one)
    }

    /// For each row which of its squares have a member above, below, on their left and on their right.
    fn for_each_row(&self, seen: impl FnMut(usize, [u32; 4])) {
        match self.variant {
            Variant::Standard => for_each_row::<32>(&self.rows, seen),
            Variant::Duel => for_each_row::<16>(&self.rows, seen),
        }
    }

    /// The members by their [distance](Square::distance) to the nearest of these other squares: all that are nearest, then
    /// all that come next, and so on. All at once if there are no other squares.
    ///
    /// # Panics
    /// If the two sets are of different variants.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    ///
    /// let of = |x: &[u32]| Squares::of(Variant::Duel, x.iter().flat_map(|&x| Variant::Duel.square(x, 1)));
    /// let nearest_first = of(&[2, 3, 9, 15]).by_distance(&of(&[1, 10]));
    /// assert!(nearest_first.eq([of(&[2, 9]), of(&[3, 15])]));
    /// ```
    pub fn by_distance(&self, to: &Self) -> impl Iterator<Item = Self> + use<> {
        assert_eq!(self.variant, to.variant, "sets of squares of two different boards");
        let mut left = *self;
        let mut reached = if to.is_empty() { left } else { *to };
        std::iter::from_fn(move || {
            while !left.is_empty() {
                let ring = left & reached;
                left = left - ring;
                reached = reached | reached.neighbours();
                if !ring.is_empty() {
                    return Some(ring);
                }
            }
            None
        })
    }

    /// The members by (y, x).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Squares, Variant};
    /// let pair = [(1, 9), (9, 1)].map(|(x, y)| Variant::Duel.square(x, y).expect("0 to 15"));
    /// let [below, above] = pair;
    /// assert!(Squares::of(Variant::Duel, pair).iter().eq([above, below]));
    /// ```
    #[must_use]
    pub fn iter(&self) -> Iter {
        Iter { rows: self.rows, y: 0 }
    }

    /// The member with this index, counted from 0 by (y, x).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Player, Variant};
    /// use botspec_sdk::random::Random;
    /// let (game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// let own = game.position().board().pieces(Player::One);
    /// let drawn = own.nth(Random::seeded(1).below(own.len())).expect("drawn below their number");
    /// assert!(own.contains(drawn));
    /// assert_eq!(own.nth(2), None);
    /// ```
    #[must_use]
    pub fn nth(&self, index: u32) -> Option<Square> {
        self.nth_of(&self.row_lens(), index)
    }

    /// How many there are in each row. All are counted side by side, which is sooner done than one after the other.
    pub(super) fn row_lens(&self) -> [u32; ROWS] {
        self.rows.map(u32::count_ones)
    }

    /// [`Squares::nth`] of a set that has so many in each row.
    pub(super) fn nth_of(&self, lens: &[u32; ROWS], index: u32) -> Option<Square> {
        let mut left = index;
        let mut passes = |len: u32| {
            let passed = left >= len;
            left -= if passed { len } else { 0 };
            passed
        };
        let block = lens.chunks_exact(BLOCK).position(|lens| !passes(lens.iter().sum()))?;
        let row = lens[BLOCK * block..].iter().position(|&len| !passes(len))?;
        let y = BLOCK * block + row;
        let mut bits = self.rows[y];
        for _ in 0..left {
            bits &= bits - 1;
        }
        Some(Square::new_unchecked(lowest(bits), u8::try_from(y).expect("32 rows at most")))
    }

    const fn row_mask(&self) -> u32 {
        u32::MAX >> (32 - self.variant.side() as u32)
    }

    fn zip(mut self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        debug_assert_eq!(self.variant, other.variant, "sets of squares of two different boards");
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row = f(*row, other);
        }
        self
    }
}

/// The same on a torus of so many rows and columns.
fn for_each_row<const SIDE: usize>(rows: &[u32; ROWS], mut seen: impl FnMut(usize, [u32; 4])) {
    let mask = u32::MAX >> (32 - SIDE);
    let mut see = |y: usize, up: u32, down: u32| {
        let row = rows[y];
        let left = (row << 1 & mask) | row >> (SIDE - 1);
        let right = row >> 1 | (row << (SIDE - 1) & mask);
        seen(y, [up, down, left, right]);
    };
    // Apart from the others, so that these can be taken several at a time.
    see(0, rows[SIDE - 1], rows[1]);
    for y in 1..SIDE - 1 {
        see(y, rows[y - 1], rows[y + 1]);
    }
    see(SIDE - 1, rows[SIDE - 2], rows[0]);
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl Sub for Squares {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl Not for Squares {
    type Output = Self;

    fn not(mut self) -> Self {
        let (side, mask) = (usize::from(self.variant.side()), self.row_mask());
        for row in &mut self.rows[..side] {
            *row = !*row & mask;
        }
        self
    }
}

impl IntoIterator for &Squares {
    type Item = Square;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// The squares of a set, by (y, x).
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Iter, Squares, Variant};
/// let all: Iter = Squares::all(Variant::Duel).iter();
/// assert_eq!(all.last(), Variant::Duel.square(15, 15));
/// ```
#[derive(Debug, Clone)]
pub struct Iter {
    rows: [u32; ROWS],
    y: u8,
}

impl Iterator for Iter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        loop {
            let row = self.rows.get_mut(usize::from(self.y))?;
            if *row != 0 {
                let x = lowest(*row);
                *row &= *row - 1;
                return Some(Square::new_unchecked(x, self.y));
            }
            self.y += 1;
        }
    }
}

/// The place of the lowest bit of a word that has one.
fn lowest(bits: u32) -> u8 {
    u8::try_from(bits.trailing_zeros()).expect("a bit's place is at most 32")
}
