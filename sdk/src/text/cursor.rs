//! A reader over bytes that always knows its line and column.

use super::{Found, ParseError, Place};

/// Walks over a text byte by byte. LF and CRLF both end a line; a CR elsewhere is a character like
/// any other.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    rest: &'a [u8],
    place: Place,
}

impl<'a> Cursor<'a> {
    /// At the first byte of `text`.
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Self {
        Self { rest: text, place: Place::START }
    }

    /// Where the next byte stands.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The next byte, which stays where it is; `None` at the end.
    #[must_use]
    pub const fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// All that has not been read.
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether everything has been read.
    #[must_use]
    pub const fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// What stands here, for an error. A malformed UTF-8 sequence is named by its first byte.
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
    pub fn end(
        &self,
        field: &'static str,
        expected: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Result<(), ParseError> {
        if self.at_end() { Ok(()) } else { Err(self.error(field, expected)) }
    }

    /// Reads LF or CRLF if one stands here, and says whether it did.
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
