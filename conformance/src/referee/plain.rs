//! Games in the plain form of older archives: a line a game, which the contest that it is for can read.

use std::fmt;

use super::replay::Replayed;
use crate::record::{GameName, GameRecord};

/// A game as it is written, free of what its letters mean.
pub trait PlainGame: fmt::Debug {
    /// The contest that this form is for.
    fn game(&self) -> GameName;

    /// Referees the game again, on a board with so many cells along each side. The record is none if the game cannot be
    /// put down in one.
    fn replay(&self, letters: Letters, size: u8) -> (Option<GameRecord>, Replayed);

    /// What the game says for this reading of its letters.
    fn evidence(&self, letters: Letters, size: u8) -> Evidence;
}

/// What the letter of a coordinate counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// The row from the top.
    Row,
    /// The column from the left.
    Column,
}

impl Letters {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Row, Self::Column];
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Row => "row",
            Self::Column => "column",
        })
    }
}

/// What a game says for a reading of its letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// It ends as the named winner wins, which by the wrong reading hardly ever happens.
    For,
    /// Nothing contradicts the rules, and nothing is proved: somebody has resigned.
    None,
    /// The rules are broken, or somebody else has won.
    Against,
}

/// Why a line is no game in this form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainError {
    /// The character at fault, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}
