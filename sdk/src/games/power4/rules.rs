//! What is legal, what happens, and how a set ends.

use std::fmt;

use super::board::Board;
use super::cell::Column;
use super::disk::{Kind, Kinds, Team};
use super::drop::{Drop, Reason};
use super::game::Power4;
use super::position::Position;
use super::wire::OutputText;
use crate::game::{self, IllegalMove};
use crate::outcome;
use crate::seat::Seat;

/// What ended a set.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::End;
/// assert_eq!([End::Four, End::Both, End::Full].map(|end| end.to_string()), ["four", "both", "full"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// One team has four in a row.
    Four,
    /// Both teams have: a draw.
    Both,
    /// The board is full and nobody has: a draw.
    Full,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Four => "four",
            Self::Both => "both",
            Self::Full => "full",
        })
    }
}

/// The result of a finished set.
pub type Outcome = outcome::Outcome<Team, End>;

impl Board {
    /// What this board decides, or `None` if the set goes on.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Board, BoardText, End, Outcome, Team};
    /// let text = format!("1 1 12 1 2 2 2 {}", "0 ".repeat(35));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// assert_eq!(board.result(), Some(Outcome { winner: Some(Team::One), reason: End::Four }));
    /// assert_eq!(Board::EMPTY.result(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn result(&self) -> Option<Outcome> {
        match (self.has_four(Team::One), self.has_four(Team::Two)) {
            (true, true) => Some(Outcome { winner: None, reason: End::Both }),
            (true, false) => Some(Outcome { winner: Some(Team::One), reason: End::Four }),
            (false, true) => Some(Outcome { winner: Some(Team::Two), reason: End::Four }),
            (false, false) if self.is_full() => Some(Outcome { winner: None, reason: End::Full }),
            (false, false) => None,
        }
    }
}

