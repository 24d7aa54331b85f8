//! The game as the run loops and the referee see it.

use std::time::Duration;

use super::position::Position;
use crate::game::Game;

/// Linkage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Linkage;

impl Linkage {
    /// What the referee writes for a bot.
    pub const INPUT_FILE: &str = "input.txt";
    /// What a bot writes for the referee.
    pub const ORDER_FILE: &str = "order.txt";
    /// Wall-clock time from a bot's start to its exit.
    pub const TIME_LIMIT: Duration = Duration::from_secs(5);
    /// Dominoes of each colour.
    pub const DOMINOES_PER_COLOUR: u8 = 6;
    /// With this many groups or more, More wins.
    pub const GROUPS_FOR_MORE: u32 = 12;
}

impl Game for Linkage {
    const NAME: &'static str = "linkage";
    type Position = Position;
}
