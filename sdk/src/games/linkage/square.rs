//! A square of the board.

use std::fmt;

use super::squares::Squares;

/// A square: column A to G from the left, row 1 to 7 from the top.
///
/// The index counts down the columns (A1, A2, … A7, B1, … G7), so that the order of squares is the
/// order of their texts.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::Square;
/// let square = Square::from_name(b"B3").unwrap();
/// assert_eq!((square.column(), square.row(), square.index()), (1, 2, 9));
/// assert_eq!(square.to_string(), "B3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Squares along each side of the board.
    pub const SIDE: u8 = 7;
    /// Squares on the board, the centre included.
    pub const COUNT: usize = 49;
    /// D4, where nothing can be placed.
    pub const CENTRE: Self = Self(24);

    /// The square in this column and row, both counted from 0; `None` outside `0..7`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Square;
    /// assert_eq!(Square::at(3, 3), Some(Square::CENTRE));
    /// assert_eq!(Square::at(0, 7), None);
    /// ```
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < Self::SIDE && row < Self::SIDE { Some(Self(column * Self::SIDE + row)) } else { None }
    }

    /// The square called this, column letter first: `A1` to `G7`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Square;
    /// assert_eq!(Square::from_name(b"G7").map(Square::index), Some(48));
    /// assert_eq!(Square::from_name(b"7G"), None);
    /// ```
    #[must_use]
    pub const fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            [column, row] => Self::at(column.wrapping_sub(b'A'), row.wrapping_sub(b'1')),
            _ => None,
        }
    }

    /// The square with this index; `None` from 49 on.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Square;
    /// assert_eq!(Square::from_index(7).map(|square| square.to_string()), Some("B1".to_owned()));
    /// assert_eq!(Square::from_index(49), None);
    /// ```
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < Self::COUNT).map(Self)
    }

    /// The square that stands so many indices further; it must be on the board.
    pub(super) const fn further(self, indices: u8) -> Self {
        Self(self.0 + indices)
    }

    /// In `0..49`, counted down the columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Square;
    /// assert_eq!(Square::CENTRE.index(), 24);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column from the left, in `0..7`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Square;
    /// assert_eq!(Square::from_name(b"G1").unwrap().column(), 6);
    /// ```
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// The row from the top, in `0..7`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Square;
    /// assert_eq!(Square::from_name(b"G1").unwrap().row(), 0);
    /// ```
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// All 49 squares in the order of their texts.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Square;
    /// let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
    /// assert_eq!(names.len(), 49);
    /// assert!(names.is_sorted());
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        Squares::ALL.into_iter()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
