//! Squares, colours, dominoes, sides, and the board they meet on.

use std::fmt;

use super::squares::Squares;
use crate::seat::Seat;

/// A square: column A to G from the left, row 1 to 7 from the top.
///
/// The index counts down the columns (A1, A2, … A7, B1, … G7), so that the order of squares is the
/// order of their texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Squares along each side of the board.
    pub const SIDE: u8 = 7;
    /// Squares on the board, the centre included.
    pub const COUNT: usize = 49;
    /// D4, where nothing can be placed.
    pub const CENTRE: Self = Self(24);

    /// The square in this column and row, both counted from 0; `None` outside `0..7`.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < Self::SIDE && row < Self::SIDE { Some(Self(column * Self::SIDE + row)) } else { None }
    }

    /// The square called this, column letter first: `A1` to `G7`.
    #[must_use]
    pub const fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            [column, row] => Self::at(column.wrapping_sub(b'A'), row.wrapping_sub(b'1')),
            _ => None,
        }
    }

    /// The square with this index; `None` from 49 on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < Self::COUNT).map(Self)
    }

    /// In `0..49`, counted down the columns.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column from the left, in `0..7`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// The row from the top, in `0..7`.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// All 49 squares in the order of their texts.
    pub fn all() -> impl Iterator<Item = Self> {
        Squares::ALL.into_iter()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A colour of dominoes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// `R`
    Red,
    /// `B`
    Blue,
    /// `G`
    Green,
    /// `Y`
    Yellow,
}

impl Colour {
    /// In the order in which `input.txt` counts them.
    pub const ALL: [Self; 4] = [Self::Red, Self::Blue, Self::Green, Self::Yellow];
    /// In the order of their letters, which is the order of moves.
    pub const BY_LETTER: [Self; 4] = [Self::Blue, Self::Green, Self::Red, Self::Yellow];

    /// In `0..4`, for arrays; the place in [`Colour::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `R`, `B`, `G` or `Y`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Green => 'G',
            Self::Yellow => 'Y',
        }
    }

    /// The colour with this letter; upper and lower case matter.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'R' => Some(Self::Red),
            b'B' => Some(Self::Blue),
            b'G' => Some(Self::Green),
            b'Y' => Some(Self::Yellow),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    /// The colour's name: `red`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Yellow => "yellow",
        })
    }
}

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first and wants twelve groups or more.
    More,
    /// Wants fewer than twelve groups.
    Fewer,
}

impl Side {
    /// In the order of play.
    pub const ALL: [Self; 2] = [Self::More, Self::Fewer];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::More => Self::Fewer,
            Self::Fewer => Self::More,
        }
    }

    /// 0 for More, 1 for Fewer.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Seat 1 for More, seat 2 for Fewer.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::from_index(self as u8)
    }

    /// `M` or `F`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::More => 'M',
            Self::Fewer => 'F',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::More => "more",
            Self::Fewer => "fewer",
        })
    }
}

/// Two orthogonally adjacent squares, the left or upper one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    first: Square,
    second: Square,
}

impl Domino {
    /// The domino on these squares in either order; `None` if they are not orthogonal neighbours.
    #[must_use]
    pub fn new(a: Square, b: Square) -> Option<Self> {
        let (first, second) = if a <= b { (a, b) } else { (b, a) };
        Squares::of(first).neighbours().contains(second).then_some(Self { first, second })
    }

    /// The domino that begins here and goes down; the square must not be in row 7.
    pub(super) const fn down_from(first: Square) -> Self {
        Self { first, second: Square(first.0 + 1) }
    }

    /// The domino that begins here and goes right; the square must not be in column G.
    pub(super) const fn right_from(first: Square) -> Self {
        Self { first, second: Square(first.0 + Square::SIDE) }
    }

    /// The left or upper square.
    #[must_use]
    pub const fn first(self) -> Square {
        self.first
    }

    /// The right or lower square.
    #[must_use]
    pub const fn second(self) -> Square {
        self.second
    }

    /// Both squares.
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares::of(self.first).union(Squares::of(self.second))
    }

    /// The up to six squares adjacent to it, the centre among them if it is.
    #[must_use]
    pub const fn neighbours(self) -> Squares {
        self.squares().neighbours()
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.first, self.second)
    }
}

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

/// The dominoes on the board: a set of squares for each colour. The centre is in none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board([Squares; 4]);

impl Board {
    /// Without a domino.
    pub const EMPTY: Self = Self([Squares::EMPTY; 4]);

    /// From the squares of each colour, in the order of [`Colour::ALL`]; they must not overlap.
    pub(super) const fn new(colours: [Squares; 4]) -> Self {
        Self(colours)
    }

    /// The squares under dominoes of this colour.
    #[must_use]
    pub const fn colour(&self, colour: Colour) -> Squares {
        self.0[colour.index()]
    }

    /// The squares under dominoes.
    #[must_use]
    pub const fn covered(&self) -> Squares {
        self.0[0].union(self.0[1]).union(self.0[2]).union(self.0[3])
    }

    /// The squares without a domino, the centre left out.
    #[must_use]
    pub const fn empty(&self) -> Squares {
        Squares::ALL.without(self.covered().union(Squares::CENTRE))
    }

    /// The colour on this square, if there is a domino.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.colour(colour).contains(square))
    }

    /// The number of groups of this colour.
    #[must_use]
    pub const fn groups_of(&self, colour: Colour) -> u32 {
        // The halves of a domino touch, so parts of squares are parts of dominoes.
        self.colour(colour).parts()
    }

    /// The number of groups of all colours.
    #[must_use]
    pub fn groups(&self) -> u32 {
        Colour::ALL.into_iter().map(|colour| self.groups_of(colour)).sum()
    }

    /// Lays a domino on two squares that are empty.
    pub(super) fn place(&mut self, colour: Colour, domino: Domino) {
        self.0[colour.index()] |= domino.squares();
    }
}
