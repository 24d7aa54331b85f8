//! What is legal, what happens, and how it ends.

use std::error::Error;
use std::fmt;

use super::board::{Cell, Colour, Size};
use super::groups;
use super::playout;
use super::position::Position;
use super::setup::Swap;
use super::wire::{Coordinate, MoveText};
use crate::game::{self, IllegalMove};
use crate::random::Random;
use crate::seat::Seat;

/// What a player does in a turn.
///
/// `Display` writes the canonical text: `c8`, `swap`. The order of moves is that of cells, with the swap
/// last.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Cell, Move};
/// let mv = Move::Place(Cell::at(2, 7).unwrap());
/// assert_eq!(mv.to_string(), "c8");
/// assert!(mv < Move::Swap, "the swap is last");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone of the mover's colour goes here.
    Place(Cell),
    /// The players exchange colours.
    Swap,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        MoveText::from(*self).fmt(f)
    }
}

impl From<Move> for MoveText {
    fn from(mv: Move) -> Self {
        match mv {
            Move::Place(cell) => Self::Place(cell.into()),
            Move::Swap => Self::Swap,
        }
    }
}

/// Why a move is illegal in a position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{MoveText, Position, Reason, Size};
/// let position = Position::opening(Size::new(3).unwrap());
/// let refused = position.judge(MoveText::from_bytes(b"d1")?).unwrap_err();
/// assert!(matches!(refused, Reason::OffBoard { .. }));
/// assert_eq!(refused.to_string(), "d1 is not on a board of 3×3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Somebody has won.
    GameOver {
        /// Who.
        winner: Colour,
    },
    /// The board does not have the cell.
    OffBoard {
        /// Where.
        at: Coordinate,
        /// The board's size.
        size: Size,
    },
    /// There is a stone already.
    Occupied {
        /// Where.
        cell: Cell,
        /// Its colour.
        colour: Colour,
    },
    /// A swap that is not the second move of the game.
    SwapNotSecond,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver { winner } => write!(f, "the game is over: {winner} has won"),
            Self::OffBoard { at, size } => write!(f, "{at} is not on a board of {size}×{size}"),
            Self::Occupied { cell, colour } => write!(f, "{cell} holds a {colour} stone"),
            Self::SwapNotSecond => f.write_str("swap is for the second move of the game only"),
        }
    }
}

impl Error for Reason {}

/// What ended a game.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::End;
/// assert_eq!(End::Connection.to_string(), "connection");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// A chain of one colour joins its two edges.
    Connection,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("connection")
    }
}

/// The result of a finished game. There is no draw.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::hex::{Cell, Colour, End, Move, Outcome, Position, Size};
/// use botspec_sdk::seat::Seat;
/// let position = Position::opening(Size::MIN);
/// let outcome = position.play(Move::Place(Cell::at(0, 0).unwrap()))?.outcome();
/// let seat = Seat::from_index(0);
/// assert_eq!(outcome, Some(Outcome { winner: Colour::Black, seat, end: End::Connection }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The colour that has the chain.
    pub winner: Colour,
    /// The player who has that colour at the end.
    pub seat: Seat,
    /// What ended the game.
    pub end: End,
}

/// How to take one move back; see [`Position::unmake`].
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Cell, Move, Position, Size, Undo};
/// let opening = Position::opening(Size::new(3).unwrap());
/// let mut position = opening.clone();
/// let undos: Vec<Undo> = [Move::Place(Cell::at(0, 0).unwrap()), Move::Swap]
///     .into_iter()
///     .map(|mv| position.make(mv))
///     .collect::<Result<_, _>>()?;
/// for undo in undos.into_iter().rev() {
///     position.unmake(undo);
/// }
/// assert_eq!(position, opening);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Undo {
    /// `None` for a swap.
    stone: Option<groups::Undo>,
    to_move: Colour,
    swap: Swap,
}

