//! The messages of the tournament protocol, and the answers to them.
//!
//! A conversation with a bot that was started as `white`; `>` is what it reads:
//!
//! ```text
//! > init_board 3
//! > seto b2
//! > make_move
//! a2
//! > check_win
//! 0
//! > show_board
//! .W.|.B.|...|
//! > quit
//! ```
//! ```text
//! message    = "init_board " size / "make_move" / "seto " coordinate / "sety " coordinate
//!            / "unset " coordinate / "swap" / "check_win" / "show_board" / "quit"
//! size       = 1 to 26
//! move       = coordinate / "swap"                      the answer to make_move
//! standing   = "1" / "-1" / "0"                         the answer to check_win
//! board      = 1*26row                                  the answer to show_board; as many cells in a row as rows
//! row        = 1*26("B" / "W" / ".") "|"
//! coordinate = ("a" to "z") number                      row, column
//! number     = "0" / ("1" to "9") *digit
//! ```
//! All parsers take one line without its end. A coordinate may name a cell that no board has (`a0`,
//! `z99`): that is for the rules to say.
//!
//! Leniencies: none. Numbers above 4,294,967,295 are read as that one; no board has it either.

use std::fmt;

use super::board::{Board, Cell, Colour, Size};
use crate::text::{Cursor, ParseError};

/// A well-formed coordinate, on the board or not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Coordinate, Size};
/// let size = Size::new(10).unwrap();
/// assert_eq!(Coordinate::from_bytes(b"c8")?.cell(size).unwrap().row(), 2);
/// assert_eq!(Coordinate::from_bytes(b"a0")?.cell(size), None);
///
/// let error = Coordinate::from_bytes(b"a01").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 2 (column): expected a number without leading zeros, found '0'");
/// # Ok::<(), botspec_sdk::text::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinate {
    /// Counted from 0, in `0..26`: the letter.
    row: u8,
    /// Counted from 1, but may be 0: the number.
    number: u32,
}

impl Coordinate {
    /// The coordinate with this row, counted from 0, and this number, in which 1 is the first
    /// column; `None` for rows outside `0..26`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Coordinate;
    /// assert_eq!(Coordinate::new(2, 8).unwrap().to_string(), "c8");
    /// assert_eq!(Coordinate::new(26, 1), None, "no letter is left");
    /// ```
    #[must_use]
    pub const fn new(row: u8, number: u32) -> Option<Self> {
        if row < Size::MAX.get() { Some(Self { row, number }) } else { None }
    }

    /// The row that its letter names, from 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Coordinate;
    /// assert_eq!(Coordinate::from_bytes(b"c8")?.row(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The number as written: the first column is 1, and no board has a column 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Coordinate;
    /// assert_eq!(Coordinate::from_bytes(b"c8")?.number(), 8);
    /// assert_eq!(Coordinate::from_bytes(b"c99999999999")?.number(), u32::MAX);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The cell it names on a board of this size; `None` if that board has no such cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Cell, Coordinate, Size};
    /// let at = Coordinate::from_bytes(b"c8")?;
    /// assert_eq!(at.cell(Size::new(8).unwrap()), Cell::at(2, 7));
    /// assert_eq!(at.cell(Size::new(7).unwrap()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cell(self, size: Size) -> Option<Cell> {
        let column = u8::try_from(self.number.checked_sub(1)?).ok()?;
        Cell::at(self.row, column).filter(|cell| cell.is_on(size))
    }

    /// Reads a line that is a coordinate.
    ///
    /// # Errors
    /// Names the first character that cannot be right, or the place just behind the last one if the
    /// line ends too early.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Coordinate;
    /// assert_eq!(Coordinate::from_bytes(b"z26")?, Coordinate::new(25, 26).unwrap());
    /// let error = Coordinate::from_bytes(b"8c").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 1 (row): expected a row letter, a to z, found '8'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(line: &[u8]) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(line);
        let coordinate = Self::read(&mut cursor, "a row letter, a to z")?;
        end(&cursor, "coordinate")?;
        Ok(coordinate)
    }

    fn read(cursor: &mut Cursor<'_>, expected: &'static str) -> Result<Self, ParseError> {
        let Some(letter @ b'a'..=b'z') = cursor.peek() else {
            return Err(cursor.error("row", expected));
        };
        cursor.bump();
        let number = number(cursor, "column")?;
        Ok(Self { row: letter - b'a', number })
    }
}

impl From<Cell> for Coordinate {
    fn from(cell: Cell) -> Self {
        Self { row: cell.row(), number: u32::from(cell.column()) + 1 }
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row), self.number)
    }
}

