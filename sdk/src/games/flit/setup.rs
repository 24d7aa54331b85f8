//! The facts claimed by a text of updates.

use std::error::Error;
use std::fmt;

use super::board::{Board, Contents, Player};
use super::square::Square;
use super::variant::Variant;
use super::wire::Update;
use crate::text::{Cursor, ParseError};

/// A board told by its updates, and the bot that is to move.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Player, Position, Setup, Variant};
/// let text = b"1 1 1\n9 9 1\n5 13 2\n13 5 2\n";
/// let setup = Setup::from_bytes(text, Variant::Duel, Player::Two)?;
/// assert_eq!((setup.updates.len(), setup.player), (4, Player::Two));
/// assert_eq!(Position::from_setup(&setup)?.player(), Player::Two);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let setup = Setup::from_bytes(b"1 1 1\r\n\r\n9 9 1", Variant::Duel, Player::One)?;
    /// assert_eq!(setup.updates.len(), 2);
    /// let error = Setup::from_bytes(b"1 1 1\n9 9 6\n", Variant::Duel, Player::One).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 5 (colour): expected a colour from 0 to 5, found '6'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"1 1 1\n1 1 0\n9 9 1\n", Variant::Duel, Player::One)?.board()?;
    /// assert_eq!(board.piece_counts(), [1, 0], "the first piece has moved away");
    /// let error = Setup::from_bytes(b"1 1 3\n", Variant::Duel, Player::One)?.board().unwrap_err();
    /// assert_eq!(error.to_string(), "update `1 1 3`: duel is for 2 bots");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Player, Problem, Variant};
/// let problem = Problem::MoverDoesNotPlay { player: Player::Three, variant: Variant::Duel };
/// assert_eq!(problem.to_string(), "bot 3 is to move, but duel is for 2 bots");
/// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Inconsistent, Player, Position, Problem, Setup, Variant};
/// let setup = Setup::from_bytes(b"1 1 1\n9 9 1\n1 2 2\n5 6 2\n", Variant::Duel, Player::One)?;
/// let error: Inconsistent = Position::from_setup(&setup).unwrap_err();
/// assert!(matches!(error.problems[..], [Problem::PlacedTogether { .. }]), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
