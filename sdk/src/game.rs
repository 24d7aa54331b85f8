//! What a game is: the vocabulary that the run loops, the referee and `perft` rely on.

use std::error::Error;
use std::fmt::{self, Debug, Display};

use crate::seat::Seat;

/// One of the contests: its name and the types that make it up.
pub trait Game {
    /// The game's name in rule ids and on command lines: `linkage`, `hex`, `flit`, `power4`.
    const NAME: &'static str;

    /// A state of play from which the rules can tell what is legal.
    type Position: Position;
}

/// A state of play: everything that the rules need to say what is legal, and nothing impossible.
pub trait Position: Clone + Debug {
    /// What a bot answers with. `Display` writes the canonical text of the move.
    type Move: Copy + Eq + Debug + Display;
    /// Why a move is refused.
    type Reason: Error + Clone + Eq;
    /// How a game of this kind ends.
    type Outcome: Clone + Eq + Debug;

    /// Whose turn it is. Once the game is over the value is unspecified, but valid.
    fn seat_to_move(&self) -> Seat;

    /// Every legal move, in the canonical order of the game. Empty once the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The position after a legal move.
    ///
    /// # Errors
    /// Returns the move, the reason and the untouched position if the move is not legal here.
    fn play(self, mv: Self::Move) -> Result<Self, IllegalMove<Self>>;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Self::Outcome>;
}

/// A refused move, with the position it was tried on handed back as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalMove<P: Position> {
    /// The move that was tried.
    pub mv: P::Move,
    /// What is wrong with it.
    pub reason: P::Reason,
    /// The untouched position.
    pub position: P,
}

impl<P: Position> Display for IllegalMove<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {}: {}", self.mv, self.reason)
    }
}

impl<P: Position> Error for IllegalMove<P> {}