impl Position {
    /// Whether the team to move may drop nothing but its dual disk: it is still unused, and this is
    /// the last of the turns in which it must be used (or one after it).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Kind, Position, Team};
    /// let mut setup = Position::opening(Team::One, Gravity::Fall).to_setup();
    /// setup.turns = [9, 9];
    /// let position = Position::from_guess(&setup)?;
    /// assert!(position.dual_is_due());
    /// assert!(position.drops().all(|drop| drop.kind == Kind::Dual));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn dual_is_due(&self) -> bool {
        !self.used(self.team).contains(Kind::Dual) && self.turns(self.team) >= Power4::DUAL_BY_TURN - 1
    }

    /// The kinds that the team to move may drop, in the order of their numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Kind, Kinds, Position, Team};
    /// let mut setup = Position::opening(Team::One, Gravity::Fall).to_setup();
    /// setup.used[Team::One.index()] = Kinds::NONE.with(Kind::ClearRow).with(Kind::Dual);
    /// let position = Position::from_guess(&setup)?;
    /// assert!(position.kinds().eq([Kind::ClearColumn, Kind::ClearNeighbours, Kind::Normal]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        let (used, due) = (self.used(self.team), self.dual_is_due());
        Kind::ALL.into_iter().filter(move |&kind| if due { kind == Kind::Dual } else { !used.contains(kind) })
    }

    /// The columns that are not full, from the left.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Column, Disk, Gravity, Position, Team};
    /// let mut setup = Position::opening(Team::One, Gravity::Fall).to_setup();
    /// for (row, team) in (1..=6).zip([Team::One, Team::Two].into_iter().cycle()) {
    ///     let cell = Cell::at(Column::new(1).unwrap(), row).unwrap();
    ///     setup.board.set(cell, Some(Disk::Of(team)));
    /// }
    /// assert!(Position::from_guess(&setup)?.columns().map(Column::number).eq(2..=7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn columns(&self) -> impl Iterator<Item = Column> + Clone + use<> {
        let board = self.board;
        Column::all().filter(move |&column| board.landing(column).is_some())
    }

    /// The legal drops in canonical order, without allocation. None once the set is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Kind, Position, Team};
    /// let position = Position::opening(Team::One, Gravity::Fall);
    /// let middle = position.drops().find(|drop| drop.kind == Kind::Normal && drop.column.number() == 4);
    /// assert_eq!(middle.map(|drop| drop.to_string()), Some("5 4".to_owned()));
    /// ```
    pub fn drops(&self) -> impl Iterator<Item = Drop> + use<> {
        let over = self.board.result().is_some();
        let columns = self.columns();
        let kinds = self.kinds().filter(move |_| !over);
        kinds.flat_map(move |kind| columns.clone().map(move |column| Drop { kind, column }))
    }

    /// Everything that is wrong with an output, faithfully to how it was written: first the kind,
    /// then the column. Empty if it is legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Kind, Kinds, OutputText, Position, Team};
    /// let mut setup = Position::opening(Team::One, Gravity::Fall).to_setup();
    /// setup.used[Team::One.index()] = Kinds::NONE.with(Kind::ClearRow);
    /// let faults = Position::from_guess(&setup)?.faults(&OutputText::from_bytes(b"1 9")?);
    /// assert_eq!(faults[0].to_string(), "the clear row disk (1) has been used in this set");
    /// assert_eq!(faults[1].to_string(), "9 is not a column: they are 1 to 7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn faults(&self, output: &OutputText) -> Vec<Reason> {
        let mut faults = Vec::new();
        if self.board.result().is_some() {
            faults.push(Reason::SetOver);
        }
        match output.kind.small().and_then(Kind::new) {
            None => faults.push(Reason::NoSuchKind { found: output.kind.clone() }),
            Some(kind) => {
                if self.used(self.team).contains(kind) {
                    faults.push(Reason::Used { kind });
                }
                if kind != Kind::Dual && self.dual_is_due() {
                    faults.push(Reason::DualDue { turns: self.turns(self.team) });
                }
            }
        }
        match output.column.small().and_then(Column::new) {
            None => faults.push(Reason::NoSuchColumn { found: output.column.clone() }),
            Some(column) if self.board.landing(column).is_none() => {
                faults.push(Reason::ColumnFull { column });
            }
            Some(_) => {}
        }
        faults
    }

    /// The position after a drop, whatever kinds are used or due: for searches that take their drops
    /// from [`Position::drops`]. `None` if the column is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Drop, Gravity, Position, Team};
    /// let position = Position::opening(Team::One, Gravity::Fall);
    /// // Which drops leave the opponent without a disk to build on?
    /// let after = |drop: &Drop| position.play_unchecked(*drop).expect("no column is full");
    /// let emptying = position.drops().filter(|drop| after(drop).board().occupied().is_empty());
    /// assert_eq!(emptying.count(), 3 * 7, "every disk that clears takes itself away");
    /// ```
    #[must_use]
    pub fn play_unchecked(mut self, drop: Drop) -> Option<Self> {
        self.board = self.board.after(self.team, drop.kind, drop.column, self.gravity)?;
        let team = self.team.index();
        self.used[team] = self.used[team].with(drop.kind);
        self.turns[team] = self.turns[team].saturating_add(1);
        self.team = self.team.other();
        Some(self)
    }
}

impl game::Position for Position {
    type Move = Drop;
    type Reason = Reason;
    type Outcome = Outcome;

    fn seat_to_move(&self) -> Seat {
        self.team.seat()
    }

    fn legal_moves(&self) -> Vec<Drop> {
        self.drops().collect()
    }

    fn play(self, drop: Drop) -> Result<Self, IllegalMove<Self>> {
        match self.faults(&drop.into()).into_iter().next() {
            Some(reason) => Err(IllegalMove { mv: drop, reason, position: self }),
            None => Ok(self.play_unchecked(drop).expect("a column without fault has room")),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.result()
    }
}

impl Kinds {
    /// The special kinds that are not in the set: those a team still has, if the set is what it used.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Kind, Kinds};
    /// let used = Kinds::ALL.without(Kind::ClearColumn);
    /// assert!(used.rest().iter().eq([Kind::ClearColumn]));
    /// ```
    #[must_use]
    pub fn rest(self) -> Self {
        Kind::SPECIAL.into_iter().filter(|&kind| !self.contains(kind)).collect()
    }
}