/// Reads a decimal number without leading zeros.
fn number(cursor: &mut Cursor<'_>, field: &'static str) -> Result<u32, ParseError> {
    let start = cursor.clone();
    let mut number = 0_u32;
    let mut digits = 0_usize;
    while let Some(digit @ b'0'..=b'9') = cursor.peek() {
        cursor.bump();
        number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
        digits = digits.saturating_add(1);
    }
    match digits {
        0 => Err(start.error(field, "a number")),
        2.. if start.peek() == Some(b'0') => Err(start.error(field, "a number without leading zeros")),
        _ => Ok(number),
    }
}

/// Checks that the line ends here.
fn end(cursor: &Cursor<'_>, after: &'static str) -> Result<(), ParseError> {
    cursor.end(after, "the end of the line")
}

/// What the referee says to a bot.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::Message;
/// let message = Message::from_bytes(b"seto c8")?;
/// let Message::Seto(at) = message else { panic!("a stone of the opponent's") };
/// assert_eq!(at.number(), 8);
/// assert_eq!(message.to_string(), "seto c8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Message {
    /// `init_board N`: a new game on an empty board.
    InitBoard(Size),
    /// `make_move`: choose a move and play it.
    MakeMove,
    /// `seto C`: the opponent's stone is put there.
    Seto(Coordinate),
    /// `sety C`: the bot's own stone is put there.
    Sety(Coordinate),
    /// `unset C`: the cell becomes empty.
    Unset(Coordinate),
    /// `swap`: the opponent swapped.
    Swap,
    /// `check_win`: has anybody won?
    CheckWin,
    /// `show_board`: what does the board look like?
    ShowBoard,
    /// `quit`: end the process.
    Quit,
}

impl Message {
    /// Reads one line.
    ///
    /// # Errors
    /// If it is none of the messages, or its argument does not have the form of one. Off-board
    /// coordinates have.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Message, Size};
    /// assert_eq!(Message::from_bytes(b"init_board 10")?, Message::InitBoard(Size::TOURNAMENT));
    /// let error = Message::from_bytes(b"init_board 27").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 12 (size): expected a number from 1 to 26, found '2'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(line: &[u8]) -> Result<Self, ParseError> {
        const MESSAGES: &str = "one of init_board make_move seto sety unset swap check_win show_board quit";
        let width = line.iter().position(|&byte| byte == b' ').unwrap_or(line.len());
        let word = &line[..width];
        let mut cursor = Cursor::new(line);
        let fault = cursor.error("message", MESSAGES);
        for _ in word {
            cursor.bump();
        }
        let message = match word {
            b"init_board" => {
                space(&mut cursor)?;
                let start = cursor.clone();
                let size = number(&mut cursor, "size")?;
                let size = u8::try_from(size).ok().and_then(Size::new);
                Self::InitBoard(size.ok_or_else(|| start.error("size", "a number from 1 to 26"))?)
            }
            b"make_move" => Self::MakeMove,
            b"seto" => Self::Seto(argument(&mut cursor)?),
            b"sety" => Self::Sety(argument(&mut cursor)?),
            b"unset" => Self::Unset(argument(&mut cursor)?),
            b"swap" => Self::Swap,
            b"check_win" => Self::CheckWin,
            b"show_board" => Self::ShowBoard,
            b"quit" => Self::Quit,
            _ => return Err(fault),
        };
        end(&cursor, "message")?;
        Ok(message)
    }

    /// Whether a bot answers it with a line.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Message;
    /// assert!(Message::CheckWin.has_answer());
    /// assert!(!Message::Swap.has_answer());
    /// ```
    #[must_use]
    pub const fn has_answer(self) -> bool {
        matches!(self, Self::MakeMove | Self::CheckWin | Self::ShowBoard)
    }
}

fn space(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    cursor.expect(" ", "message", "a space")
}

fn argument(cursor: &mut Cursor<'_>) -> Result<Coordinate, ParseError> {
    space(cursor)?;
    Coordinate::read(cursor, "a row letter, a to z")
}

