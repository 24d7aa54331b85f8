//! Cells as Hex programs elsewhere write them, in SGF and GTP: the letter is the column from the left, the number the
//! row from the top. This contest has it the other way round; the board is the same.

use std::fmt;

use botspec_sdk::games::hex::{Cell, Coordinate};

/// A well-formed name of a cell, on the board or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Vertex {
    /// From 1.
    column: u32,
    /// From 1 as written, but may be 0.
    row: u32,
}

impl Vertex {
    /// Reads letters and a number, such as `c3`. Capital letters are the same as small ones; behind `z` come `aa`, `ab`
    /// and so on. `None` if it has another form.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let (letters, digits) = text.split_at(letters);
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        if letters.is_empty() || !(digits == "0" || is_number && !digits.is_empty()) {
            return None;
        }
        let column = letters.bytes().fold(0_u32, |column, letter| {
            let letter = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
            column.saturating_mul(26).saturating_add(letter)
        });
        // Numbers beyond any board are all the same.
        Some(Self { column, row: digits.parse().unwrap_or(u32::MAX) })
    }

    /// Reads two letters, column and row, as for Go boards. `None` if it has another form.
    pub(super) fn from_letters(text: &str) -> Option<Self> {
        let [column, row] = text.as_bytes() else { return None };
        let count = |letter: &u8| {
            letter.is_ascii_alphabetic().then(|| u32::from(letter.to_ascii_lowercase() - b'a') + 1)
        };
        Some(Self { column: count(column)?, row: count(row)? })
    }

    /// The cell on the other side of the long diagonal.
    #[must_use]
    pub(super) const fn mirrored(self) -> Self {
        Self { column: self.row, row: self.column }
    }

    /// The same as this contest writes it; `None` for rows that have no letter.
    pub(super) fn coordinate(self) -> Option<Coordinate> {
        Coordinate::new(u8::try_from(self.row.checked_sub(1)?).ok()?, self.column)
    }
}

impl From<Cell> for Vertex {
    fn from(cell: Cell) -> Self {
        Self { column: u32::from(cell.column()) + 1, row: u32::from(cell.row()) + 1 }
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = String::new();
        let mut left = self.column;
        while left > 0 {
            let letter = u8::try_from((left - 1) % 26).unwrap_or_default();
            letters.insert(0, char::from(b'a' + letter));
            left = (left - 1) / 26;
        }
        write!(f, "{letters}{}", self.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_is_the_column() {
        for (text, ours) in [("a1", "a1"), ("h3", "c8"), ("C12", "l3"), ("aa1", "a27"), ("AB26", "z28")] {
            let vertex = Vertex::from_text(text).unwrap();
            assert_eq!(vertex.coordinate().unwrap().to_string(), ours, "{text}");
            assert_eq!(vertex.to_string(), text.to_ascii_lowercase());
        }
        assert_eq!(Vertex::from_text("h3").unwrap().mirrored().to_string(), "c8");
        assert_eq!(Vertex::from_letters("ad"), Vertex::from_text("a4"));
        for row in ["a0", "a27", "zzzzzzzzzz99999999999"] {
            assert_eq!(Vertex::from_text(row).unwrap().coordinate(), None, "{row}");
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in ["", "a", "1", "a01", "1a", "a1b", "a-1", "a 1", "\u{e9}1", "a+1", "swap"] {
            assert_eq!(Vertex::from_text(text), None, "{text}");
        }
        assert_eq!(Vertex::from_letters("a1"), None);
    }
}
