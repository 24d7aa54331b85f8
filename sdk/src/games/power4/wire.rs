//! The texts of the contest: `team_no.txt`, `board.txt`, `output.txt`, and those of the variant `memo`.
//!
//! A `board.txt` after team 1 dropped a normal and team 2 a dual disk into column 4 (one line):
//!
//! ```text
//! 0 0 0 1 0 0 0 0 0 0 12 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
//! ```
//! ```text
//! board    = words of 42*disk                            cells 1 to 42, the bottom row first
//! disk     = "0" / "1" / "2" / "12"                      empty, team 1, team 2, dual
//! team     = words of ("1" / "2")
//! output   = words of integer integer                    kind, column: `5 4`
//! integer  = "0" / ["-"] ("1" to "9") *digit
//! moves    = words of turns 4*flag                       memo: turns taken; are disks 1 to 4 used?
//! opponent = words of 4*flag                             memo: are the opponent's disks 1 to 4 used?
//! turns    = "0" / ("1" to "9") *digit
//! flag     = "0" / "1"
//! words of = with blanks between, and any before and after
//! blank    = SP / TAB / LF / CR LF
//! ```
//! Leniencies: any run of blanks, of any kind, stands for one; line ends may be mixed; the numbers
//! of an output may be out of range (also below zero), which breaks a rule other than that of its form. Nothing else: no
//! plus sign, no leading zeros, no comma, no byte order mark, no lone CR.

use std::fmt;

use super::board::Board;
use super::cell::{Cell, Column};
use super::disk::{Disk, Kind, Kinds, Team};
use super::drop::Drop;
use crate::text::{Cursor, Found, ParseError, Place};

/// A well-formed `board.txt`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::BoardText;
/// let text = format!("1 12 {}", "0 ".repeat(40));
/// let board = BoardText::from_bytes(text.as_bytes())?;
/// assert_eq!(board.to_string(), text);
///
/// let error = BoardText::from_bytes(b"1 21 0").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3 (cell 2): expected one of 0 1 2 12, found \"21\"");
/// # Ok::<(), botspec_sdk::text::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardText {
    /// What lies where; perhaps an impossible arrangement.
    pub board: Board,
}

impl BoardText {
    /// Reads the whole content of a `board.txt`.
    ///
    /// # Errors
    /// Names the first character of the first word that is wrong or too many, or the place just
    /// behind the last character if the text ends too early.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::BoardText;
    /// let text = format!("0 0 0 1 0 0 0\n0 0 0 12 {}", "0 ".repeat(31));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// assert_eq!(board.occupied().to_string(), "4, 11");
    /// let error = BoardText::from_bytes(b"1 2").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 4 (cell 3): expected one of 0 1 2 12, found the end of the text");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        Self::usual(bytes).map_or_else(|| Self::any(bytes), Ok)
    }

    /// A text just as the organizers' program writes it, in a quarter of the time: nobody counts columns.
    fn usual(mut bytes: &[u8]) -> Option<Self> {
        let mut board = Board::EMPTY;
        for cell in Cell::all() {
            let disk;
            (disk, bytes) = match bytes {
                [b'0', b' ', rest @ ..] => (None, rest),
                [b'1', b' ', rest @ ..] => (Some(Disk::Of(Team::One)), rest),
                [b'2', b' ', rest @ ..] => (Some(Disk::Of(Team::Two)), rest),
                [b'1', b'2', b' ', rest @ ..] => (Some(Disk::Dual), rest),
                _ => return None,
            };
            if disk.is_some() {
                board.set(cell, disk);
            }
        }
        bytes.is_empty().then_some(Self { board })
    }

    /// Any text, with what is wrong with it.
    fn any(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut words = Words::new(bytes);
        let mut board = Board::EMPTY;
        for cell in Cell::all() {
            let disk = words.next("board", "one of 0 1 2 12", |word| match word {
                b"0" => Some(None),
                b"1" => Some(Some(Disk::Of(Team::One))),
                b"2" => Some(Some(Disk::Of(Team::Two))),
                b"12" => Some(Some(Disk::Dual)),
                _ => None,
            });
            board.set(cell, disk.map_err(|error| in_cell(error, cell))?);
        }
        words.end("end of the board")?;
        Ok(Self { board })
    }
}

