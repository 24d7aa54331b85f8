//! Sets of cells, and the geometry of the board as masks.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use super::cell::{Cell, Column};

/// A set of cells.
///
/// One bit each, column by column from the bottom, with an unused bit on top of each column: one
/// step up is a shift by 1, one to the right by 7, the diagonals by 6 and 8, and none of them runs
/// over an edge unnoticed.
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
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        Self(1 << ((cell.column().number() - 1) * STRIDE + cell.row() - 1))
    }

    /// The six cells of a column.
    #[must_use]
    pub const fn column(column: Column) -> Self {
        Self(0b11_1111 << ((column.number() - 1) * STRIDE))
    }

    /// The seven cells of the row that this cell is in.
    #[must_use]
    pub const fn row_of(cell: Cell) -> Self {
        Self(ROW_1 << (cell.row() - 1))
    }

    /// The cell and the up to eight cells around it.
    #[must_use]
    pub const fn around(cell: Cell) -> Self {
        let middle = Self::of(cell).0;
        let upright = middle | middle << 1 | middle >> 1;
        // At the bottom of a column a shift down lands on the unused bit of the column before.
        let upright = upright & Self::ALL.0;
        Self((upright | upright << STRIDE | upright >> STRIDE) & Self::ALL.0)
    }

    /// The set as bits: bit 0 is cell 1, bit 1 the cell above it (8), bit 7 cell 2, and so on.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cells.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & Self::of(cell).0 != 0
    }

    /// The cells of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cells in this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The lowest cell of the set in this column, as a set of one or none.
    #[must_use]
    pub const fn lowest_in(self, column: Column) -> Self {
        let here = self.0 & Self::column(column).0;
        Self(here & here.wrapping_neg())
    }

    /// The cell of a set of one; of a larger set, that furthest left, and lowest there.
    #[must_use]
    pub fn first(self) -> Option<Cell> {
        if self.is_empty() {
            return None;
        }
        let bit = u8::try_from(self.0.trailing_zeros()).expect("at most 64");
        Cell::new(bit % STRIDE * Column::COUNT + bit / STRIDE + 1)
    }

    /// The cells of the set that have a cell outside the set somewhere below them.
    #[must_use]
    pub fn above_gaps(self) -> Self {
        // Adding 1 at the foot of a column runs up its filled cells to the first gap.
        let first_gaps = (self.0 + ROW_1) & !self.0;
        let below = first_gaps - ROW_1;
        Self(self.0 & !below)
    }

    /// Whether four cells of the set stand in a row, upright, level or along a diagonal.
    #[must_use]
    pub const fn has_four(self) -> bool {
        (self.fours_along(1)
            | self.fours_along(STRIDE)
            | self.fours_along(STRIDE - 1)
            | self.fours_along(STRIDE + 1))
            != 0
    }

    /// All cells that are part of four in a row.
    #[must_use]
    pub fn fours(self) -> Self {
        let lines = [1, STRIDE, STRIDE - 1, STRIDE + 1].map(|step| {
            let starts = self.fours_along(step);
            starts | starts << step | starts << (2 * step) | starts << (3 * step)
        });
        Self(lines.into_iter().fold(0, BitOr::bitor))
    }

    /// The cells outside the set that would each make four in a row with three cells of it.
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
