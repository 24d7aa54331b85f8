//! The facts claimed by a text of updates.

use std::error::Error;
use std::fmt;

use super::board::{Board, Contents, Player};
use super::square::Square;
use super::variant::Variant;
use super::wire::Update;
use crate::text::{Cursor, ParseError};

/// A board told by its updates, and the bot that is to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The game.
    pub variant: Variant,
    /// The bot to move.
    pub player: Player,
    /// Applied in order to an empty board; a later one overrides an earlier one of the same square.
    pub updates: Vec<Update>,
}

impl Setup {
    /// Parses a text of updates, one on each line.
    ///
    /// Leniencies: lines may end in CRLF, the last needs no line end, and empty lines mean nothing.
    ///
    /// # Errors
    /// If a line is not an update.
    pub fn from_bytes(text: &[u8], variant: Variant, player: Player) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let mut updates = Vec::new();
        while !cursor.at_end() {
            if cursor.line_end() {
                continue;
            }
            updates.push(Update::read(&mut cursor)?);
            if !cursor.at_end() && !cursor.line_end() {
                return Err(cursor.error("line end", "nothing more on this line"));
            }
        }
        Ok(Self { variant, player, updates })
    }

    /// The board that the updates tell, whether a game leads to it or not.
    ///
    /// # Errors
    /// Lists everything that the variant makes impossible: squares off the board, and bots that do not take part.
    pub fn board(&self) -> Result<Board, Inconsistent> {
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(Inconsistent { problems });
        }
        let mut board = Board::empty(self.variant);
        for update in &self.updates {
            if let Some(square) = update.at.on(self.variant) {
                board.set(square, update.contents);
            }
        }
        Ok(board)
    }

    /// Everything that the variant makes impossible, in the order of the text.
    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !self.variant.seats(self.player) {
            problems.push(Problem::MoverDoesNotPlay { player: self.player, variant: self.variant });
        }
        for &update in &self.updates {
            if update.at.on(self.variant).is_none() {
                problems.push(Problem::OffBoard { update, variant: self.variant });
            }
            if let Contents::Piece(player) = update.contents
                && !self.variant.seats(player)
            {
                problems.push(Problem::ColourDoesNotPlay { update, variant: self.variant });
            }
        }
        problems
    }
}

/// Why a setup is not a position: what the variant makes impossible, and what no game leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// The bot to move does not take part.
    MoverDoesNotPlay {
        /// The bot.
        player: Player,
        /// The game.
        variant: Variant,
    },
    /// An update names a square that the board does not have.
    OffBoard {
        /// The update.
        update: Update,
        /// The game.
        variant: Variant,
    },
    /// An update names a bot that does not take part.
    ColourDoesNotPlay {
        /// The update.
        update: Update,
        /// The game.
        variant: Variant,
    },
    /// A bot has fewer pieces than every bot begins with.
    TooFewPieces {
        /// The bot.
        player: Player,
        /// How many it has.
        pieces: u32,
    },
    /// A bot has more pieces than it began with, so it has moved, and no two of them are side by side.
    AllApart {
        /// The bot.
        player: Player,
        /// How many it has.
        pieces: u32,
    },
    /// Two pieces are side by side that have not moved since they were placed.
    PlacedTogether {
        /// One of them.
        first: Square,
        /// The other.
        second: Square,
    },
    /// Something is beside a neutral piece.
    BesideNeutral {
        /// The neutral piece.
        neutral: Square,
        /// What is beside it.
        beside: Square,
    },
    /// Fewer than four squares are empty.
    TooFull {
        /// How many are.
        empty: u32,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoverDoesNotPlay { player, variant } => {
                write!(f, "bot {player} is to move, but {variant} is for {} bots", variant.players().len())
            }
            Self::OffBoard { update, variant } => {
                write!(f, "update `{update}`: coordinates go from 0 to {}", variant.side() - 1)
            }
            Self::ColourDoesNotPlay { update, variant } => {
                write!(f, "update `{update}`: {variant} is for {} bots", variant.players().len())
            }
            Self::TooFewPieces { player, pieces: 0 } => {
                write!(f, "bot {player} has no pieces: each begins with 2, and none is ever taken off")
            }
            Self::TooFewPieces { player, .. } => {
                write!(f, "bot {player} has 1 piece: each begins with 2, and none is ever taken off")
            }
            Self::AllApart { player, pieces } => write!(
                f,
                "no two of the {pieces} pieces of bot {player} are side by side: the one that moved last came beside another"
            ),
            Self::PlacedTogether { first, second } => write!(
                f,
                "the pieces on {first} and {second} are side by side and have not moved: at the start all are placed apart"
            ),
            Self::BesideNeutral { neutral, beside } => write!(
                f,
                "the neutral piece on {neutral} has a piece beside it, on {beside}: it would have been converted"
            ),
            Self::TooFull { empty } => {
                write!(
                    f,
                    "empty squares: {empty}, but a neutral piece appears only where four are left around it"
                )
            }
        }
    }
}

/// All that is wrong with a setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inconsistent {
    /// At least one.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl Error for Inconsistent {}
