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
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.fault(mv.into()).is_none()
    }

    /// Plays a move in place.
    ///
    /// # Errors
    /// The reason if it is not legal; nothing has changed then.
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
