//! A state of play, and why a setup may not be one.

use std::error::Error;
use std::fmt;

use super::board::{Board, Gravity};
use super::cells::Cells;
use super::disk::{Kinds, Team};
use super::reach;
use super::setup::Setup;

/// A state of play: small, `Copy`, and meant to be searched with.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::power4::{Column, Drop, Gravity, Kind, Position, Team};
/// let opening = Position::opening(Team::One, Gravity::Fall);
/// let drop = Drop { kind: Kind::Dual, column: Column::new(4).unwrap() };
/// let next = opening.play(drop)?;
/// assert_eq!((next.team(), next.turns(Team::One)), (Team::Two, 1));
/// assert!(opening.board().occupied().is_empty(), "a position is a value: the old one is still there");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team};
    /// let opening = Position::opening(Team::Two, Gravity::Hover);
    /// assert_eq!((opening.team(), opening.gravity()), (Team::Two, Gravity::Hover));
    /// assert_eq!(opening.drops().count(), 5 * 7);
    /// ```
    #[must_use]
    pub const fn opening(starts: Team, gravity: Gravity) -> Self {
        Self { board: Board::EMPTY, team: starts, used: [Kinds::NONE; 2], turns: [0; 2], gravity }
    }

    /// Checks that a set can lead to the facts of a setup, as far as counting tells.
    ///
    /// # Errors
    /// Every problem at once: disks that float, unless the variant is `hover`; more than two dual
    /// disks; four in a row, for each team. If the board is in order: the turn of a team that cannot be to move after
    /// so many turns; more special disks used than turns taken; ten turns without the dual disk; more disks on the
    /// board than were dropped; gaps in `hover` before anything was cleared that leaves any; fewer disks than can be
    /// left.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Setup, Team};
    /// let opening = Position::opening(Team::One, Gravity::Fall);
    /// assert_eq!(Position::from_setup(&opening.to_setup())?, opening);
    ///
    /// let error = Position::from_setup(&Setup { turns: [3, 0], ..opening.to_setup() }).unwrap_err();
    /// assert!(error.to_string().contains("it has taken 3 turns, and team 2 has taken 0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(setup: &Setup) -> Result<Self, Inconsistent> {
        let mut problems = reach::problems_of_board(&setup.board, setup.gravity);
        if problems.is_empty() {
            problems = reach::problems_of_books(setup);
        }
        if problems.is_empty() { Ok(Self::as_told(setup)) } else { Err(Inconsistent { problems }) }
    }

    /// The position of a setup whose used disks and turns are guesses: only what the rules of play cannot do without
    /// is checked. This is for a bot that has not seen all of the set, and must answer all the same.
    ///
    /// # Errors
    /// Every problem at once: disks that float, unless the variant is `hover`; four in a row, for each team.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Disk, Gravity, Position, Setup, Team};
    /// let opening = Position::opening(Team::One, Gravity::Fall);
    /// let guess = Setup { turns: [3, 0], ..opening.to_setup() };
    /// assert!(Position::from_guess(&guess).is_ok(), "turns are not looked at");
    ///
    /// let mut floating = guess;
    /// floating.board.set(Cell::new(8).unwrap(), Some(Disk::Of(Team::One)));
    /// assert!(Position::from_guess(&floating).is_err());
    /// ```
    pub fn from_guess(setup: &Setup) -> Result<Self, Inconsistent> {
        let mut problems = reach::problems_of_board(&setup.board, setup.gravity);
        problems.retain(|problem| !matches!(problem, Problem::TooManyDuals { .. }));
        if problems.is_empty() { Ok(Self::as_told(setup)) } else { Err(Inconsistent { problems }) }
    }

    const fn as_told(setup: &Setup) -> Self {
        let Setup { board, team, used, turns, gravity } = *setup;
        Self { board, team, used, turns, gravity }
    }

    /// The facts of this position.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Kinds, Position, Team};
    /// let setup = Position::opening(Team::Two, Gravity::Fall).to_setup();
    /// assert_eq!((setup.team, setup.turns, setup.used), (Team::Two, [0, 0], [Kinds::NONE; 2]));
    /// ```
    #[must_use]
    pub const fn to_setup(&self) -> Setup {
        let Self { board, team, used, turns, gravity } = *self;
        Setup { board, team, used, turns, gravity }
    }

    /// What lies where.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::power4::{Column, Drop, Gravity, Kind, Position, Team};
    /// let position = Position::opening(Team::One, Gravity::Fall);
    /// let drop = Drop { kind: Kind::Normal, column: Column::new(4).unwrap() };
    /// assert_eq!(position.play(drop)?.board().occupied().to_string(), "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::power4::{Column, Drop, Gravity, Kind, Position, Team};
    /// let position = Position::opening(Team::One, Gravity::Fall);
    /// let drop = Drop { kind: Kind::Normal, column: Column::new(4).unwrap() };
    /// assert_eq!((position.team(), position.play(drop)?.team()), (Team::One, Team::Two));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn team(&self) -> Team {
        self.team
    }

    /// The special kinds that a team has used in this set.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::power4::{Column, Drop, Gravity, Kind, Position, Team};
    /// let position = Position::opening(Team::One, Gravity::Fall);
    /// let drop = Drop { kind: Kind::ClearColumn, column: Column::new(4).unwrap() };
    /// let position = position.play(drop)?;
    /// assert!(position.used(Team::One).contains(Kind::ClearColumn));
    /// assert!(position.used(Team::Two).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn used(&self, team: Team) -> Kinds {
        self.used[team.index()]
    }

    /// The turns that a team has taken in this set.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::power4::{Column, Drop, Gravity, Kind, Position, Team};
    /// let position = Position::opening(Team::Two, Gravity::Fall);
    /// let drop = Drop { kind: Kind::Normal, column: Column::new(4).unwrap() };
    /// let position = position.play(drop)?;
    /// assert_eq!(Team::ALL.map(|team| position.turns(team)), [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn turns(&self, team: Team) -> u16 {
        self.turns[team.index()]
    }

    /// Whether disks fall.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team};
    /// assert_eq!(Position::opening(Team::One, Gravity::Hover).gravity(), Gravity::Hover);
    /// ```
    #[must_use]
    pub const fn gravity(&self) -> Gravity {
        self.gravity
    }
}

