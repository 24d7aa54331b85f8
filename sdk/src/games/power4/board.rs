//! What lies where, and what a drop does to it.

use std::fmt;

use super::cell::{Cell, Column};
use super::cells::Cells;
use super::disk::{Disk, Kind, Team};

/// Whether disks above a gap fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Gravity {
    /// They fall straight down: the contest's own rule.
    #[default]
    Fall,
    /// They stay where they are: the variant `hover`.
    Hover,
}

impl Gravity {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Fall, Self::Hover];
}

impl fmt::Display for Gravity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Fall => "fall",
            Self::Hover => "hover",
        })
    }
}

/// The disks on the board. Any arrangement, floating disks included.
///
/// `Debug` draws it, top row first: `1` and `2` for the teams, `*` for dual disks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    /// The disks of each team by [`Team::index`], dual ones left aside.
    pub(super) teams: [Cells; 2],
    pub(super) dual: Cells,
}

impl Board {
    /// No disk.
    pub const EMPTY: Self = Self { teams: [Cells::EMPTY; 2], dual: Cells::EMPTY };

    /// What lies in a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Disk> {
        if self.dual.contains(cell) {
            return Some(Disk::Dual);
        }
        Team::ALL.into_iter().find(|team| self.teams[team.index()].contains(cell)).map(Disk::Of)
    }

    /// Puts a disk into a cell, or empties it, whatever was there.
    pub fn set(&mut self, cell: Cell, disk: Option<Disk>) {
        let cell = Cells::of(cell);
        *self = self.emptied(cell);
        match disk {
            Some(Disk::Of(team)) => self.teams[team.index()] = self.teams[team.index()] | cell,
            Some(Disk::Dual) => self.dual = self.dual | cell,
            None => {}
        }
    }

    /// The cells that hold just this disk.
    #[must_use]
    pub const fn cells(&self, disk: Disk) -> Cells {
        match disk {
            Disk::Of(team) => self.teams[team.index()],
            Disk::Dual => self.dual,
        }
    }

    /// The cells that count for a team: its own disks and the dual ones.
    #[must_use]
    pub const fn counting_for(&self, team: Team) -> Cells {
        self.teams[team.index()].union(self.dual)
    }

    /// The cells that are not empty.
    #[must_use]
    pub const fn occupied(&self) -> Cells {
        self.teams[0].union(self.teams[1]).union(self.dual)
    }

    /// Whether no cell is empty.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        Cells::ALL.without(self.occupied()).is_empty()
    }

    /// The disks with an empty cell somewhere below them.
    #[must_use]
    pub fn floating(&self) -> Cells {
        self.occupied().above_gaps()
    }

    /// Whether four disks that count for the team stand in a row.
    #[must_use]
    pub const fn has_four(&self, team: Team) -> bool {
        self.counting_for(team).has_four()
    }

    /// Where a disk dropped into this column lands: the lowest unoccupied cell, gaps underneath
    /// other disks included. `None` if the column is full.
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<Cell> {
        Cells::ALL.without(self.occupied()).lowest_in(column).first()
    }

    /// The board after a drop: landing, clearing, falling. `None` if the column is full.
    #[must_use]
    pub fn after(&self, team: Team, kind: Kind, column: Column, gravity: Gravity) -> Option<Self> {
        let landing = Cells::ALL.without(self.occupied()).lowest_in(column);
        let cell = landing.first()?;
        let mut board = *self;
        match kind {
            Kind::Normal => board.teams[team.index()] = board.teams[team.index()] | landing,
            Kind::Dual => board.dual = board.dual | landing,
            Kind::ClearRow | Kind::ClearColumn | Kind::ClearNeighbours => {
                let cleared = kind.clears(cell);
                board = match (gravity, kind) {
                    (Gravity::Hover, _) | (_, Kind::ClearColumn) => board.emptied(cleared),
                    (Gravity::Fall, Kind::ClearNeighbours) => board.cut(
                        columns_of(cleared),
                        (cell.row() - 1).max(1),
                        (cell.row() + 1).min(Cell::ROWS),
                    ),
                    (Gravity::Fall, _) => board.cut(Cells::ALL, cell.row(), cell.row()),
                };
            }
        }
        Some(board)
    }

    fn emptied(self, cells: Cells) -> Self {
        Self { teams: self.teams.map(|team| team.without(cells)), dual: self.dual.without(cells) }
    }

    fn cut(self, columns: Cells, bottom: u8, top: u8) -> Self {
        Self {
            teams: self.teams.map(|team| team.cut(columns, bottom, top)),
            dual: self.dual.cut(columns, bottom, top),
        }
    }
}

/// All cells of the columns in which a cell of the set lies.
fn columns_of(cells: Cells) -> Cells {
    Column::all()
        .map(Cells::column)
        .filter(|&column| !(column & cells).is_empty())
        .fold(Cells::EMPTY, Cells::union)
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (1..=Cell::ROWS).rev() {
            for cell in Column::all().filter_map(|column| Cell::at(column, row)) {
                let blank = if cell.column().number() == 1 { "" } else { " " };
                match self.get(cell) {
                    None => write!(f, "{blank}.")?,
                    Some(Disk::Dual) => write!(f, "{blank}*")?,
                    Some(Disk::Of(team)) => write!(f, "{blank}{team}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
