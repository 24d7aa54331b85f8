//! Who plays, and with what.

use std::fmt;

use super::cell::Cell;
use super::cells::Cells;
use crate::seat::Seat;

/// One of the two teams.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Team;
/// assert_eq!(Team::ALL.map(|team| team.to_string()), ["1", "2"]);
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Team;
    /// assert_eq!([1, 2, 3].map(Team::new), [Some(Team::One), Some(Team::Two), None]);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }

    /// The opponent.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Team;
    /// assert_eq!(Team::One.other(), Team::Two);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 0 for team 1, 1 for team 2; for arrays.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team};
    /// let position = Position::opening(Team::Two, Gravity::Fall);
    /// assert_eq!(position.to_setup().turns[Team::Two.index()], position.turns(Team::Two));
    /// assert_eq!(Team::Two.index(), 1);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Team;
    /// assert_eq!(Team::ALL.map(Team::number), [1, 2]);
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// Seat 1 or 2: a team's number, whoever starts the set.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::power4::{Gravity, Position, Team};
    /// let opening = Position::opening(Team::Two, Gravity::Fall);
    /// assert_eq!(opening.seat_to_move(), Team::Two.seat());
    /// assert_eq!(Team::Two.seat().number(), 2, "though it starts the set");
    /// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{BoardText, Cell, Disk, Team};
/// let text = format!("12 2 {}", "0 ".repeat(40));
/// let board = BoardText::from_bytes(text.as_bytes())?.board;
/// let disks: Vec<Disk> = Cell::all().filter_map(|cell| board.get(cell)).collect();
/// assert_eq!(disks, [Disk::Dual, Disk::Of(Team::Two)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Disk {
    /// A disk of one team.
    Of(Team),
    /// A neutral disk, which counts for both.
    Dual,
}

/// What a team may drop.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Kind;
/// assert_eq!(Kind::ALL.map(Kind::number), [1, 2, 3, 4, 5]);
/// assert_eq!(Kind::ClearNeighbours.to_string(), "clear first neighbours");
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Kind;
    /// assert_eq!(Kind::new(4), Some(Kind::Dual));
    /// assert_eq!(Kind::new(6), None);
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Kind;
    /// assert_eq!(Kind::Normal.number(), 5);
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Kind;
    /// assert!(Kind::SPECIAL.into_iter().all(Kind::is_special));
    /// assert!(!Kind::Normal.is_special());
    /// ```
    #[must_use]
    pub const fn is_special(self) -> bool {
        !matches!(self, Self::Normal)
    }

    /// The cells that are empty after it has landed here and before anything falls; none for a disk
    /// that stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Kind};
    /// let landing = Cell::new(4).unwrap();
    /// assert_eq!(Kind::ClearNeighbours.clears(landing).to_string(), "3, 4, 5, 10, 11, 12");
    /// assert!(Kind::Dual.clears(landing).is_empty());
    /// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Kind, Kinds};
/// let used: Kinds = [Kind::ClearRow, Kind::Normal, Kind::Dual].into_iter().collect();
/// assert!(used.iter().eq([Kind::ClearRow, Kind::Dual]), "a normal disk is not noted");
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Kind, Kinds};
    /// let used = Kinds::NONE.with(Kind::ClearRow);
    /// assert!(used.contains(Kind::ClearRow));
    /// assert_eq!(used.with(Kind::Normal), used);
    /// ```
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | Self::bit(kind))
    }

    /// This set but for `kind`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Kind, Kinds};
    /// assert_eq!(Kinds::ALL.without(Kind::Dual).len(), 3);
    /// ```
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !Self::bit(kind))
    }

    /// Whether `kind` is in the set.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Kind, Kinds, Position, Team};
    /// let position = Position::opening(Team::One, Gravity::Fall);
    /// assert!(!position.used(Team::One).contains(Kind::Dual), "the dual disk is still to be used");
    /// assert!(Kinds::ALL.contains(Kind::Dual));
    /// ```
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & Self::bit(kind) != 0
    }

    /// The kinds of both.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Kind, Kinds};
    /// let [row, dual] = [Kind::ClearRow, Kind::Dual].map(|kind| Kinds::NONE.with(kind));
    /// assert_eq!(row.union(dual).len(), 2);
    /// ```
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The number of kinds, in `0..=4`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::Kinds;
    /// assert_eq!((Kinds::NONE.len(), Kinds::ALL.len()), (0, 4));
    /// ```
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Kinds, Position, Team};
    /// assert!(Position::opening(Team::One, Gravity::Fall).used(Team::Two).is_empty());
    /// assert!(!Kinds::ALL.is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of their numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Kind, Kinds};
    /// assert!(Kinds::ALL.iter().eq(Kind::SPECIAL));
    /// ```
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
