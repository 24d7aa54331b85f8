//! What the squares of an `input.txt` hold.

use std::fmt;

use super::board::Colour;
use super::square::Square;
use super::squares::Squares;

/// What a square of `input.txt` may hold.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Cell, Position, Square};
/// let cells = Position::opening().to_setup().cells;
/// assert_eq!(cells.get(Square::CENTRE), Cell::Centre);
/// assert_eq!(cells.squares(Cell::Empty).len(), 48);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// `R` `B` `G` `Y`: half a domino.
    Domino(Colour),
    /// `X`: the centre.
    Centre,
    /// `x`: empty, but forbidden this turn.
    Marked,
    /// `.`
    Empty,
}

impl Cell {
    /// The letter that `input.txt` has for it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Cell, Colour};
    /// assert_eq!(Cell::Domino(Colour::Red).letter(), 'R');
    /// assert_eq!([Cell::Centre, Cell::Marked].map(Cell::letter), ['X', 'x']);
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Domino(colour) => colour.letter(),
            Self::Centre => 'X',
            Self::Marked => 'x',
            Self::Empty => '.',
        }
    }

    /// The cell with this letter; upper and lower case matter.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Cell, Colour};
    /// assert_eq!(Cell::from_letter(b'Y'), Some(Cell::Domino(Colour::Yellow)));
    /// assert_eq!(Cell::from_letter(b'?'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'X' => Some(Self::Centre),
            b'x' => Some(Self::Marked),
            b'.' => Some(Self::Empty),
            _ => match Colour::from_letter(letter) {
                Some(colour) => Some(Self::Domino(colour)),
                None => None,
            },
        }
    }
}

/// A cell for each square, possible or not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::linkage::{OrderText, Position};
/// let cells = Position::opening().play(OrderText::from_bytes(b"BA1A2")?.try_into()?)?.to_setup().cells;
/// assert!(cells.to_string().starts_with("Bx.....\nBx.....\nx......\n...X...\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cells([Cell; Square::COUNT]);

impl Cells {
    /// From what each square holds.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Cell, Cells, Position, Square};
    /// let cells = Cells::from_fn(|square| if square == Square::CENTRE { Cell::Centre } else { Cell::Empty });
    /// assert_eq!(cells, Position::opening().to_setup().cells);
    /// ```
    #[must_use]
    pub fn from_fn(mut cell: impl FnMut(Square) -> Cell) -> Self {
        let mut cells = [Cell::Empty; Square::COUNT];
        for square in Square::all() {
            cells[square.index()] = cell(square);
        }
        Self(cells)
    }

    /// What the square holds.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Cell, InputText, Square};
    /// let text = b"M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
    /// let cells = InputText::from_bytes(text)?.cells;
    /// assert_eq!(cells.get(Square::from_name(b"D4").unwrap()), Cell::Centre);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn get(&self, square: Square) -> Cell {
        self.0[square.index()]
    }

    /// Puts a cell in place of what the square holds.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Cell, Colour, Position, Square};
    /// let mut cells = Position::opening().to_setup().cells;
    /// let corner = Square::from_name(b"A1").unwrap();
    /// cells.set(corner, Cell::Domino(Colour::Green));
    /// assert!(cells.to_string().starts_with("G......\n"));
    /// ```
    pub const fn set(&mut self, square: Square, cell: Cell) {
        self.0[square.index()] = cell;
    }

    /// The squares that hold this.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{Cell, OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"BA1A2")?.try_into()?)?;
    /// let cells = position.to_setup().cells;
    /// assert_eq!(cells.squares(Cell::Marked), position.marks());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn squares(&self, cell: Cell) -> Squares {
        Square::all().filter(|&square| self.get(square) == cell).collect()
    }
}

impl fmt::Display for Cells {
    /// Seven lines of seven letters, row 1 first, each ended by LF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..Square::SIDE {
            for square in (0..Square::SIDE).filter_map(|column| Square::at(column, row)) {
                write!(f, "{}", self.get(square).letter())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
