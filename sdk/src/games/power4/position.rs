//! A state of play, and why a setup may not be one.

use std::error::Error;
use std::fmt;

use super::board::{Board, Gravity};
use super::cells::Cells;
use super::disk::{Disk, Kinds, Team};
use super::setup::Setup;

/// A state of play: small, `Copy`, and meant to be searched with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) team: Team,
    pub(super) used: [Kinds; 2],
    pub(super) turns: [u16; 2],
    pub(super) gravity: Gravity,
}

impl Position {
    /// The beginning of a set that this team starts.
    #[must_use]
    pub const fn opening(starts: Team, gravity: Gravity) -> Self {
        Self { board: Board::EMPTY, team: starts, used: [Kinds::NONE; 2], turns: [0; 2], gravity }
    }

    /// Checks that the board of a setup is one that play can show.
    ///
    /// Used kinds and turns are taken as they are: clearing leaves no trace of what was used.
    ///
    /// # Errors
    /// Every problem at once: disks that float, unless the variant is `hover`; more than two dual
    /// disks; four in a row, for each team.
    pub fn from_setup(setup: &Setup) -> Result<Self, Inconsistent> {
        let Setup { board, team, used, turns, gravity } = *setup;
        let mut problems = Vec::new();
        let floating = board.floating();
        if gravity == Gravity::Fall && !floating.is_empty() {
            problems.push(Problem::Floating { cells: floating });
        }
        let dual = board.cells(Disk::Dual);
        if dual.len() > 2 {
            problems.push(Problem::TooManyDuals { cells: dual });
        }
        for team in Team::ALL {
            let cells = board.counting_for(team).fours();
            if !cells.is_empty() {
                problems.push(Problem::Four { team, cells });
            }
        }
        if problems.is_empty() {
            Ok(Self { board, team, used, turns, gravity })
        } else {
            Err(Inconsistent { problems })
        }
    }

    /// The facts of this position.
    #[must_use]
    pub const fn to_setup(&self) -> Setup {
        let Self { board, team, used, turns, gravity } = *self;
        Setup { board, team, used, turns, gravity }
    }

    /// What lies where.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn team(&self) -> Team {
        self.team
    }

    /// The special kinds that a team has used in this set.
    #[must_use]
    pub const fn used(&self, team: Team) -> Kinds {
        self.used[team.index()]
    }

    /// The turns that a team has taken in this set.
    #[must_use]
    pub const fn turns(&self, team: Team) -> u16 {
        self.turns[team.index()]
    }

    /// Whether disks fall.
    #[must_use]
    pub const fn gravity(&self) -> Gravity {
        self.gravity
    }
}

/// A setup that play cannot reach, with all the reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inconsistent {
    /// At least one.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inconsistent position: ")?;
        for (i, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for Inconsistent {}

/// One reason why a setup is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// Disks lie above empty cells, though disks fall.
    Floating {
        /// The disks.
        cells: Cells,
    },
    /// There are more than two dual disks.
    TooManyDuals {
        /// All of them.
        cells: Cells,
    },
    /// A team has four in a row already: the set was over.
    Four {
        /// Whose.
        team: Team,
        /// All cells of its lines of four.
        cells: Cells,
    },
}

impl Problem {
    /// The cells that the problem is about.
    #[must_use]
    pub const fn cells(&self) -> Cells {
        match *self {
            Self::Floating { cells } | Self::TooManyDuals { cells } | Self::Four { cells, .. } => cells,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Floating { cells } => write!(f, "disks float above empty cells (cells {cells})"),
            Self::TooManyDuals { cells } => {
                write!(f, "{} dual disks, but there are only two (cells {cells})", cells.len())
            }
            Self::Four { team, cells } => {
                write!(f, "team {team} has four in a row already (cells {cells})")
            }
        }
    }
}
