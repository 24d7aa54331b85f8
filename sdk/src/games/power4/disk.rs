//! Who plays, and with what.

use std::fmt;

use super::cell::Cell;
use super::cells::Cells;
use crate::seat::Seat;

/// One of the two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// Team 1.
    One,
    /// Team 2.
    Two,
}

impl Team {
    /// Both, in the order of their numbers.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// `None` unless 1 or 2.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// Counted from 0, for arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// Seat 1 or 2: a team's number, whoever starts the set.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::from_index(self.number() - 1)
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// What lies in a cell that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Disk {
    /// A disk of one team.
    Of(Team),
    /// A neutral disk, which counts for both.
    Dual,
}

/// What a team may drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 1: every disk of the row it lands in goes, itself included.
    ClearRow,
    /// 2: every disk of its column goes, itself included.
    ClearColumn,
    /// 3: the up to eight cells around where it lands are emptied, itself included.
    ClearNeighbours,
    /// 4: a disk for both teams, which stays.
    Dual,
    /// 5: an ordinary disk of the team's own.
    Normal,
}

impl Kind {
    /// In the order of their numbers.
    pub const ALL: [Self; 5] =
        [Self::ClearRow, Self::ClearColumn, Self::ClearNeighbours, Self::Dual, Self::Normal];

    /// Those that each team has once a set.
    pub const SPECIAL: [Self; 4] = [Self::ClearRow, Self::ClearColumn, Self::ClearNeighbours, Self::Dual];

    /// `None` outside `1..=5`.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::ClearRow),
            2 => Some(Self::ClearColumn),
            3 => Some(Self::ClearNeighbours),
            4 => Some(Self::Dual),
            5 => Some(Self::Normal),
            _ => None,
        }
    }

    /// In `1..=5`.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::ClearRow => 1,
            Self::ClearColumn => 2,
            Self::ClearNeighbours => 3,
            Self::Dual => 4,
            Self::Normal => 5,
        }
    }

    /// Whether a team has it only once a set.
    #[must_use]
    pub const fn is_special(self) -> bool {
        !matches!(self, Self::Normal)
    }

    /// The cells that are empty after it has landed here and before anything falls; none for a disk
    /// that stays.
    #[must_use]
    pub const fn clears(self, landing: Cell) -> Cells {
        match self {
            Self::ClearRow => Cells::row_of(landing),
            Self::ClearColumn => Cells::column(landing.column()),
            Self::ClearNeighbours => Cells::around(landing),
            Self::Dual | Self::Normal => Cells::EMPTY,
        }
    }
}

impl fmt::Display for Kind {
    /// In words: `clear row`. The number is [`Kind::number`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ClearRow => "clear row",
            Self::ClearColumn => "clear column",
            Self::ClearNeighbours => "clear first neighbours",
            Self::Dual => "dual colour",
            Self::Normal => "normal",
        })
    }
}

/// A set of special kinds: those a team has used, say. A normal disk is never in one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Kinds(u8);

impl Kinds {
    /// None.
    pub const NONE: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    const fn bit(kind: Kind) -> u8 {
        if kind.is_special() { 1 << (kind.number() - 1) } else { 0 }
    }

    /// This set and `kind`, if that is special.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | Self::bit(kind))
    }

    /// This set but for `kind`.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !Self::bit(kind))
    }

    /// Whether `kind` is in the set.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & Self::bit(kind) != 0
    }

    /// The kinds of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The number of kinds.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::SPECIAL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
