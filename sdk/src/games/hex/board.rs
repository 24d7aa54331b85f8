//! Sizes, cells, colours, and the board of stones that knows who has connected.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::groups::{Groups, Undo};

/// Cells along each side of a board: 1 to 26.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::Size;
/// let size = Size::TOURNAMENT;
/// assert_eq!((size.get(), size.cell_count()), (10, 100));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// One cell.
    pub const MIN: Self = Self(1);
    /// As many rows as the alphabet has letters.
    pub const MAX: Self = Self(26);
    /// The tournament's.
    pub const TOURNAMENT: Self = Self(10);

    /// `None` outside `1..=26`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Size;
    /// assert_eq!(Size::new(26), Some(Size::MAX));
    /// assert_eq!(Size::new(27), None);
    /// ```
    #[must_use]
    pub const fn new(side: u8) -> Option<Self> {
        if 1 <= side && side <= Self::MAX.0 { Some(Self(side)) } else { None }
    }

    /// Cells along each side, in `1..=26`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Size;
    /// let size = Size::new(11).unwrap();
    /// assert_eq!(size.get(), 11);
    /// ```
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Cells on the board, in `1..=676`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Size;
    /// assert_eq!(Size::MIN.cell_count(), 1);
    /// assert_eq!(Size::MAX.cell_count(), 676);
    /// ```
    #[must_use]
    pub const fn cell_count(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// All cells, row by row from the top, each from the left.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Size;
    /// let cells: Vec<String> = Size::new(2).unwrap().cells().map(|cell| cell.to_string()).collect();
    /// assert_eq!(cells, ["a1", "a2", "b1", "b2"]);
    /// ```
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.0).flat_map(move |row| (0..self.0).map(move |column| Cell { row, column }))
    }

    /// All sizes, the smallest first.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Size;
    /// assert_eq!(Size::all().count(), 26);
    /// assert_eq!(Size::all().next(), Some(Size::MIN));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A cell of the largest board, and so of every smaller one that has its row and column.
///
/// `Display` writes the coordinate, **row first**: the letter is the row from the top, the number the
/// column from the left. The order of cells is by row, then by column.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::Cell;
/// let cell = Cell::at(2, 7).unwrap();
/// assert_eq!(cell.to_string(), "c8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// The cell in this row and column, both counted from 0; `None` outside `0..26`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Cell;
    /// assert_eq!(Cell::at(0, 25).unwrap().to_string(), "a26");
    /// assert_eq!(Cell::at(26, 0), None);
    /// ```
    #[must_use]
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < Size::MAX.0 && column < Size::MAX.0 { Some(Self { row, column }) } else { None }
    }

    /// From the top, in `0..26`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Cell;
    /// let cell = Cell::at(2, 7).unwrap();
    /// assert_eq!(cell.row(), 2);
    /// assert!(cell.to_string().starts_with('c'), "the third letter");
    /// ```
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// From the left, in `0..26`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Cell;
    /// let cell = Cell::at(2, 7).unwrap();
    /// assert_eq!(cell.column(), 7);
    /// assert!(cell.to_string().ends_with('8'), "written from 1");
    /// ```
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Whether a board of this size has the cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Cell, Size};
    /// let cell = Cell::at(2, 7).unwrap();
    /// assert!(cell.is_on(Size::new(8).unwrap()));
    /// assert!(!cell.is_on(Size::new(7).unwrap()));
    /// ```
    #[must_use]
    pub const fn is_on(self, size: Size) -> bool {
        self.row < size.0 && self.column < size.0
    }

    /// The cell with row and column exchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Cell;
    /// let cell = Cell::at(2, 7).unwrap();
    /// assert_eq!(cell.transposed().to_string(), "h3");
    /// assert_eq!(cell.transposed().transposed(), cell);
    /// ```
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self { row: self.column, column: self.row }
    }

    /// The two to six adjacent cells on a board of this size (none on 1×1), in the order of cells:
    /// `(r−1, c)`, `(r−1, c+1)`, `(r, c−1)`, `(r, c+1)`, `(r+1, c−1)`, `(r+1, c)`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Cell, Size};
    /// let size = Size::new(3).unwrap();
    /// let around = |cell: Cell| cell.neighbours(size).map(|cell| cell.to_string()).collect::<Vec<_>>();
    /// assert_eq!(around(Cell::at(1, 1).unwrap()), ["a2", "a3", "b1", "b3", "c1", "c2"]);
    /// assert_eq!(around(Cell::at(0, 0).unwrap()), ["a2", "b1"]);
    /// ```
    #[inline]
    pub fn neighbours(self, size: Size) -> impl Iterator<Item = Self> {
        let Self { row, column } = self;
        // One less than 0 is 255, which no board has.
        let (above, below) = (row.wrapping_sub(1), row + 1);
        let (left, right) = (column.wrapping_sub(1), column + 1);
        let ring =
            [(above, column), (above, right), (row, left), (row, right), (below, left), (below, column)];
        ring.into_iter().map(|(row, column)| Self { row, column }).filter(move |cell| cell.is_on(size))
    }

    /// In `0..cell_count` of a board that has the cell, row by row.
    #[inline]
    pub(super) const fn index(self, size: Size) -> u16 {
        self.row as u16 * size.0 as u16 + self.column as u16
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row), self.column + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A colour of stones, and the player who has it at the moment.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::Colour;
/// assert_eq!(Colour::ALL.map(|colour| colour.to_string()), ["black", "white"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Moves first and joins the top row to the bottom row.
    Black,
    /// Joins the left column to the right column.
    White,
}