/// The error, with the cell for its field.
fn in_cell(error: ParseError, cell: Cell) -> ParseError {
    const FIELDS: [&str; Cell::COUNT as usize] = [
        "cell 1", "cell 2", "cell 3", "cell 4", "cell 5", "cell 6", "cell 7", "cell 8", "cell 9", "cell 10",
        "cell 11", "cell 12", "cell 13", "cell 14", "cell 15", "cell 16", "cell 17", "cell 18", "cell 19",
        "cell 20", "cell 21", "cell 22", "cell 23", "cell 24", "cell 25", "cell 26", "cell 27", "cell 28",
        "cell 29", "cell 30", "cell 31", "cell 32", "cell 33", "cell 34", "cell 35", "cell 36", "cell 37",
        "cell 38", "cell 39", "cell 40", "cell 41", "cell 42",
    ];
    ParseError { field: FIELDS[cell.index()], ..error }
}

impl fmt::Display for BoardText {
    /// The content of the file as the organizers' program writes it: one line, each integer with a
    /// blank behind it, no line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            f.write_str(match self.board.get(cell) {
                None => "0 ",
                Some(Disk::Of(Team::One)) => "1 ",
                Some(Disk::Of(Team::Two)) => "2 ",
                Some(Disk::Dual) => "12 ",
            })?;
        }
        Ok(())
    }
}

/// A well-formed `team_no.txt`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Team, TeamText};
/// assert_eq!(TeamText { team: Team::Two }.to_string(), "2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TeamText {
    /// Whom the bot plays.
    pub team: Team,
}

impl TeamText {
    /// Reads the whole content of a `team_no.txt`.
    ///
    /// # Errors
    /// As [`BoardText::from_bytes`].
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Team, TeamText};
    /// assert_eq!(TeamText::from_bytes(b"2\n")?.team, Team::Two);
    /// let error = TeamText::from_bytes(b"3").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 1 (team number): expected 1 or 2, found \"3\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut words = Words::new(bytes);
        let team = words.next("team number", "1 or 2", |word| match word {
            b"1" => Some(Team::One),
            b"2" => Some(Team::Two),
            _ => None,
        })?;
        words.end("end of the team number")?;
        Ok(Self { team })
    }
}

impl fmt::Display for TeamText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.team.fmt(f)
    }
}

/// A well-formed `output.txt`, kept as it was written: the numbers may be any two.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Drop, OutputText};
/// let output = OutputText::from_bytes(b" 5\r\n4\n")?;
/// assert_eq!(output.to_string(), "5 4");
/// assert_eq!(Drop::try_from(&output).map(|drop| drop.column.number()), Ok(4));
///
/// let output = OutputText::from_bytes(b"5 99999999999999999999")?;
/// assert_eq!(Drop::try_from(&output).unwrap_err().to_string(), "99999999999999999999 is not a column: they are 1 to 7");
///
/// let error = OutputText::from_bytes(b"5, 4").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1 (kind): expected an integer, found \"5,\"");
/// # Ok::<(), botspec_sdk::text::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OutputText {
    /// The first number: 1 to 5 if it is right.
    pub kind: Integer,
    /// The second number: 1 to 7 if it is right.
    pub column: Integer,
}

