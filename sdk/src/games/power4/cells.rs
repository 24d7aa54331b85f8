//! Sets of cells, and the geometry of the board as masks.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use super::cell::{Cell, Column};

/// A set of cells.
///
/// One bit each, column by column from the bottom, with an unused bit on top of each column: one
/// step up is a shift by 1, one to the right by 7, the diagonals by 6 and 8, and none of them runs
/// over an edge unnoticed.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Cell, Cells, Column};
/// let bottom: Cells = Cell::all().filter(|cell| cell.row() == 1).collect();
/// assert_eq!(bottom.to_string(), "1, 2, 3, 4, 5, 6, 7");
/// assert_eq!((bottom & Cells::column(Column::new(3).unwrap())).to_string(), "3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u64);

/// Bits from a column to the next.
const STRIDE: u8 = Cell::ROWS + 1;

/// The bottom row.
const ROW_1: u64 = 0x0408_1020_4081;

impl Cells {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All 42.
    pub const ALL: Self = Self(ROW_1 * 0b11_1111);

    /// The cells of the set in a column, which is counted from 0 here.
    #[cfg(feature = "search")]
    pub(super) const fn in_column(self, column: u32) -> Self {
        Self(self.0 & 0b11_1111 << (column * STRIDE as u32))
    }

    /// The lowest cell outside the set in each column that has one.
    #[cfg(feature = "search")]
    pub(super) const fn first_gaps(self) -> Self {
        Self((self.0 + ROW_1) & !self.0 & Self::ALL.0)
    }

