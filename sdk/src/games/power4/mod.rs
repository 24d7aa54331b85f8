//! Power Connect Four.
//!
//! Teams 1 and 2 drop disks into seven columns of six cells; who has four in a row, upright, level or
//! along a diagonal, wins the set. Besides normal disks (kind 5) each team has one special disk of each of
//! four kinds a set: *clear row* (1), *clear column* (2), *clear first neighbours* (3), which remove
//! disks, themselves included, and *dual colour* (4), which stays and counts for both teams. What
//! lies above a gap falls (in the variant `hover` it stays), and only then fours are looked for; if both teams
//! have one, the set is a draw, and so it is on a full board without any. The dual disk must be used in
//! a team's first ten turns of the set.
//!
//! A bot is a program started once per turn. It reads `team_no.txt` and `board.txt` and writes
//! `output.txt`, kind and column, all in its own folder, within two seconds.
//!
//! ```
//! use botspec_sdk::Position as _;
//! use botspec_sdk::games::power4::{BoardText, Gravity, Kind, Kinds, OutputText, Position, Setup, Team};
//!
//! let text = format!("1 1 1 2 2 12 2 {}", "0 ".repeat(35));
//! let board = BoardText::from_bytes(text.as_bytes())?.board;
//! let used = [Kinds::NONE, Kinds::NONE.with(Kind::Dual)];
//! let setup = Setup { board, team: Team::One, used, turns: [3, 4], gravity: Gravity::Fall };
//! let error = Position::from_setup(&setup).unwrap_err();
//! assert_eq!(error.to_string(), "inconsistent position: team 2 has four in a row already (cells 4, 5, 6, 7)");
//!
//! let text = format!("1 1 1 2 2 12 0 {}", "0 ".repeat(35));
//! let board = BoardText::from_bytes(text.as_bytes())?.board;
//! let position = Position::from_setup(&Setup { board, team: Team::Two, turns: [3, 3], ..setup })?;
//! assert_eq!(position.legal_moves().len(), 4 * 7);
//! assert_eq!(position.faults(&OutputText::from_bytes(b"4 8")?).len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod cells;
mod disk;
mod drop;
mod game;
mod memory;
mod position;
mod reach;
mod recall;
mod rules;
#[cfg(feature = "search")]
mod search;
mod setup;
#[cfg(feature = "search")]
mod sparring;
#[cfg(feature = "search")]
mod threats;
mod wire;

pub use board::{Board, Gravity};
pub use cell::{Cell, Column};
pub use cells::Cells;
pub use disk::{Disk, Kind, Kinds, Team};
pub use drop::{Drop, Reason};
pub use game::{Power4, TeamId};
pub use memory::{Certainty, Memory};
pub use position::{Inconsistent, Position, Problem};
pub use rules::{End, Outcome};
pub use setup::Setup;
#[cfg(feature = "search")]
pub use threats::Threats;
pub use wire::{BoardText, Integer, MovesText, OpponentText, OutputText, TeamText};
