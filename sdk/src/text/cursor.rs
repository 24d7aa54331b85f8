//! A reader over bytes that always knows its line and column.

use super::{Found, ParseError, Place};

/// Walks over a text byte by byte. LF and CRLF both end a line; a CR elsewhere is a character like
/// any other.
///
/// # Examples
///
/// ```
/// use botspec_sdk::text::{Cursor, ParseError};
/// /// The numbers of a list such as `3,14`.
/// fn numbers(text: &[u8]) -> Result<Vec<u32>, ParseError> {
///     let mut cursor = Cursor::new(text);
///     let mut numbers = vec![0];
///     loop {
///         match cursor.peek() {
///             Some(digit @ b'0'..=b'9') => {
///                 let last = numbers.last_mut().expect("there is one from the beginning");
///                 *last = *last * 10 + u32::from(digit - b'0');
///             }
///             Some(b',') => numbers.push(0),
///             _ => return cursor.end("list", "a digit or a comma").map(|()| numbers),
///         }
///         cursor.bump();
///     }
/// }
/// assert_eq!(numbers(b"3,14"), Ok(vec![3, 14]));
/// let error = numbers(b"3;14").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 2 (list): expected a digit or a comma, found ';'");
/// ```
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    rest: &'a [u8],
    place: Place,
}

impl<'a> Cursor<'a> {
    /// At the first byte of `text`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::{Cursor, Place};
    /// let cursor = Cursor::new(b"M6666");
    /// assert_eq!((cursor.place(), cursor.peek()), (Place::START, Some(b'M')));
    /// ```
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Self {
        Self { rest: text, place: Place::START }
    }

    /// Where the next byte stands.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::{Cursor, Place};
    /// let mut cursor = Cursor::new("é1\n2".as_bytes());
    /// while cursor.peek() != Some(b'1') {
    ///     cursor.bump();
    /// }
    /// assert_eq!(cursor.place(), Place { line: 1, column: 2 }, "é is one character");
    /// ```
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The next byte, which stays where it is; `None` at the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::Cursor;
    /// let cursor = Cursor::new(b"F5666");
    /// assert_eq!([cursor.peek(), cursor.peek()], [Some(b'F'); 2]);
    /// assert_eq!(Cursor::new(b"").peek(), None);
    /// ```
    #[must_use]
    pub const fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// All that has not been read.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::Cursor;
    /// let mut cursor = Cursor::new(b"seto b2");
    /// cursor.literal("seto ");
    /// assert_eq!(cursor.rest(), b"b2");
    /// ```
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether everything has been read.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::Cursor;
    /// let mut cursor = Cursor::new(b"M");
    /// assert!(!cursor.at_end());
    /// cursor.bump();
    /// assert!(cursor.at_end());
    /// ```
    #[must_use]
    pub const fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// What stands here, for an error. A malformed UTF-8 sequence is named by its first byte.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::{Cursor, Found};
    /// assert_eq!(Cursor::new("é".as_bytes()).found(), Found::Char('é'));
    /// assert_eq!(Cursor::new(b"\r\n").found(), Found::LineEnd);
    /// assert_eq!(Cursor::new(b"\xff").found(), Found::Byte(0xff));
    /// ```
    #[must_use]
    pub fn found(&self) -> Found {
        match self.rest {
            [] => Found::End,
            [b'\n', ..] | [b'\r', b'\n', ..] => Found::LineEnd,
            [first, ..] => {
                let head = &self.rest[..self.rest.len().min(4)];
                let valid = match std::str::from_utf8(head) {
                    Ok(text) => text,
                    Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
                };
                valid.chars().next().map_or(Found::Byte(*first), Found::Char)
            }
        }
    }

    /// An error about what stands here.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::{Cursor, ParseError};
    /// let error: ParseError = Cursor::new(b"Q").error("side", "M or F");
    /// assert_eq!(error.to_string(), "line 1, column 1 (side): expected M or F, found 'Q'");
    /// ```
    pub fn error(
        &self,
        field: &'static str,
        expected: impl Into<std::borrow::Cow<'static, str>>,
    ) -> ParseError {
        ParseError::new(self.place, field, self.found(), expected)
    }