    /// One cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// let set = Cells::of(Cell::new(9).unwrap()) | Cells::of(Cell::new(2).unwrap());
    /// assert_eq!(set.len(), 2);
    /// ```
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        Self(1 << ((cell.column().number() - 1) * STRIDE + cell.row() - 1))
    }

    /// The six cells of a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cells, Column};
    /// assert_eq!(Cells::column(Column::new(1).unwrap()).to_string(), "1, 8, 15, 22, 29, 36");
    /// ```
    #[must_use]
    pub const fn column(column: Column) -> Self {
        Self(0b11_1111 << ((column.number() - 1) * STRIDE))
    }

    /// The seven cells of the row that this cell is in.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// assert_eq!(Cells::row_of(Cell::new(10).unwrap()).to_string(), "8, 9, 10, 11, 12, 13, 14");
    /// ```
    #[must_use]
    pub const fn row_of(cell: Cell) -> Self {
        Self(ROW_1 << (cell.row() - 1))
    }

    /// The cell and the up to eight cells around it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// assert_eq!(Cells::around(Cell::new(1).unwrap()).to_string(), "1, 2, 8, 9");
    /// assert_eq!(Cells::around(Cell::new(9).unwrap()).len(), 9);
    /// ```
    #[must_use]
    pub const fn around(cell: Cell) -> Self {
        let middle = Self::of(cell).0;
        let upright = middle | middle << 1 | middle >> 1;
        // At the bottom of a column a shift down lands on the unused bit of the column before.
        let upright = upright & Self::ALL.0;
        Self((upright | upright << STRIDE | upright >> STRIDE) & Self::ALL.0)
    }

    /// The set as bits: bit 0 is cell 1, bit 1 the cell above it (8), bit 7 cell 2, and so on.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// let bits = |cell| Cells::of(Cell::new(cell).unwrap()).bits();
    /// assert_eq!([1, 8, 2].map(bits), [1, 1 << 1, 1 << 7]);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cells, in `0..=42`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Cells;
    /// assert_eq!(Cells::ALL.len(), 42);
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
    /// use botspec_sdk::games::power4::{Cells, Gravity, Position, Team};
    /// assert!(Position::opening(Team::One, Gravity::Fall).board().occupied().is_empty());
    /// assert!(!Cells::ALL.is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells, Column};
    /// let left = Cells::column(Column::new(1).unwrap());
    /// assert!(left.contains(Cell::new(8).unwrap()));
    /// assert!(!left.contains(Cell::new(9).unwrap()));
    /// ```
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & Self::of(cell).0 != 0
    }

    /// The cells of both.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// let [first, last] = [1, 42].map(|number| Cells::of(Cell::new(number).unwrap()));
    /// assert_eq!(first.union(last).to_string(), "1, 42");
    /// ```
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cells in this set that are not in `other`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cells, Column};
    /// let left = Cells::column(Column::new(1).unwrap());
    /// assert_eq!(Cells::ALL.without(left).len(), 36);
    /// ```
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The lowest cell of the set in this column, as a set of one or none.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells, Column};
    /// let column = Column::new(3).unwrap();
    /// let free = Cells::ALL.without(Cells::of(Cell::new(3).unwrap()));
    /// assert_eq!(free.lowest_in(column).to_string(), "10");
    /// assert!(Cells::EMPTY.lowest_in(column).is_empty());
    /// ```
    #[must_use]
    pub const fn lowest_in(self, column: Column) -> Self {
        let here = self.0 & Self::column(column).0;
        Self(here & here.wrapping_neg())
    }

    /// The cell of a set of one; of a larger set, that furthest left, and lowest there.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// let set: Cells = [3, 8].into_iter().filter_map(Cell::new).collect();
    /// assert_eq!(set.first().map(Cell::number), Some(8), "column 1 is further left than column 3");
    /// assert_eq!(Cells::EMPTY.first(), None);
    /// ```
    #[must_use]
    pub fn first(self) -> Option<Cell> {
        if self.is_empty() {
            return None;
        }
        let bit = u8::try_from(self.0.trailing_zeros()).expect("at most 64");
        Cell::new(bit % STRIDE * Column::COUNT + bit / STRIDE + 1)
    }

    /// The cells of the set that have a cell outside the set somewhere below them.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// let set: Cells = [1, 15, 22].into_iter().filter_map(Cell::new).collect();
    /// assert_eq!(set.above_gaps().to_string(), "15, 22", "cell 8 is not in the set");
    /// ```
    #[must_use]
    pub fn above_gaps(self) -> Self {
        // Adding 1 at the foot of a column runs up its filled cells to the first gap.
        let first_gaps = (self.0 + ROW_1) & !self.0;
        let below = first_gaps - ROW_1;
        Self(self.0 & !below)
    }

    /// Whether four cells of the set stand in a row, upright, level or along a diagonal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// let set = |numbers: [u8; 4]| numbers.into_iter().filter_map(Cell::new).collect::<Cells>();
    /// assert!(set([1, 9, 17, 25]).has_four(), "a diagonal");
    /// assert!(!set([6, 7, 8, 9]).has_four(), "a row ends at its edge");
    /// ```
    #[must_use]
    pub const fn has_four(self) -> bool {
        (self.fours_along(1)
            | self.fours_along(STRIDE)
            | self.fours_along(STRIDE - 1)
            | self.fours_along(STRIDE + 1))
            != 0
    }

    /// All cells that are part of four in a row.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// let set: Cells = [1, 2, 3, 4, 7].into_iter().filter_map(Cell::new).collect();
    /// assert_eq!(set.fours().to_string(), "1, 2, 3, 4");
    /// ```
    #[must_use]
    pub fn fours(self) -> Self {
        let lines = [1, STRIDE, STRIDE - 1, STRIDE + 1].map(|step| {
            let starts = self.fours_along(step);
            starts | starts << step | starts << (2 * step) | starts << (3 * step)
        });
        Self(lines.into_iter().fold(0, BitOr::bitor))
    }

    /// The cells outside the set that would each make four in a row with three cells of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells};
    /// let set: Cells = [2, 3, 4, 9, 16].into_iter().filter_map(Cell::new).collect();
    /// // Two ends of the row, and the top of the column.
    /// assert_eq!(set.fourths().to_string(), "1, 5, 23");
    /// ```
    #[must_use]
    pub const fn fourths(self) -> Self {
        let found = self.fourths_along(1)
            | self.fourths_along(STRIDE)
            | self.fourths_along(STRIDE - 1)
            | self.fourths_along(STRIDE + 1);
        Self(found & Self::ALL.0 & !self.0)
    }

    /// The gap of three in a row is behind, before, or in either place between them.
    const fn fourths_along(self, step: u8) -> u64 {
        let set = self.0;
        let pair_before = set << step & set << (2 * step);
        let pair_behind = set >> step & set >> (2 * step);
        pair_before & (set << (3 * step) | set >> step) | pair_behind & (set >> (3 * step) | set << step)
    }

    /// The cells at which four in a row begin.
    const fn fours_along(self, step: u8) -> u64 {
        let pairs = self.0 & self.0 >> step;
        pairs & pairs >> (2 * step)
    }

    /// The set with the rows `bottom..=top` (from 1) of the columns of `columns` cut out, and what was above
    /// them fallen into their place.
    pub(super) const fn cut(self, columns: Self, bottom: u8, top: u8) -> Self {
        let here = self.0 & columns.0;
        let below = here & (ROW_1 * ((1 << (bottom - 1)) - 1));
        let above = here & (ROW_1 * (0b11_1111 & !((1 << top) - 1)));
        Self(self.0 & !columns.0 | below | above >> (top + 1 - bottom))
    }
}

impl BitAnd for Cells {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = std::vec::IntoIter<Cell>;

    /// In the order of their numbers.
    fn into_iter(self) -> Self::IntoIter {
        Cell::all().filter(|&cell| self.contains(cell)).collect::<Vec<_>>().into_iter()
    }
}

impl fmt::Display for Cells {
    /// Their numbers, with commas: `4, 11, 18`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.into_iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
