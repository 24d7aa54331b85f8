//! A state of play, and why a setup may not be one.

use std::error::Error;
use std::fmt;

use super::board::{Board, Cell, Colour, Size};
use super::setup::{Setup, Swap};
use crate::seat::Seat;

/// A state of play.
///
/// The protocol lets a referee put and take stones at will, so any stones are possible; those that
/// a game can reach are [`Position::is_balanced`].
///
/// A swap exchanges the *colours* of the two players and leaves the stones alone. So the **colour** to
/// move alternates black, white, black, …, a swap taking no turn of a colour; the **seat** to move
/// alternates 1, 2, 1, …, a swap being seat 2's turn. Seat 1 is whoever opened:
///
/// | move | by seat | as | then to move |
/// |---|---|---|---|
/// | `b2` | 1 | black | seat 2, white |
/// | `swap` | 2 | white | seat 1, white (seat 2 is black now) |
/// | `c1` | 1 | white | seat 2, black |
///
/// # Searching
/// [`Position::make`] and [`Position::unmake`] walk a tree in place; a copy is for keeping. By `cargo
/// bench --bench hex` a copy for every move takes 1.5 to 3 times as long, and looking for chains on
/// the whole board instead of asking [`Position::winner`] 6 to 70 times. Copying boards into memory that is
/// there already, with shorter paths in the union-find, draws level up to 11×11 and takes 1.5 to 2
/// times as long on large boards; so there is no such copy here.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::hex::{Cell, Colour, Move, Position, Size};
/// let opening = Position::opening(Size::new(3).unwrap());
/// let second = opening.play(Move::Place(Cell::at(1, 1).unwrap()))?;
/// let third = second.play(Move::Swap)?;
/// // The colour to move is white all the same, and the player who has it is another one.
/// assert_eq!((third.to_move(), third.seat_to_move().number()), (Colour::White, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) to_move: Colour,
    pub(super) swap: Swap,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { board: self.board.clone(), to_move: self.to_move, swap: self.swap }
    }

    /// Allocates nothing if both positions are on boards of the same size.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        (self.to_move, self.swap) = (other.to_move, other.swap);
    }
}

impl Position {
    /// Black to move on the empty board.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Colour, Position, Size};
    /// let opening = Position::opening(Size::new(5).unwrap());
    /// assert_eq!(opening.to_move(), Colour::Black);
    /// assert_eq!(opening.legal_moves().len(), 25);
    /// ```
    #[must_use]
    pub fn opening(size: Size) -> Self {
        Self { board: Board::empty(size), to_move: Colour::Black, swap: Swap::Open }
    }