/// A setup that play cannot reach, with all the reasons.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Cell, Cells, Disk, Gravity, Inconsistent, Position, Problem, Team};
/// let mut setup = Position::opening(Team::One, Gravity::Fall).to_setup();
/// setup.board.set(Cell::new(8).unwrap(), Some(Disk::Of(Team::Two)));
/// let error: Inconsistent = Position::from_setup(&setup).unwrap_err();
/// let cells = Cells::of(Cell::new(8).unwrap());
/// assert_eq!(error.problems, [Problem::Floating { cells }]);
/// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Problem, Team};
/// let problem = Problem::DualOverdue { team: Team::One, turns: 10 };
/// assert_eq!(
///     problem.to_string(),
///     "team 1 has taken 10 turns without its dual disk, which must be used in the first ten"
/// );
/// ```
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
    /// The team to move has taken neither as many turns as the other nor one fewer.
    NotItsTurn {
        /// Said to be to move.
        team: Team,
        /// The turns that it has taken.
        turns: u16,
        /// Those of the other team.
        other: u16,
    },
    /// A team has used more special disks than it has taken turns.
    MoreUsedThanTurns {
        /// Which one.
        team: Team,
        /// The special disks.
        used: Kinds,
        /// The turns.
        turns: u16,
    },
    /// A team has taken ten turns, and its dual disk is unused.
    DualOverdue {
        /// Which one.
        team: Team,
        /// The turns that it has taken.
        turns: u16,
    },
    /// More disks of a team lie there than it has dropped normal ones.
    TooManyDisks {
        /// Whose.
        team: Team,
        /// The disks.
        cells: Cells,
        /// The normal disks that it has dropped.
        dropped: u32,
    },
    /// More dual disks lie there than were used.
    UnusedDual {
        /// The disks.
        cells: Cells,
        /// The dual disks that were used.
        dropped: u32,
    },
    /// Disks lie above gaps, in `hover`, before anything was cleared that leaves any.
    Gaps {
        /// The disks.
        cells: Cells,
    },
    /// More of the disks that were dropped are gone than the clearing ones can have removed.
    TooFewDisks {
        /// How many are gone.
        gone: u32,
        /// How many can be.
        most: u32,
    },
}

impl Problem {
    /// The cells that the problem is about; none if it is about turns or used disks alone.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Cell, Cells, Problem, Team};
    /// let cells = Cells::of(Cell::new(8).unwrap());
    /// assert_eq!(Problem::Floating { cells }.cells(), cells);
    /// assert!(Problem::DualOverdue { team: Team::One, turns: 10 }.cells().is_empty());
    /// ```
    #[must_use]
    pub const fn cells(&self) -> Cells {
        match *self {
            Self::Floating { cells }
            | Self::TooManyDuals { cells }
            | Self::Four { cells, .. }
            | Self::TooManyDisks { cells, .. }
            | Self::UnusedDual { cells, .. }
            | Self::Gaps { cells } => cells,
            Self::NotItsTurn { .. }
            | Self::MoreUsedThanTurns { .. }
            | Self::DualOverdue { .. }
            | Self::TooFewDisks { .. } => Cells::EMPTY,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Floating { cells } => write!(f, "disks float above empty cells (cells {cells})"),
            Self::TooManyDuals { cells } => {
                write!(f, "{} dual disks, but there are only two (cells {cells})", cells.len())
            }
            Self::Four { team, cells } => {
                write!(f, "team {team} has four in a row already (cells {cells})")
            }
            Self::NotItsTurn { team, turns, other } => write!(
                f,
                "it is not the turn of team {team}: it has taken {}, and team {} has taken {other}",
                counted(turns, "turn"),
                team.other()
            ),
            Self::MoreUsedThanTurns { team, used, turns } => {
                let used = counted(used.len(), "special disk");
                write!(f, "team {team} has used {used} in {}", counted(turns, "turn"))
            }
            Self::DualOverdue { team, turns } => write!(
                f,
                "team {team} has taken {turns} turns without its dual disk, which must be used in the first ten"
            ),
            Self::TooManyDisks { team, cells, dropped } => {
                let disks = counted(cells.len(), "disk");
                write!(f, "{disks} of team {team}, of which it has dropped {dropped} only (cells {cells})")
            }
            Self::UnusedDual { cells, dropped } => {
                let disks = counted(cells.len(), "dual disk");
                write!(f, "{disks}, of which {dropped} only was used (cells {cells})")
            }
            Self::Gaps { cells } => {
                write!(f, "disks lie above gaps, but nothing was used that leaves any (cells {cells})")
            }
            Self::TooFewDisks { gone, most } => write!(
                f,
                "{gone} of the disks that were dropped are gone, but what was used can have cleared only {most}"
            ),
        }
    }
}

fn counted(number: impl Into<u32>, what: &str) -> String {
    let number = number.into();
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
