//! What `botspec console` needs of a contest: two bots, the board between them, one command at a time.

use std::time::Duration;

use clap::Arg;

use super::seats::Stop;
use crate::options::Options;
use crate::process::{Host, Program, SandboxError};

/// A contest whose central program can be worked by hand.
pub trait Console: Sync {
    /// What stands before the bots on the command line, in this order.
    fn arguments(&self) -> Vec<Arg>;

    /// Starts the bots and a game.
    ///
    /// # Errors
    /// If the machine has no room for them.
    fn open(
        &self,
        host: &Host,
        programs: &[&Program],
        options: &Options<'_>,
        limit: Duration,
    ) -> Result<Box<dyn ConsoleGame>, SandboxError>;
}

/// A game that is worked by hand. What it says is text for people, in whole lines.
pub trait ConsoleGame {
    /// Makes sure that the bots have started.
    ///
    /// # Errors
    /// If one has not.
    fn check_start(&mut self) -> Result<(), Stop>;

    /// Asks for so many moves, or until the game ends, and passes them on.
    ///
    /// # Errors
    /// If a bot cannot be judged.
    fn moves(&mut self, count: u32) -> Result<String, Stop>;

    /// The central board.
    fn show(&self) -> String;

    /// The bots' own boards and the central one, and where they differ.
    ///
    /// # Errors
    /// If the run is interrupted, or the machine fails.
    fn show_all(&mut self) -> Result<String, Stop>;

    /// Who has won, or whose turn it is.
    fn check(&self) -> String;

    /// What the bots have printed that answers nothing, since this was last asked.
    fn strays(&mut self) -> String;

    /// Ends the bots, gently at first, and says how they ended.
    ///
    /// # Errors
    /// If the machine fails.
    fn close(self: Box<Self>) -> Result<String, SandboxError>;
}
