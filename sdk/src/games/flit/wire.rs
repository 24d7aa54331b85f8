//! The messages between referee and bot.
//!
//! ```text
//! referee → bot:   3 0 1           square (3, 0) now holds a piece of bot 1
//!                  M               a move is wanted
//! bot → referee:   3 0 17 31       from square (3, 0) to square (17, 31)
//!
//! message = update | "M"
//! update  = number " " number " " colour
//! answer  = number " " number " " number " " number
//! number  = "0" | ("1" … "9") {"0" … "9"}
//! colour  = "0" … "5"
//! ```
//!
//! All parsers here take one line without its line end. They judge its form only: a number may be too large
//! for any board. There are no leniencies; a loop that wants some has them itself.

use std::fmt;

use super::board::Contents;
use super::square::Square;
use super::variant::Variant;
use crate::text::{Cursor, ParseError};

/// Two numbers that claim to be a square.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Answer, Point};
/// let point = Answer::from_bytes(b"3 99 0 0")?.origin;
/// assert_eq!((point, point.to_string().as_str()), (Point { x: 3, y: 99 }, "3 99"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    /// As written; a number above `u32::MAX` is stored as `u32::MAX`.
    pub x: u32,
    /// As written; a number above `u32::MAX` is stored as `u32::MAX`.
    pub y: u32,
}

impl Point {
    /// The square that is meant, if the board has it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Point, Variant};
    /// let point = Point { x: 20, y: 3 };
    /// assert_eq!(point.on(Variant::Standard), Variant::Standard.square(20, 3));
    /// assert_eq!(point.on(Variant::Duel), None);
    /// ```
    #[must_use]
    pub fn on(self, variant: Variant) -> Option<Square> {
        variant.square(self.x, self.y)
    }
}

impl From<Square> for Point {
    fn from(square: Square) -> Self {
        Self { x: u32::from(square.x()), y: u32::from(square.y()) }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// `x y c`: a square holds something new.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Contents, Player, Point, Update};
/// let update = Update::from_bytes(b"3 0 1")?;
/// assert_eq!(update.at, Point { x: 3, y: 0 });
/// assert_eq!(update.contents, Contents::Piece(Player::One));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Update {
    /// The square.
    pub at: Point,
    /// What it holds now.
    pub contents: Contents,
}

impl Update {
    /// The message about a square of a board.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Contents, Update, Variant};
    /// let square = Variant::Standard.square(3, 0).unwrap();
    /// assert_eq!(Update::new(square, Contents::Neutral).to_string(), "3 0 5");
    /// ```
    #[must_use]
    pub fn new(square: Square, contents: Contents) -> Self {
        Self { at: square.into(), contents }
    }

    /// Parses one line, without its line end.
    ///
    /// # Errors
    /// If it is not two numbers and a colour from 0 to 5, with single spaces and nothing else.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Contents, Update};
    /// assert_eq!(Update::from_bytes(b"31 31 0")?.contents, Contents::Empty);
    /// let error = Update::from_bytes(b"31 31").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 6 (space): expected a single space, found the end of the text");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(line: &[u8]) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(line);
        let update = Self::read(&mut cursor)?;
        end(&cursor)?;
        Ok(update)
    }

    /// Reads an update and leaves what follows it.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        let at = point(cursor, ["x", "y"])?;
        space(cursor)?;
        let wrong = |cursor: &Cursor<'_>| cursor.error("colour", "a colour from 0 to 5");
        let code = cursor.peek().filter(u8::is_ascii_digit).ok_or_else(|| wrong(cursor))?;
        let contents = Contents::from_code(code - b'0').ok_or_else(|| wrong(cursor))?;
        cursor.bump();
        Ok(Self { at, contents })
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.at, self.contents.code())
    }
}

/// What a bot is told.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Message;
/// let messages = [b"3 0 1".as_slice(), b"M"].map(Message::from_bytes);
/// let asks = |message: &Result<Message, _>| *message == Ok(Message::MoveRequest);
/// assert_eq!(messages.iter().map(asks).collect::<Vec<_>>(), [false, true]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Message {
    /// `x y c`; wants no answer.
    Update(Update),
    /// `M`; wants an [`Answer`].
    MoveRequest,
}

impl Message {
    /// Parses one line, without its line end.
    ///
    /// # Errors
    /// If it is neither `M` nor an update.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Message;
    /// assert_eq!(Message::from_bytes(b"M")?, Message::MoveRequest);
    /// let error = Message::from_bytes(b"m").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 1 (message): expected M or an update `x y c`, found 'm'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(line: &[u8]) -> Result<Self, ParseError> {
        if line == b"M" {
            return Ok(Self::MoveRequest);
        }
        let cursor = Cursor::new(line);
        if !cursor.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(cursor.error("message", "M or an update `x y c`"));
        }
        Update::from_bytes(line).map(Self::Update)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Update(update) => update.fmt(f),
            Self::MoveRequest => f.write_str("M"),
        }
    }
}

/// `x0 y0 x1 y1`: what a bot answers. Whether the board has such squares is another question:
/// [`Point::on`].
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Answer;
/// let answer = Answer::from_bytes(b"3 0 17 99").expect("the form is right");
/// assert_eq!(answer.destination.y, 99);
/// let error = Answer::from_bytes(b"3 0  17 31").expect_err("two spaces");
/// assert_eq!(error.to_string(), "line 1, column 5 (x1): expected a decimal number, found ' '");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Answer {
    /// Where the piece is taken from.
    pub origin: Point,
    /// Where it is put; the same as the origin if nothing is to move.
    pub destination: Point,
}

impl Answer {
    /// Parses one line, without its line end.
    ///
    /// # Errors
    /// If it is not four decimal numbers without sign or leading zeros, with single spaces and nothing else
    /// (`flit/reply/format`).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Answer, Variant};
    /// let answer = Answer::from_bytes(b"3 0 17 31")?;
    /// assert!(answer.destination.on(Variant::Standard).is_some());
    /// let error = Answer::from_bytes(b"3 0 17 031").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 9 (y1): expected a number without leading zeros, found '3'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(line: &[u8]) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(line);
        let origin = point(&mut cursor, ["x0", "y0"])?;
        space(&mut cursor)?;
        let destination = point(&mut cursor, ["x1", "y1"])?;
        end(&cursor)?;
        Ok(Self { origin, destination })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.origin, self.destination)
    }
}

fn point(cursor: &mut Cursor<'_>, fields: [&'static str; 2]) -> Result<Point, ParseError> {
    let x = number(cursor, fields[0])?;
    space(cursor)?;
    let y = number(cursor, fields[1])?;
    Ok(Point { x, y })
}

fn number(cursor: &mut Cursor<'_>, field: &'static str) -> Result<u32, ParseError> {
    let Some(first) = cursor.peek().filter(u8::is_ascii_digit) else {
        return Err(cursor.error(field, "a decimal number"));
    };
    cursor.bump();
    let mut value = u32::from(first - b'0');
    while let Some(digit) = cursor.peek().filter(u8::is_ascii_digit) {
        if first == b'0' {
            return Err(cursor.error(field, "a number without leading zeros"));
        }
        cursor.bump();
        value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    }
    Ok(value)
}

fn space(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    cursor.expect(" ", "space", "a single space")
}

fn end(cursor: &Cursor<'_>) -> Result<(), ParseError> {
    cursor.end("line end", "nothing more")
}