impl OutputText {
    /// Reads the whole content of an `output.txt`.
    ///
    /// # Errors
    /// As [`BoardText::from_bytes`], for what is not two integers. A number that is out of range is
    /// no error here.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::OutputText;
    /// let output = OutputText::from_bytes(b"5 4")?;
    /// assert_eq!((output.kind.small(), output.column.small()), (Some(5), Some(4)));
    /// let error = OutputText::from_bytes(b"5").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 2 (column): expected an integer, found the end of the text");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut words = Words::new(bytes);
        let kind = words.next("kind", "an integer", Integer::from_word)?;
        let column = words.next("column", "an integer", Integer::from_word)?;
        words.end("end of the output")?;
        Ok(Self { kind, column })
    }
}

impl From<Drop> for OutputText {
    fn from(drop: Drop) -> Self {
        Self { kind: drop.kind.into(), column: drop.column.into() }
    }
}

impl fmt::Display for OutputText {
    /// The two numbers with a blank between them, without a line end; one of more than 40 characters is shortened, and can
    /// no longer be read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.column)
    }
}

/// An integer of any size, as it was written: without plus sign and leading zeros.
///
/// `Display` shortens one of more than 40 characters.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::OutputText;
/// let text = format!("5 1{}", "0".repeat(99));
/// let output = OutputText::from_bytes(text.as_bytes())?;
/// assert_eq!(output.column.to_string(), format!("1{}...", "0".repeat(39)));
/// assert_eq!(output.column.small(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Integer(Box<str>);

impl Integer {
    fn from_word(word: &[u8]) -> Option<Self> {
        let well_formed = match word.strip_prefix(b"-").unwrap_or(word) {
            b"0" => word == b"0",
            [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
            _ => false,
        };
        let text = std::str::from_utf8(word).ok()?;
        well_formed.then(|| Self(text.into()))
    }

    /// The number, if it is in `0..=255`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::OutputText;
    /// let output = OutputText::from_bytes(b"-1 255")?;
    /// assert_eq!((output.kind.small(), output.column.small()), (None, Some(255)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn small(&self) -> Option<u8> {
        self.0.parse().ok()
    }
}

impl From<Kind> for Integer {
    fn from(kind: Kind) -> Self {
        Self(kind.number().to_string().into())
    }
}

impl From<Column> for Integer {
    fn from(column: Column) -> Self {
        Self(column.to_string().into())
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shortened(&self.0).fmt(f)
    }
}

/// A well-formed `moves.txt` of the variant `memo`: what the team itself has done in this set.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Kind, Kinds, MovesText};
/// let used = Kinds::NONE.with(Kind::ClearColumn);
/// assert_eq!(MovesText { turns: 3, used }.to_string(), "3 0 1 0 0");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MovesText {
    /// Turns taken.
    pub turns: u16,
    /// Special disks used.
    pub used: Kinds,
}

impl MovesText {
    /// Reads the whole content of a `moves.txt`.
    ///
    /// # Errors
    /// As [`BoardText::from_bytes`]; more than 65535 turns is an error too.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::MovesText;
    /// let moves = MovesText::from_bytes(b"9 1 1 0 0\n")?;
    /// assert_eq!((moves.turns, moves.used.len()), (9, 2));
    /// let error = MovesText::from_bytes(b"70000 0 0 0 0").unwrap_err();
    /// assert_eq!(error.field, "turns taken");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut words = Words::new(bytes);
        let turns = words.next("turns taken", "a number of turns", |word| {
            Integer::from_word(word).and_then(|integer| integer.0.parse().ok())
        })?;
        let used = words.flags()?;
        words.end("end of the flags")?;
        Ok(Self { turns, used })
    }
}

impl fmt::Display for MovesText {
    /// One line, without a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.turns, OpponentText { used: self.used })
    }
}

/// A well-formed `opponent_move.txt` of the variant `memo`: what the opponent has done in this set.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Kind, Kinds, OpponentText};
/// let used = Kinds::NONE.with(Kind::Dual);
/// assert_eq!(OpponentText { used }.to_string(), "0 0 0 1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpponentText {
    /// Special disks used.
    pub used: Kinds,
}

