//! What the squares of an `input.txt` hold.

use std::fmt;

use super::board::Colour;
use super::square::Square;
use super::squares::Squares;

/// What a square of `input.txt` may hold.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cells([Cell; Square::COUNT]);

impl Cells {
    /// From what each square holds.
    #[must_use]
    pub fn from_fn(mut cell: impl FnMut(Square) -> Cell) -> Self {
        let mut cells = [Cell::Empty; Square::COUNT];
        for square in Square::all() {
            cells[square.index()] = cell(square);
        }
        Self(cells)
    }

    /// What the square holds.
    #[must_use]
    pub const fn get(&self, square: Square) -> Cell {
        self.0[square.index()]
    }

    /// Puts a cell in place of what the square holds.
    pub const fn set(&mut self, square: Square, cell: Cell) {
        self.0[square.index()] = cell;
    }

    /// The squares that hold this.
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