impl fmt::Display for Message {
    /// The line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InitBoard(size) => write!(f, "init_board {size}"),
            Self::MakeMove => f.write_str("make_move"),
            Self::Seto(at) => write!(f, "seto {at}"),
            Self::Sety(at) => write!(f, "sety {at}"),
            Self::Unset(at) => write!(f, "unset {at}"),
            Self::Swap => f.write_str("swap"),
            Self::CheckWin => f.write_str("check_win"),
            Self::ShowBoard => f.write_str("show_board"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

/// A well-formed answer to `make_move`, legal or not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Cell, Move, MoveText};
/// assert_eq!(MoveText::from_bytes(b"swap")?, MoveText::Swap);
/// let text = MoveText::from(Move::Place(Cell::at(2, 7).unwrap()));
/// assert_eq!(text.to_string(), "c8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveText {
    /// A stone goes there.
    Place(Coordinate),
    /// The players exchange colours.
    Swap,
}

impl MoveText {
    /// Reads one line.
    ///
    /// # Errors
    /// Names the first character that cannot be right, or the place just behind the last one if the
    /// line ends too early.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::MoveText;
    /// assert!(matches!(MoveText::from_bytes(b"z99")?, MoveText::Place(_)), "the form is right");
    /// let error = MoveText::from_bytes(b"c8 ").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 3 (move): expected the end of the line, found ' '");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(line: &[u8]) -> Result<Self, ParseError> {
        if line == b"swap" {
            return Ok(Self::Swap);
        }
        let mut cursor = Cursor::new(line);
        let at = Coordinate::read(&mut cursor, "a row letter, a to z, or the word swap")?;
        end(&cursor, "move")?;
        Ok(Self::Place(at))
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(at) => at.fmt(f),
            Self::Swap => f.write_str("swap"),
        }
    }
}

/// The answer to `check_win`, from the point of view of the bot that gives it.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::Standing;
/// assert_eq!(Standing::Lost.to_string(), "-1");
/// assert_eq!(Standing::from_bytes(b"-1")?, Standing::Lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// `1`: this bot has won.
    Won,
    /// `-1`: its opponent has won.
    Lost,
    /// `0`: nobody has won yet.
    Open,
}

impl Standing {
    /// How things stand for the player who has `own`, if `winner` has won.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Standing};
    /// let won_by_black = Some(Colour::Black);
    /// assert_eq!(Standing::of(Colour::Black, won_by_black), Standing::Won);
    /// assert_eq!(Standing::of(Colour::White, won_by_black), Standing::Lost);
    /// assert_eq!(Standing::of(Colour::White, None), Standing::Open);
    /// ```
    #[must_use]
    pub fn of(own: Colour, winner: Option<Colour>) -> Self {
        match winner {
            Some(colour) if colour == own => Self::Won,
            Some(_) => Self::Lost,
            None => Self::Open,
        }
    }

    /// Reads one line.
    ///
    /// # Errors
    /// If it is not `1`, `-1` or `0`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Standing;
    /// assert_eq!(Standing::from_bytes(b"0")?, Standing::Open);
    /// let error = Standing::from_bytes(b"2").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 1 (standing): expected 1, -1 or 0, found '2'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(line: &[u8]) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(line);
        let standing = match line {
            [b'1', ..] => Self::Won,
            [b'0', ..] => Self::Open,
            [b'-', rest @ ..] => {
                cursor.bump();
                if rest.first() != Some(&b'1') {
                    return Err(cursor.error("standing", "the 1 of -1"));
                }
                Self::Lost
            }
            _ => return Err(cursor.error("standing", "1, -1 or 0")),
        };
        cursor.bump();
        end(&cursor, "standing")?;
        Ok(standing)
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won => "1",
            Self::Lost => "-1",
            Self::Open => "0",
        })
    }
}

/// A well-formed answer to `show_board`: any stones on a board of any size.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::BoardText;
/// let text = BoardText::from_bytes(b"B..|.W.|...|")?;
/// assert_eq!(text.size().get(), 3);
/// assert_eq!(text.to_string(), "B..|.W.|...|");
///
/// let error = BoardText::from_bytes(b"B..|.W|...|").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 7 (row b): expected B, W or ., found '|'");
/// # Ok::<(), botspec_sdk::text::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BoardText {
    size: Size,
    /// The line, with which nothing is wrong.
    line: Box<str>,
}

