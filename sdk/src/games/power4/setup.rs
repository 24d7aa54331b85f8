//! The facts that somebody claims about a set.

use super::board::{Board, Gravity};
use super::disk::{Kinds, Team};

/// A situation as somebody describes it: of the right shape, but not necessarily possible.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{BoardText, Gravity, Kinds, Position, Setup, Team};
/// let text = format!("1 2 {}", "0 ".repeat(40));
/// let board = BoardText::from_bytes(text.as_bytes())?.board;
/// let used = [Kinds::NONE; 2];
/// let setup = Setup { board, team: Team::One, used, turns: [1, 1], gravity: Gravity::Fall };
/// assert!(Position::from_setup(&setup).is_ok());
/// assert!(Position::from_setup(&Setup { turns: [0, 1], ..setup }).is_err(), "a disk that nobody has dropped");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What lies where.
    pub board: Board,
    /// Whose turn it is.
    pub team: Team,
    /// The special kinds used in this set, by [`Team::index`].
    pub used: [Kinds; 2],
    /// The turns taken in this set, by [`Team::index`]. Failed tries are not turns.
    pub turns: [u16; 2],
    /// Whether disks fall.
    pub gravity: Gravity,
}