    /// Reads one byte that is not part of a line end.
    ///
    /// A byte above 0x7f counts as a column only if it begins a character.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::Cursor;
    /// let mut cursor = Cursor::new(b"ab");
    /// assert_eq!([cursor.bump(), cursor.bump(), cursor.bump()], [Some(b'a'), Some(b'b'), None]);
    /// ```
    pub fn bump(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        if first == b'\n' {
            self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
        } else if first & 0xc0 != 0x80 {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(first)
    }

    /// Reads these characters, which are no line end, if they stand here, and says whether they did.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::Cursor;
    /// let mut cursor = Cursor::new(b"move 7");
    /// assert!(cursor.literal("move "));
    /// assert!(!cursor.literal("8"));
    /// assert_eq!(cursor.rest(), b"7");
    /// ```
    pub fn literal(&mut self, literal: &str) -> bool {
        let stands_here = self.rest.starts_with(literal.as_bytes());
        if stands_here {
            literal.bytes().for_each(|_| _ = self.bump());
        }
        stands_here
    }

    /// Reads characters that have to stand here.
    ///
    /// # Errors
    /// If something else stands here: the error names its first character, and nothing is read.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::{Cursor, Found};
    /// let mut cursor = Cursor::new(b"init_board 3");
    /// cursor.expect("init_board ", "message", "init_board")?;
    /// let error = cursor.expect("4", "size", "4").unwrap_err();
    /// assert_eq!(error.found, Found::Char('3'));
    /// assert_eq!(cursor.rest(), b"3", "nothing was read");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expect(
        &mut self,
        literal: &str,
        field: &'static str,
        expected: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Result<(), ParseError> {
        if self.literal(literal) { Ok(()) } else { Err(self.error(field, expected)) }
    }

    /// Checks that everything has been read.
    ///
    /// # Errors
    /// If something is left: the error names its first character.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::Cursor;
    /// let mut cursor = Cursor::new(b"M");
    /// assert!(cursor.end("text", "the end of the text").is_err());
    /// cursor.bump();
    /// assert_eq!(cursor.end("text", "the end of the text"), Ok(()));
    /// ```
    pub fn end(
        &self,
        field: &'static str,
        expected: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Result<(), ParseError> {
        if self.at_end() { Ok(()) } else { Err(self.error(field, expected)) }
    }

    /// Reads LF or CRLF if one stands here, and says whether it did.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::text::{Cursor, Place};
    /// let mut cursor = Cursor::new(b"\r\n\nM");
    /// assert!(cursor.line_end() && cursor.line_end());
    /// assert!(!cursor.line_end());
    /// assert_eq!(cursor.place(), Place { line: 3, column: 1 });
    /// ```
    pub fn line_end(&mut self) -> bool {
        let width = match self.rest {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return false,
        };
        self.rest = &self.rest[width..];
        self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crlf_is_one_line_end_and_a_lone_cr_is_a_character() {
        let mut cursor = Cursor::new(b"a\r\n\rb");
        assert_eq!(cursor.bump(), Some(b'a'));
        assert_eq!(cursor.found(), Found::LineEnd);
        assert!(cursor.line_end());
        assert_eq!(cursor.place(), Place { line: 2, column: 1 });
        assert!(!cursor.line_end());
        assert_eq!(cursor.found(), Found::Char('\r'));
        cursor.bump();
        cursor.bump();
        assert_eq!(cursor.place(), Place { line: 2, column: 3 });
        assert_eq!(cursor.found(), Found::End);
    }

    #[test]
    fn bytes_that_are_not_text_are_named_as_bytes() {
        assert_eq!(Cursor::new(b"\xff").found(), Found::Byte(0xff));
        assert_eq!(Cursor::new("é".as_bytes()).found(), Found::Char('é'));
        assert_eq!(Cursor::new("éab\u{1F600}".as_bytes()).found(), Found::Char('é'));
        assert_eq!(Cursor::new(b"\xc3").found(), Found::Byte(0xc3));
    }

    #[test]
    fn what_has_to_stand_here_is_read_as_a_whole_or_not_at_all() {
        let mut cursor = Cursor::new("é, x".as_bytes());
        assert_eq!(cursor.expect("é, ", "head", "é, "), Ok(()));
        assert_eq!(cursor.place(), Place { line: 1, column: 4 });
        let error = cursor.expect("xy", "tail", "xy").unwrap_err();
        assert_eq!((error.place, error.found, cursor.rest()), (cursor.place(), Found::Char('x'), &b"x"[..]));
        assert_eq!(cursor.end("tail", "nothing more").unwrap_err().field, "tail");
        assert!(cursor.literal("x"));
        assert_eq!(cursor.end("tail", "nothing more"), Ok(()));
    }
}