impl BoardText {
    /// Reads one line. The first row says how long the others are and how many.
    ///
    /// # Errors
    /// Names the first character that cannot be right, or the place just behind the last one if the
    /// line ends too early.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::BoardText;
    /// let text = BoardText::from_bytes(b"BW|..|")?;
    /// assert_eq!(text.stones().count(), 2);
    /// let error = BoardText::from_bytes(b"BW|..").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 6 (row b): expected |, found the end of the text");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(line: &[u8]) -> Result<Self, ParseError> {
        Self::right(line).map_or_else(|| Self::exact(line), Ok)
    }

    /// A line without any fault, in a fraction of the time: rows are read as wholes, and nobody counts columns.
    fn right(line: &[u8]) -> Option<Self> {
        let side = line.iter().position(|byte| *byte == b'|')?;
        let size = Size::new(u8::try_from(side).ok()?)?;
        if line.len() != size.cell_count() + side {
            return None;
        }
        // Within a row without a way out, so that the compiler takes many bytes at once.
        let is_right = |row: &[u8]| {
            let (stones, end) = row.split_at(side);
            end == b"|" && stones.iter().fold(true, |all, byte| all & matches!(byte, b'B' | b'W' | b'.'))
        };
        if !line.chunks_exact(side + 1).all(is_right) {
            return None;
        }
        Some(Self { size, line: std::str::from_utf8(line).ok()?.into() })
    }

    /// Any line, with what is wrong with it.
    fn exact(line: &[u8]) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(line);
        // Until the first row has ended, there may be 26 of everything.
        let mut side = Size::MAX.get();
        let mut row = 0;
        while row < side {
            let mut width = 0;
            while width < side {
                match cursor.peek() {
                    Some(b'B' | b'W' | b'.') => {}
                    Some(b'|') if row == 0 && width > 0 => break,
                    _ if row == 0 && width > 0 => {
                        return Err(cursor.error(ROWS[0], "B, W, . or |"));
                    }
                    _ => return Err(cursor.error(ROWS[usize::from(row)], "B, W or .")),
                }
                cursor.bump();
                width += 1;
            }
            cursor.expect("|", ROWS[usize::from(row)], "|")?;
            side = width;
            row += 1;
        }
        end(&cursor, "board")?;
        let size = Size::new(side).expect("the first row has 1 to 26 cells");
        Ok(Self { size, line: String::from_utf8_lossy(line).into() })
    }

    /// Cells along each side.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::BoardText;
    /// assert_eq!(BoardText::from_bytes(b"BW|..|")?.size().get(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cells with a stone, row by row.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour};
    /// let text = BoardText::from_bytes(b".W|B.|")?;
    /// assert!(text.stones().map(|(_, colour)| colour).eq([Colour::White, Colour::Black]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stones(&self) -> impl Iterator<Item = (Cell, Colour)> {
        let stones = self.line.bytes().filter(|byte| *byte != b'|');
        self.size.cells().zip(stones).filter_map(|(cell, stone)| match stone {
            b'B' => Some((cell, Colour::Black)),
            b'W' => Some((cell, Colour::White)),
            _ => None,
        })
    }

    /// A board with these stones, however many there are of each colour.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour};
    /// let board = BoardText::from_bytes(b"WW|..|")?.to_board();
    /// assert_eq!(board.winner(), Some(Colour::White));
    /// assert_eq!(BoardText::from(&board).to_string(), "WW|..|");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_board(&self) -> Board {
        let mut board = Board::empty(self.size);
        for (cell, colour) in self.stones() {
            board.place(cell, colour);
        }
        board
    }
}

const ROWS: [&str; 26] = [
    "row a", "row b", "row c", "row d", "row e", "row f", "row g", "row h", "row i", "row j", "row k",
    "row l", "row m", "row n", "row o", "row p", "row q", "row r", "row s", "row t", "row u", "row v",
    "row w", "row x", "row y", "row z",
];

impl From<&Board> for BoardText {
    fn from(board: &Board) -> Self {
        Self { size: board.size(), line: board.to_string().into() }
    }
}

impl fmt::Display for BoardText {
    /// The line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A board with at most one byte that is another one, missing or too much.
    fn nearly_right() -> impl Strategy<Value = Vec<u8>> {
        let rows = (1..=26_usize)
            .prop_flat_map(|side| prop::collection::vec(prop::collection::vec(0..3_usize, side), side));
        (rows, any::<prop::sample::Index>(), prop::sample::select(b"BW.|b \n".to_vec()), 0..4).prop_map(
            |(rows, at, byte, fault)| {
                let row = |row: Vec<usize>| row.into_iter().map(|stone| b"BW."[stone]).chain([b'|']);
                let mut line: Vec<u8> = rows.into_iter().flat_map(row).collect();
                let at = at.index(line.len());
                match fault {
                    0 => line[at] = byte,
                    1 => line.insert(at, byte),
                    2 => drop(line.remove(at)),
                    _ => {}
                }
                line
            },
        )
    }

    proptest! {
        #[test]
        fn a_board_is_right_if_nothing_is_wrong_with_it(line in nearly_right()) {
            prop_assert_eq!(BoardText::right(&line), BoardText::exact(&line).ok());
        }
    }
}