impl Colour {
    /// In the order of play.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The opponent's colour.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Colour;
    /// assert_eq!(Colour::Black.other(), Colour::White);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for black, 1 for white.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Colour;
    /// let mut stones = [0; 2];
    /// stones[Colour::White.index()] += 1;
    /// assert_eq!(stones, [0, 1]);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `B` or `W`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Colour;
    /// assert_eq!(Colour::ALL.map(Colour::letter), ['B', 'W']);
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// The colour called this: `black` or `white`, in lower case.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::Colour;
    /// assert_eq!(Colour::from_name("white"), Some(Colour::White));
    /// assert_eq!(Colour::from_name("White"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "black" => Some(Self::Black),
            "white" => Some(Self::White),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    /// The colour's name: `black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// Stones on a board of some size, in any number, with the winner known after every stone.
///
/// Each stone joins its neighbours of the same colour in a union-find whose roots know which of
/// their two edges the group touches, so that [`Board::winner`] is a look at a field. A stone is
/// taken back by [`Board::undo`] (the latest first, at no more cost than putting it there) or by
/// [`Board::remove`] (any stone, at the cost of the whole board).
///
/// `Display` writes the line of `show_board`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Board, Cell, Colour, Size};
/// let mut board = Board::empty(Size::new(2).unwrap());
/// for row in 0..2 {
///     board.place(Cell::at(row, 0).unwrap(), Colour::Black);
/// }
/// assert_eq!(board.to_string(), "B.|B.|");
/// assert_eq!(board.winner(), Some(Colour::Black));
/// ```
pub struct Board {
    size: Size,
    groups: Groups,
    stones: [u16; 2],
    winner: Option<Colour>,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        let Self { size, ref groups, stones, winner } = *self;
        Self { size, groups: groups.clone(), stones, winner }
    }

    /// Allocates nothing if both boards are of the same size.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        let Self { size, ref groups, stones, winner } = *other;
        self.groups.clone_from(groups);
        (self.size, self.stones, self.winner) = (size, stones, winner);
    }
}

impl Board {
    /// Without a stone.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Board, Size};
    /// let board = Board::empty(Size::new(3).unwrap());
    /// assert_eq!(board.to_string(), "...|...|...|");
    /// ```
    #[must_use]
    pub fn empty(size: Size) -> Self {
        Self { size, groups: Groups::new(size), stones: [0; 2], winner: None }
    }