impl OpponentText {
    /// Reads the whole content of an `opponent_move.txt`.
    ///
    /// # Errors
    /// As [`BoardText::from_bytes`].
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Kinds, OpponentText};
    /// assert_eq!(OpponentText::from_bytes(b"1 1 1 1")?.used, Kinds::ALL);
    /// let error = OpponentText::from_bytes(b"0 0 2 0").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 5 (disk 3 used): expected 0 or 1, found \"2\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut words = Words::new(bytes);
        let used = words.flags()?;
        words.end("end of the flags")?;
        Ok(Self { used })
    }
}

impl fmt::Display for OpponentText {
    /// One line, without a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [row, column, neighbours, dual] = Kind::SPECIAL.map(|kind| u8::from(self.used.contains(kind)));
        write!(f, "{row} {column} {neighbours} {dual}")
    }
}

/// A text as words with blanks between them.
struct Words<'a> {
    cursor: Cursor<'a>,
}

impl<'a> Words<'a> {
    const fn new(bytes: &'a [u8]) -> Self {
        Self { cursor: Cursor::new(bytes) }
    }

    /// Skips blanks, takes the next word if there is one, and says where it begins.
    fn word(&mut self) -> (Place, &'a [u8]) {
        while self.at_blank() {
            self.step();
        }
        let place = self.cursor.place();
        let text = self.cursor.rest();
        while !self.cursor.at_end() && !self.at_blank() {
            self.step();
        }
        (place, &text[..text.len() - self.cursor.rest().len()])
    }

    fn at_blank(&self) -> bool {
        matches!(self.cursor.rest(), [b' ' | b'\t' | b'\n', ..] | [b'\r', b'\n', ..])
    }

    fn step(&mut self) {
        if !self.cursor.line_end() {
            self.cursor.bump();
        }
    }

    /// The value of the next word.
    fn next<T>(
        &mut self,
        field: &'static str,
        expected: &'static str,
        value: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<T, ParseError> {
        let (place, word) = self.word();
        value(word).ok_or_else(|| ParseError::new(place, field, found(word), expected))
    }

    /// The four flags that say which special kinds are used.
    fn flags(&mut self) -> Result<Kinds, ParseError> {
        let fields = ["disk 1 used", "disk 2 used", "disk 3 used", "disk 4 used"];
        let mut used = Kinds::NONE;
        for (kind, field) in Kind::SPECIAL.into_iter().zip(fields) {
            let flag = self.next(field, "0 or 1", |word| match word {
                b"0" => Some(false),
                b"1" => Some(true),
                _ => None,
            })?;
            if flag {
                used = used.with(kind);
            }
        }
        Ok(used)
    }

    fn end(mut self, field: &'static str) -> Result<(), ParseError> {
        match self.word() {
            (_, []) => Ok(()),
            (place, word) => Err(ParseError::new(place, field, found(word), "the end of the text")),
        }
    }
}

fn found(word: &[u8]) -> Found {
    if word.is_empty() { Found::End } else { Found::Word(shortened(&String::from_utf8_lossy(word))) }
}

/// The text itself, or its first 40 characters and three dots.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_usual_board_is_read_as_any_other(
            words in prop::collection::vec(prop::sample::select(vec!["0 ", "1 ", "2 ", "12 "]), 42),
            at in any::<prop::sample::Index>(),
            word in prop::sample::select(vec!["1", "3 ", "0\n", "1  ", "0 2 ", "21 ", ""]),
            is_odd: bool,
        ) {
            let (mut text, at) = (words.clone(), at.index(words.len()));
            if is_odd {
                text[at] = word;
            }
            let text = text.concat();
            let usual = BoardText::usual(text.as_bytes());
            prop_assert!(usual.is_some() || is_odd);
            if let Some(usual) = usual {
                prop_assert_eq!(BoardText::any(text.as_bytes()), Ok(usual));
            }
        }
    }
}
