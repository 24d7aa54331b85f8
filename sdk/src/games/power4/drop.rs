//! What a team does in a turn, and why it may be refused.

use std::error::Error;
use std::fmt;

use super::cell::Column;
use super::disk::Kind;
use super::wire::{Integer, OutputText};

/// What a team does in a turn: a move of the game.
///
/// `Display` writes the canonical text, kind and column: `5 4`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Column, Drop, Kind, OutputText};
/// let drop = Drop { kind: Kind::Normal, column: Column::new(4).unwrap() };
/// assert_eq!(drop.to_string(), "5 4");
/// assert_eq!(Drop::try_from(&OutputText::from_bytes(b"5 4")?)?, drop);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drop {
    /// The kind of disk.
    pub kind: Kind,
    /// The column it is dropped into.
    pub column: Column,
}

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.number(), self.column)
    }
}

impl TryFrom<&OutputText> for Drop {
    type Error = Reason;

    /// # Errors
    /// [`Reason::NoSuchKind`] or [`Reason::NoSuchColumn`] if a number is out of range.
    fn try_from(text: &OutputText) -> Result<Self, Reason> {
        let kind = text.kind.small().and_then(Kind::new);
        let kind = kind.ok_or_else(|| Reason::NoSuchKind { found: text.kind.clone() })?;
        let column = text.column.small().and_then(Column::new);
        let column = column.ok_or_else(|| Reason::NoSuchColumn { found: text.column.clone() })?;
        Ok(Self { kind, column })
    }
}

/// Why a drop is illegal in a position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Gravity, OutputText, Position, Reason, Team};
/// let position = Position::opening(Team::One, Gravity::Fall);
/// let faults = position.faults(&OutputText::from_bytes(b"6 4")?);
/// assert!(matches!(faults[..], [Reason::NoSuchKind { .. }]));
/// assert_eq!(faults[0].to_string(), "6 is not a kind of disk: they are 1 to 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The set has ended.
    SetOver,
    /// The first number is not 1 to 5.
    NoSuchKind {
        /// What it is.
        found: Integer,
    },
    /// The team has used this special disk in this set already.
    Used {
        /// Which one.
        kind: Kind,
    },
    /// It is the team's tenth turn (or a later one), and the dual disk is still unused.
    DualDue {
        /// Turns that the team has taken in this set.
        turns: u16,
    },
    /// The second number is not 1 to 7.
    NoSuchColumn {
        /// What it is.
        found: Integer,
    },
    /// No cell of the column is unoccupied.
    ColumnFull {
        /// Which one.
        column: Column,
    },
}

impl Reason {
    /// The column at fault, for drawing.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Column, Reason};
    /// let column = Column::new(3).unwrap();
    /// assert_eq!(Reason::ColumnFull { column }.column(), Some(column));
    /// assert_eq!(Reason::SetOver.column(), None);
    /// ```
    #[must_use]
    pub const fn column(&self) -> Option<Column> {
        match self {
            Self::ColumnFull { column } => Some(*column),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetOver => f.write_str("the set is over"),
            Self::NoSuchKind { found } => write!(f, "{found} is not a kind of disk: they are 1 to 5"),
            Self::Used { kind } => {
                write!(f, "the {kind} disk ({}) has been used in this set", kind.number())
            }
            Self::DualDue { turns } => write!(
                f,
                "the dual disk (4) is due: {turns} turns taken, and it must be used in the first ten"
            ),
            Self::NoSuchColumn { found } => write!(f, "{found} is not a column: they are 1 to 7"),
            Self::ColumnFull { column } => write!(f, "column {column} is full"),
        }
    }
}

impl Error for Reason {}