    /// Cells along each side.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Board, Size};
    /// let board = Board::empty(Size::TOURNAMENT);
    /// assert_eq!(board.size().get(), 10);
    /// ```
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on this cell; `None` if there is none, or if the board does not have the cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Cell, Colour};
    /// let board = BoardText::from_bytes(b".W|..|")?.to_board();
    /// assert_eq!(board.get(Cell::at(0, 1).unwrap()), Some(Colour::White));
    /// assert_eq!(board.get(Cell::at(0, 0).unwrap()), None);
    /// assert_eq!(board.get(Cell::at(9, 9).unwrap()), None, "not on the board");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        if cell.is_on(self.size) { self.groups.colour(cell.index(self.size)) } else { None }
    }

    /// The colour that has joined its two edges. On a board that play can reach only one can have; if
    /// stones are put without regard to that, it is still only one: two such chains would cross.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Cell, Colour};
    /// let mut board = BoardText::from_bytes(b"W.W|BB.|...|")?.to_board();
    /// assert_eq!(board.winner(), None);
    /// // Now the top row leads from the left column to the right one.
    /// board.place(Cell::at(0, 1).unwrap(), Colour::White);
    /// assert_eq!(board.winner(), Some(Colour::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// The number of stones of this colour, in `0..=676`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour};
    /// let board = BoardText::from_bytes(b"B.|BW|")?.to_board();
    /// assert_eq!(Colour::ALL.map(|colour| board.stones_of(colour)), [2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn stones_of(&self, colour: Colour) -> u16 {
        self.stones[colour.index()]
    }

    /// The number of stones of both colours, in `0..=676`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::BoardText;
    /// let board = BoardText::from_bytes(b"B.|BW|")?.to_board();
    /// assert_eq!(board.stone_count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn stone_count(&self) -> u16 {
        self.stones[0] + self.stones[1]
    }

    /// Every cell with what it holds, row by row.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour};
    /// let board = BoardText::from_bytes(b"B.|.W|")?.to_board();
    /// let stones: Vec<_> = board.cells().map(|(_, stone)| stone).collect();
    /// assert_eq!(stones, [Some(Colour::Black), None, None, Some(Colour::White)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Option<Colour>)> {
        self.size.cells().zip(self.groups.colours())
    }

    /// The cells without a stone, row by row.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::BoardText;
    /// let board = BoardText::from_bytes(b"B.|.W|")?.to_board();
    /// let vacant: Vec<String> = board.vacant().map(|cell| cell.to_string()).collect();
    /// assert_eq!(vacant, ["a2", "b1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vacant(&self) -> impl Iterator<Item = Cell> {
        self.cells().filter(|(_, stone)| stone.is_none()).map(|(cell, _)| cell)
    }

    /// The cells with a stone, row by row.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour};
    /// let board = BoardText::from_bytes(b"B.|.W|")?.to_board();
    /// let (cell, colour) = board.stones().last().expect("two stones");
    /// assert_eq!((cell.to_string().as_str(), colour), ("b2", Colour::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stones(&self) -> impl Iterator<Item = (Cell, Colour)> {
        self.cells().filter_map(|(cell, stone)| stone.map(|colour| (cell, colour)))
    }

    /// The black stones and the empty cells, one word for each row, bit 0 being the left column.
    pub(super) fn rows(&self) -> ([u32; Size::MAX.get() as usize], [u32; Size::MAX.get() as usize]) {
        self.groups.rows()
    }

    /// Puts a stone on an empty cell. The return value takes it back with [`Board::undo`].
    ///
    /// `None`, and nothing changes, if the cell is occupied or not on the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Board, Cell, Colour, Size};
    /// let mut board = Board::empty(Size::new(2).unwrap());
    /// let corner = Cell::at(0, 0).unwrap();
    /// assert!(board.place(corner, Colour::Black).is_some());
    /// assert!(board.place(corner, Colour::White).is_none(), "occupied");
    /// assert!(board.place(Cell::at(2, 0).unwrap(), Colour::White).is_none(), "not on the board");
    /// ```
    #[inline]
    pub fn place(&mut self, cell: Cell, colour: Colour) -> Option<Undo> {
        if !cell.is_on(self.size) || self.groups.colour(cell.index(self.size)).is_some() {
            return None;
        }
        let mut undo = self.groups.place(cell, colour);
        self.stones[colour.index()] += 1;
        // A second chain changes nothing, nor does taking it back.
        undo.connected &= self.winner.is_none();
        if undo.connected {
            self.winner = Some(colour);
        }
        Some(undo)
    }

    /// Takes back the stone that was placed last of those that are still there.
    ///
    /// Undoing in another order, or on another board than the one the `undo` came from, is a bug of
    /// the caller: the board then no longer knows its groups, and later calls may panic.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Board, Cell, Colour, Size};
    /// let mut board = Board::empty(Size::MIN);
    /// let undo = board.place(Cell::at(0, 0).unwrap(), Colour::White).expect("the cell is empty");
    /// assert_eq!(board.winner(), Some(Colour::White));
    /// board.undo(undo);
    /// assert_eq!((board.winner(), board.stone_count()), (None, 0));
    /// ```
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        let Some(colour) = self.groups.undo(&undo) else { return };
        self.stones[colour.index()] -= 1;
        if undo.connected {
            self.winner = None;
        }
    }

    /// Takes any stone off the board, and returns its colour; `None` if there was none.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Cell, Colour};
    /// let mut board = BoardText::from_bytes(b"B.|B.|")?.to_board();
    /// let corner = Cell::at(0, 0).unwrap();
    /// assert_eq!(board.remove(corner), Some(Colour::Black));
    /// assert_eq!(board.remove(corner), None);
    /// assert_eq!((board.to_string().as_str(), board.winner()), ("..|B.|", None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, cell: Cell) -> Option<Colour> {
        let removed = self.get(cell)?;
        let stones: Vec<_> = self.stones().filter(|&(other, _)| other != cell).collect();
        *self = Self::empty(self.size);
        for (cell, colour) in stones {
            self.place(cell, colour);
        }
        Some(removed)
    }
}

impl PartialEq for Board {
    /// Whether the same stones stand on boards of the same size, however they got there.
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.groups.colours().eq(other.groups.colours())
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
        for colour in self.groups.colours() {
            colour.hash(state);
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, stone) in self.cells() {
            write!(f, "{}", stone.map_or('.', Colour::letter))?;
            if cell.column() + 1 == self.size.get() {
                f.write_str("|")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
