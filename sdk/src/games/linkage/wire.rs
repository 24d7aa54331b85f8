//! The two texts of the contest: `input.txt` and `order.txt`.
//!
//! An `input.txt` (here a whole one, Fewer to play after a red domino on A1A2) is
//!
//! ```text
//! F5666
//! Rx.....
//! Rx.....
//! x......
//! ...X...
//! .......
//! .......
//! .......
//! ```
//! ```text
//! input = side left end 6*(row end) row [end]
//! side  = "M" / "F"
//! left  = 4*digit                                   dominoes left: red, blue, green, yellow
//! row   = 7*("R" / "B" / "G" / "Y" / "X" / "x" / ".")         row 1 first, column A first
//! end   = LF / CR LF
//! ```
//! An `order.txt` is `GE4F4`, or `Skip`:
//!
//! ```text
//! order  = (colour square square / "Skip") [end]
//! colour = "R" / "B" / "G" / "Y"
//! square = ("A" to "G") ("1" to "7")                the two squares may be any two, in any order
//! ```
//! Leniencies: line ends may be LF, CRLF or a mixture; the last one may be missing; the digits may
//! be 7 to 9, which no position has. Nothing else: no blanks, no lower case, no byte order mark.

use std::fmt;

use super::board::{Colour, Side};
use super::cell::{Cell, Cells};
use super::square::Square;
use crate::text::{Cursor, ParseError};

/// A well-formed `input.txt`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::InputText;
/// let text = b"M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
/// let input = InputText::from_bytes(text)?;
/// assert_eq!(input.to_string().as_bytes(), text);
///
/// let error = InputText::from_bytes(b"M666").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 5 (yellow dominoes left): expected a digit, found the end of the text");
/// # Ok::<(), botspec_sdk::text::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InputText {
    /// Whom the bot plays.
    pub side: Side,
    /// The four digits, each in `0..=9`, in the order of [`Colour::ALL`].
    pub left: [u8; 4],
    /// The board.
    pub cells: Cells,
}

const COUNT_FIELDS: [&str; 4] =
    ["red dominoes left", "blue dominoes left", "green dominoes left", "yellow dominoes left"];

const ROW_FIELDS: [&str; Square::SIDE as usize] =
    ["board row 1", "board row 2", "board row 3", "board row 4", "board row 5", "board row 6", "board row 7"];

impl InputText {
    /// Reads the whole content of an `input.txt`.
    ///
    /// # Errors
    /// Names the first character that cannot be right, or the place just behind the last one if the
    /// text ends too early.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::InputText;
    /// let text = "M6666\r\n.......\r\n.......\r\n.......\r\n...X...\r\n.......\r\n.......\r\n.......";
    /// assert_eq!(InputText::from_bytes(text.as_bytes())?.left, [6; 4]);
    /// let error = InputText::from_bytes(b"m6666\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 1 (side): expected M or F, found 'm'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(bytes);
        let side = match cursor.peek() {
            Some(b'M') => Side::More,
            Some(b'F') => Side::Fewer,
            _ => return Err(cursor.error("side", "M or F")),
        };
        cursor.bump();

        let mut left = [0; 4];
        for (count, field) in left.iter_mut().zip(COUNT_FIELDS) {
            *count = match cursor.peek() {
                Some(digit @ b'0'..=b'9') => digit - b'0',
                _ => return Err(cursor.error(field, "a digit")),
            };
            cursor.bump();
        }
        if !cursor.line_end() {
            return Err(cursor.error("first line", "the end of the line"));
        }

        let mut cells = Cells::from_fn(|_| Cell::Empty);
        for (row, field) in (0..).zip(ROW_FIELDS) {
            for square in (0..Square::SIDE).filter_map(|column| Square::at(column, row)) {
                match cursor.peek().and_then(Cell::from_letter) {
                    Some(cell) => cells.set(square, cell),
                    None => return Err(cursor.error(field, "one of R B G Y X x .")),
                }
                cursor.bump();
            }
            let ended = cursor.line_end();
            if !ended && (row + 1 < Square::SIDE || !cursor.at_end()) {
                return Err(cursor.error(field, "the end of the line"));
            }
        }
        cursor.end("end of the board", "the end of the text")?;
        Ok(Self { side, left, cells })
    }
}

impl fmt::Display for InputText {
    /// The content of the file, with LF line ends, the last one included.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, blue, green, yellow] = self.left;
        writeln!(f, "{}{red}{blue}{green}{yellow}", self.side.letter())?;
        self.cells.fmt(f)
    }
}

/// A well-formed `order.txt`, kept as it was written: the squares may be any two, in any order.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::OrderText;
/// assert_eq!(OrderText::from_bytes(b"YA2A1\r\n")?.to_string(), "YA2A1");
/// assert_eq!(OrderText::from_bytes(b"Skip")?, OrderText::Skip);
///
/// let error = OrderText::from_bytes(b"YA0A1").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3 (row of the first square): expected 1 to 7, found '0'");
/// # Ok::<(), botspec_sdk::text::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OrderText {
    /// A domino on two squares.
    Place {
        /// Its colour.
        colour: Colour,
        /// The square named first.
        first: Square,
        /// The square named second.
        second: Square,
    },
    /// No domino.
    Skip,
}

impl OrderText {
    /// Reads the whole content of an `order.txt`.
    ///
    /// # Errors
    /// Names the first character that cannot be right, or the place just behind the last one if the
    /// text ends too early.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::OrderText;
    /// assert_eq!(OrderText::from_bytes(b"Skip\n")?, OrderText::Skip);
    /// let error = OrderText::from_bytes(b"GE4").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1, column 4 (column of the second square): expected A to G, found the end of the text"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(bytes);
        let order = if cursor.peek() == Some(b'S') {
            for letter in *b"Skip" {
                if cursor.peek() != Some(letter) {
                    return Err(cursor.error("order", "the word Skip"));
                }
                cursor.bump();
            }
            Self::Skip
        } else {
            let Some(colour) = cursor.peek().and_then(Colour::from_letter) else {
                return Err(cursor.error("colour", "one of R B G Y, or the word Skip"));
            };
            cursor.bump();
            let first = square(&mut cursor, "column of the first square", "row of the first square")?;
            let second = square(&mut cursor, "column of the second square", "row of the second square")?;
            Self::Place { colour, first, second }
        };
        if !cursor.at_end() && !cursor.line_end() {
            return Err(cursor.error("end of the order", "a line end or the end of the text"));
        }
        cursor.end("end of the order", "the end of the text")?;
        Ok(order)
    }
}

/// Reads a column letter and a row digit.
fn square(
    cursor: &mut Cursor<'_>,
    column_field: &'static str,
    row_field: &'static str,
) -> Result<Square, ParseError> {
    let Some(column @ b'A'..=b'G') = cursor.peek() else {
        return Err(cursor.error(column_field, "A to G"));
    };
    cursor.bump();
    let row = cursor.peek().unwrap_or_default();
    let Some(square) = Square::from_name(&[column, row]) else {
        return Err(cursor.error(row_field, "1 to 7"));
    };
    cursor.bump();
    Ok(square)
}

impl fmt::Display for OrderText {
    /// The order as it was written, without a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { colour, first, second } => write!(f, "{}{first}{second}", colour.letter()),
            Self::Skip => f.write_str("Skip"),
        }
    }
}