impl Position {
    /// Whether the side to move may swap: exactly one stone is on the board, a black one, white is to
    /// move, nobody has won, and the right is still [`Swap::Open`].
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Cell, Move, Position, Size};
    /// let opening = Position::opening(Size::new(3).unwrap());
    /// assert!(!opening.may_swap());
    /// let second = opening.play(Move::Place(Cell::at(1, 1).unwrap()))?;
    /// assert!(second.may_swap());
    /// assert!(!second.play(Move::Swap)?.may_swap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn may_swap(&self) -> bool {
        self.swap == Swap::Open
            && self.to_move == Colour::White
            && self.board.stone_count() == 1
            && self.board.stones_of(Colour::Black) == 1
            && self.winner().is_none()
    }

    /// Why the side to move may not do this, with the coordinate as it was written. `None` if it is
    /// legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{MoveText, Position, Reason, Size};
    /// let position = Position::opening(Size::new(3).unwrap());
    /// assert_eq!(position.fault(MoveText::Swap), Some(Reason::SwapNotSecond));
    /// assert_eq!(position.fault(MoveText::from_bytes(b"c3")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fault(&self, text: MoveText) -> Option<Reason> {
        if let Some(winner) = self.winner() {
            return Some(Reason::GameOver { winner });
        }
        match text {
            MoveText::Swap => (!self.may_swap()).then_some(Reason::SwapNotSecond),
            MoveText::Place(at) => match at.cell(self.size()) {
                None => Some(Reason::OffBoard { at, size: self.size() }),
                Some(cell) => self.board.get(cell).map(|colour| Reason::Occupied { cell, colour }),
            },
        }
    }

    /// The move that a text means here.
    ///
    /// # Errors
    /// The reason if it is not legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{MoveText, Position, Size};
    /// let position = Position::opening(Size::new(3).unwrap());
    /// let mv = position.judge(MoveText::from_bytes(b"b3")?)?;
    /// let position = position.play(mv)?;
    /// let refused = position.judge(MoveText::from_bytes(b"b3")?).unwrap_err();
    /// assert_eq!(refused.to_string(), "b3 holds a black stone");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(&self, text: MoveText) -> Result<Move, Reason> {
        match (self.fault(text), text) {
            (Some(reason), _) => Err(reason),
            (None, MoveText::Swap) => Ok(Move::Swap),
            (None, MoveText::Place(at)) => {
                Ok(Move::Place(at.cell(self.size()).expect("a coordinate without fault is on the board")))
            }
        }
    }

    /// Whether a move is legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Cell, Move, Position, Size};
    /// let position = Position::opening(Size::new(3).unwrap());
    /// assert!(position.is_legal(Move::Place(Cell::at(2, 2).unwrap())));
    /// assert!(!position.is_legal(Move::Swap));
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.fault(mv.into()).is_none()
    }

    /// Plays a move in place.
    ///
    /// # Errors
    /// The reason if it is not legal; nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Cell, Colour, Move, Position, Reason, Size};
    /// let mut position = Position::opening(Size::new(3).unwrap());
    /// let centre = Move::Place(Cell::at(1, 1).unwrap());
    /// position.make(centre)?;
    /// let refused = position.make(centre).unwrap_err();
    /// assert!(matches!(refused, Reason::Occupied { colour: Colour::Black, .. }));
    /// assert_eq!(position.to_move(), Colour::White, "nothing has changed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn make(&mut self, mv: Move) -> Result<Undo, Reason> {
        let (to_move, swap) = (self.to_move, self.swap);
        let stone = match mv {
            _ if self.winner().is_some() => None,
            Move::Place(cell) => self.board.place(cell, to_move),
            Move::Swap if self.may_swap() => {
                // The opener moves next, as white: the colour to move stays.
                self.swap = Swap::Done;
                return Ok(Undo { stone: None, to_move, swap });
            }
            Move::Swap => None,
        };
        match stone {
            Some(stone) => {
                self.to_move = to_move.other();
                Ok(Undo { stone: Some(stone), to_move, swap })
            }
            None => Err(self.fault(mv.into()).expect("make and fault apply the same rules")),
        }
    }

    /// Takes back the latest move that was made and not taken back; moves are taken back in reverse
    /// order, on the position that they were made on.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{BoardText, Colour, Position, Setup};
    /// /// Whether the player to move can win at once.
    /// fn wins(position: &mut Position) -> bool {
    ///     let own = position.to_move();
    ///     position.legal_moves().into_iter().any(|mv| {
    ///         let undo = position.make(mv).expect("a listed move is legal");
    ///         let won = position.winner() == Some(own);
    ///         position.unmake(undo);
    ///         won
    ///     })
    /// }
    /// let text = BoardText::from_bytes(b"B.W|...|..W|")?;
    /// assert!(!wins(&mut Position::from_setup(&Setup::new(&text, Colour::Black))?));
    /// let text = BoardText::from_bytes(b"B.W|B..|..W|")?;
    /// assert!(wins(&mut Position::from_setup(&Setup::new(&text, Colour::Black))?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        if let Some(stone) = undo.stone {
            self.board.undo(stone);
        }
        self.to_move = undo.to_move;
        self.swap = undo.swap;
    }

    /// Fills the board with alternating random stones, every order of the empty cells equally
    /// likely, and says who has the chain then. Nobody swaps; a game that is over is not played on.
    ///
    /// Playing on after a chain is complete cannot give the other colour one, so the stones need not
    /// be looked at one by one: which half of the empty cells becomes black is all that counts. Of the stream it takes
    /// a word for each row that has an empty cell, from the top: black are those whose bit is set, bit 0 being the left column.
    /// Then, until black has its half, it draws by [`Random::below`] which one of the cells of the colour that has too
    /// many changes, counted in the order of cells. (Black has the larger half if it is to move.)
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Position, Size};
    /// use botspec_sdk::random::Random;
    /// let mut random = Random::seeded(1);
    /// let opening = Position::opening(Size::new(5).unwrap());
    /// let wins = (0..1_000).filter(|_| opening.playout(&mut random) == Colour::Black).count();
    /// assert!((400..700).contains(&wins), "who begins wins somewhat more than half of them: {wins}");
    /// ```
    #[must_use]
    pub fn playout(&self, random: &mut Random) -> Colour {
        playout::winner_at_random(&self.board, self.to_move, random)
    }
}

impl game::Position for Position {
    type Move = Move;
    type Reason = Reason;
    type Outcome = Outcome;

    fn seat_to_move(&self) -> Seat {
        self.seat_of(self.to_move)
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let swap = self.may_swap().then_some(Move::Swap);
        self.board.vacant().map(Move::Place).chain(swap).collect()
    }

    fn play(mut self, mv: Move) -> Result<Self, IllegalMove<Self>> {
        match self.make(mv) {
            Ok(_) => Ok(self),
            Err(reason) => Err(IllegalMove { mv, reason, position: self }),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.winner()?;
        Some(Outcome { winner, seat: self.seat_of(winner), end: End::Connection })
    }
}
