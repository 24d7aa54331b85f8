//! The game as the run loops and the referee see it.

use std::time::Duration;

use super::position::Position;
use crate::game::Game;

/// Power Connect Four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Power4;

impl Power4 {
    /// What the referee writes for a bot: whom it plays.
    pub const TEAM_FILE: &str = "team_no.txt";
    /// What the referee writes for a bot: the board.
    pub const BOARD_FILE: &str = "board.txt";
    /// What the referee writes for a bot in the variant `memo`: what the bot's team has done.
    pub const MOVES_FILE: &str = "moves.txt";
    /// What the referee writes for a bot in the variant `memo`: what the opponent has done.
    pub const OPPONENT_FILE: &str = "opponent_move.txt";
    /// What a bot writes for the referee.
    pub const OUTPUT_FILE: &str = "output.txt";
    /// Help files that a team may have at a time.
    pub const MOST_HELP_FILES: usize = 5;
    /// Wall-clock time from a bot's start to its exit, unless said otherwise.
    pub const TIME_LIMIT: Duration = Duration::from_secs(2);
    /// The dual disk must be used in one of so many first turns of a team in a set.
    pub const DUAL_BY_TURN: u16 = 10;
    /// Tries that a team has for a turn; the last failure loses the set.
    pub const TRIES: u8 = 3;
    /// Sets of a match, unless said otherwise.
    pub const SETS: u32 = 2;
}

impl Game for Power4 {
    const NAME: &'static str = "power4";
    type Position = Position;
}
