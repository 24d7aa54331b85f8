//! The places of the board: cells and columns.

use std::fmt;

/// One of the seven columns, numbered 1 to 7 from the left.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Column;
/// let middle = Column::new(4).unwrap();
/// assert_eq!((middle.number(), middle.to_string().as_str()), (4, "4"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// Columns of the board.
    pub const COUNT: u8 = 7;

    /// `None` outside `1..=7`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Column;
    /// assert!(Column::new(7).is_some());
    /// assert_eq!([0, 8].map(Column::new), [None, None]);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::COUNT { Some(Self(number)) } else { None }
    }

    /// All seven, from the left.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Column;
    /// let nearest_the_middle = Column::all().min_by_key(|column| column.number().abs_diff(4));
    /// assert_eq!(nearest_the_middle.map(Column::number), Some(4));
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (1..=Self::COUNT).map(Self)
    }

    /// In `1..=7`, from the left.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Column;
    /// assert!(Column::all().map(Column::number).eq(1..=7));
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the 42 cells, numbered 1 to 42 row by row from the bottom row up, left to right.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Cell;
/// let cell = Cell::new(11).expect("1 to 42");
/// assert_eq!((cell.column().number(), cell.row()), (4, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Cells of the board.
    pub const COUNT: u8 = Column::COUNT * Self::ROWS;
    /// Rows of the board.
    pub const ROWS: u8 = 6;

    /// `None` outside `1..=42`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Cell;
    /// assert!(Cell::new(42).is_some());
    /// assert_eq!([0, 43].map(Cell::new), [None, None]);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::COUNT { Some(Self(number)) } else { None }
    }

    /// The cell in this column and this row; `None` if the row is not in `1..=6`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Column};
    /// let column = Column::new(4).unwrap();
    /// assert_eq!(Cell::at(column, 2).map(Cell::number), Some(11));
    /// assert_eq!(Cell::at(column, 7), None);
    /// ```
    #[must_use]
    pub const fn at(column: Column, row: u8) -> Option<Self> {
        if 1 <= row && row <= Self::ROWS { Some(Self((row - 1) * Column::COUNT + column.0)) } else { None }
    }

    /// All 42, in the order of their numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Cell;
    /// assert_eq!(Cell::all().count(), 42);
    /// assert_eq!(Cell::all().filter(|cell| cell.row() == 1).count(), 7);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (1..=Self::COUNT).map(Self)
    }

    /// In `1..=42`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Column};
    /// let corner = Cell::at(Column::new(7).unwrap(), 6).unwrap();
    /// assert_eq!(corner.number(), 42);
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// In `0..42`, for arrays: the number less one.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Cell;
    /// let mut values = [0; Cell::COUNT as usize];
    /// values[Cell::new(1).unwrap().index()] = 5;
    /// assert_eq!(values[0], 5);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The column it is in.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Column};
    /// assert_eq!(Cell::new(14).unwrap().column(), Column::new(7).unwrap());
    /// ```
    #[must_use]
    pub const fn column(self) -> Column {
        Column((self.0 - 1) % Column::COUNT + 1)
    }

    /// Its row, in `1..=6` from the bottom.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Cell;
    /// assert_eq!(Cell::new(14).unwrap().row(), 2);
    /// assert_eq!(Cell::new(15).unwrap().row(), 3);
    /// ```
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 - 1) / Column::COUNT + 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
