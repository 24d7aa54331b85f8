//! The facts that somebody claims about a set.

use super::board::{Board, Gravity};
use super::disk::{Kinds, Team};

/// A situation as somebody describes it: of the right shape, but not necessarily possible.
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
