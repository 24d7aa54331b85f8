//! What lies where, and what a drop does to it.

use std::fmt;

use super::cell::{Cell, Column};
use super::cells::Cells;
use super::disk::{Disk, Kind, Team};

/// Whether disks above a gap fall.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Gravity;
/// assert_eq!(Gravity::default(), Gravity::Fall);
/// assert_eq!(Gravity::ALL.map(|gravity| gravity.to_string()), ["fall", "hover"]);
/// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Board, Column, Gravity, Kind, Team};
/// let column = Column::new(4).unwrap();
/// let board = Board::EMPTY.after(Team::One, Kind::Normal, column, Gravity::Fall).expect("there is room");
/// let board = board.after(Team::Two, Kind::Dual, column, Gravity::Fall).expect("there is room");
/// assert!(format!("{board:?}").ends_with(". . . * . . .\n. . . 1 . . .\n"));
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{BoardText, Cell, Disk, Team};
    /// let text = format!("0 1 12 {}", "0 ".repeat(39));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// let cells = [1, 2, 3].map(|number| board.get(Cell::new(number).unwrap()));
    /// assert_eq!(cells, [None, Some(Disk::Of(Team::One)), Some(Disk::Dual)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Disk> {
        if self.dual.contains(cell) {
            return Some(Disk::Dual);
        }
        Team::ALL.into_iter().find(|team| self.teams[team.index()].contains(cell)).map(Disk::Of)
    }

    /// Puts a disk into a cell, or empties it, whatever was there.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Board, Cell, Disk, Team};
    /// let mut board = Board::EMPTY;
    /// let cell = Cell::new(4).unwrap();
    /// board.set(cell, Some(Disk::Of(Team::Two)));
    /// assert_eq!(board.get(cell), Some(Disk::Of(Team::Two)));
    /// board.set(cell, None);
    /// assert_eq!(board, Board::EMPTY);
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{BoardText, Disk, Team};
    /// let text = format!("1 2 12 1 {}", "0 ".repeat(38));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// assert_eq!(board.cells(Disk::Of(Team::One)).to_string(), "1, 4");
    /// assert_eq!(board.cells(Disk::Dual).to_string(), "3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn cells(&self, disk: Disk) -> Cells {
        match disk {
            Disk::Of(team) => self.teams[team.index()],
            Disk::Dual => self.dual,
        }
    }

    /// The cells that count for a team: its own disks and the dual ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{BoardText, Team};
    /// let text = format!("1 2 12 1 {}", "0 ".repeat(38));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// assert_eq!(board.counting_for(Team::One).to_string(), "1, 3, 4");
    /// assert_eq!(board.counting_for(Team::Two).to_string(), "2, 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn counting_for(&self, team: Team) -> Cells {
        self.teams[team.index()].union(self.dual)
    }

    /// The cells that are not empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::BoardText;
    /// let text = format!("1 2 0 12 {}", "0 ".repeat(38));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// assert_eq!(board.occupied().to_string(), "1, 2, 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn occupied(&self) -> Cells {
        self.teams[0].union(self.teams[1]).union(self.dual)
    }

    /// Whether no cell is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Board, BoardText};
    /// let text = "1 2 ".repeat(21);
    /// assert!(BoardText::from_bytes(text.as_bytes())?.board.is_full());
    /// assert!(!Board::EMPTY.is_full());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_full(&self) -> bool {
        Cells::ALL.without(self.occupied()).is_empty()
    }

    /// The disks with an empty cell somewhere below them.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Board, Cell, Disk};
    /// let mut board = Board::EMPTY;
    /// board.set(Cell::new(8).unwrap(), Some(Disk::Dual));
    /// assert_eq!(board.floating().to_string(), "8", "cell 1 below it is empty");
    /// ```
    #[must_use]
    pub fn floating(&self) -> Cells {
        self.occupied().above_gaps()
    }

    /// Whether four disks that count for the team stand in a row.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{BoardText, Team};
    /// let text = format!("1 1 12 1 2 2 2 {}", "0 ".repeat(35));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// assert!(board.has_four(Team::One), "the dual disk counts");
    /// assert!(!board.has_four(Team::Two));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn has_four(&self, team: Team) -> bool {
        self.counting_for(team).has_four()
    }

    /// Where a disk dropped into this column lands: the lowest unoccupied cell, gaps underneath
    /// other disks included. `None` if the column is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{BoardText, Cell, Column};
    /// let text = format!("2 {}", "0 ".repeat(41));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// let landing = |column: u8| board.landing(Column::new(column).unwrap()).map(Cell::number);
    /// assert_eq!([1, 2].map(landing), [Some(8), Some(2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<Cell> {
        Cells::ALL.without(self.occupied()).lowest_in(column).first()
    }

    /// The board after a drop: landing, clearing, falling. `None` if the column is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{BoardText, Cell, Column, Disk, Gravity, Kind, Team};
    /// // Column 1 holds a disk of team 1, and one of team 2 on top of it.
    /// let text = format!("1 0 0 0 0 0 0 2 {}", "0 ".repeat(34));
    /// let board = BoardText::from_bytes(text.as_bytes())?.board;
    /// let clear = |column, gravity| board.after(Team::One, Kind::ClearRow, Column::new(column).unwrap(), gravity);
    /// let fallen = clear(2, Gravity::Fall).expect("there is room");
    /// assert_eq!(fallen.get(Cell::new(1).unwrap()), Some(Disk::Of(Team::Two)));
    /// let hovering = clear(2, Gravity::Hover).expect("there is room");
    /// assert_eq!(hovering.occupied().to_string(), "8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
