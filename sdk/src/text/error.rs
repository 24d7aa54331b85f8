//! Where a text is at fault, what is there, and what should be.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// A place in a text. Line and column count from 1; CRLF is one line end and a tab one column.
///
/// # Examples
///
/// ```
/// use botspec_sdk::text::Place;
/// let place = Place { line: 2, column: 7 };
/// assert_eq!(place.to_string(), "line 2, column 7");
/// assert!(Place::START < place, "in the order of the text");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

impl Place {
    /// Line 1, column 1.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What stood where something else was expected.
///
/// # Examples
///
/// ```
/// use botspec_sdk::text::Found;
/// let found = [Found::End, Found::Char('\t'), Found::Word("21".to_owned())];
/// assert_eq!(found.map(|found| found.to_string()), ["the end of the text", "'\\t'", "\"21\""]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The text ended.
    End,
    /// The line ended.
    LineEnd,
    /// A character.
    Char(char),
    /// A byte that is not part of any UTF-8 character.
    Byte(u8),
    /// A whole word, shortened if it is long.
    Word(String),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("the end of the text"),
            Self::LineEnd => f.write_str("the end of the line"),
            Self::Char(c) => write!(f, "'{}'", c.escape_debug()),
            Self::Byte(b) => write!(f, "the byte 0x{b:02x}, which is not text"),
            Self::Word(w) => write!(f, "\"{}\"", w.escape_debug()),
        }
    }
}

/// A text that does not have the form it should have.
///
/// # Examples
///
/// ```
/// use botspec_sdk::text::{Found, ParseError, Place};
/// let error = ParseError::new(Place { line: 2, column: 7 }, "board row", Found::Char('Q'), "one of R B G Y X x .");
/// assert_eq!(error.to_string(), "line 2, column 7 (board row): expected one of R B G Y X x ., found 'Q'");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The first character that cannot be right.
    pub place: Place,
    /// The part of the format it belongs to, in the words of the contest.
    pub field: &'static str,
    /// What is there.
    pub found: Found,
    /// What should be there.
    pub expected: Cow<'static, str>,
}

impl ParseError {
    /// An error from its four parts.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::{Found, ParseError, Place};
    /// let error = ParseError::new(Place::START, "side", Found::End, "M or F");
    /// assert_eq!(error.expected, "M or F");
    /// assert_eq!(error.to_string(), "line 1, column 1 (side): expected M or F, found the end of the text");
    /// ```
    pub fn new(
        place: Place,
        field: &'static str,
        found: Found,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { place, field, found, expected: expected.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): expected {}, found {}", self.place, self.field, self.expected, self.found)
    }
}

impl Error for ParseError {}