    /// Checks that the facts of a setup are possible together.
    ///
    /// # Errors
    /// Every problem at once: stones beyond the board, cells with more than one stone.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Cell, Colour, Position, Setup};
    /// let text = BoardText::from_bytes(b"B.|..|")?;
    /// let mut setup = Setup::new(&text, Colour::White);
    /// assert!(Position::from_setup(&setup)?.may_swap());
    ///
    /// setup.stones.push((Cell::at(2, 0).unwrap(), Colour::White));
    /// let error = Position::from_setup(&setup).unwrap_err();
    /// assert_eq!(error.to_string(), "inconsistent position: c1 is not on a board of 2×2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(setup: &Setup) -> Result<Self, Inconsistent> {
        let mut board = Board::empty(setup.size);
        let mut problems = Vec::new();
        for &(cell, colour) in &setup.stones {
            if !cell.is_on(setup.size) {
                problems.push(Problem::OffBoard { cell, size: setup.size });
            } else if board.place(cell, colour).is_none() {
                problems.push(Problem::Repeated { cell });
            }
        }
        if problems.is_empty() {
            Ok(Self { board, to_move: setup.to_move, swap: setup.swap })
        } else {
            Err(Inconsistent { problems })
        }
    }

    /// The facts of the position, stones row by row.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// let position = Position::opening(Size::new(2).unwrap());
    /// let setup = position.to_setup();
    /// assert!(setup.stones.is_empty());
    /// assert_eq!(Position::from_setup(&setup)?, position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            size: self.board.size(),
            stones: self.board.stones().collect(),
            to_move: self.to_move,
            swap: self.swap,
        }
    }

    /// The position of a bot that keeps its own board: these stones, its colour to move.
    pub(super) const fn of_board(board: Board, to_move: Colour, swap: Swap) -> Self {
        Self { board, to_move, swap }
    }

    /// The stones.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Cell, Move, Position, Size};
    /// let position = Position::opening(Size::new(2).unwrap());
    /// let position = position.play(Move::Place(Cell::at(1, 0).unwrap()))?;
    /// assert_eq!(position.board().to_string(), "..|B.|");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Cells along each side.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// assert_eq!(Position::opening(Size::TOURNAMENT).size().cell_count(), 100);
    /// ```
    #[must_use]
    pub const fn size(&self) -> Size {
        self.board.size()
    }

    /// The colour whose turn it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Cell, Colour, Move, Position, Size};
    /// let position = Position::opening(Size::new(2).unwrap());
    /// assert_eq!(position.to_move(), Colour::Black);
    /// let position = position.play(Move::Place(Cell::at(1, 0).unwrap()))?;
    /// assert_eq!(position.to_move(), Colour::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Whether the players have exchanged colours.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Cell, Move, Position, Size};
    /// let position = Position::opening(Size::new(2).unwrap());
    /// let position = position.play(Move::Place(Cell::at(0, 1).unwrap()))?;
    /// assert!(!position.is_swapped());
    /// assert!(position.play(Move::Swap)?.is_swapped());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.swap == Swap::Done
    }

    /// The player who has this colour now: without a swap, black is seat 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Cell, Colour, Move, Position, Size};
    /// let position = Position::opening(Size::new(2).unwrap());
    /// let position = position.play(Move::Place(Cell::at(0, 1).unwrap()))?;
    /// assert_eq!(position.seat_of(Colour::Black).number(), 1);
    /// assert_eq!(position.play(Move::Swap)?.seat_of(Colour::Black).number(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn seat_of(&self, colour: Colour) -> Seat {
        let index = match (colour, self.is_swapped()) {
            (Colour::Black, false) | (Colour::White, true) => 0,
            (Colour::White, false) | (Colour::Black, true) => 1,
        };
        Seat::from_index(index)
    }

    /// The colour of this player now; `None` for seats beyond 2.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Position, Size};
    /// use botspec_sdk::seat::Seat;
    /// let position = Position::opening(Size::TOURNAMENT);
    /// assert_eq!(position.colour_of(Seat::from_index(1)), Some(Colour::White));
    /// assert_eq!(position.colour_of(Seat::from_index(2)), None);
    /// ```
    #[must_use]
    pub fn colour_of(&self, seat: Seat) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.seat_of(colour) == seat)
    }

    /// The colour that has joined its edges.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour, Position, Setup};
    /// let won = BoardText::from_bytes(b"BW|B.|")?;
    /// let position = Position::from_setup(&Setup::new(&won, Colour::White))?;
    /// assert_eq!(position.winner(), Some(Colour::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn winner(&self) -> Option<Colour> {
        self.board.winner()
    }

    /// Whether there are as many stones as alternate moves put there: equally many, and black to
    /// move, or one more black one, and white to move.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour, Position, Setup};
    /// let text = BoardText::from_bytes(b"BB|..|")?;
    /// let position = Position::from_setup(&Setup::new(&text, Colour::White))?;
    /// assert!(!position.is_balanced(), "black cannot have moved twice in a row");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_balanced(&self) -> bool {
        let black = self.board.stones_of(Colour::Black);
        let white = self.board.stones_of(Colour::White);
        match self.to_move {
            Colour::Black => black == white,
            Colour::White => black == white + 1,
        }
    }
}

/// A setup that cannot be put on a board, with all the reasons.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{BoardText, Cell, Colour, Inconsistent, Position, Problem, Setup};
/// let text = BoardText::from_bytes(b"B.|..|")?;
/// let mut setup = Setup::new(&text, Colour::White);
/// let corner = Cell::at(0, 0).unwrap();
/// setup.stones.push((corner, Colour::White));
/// let error: Inconsistent = Position::from_setup(&setup).unwrap_err();
/// assert_eq!(error.problems, [Problem::Repeated { cell: corner }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inconsistent {
    /// At least one.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inconsistent position: ")?;
        for (i, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for Inconsistent {}

/// One reason why a setup is not a position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Cell, Problem, Size};
/// let (cell, size) = (Cell::at(3, 3).unwrap(), Size::new(3).unwrap());
/// assert_eq!(Problem::OffBoard { cell, size }.to_string(), "d4 is not on a board of 3×3");
/// assert_eq!(Problem::Repeated { cell }.to_string(), "d4 has two stones");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Problem {
    /// The board does not have the cell.
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board's size.
        size: Size,
    },
    /// The cell is named more than once.
    Repeated {
        /// The cell.
        cell: Cell,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { cell, size } => write!(f, "{cell} is not on a board of {size}×{size}"),
            Self::Repeated { cell } => write!(f, "{cell} has two stones"),
        }
    }
}
