//! A bot that plays against a person: it is asked for one move at a time, and moves may be taken back.

use super::arbiter::{Arbiter, Fault};
use super::reask::Asking;
use super::seats::file_bot::FileBot;
use super::seats::{Closing, Failure, Stop, follow};
use crate::process::{Elapsed, SandboxError};
use crate::record::{GameRecord, Move};

/// What came of asking a bot for a move: its text as a record has it, or why it loses, and the time it took, if it took any.
pub type Answered = (Result<String, Failure>, Elapsed);

/// A bot at a table with a person.
pub trait Opponent {
    /// Asks for a move in the position behind all moves of this record, in which it is the bot's turn. Where moves were
    /// taken back since it was asked last, it is begun anew.
    ///
    /// # Errors
    /// If the bot cannot be started or judged, the run is interrupted, or the machine fails.
    fn ask(&mut self, record: &GameRecord) -> Result<Answered, Stop>;

    /// Ends the bot when the game is over.
    ///
    /// # Errors
    /// If the machine fails.
    fn close(self: Box<Self>) -> Result<Closing, SandboxError>;
}

/// How a file bot is asked.
pub struct FileTurns<R> {
    /// The game of a record before its first move.
    pub open: fn(&GameRecord) -> Result<R, Fault>,
    /// Runs its turn in a position, or as many tries as it has.
    pub ask: fn(&mut FileBot, &Asking<'_>, &GameRecord, &R) -> Result<Answered, Stop>,
}

/// A file bot at a table: it keeps its folder until moves are taken back.
pub struct FileOpponent<'a, R> {
    asking: &'a Asking<'a>,
    turns: FileTurns<R>,
    bot: FileBot,
    /// The moves that had been made when it was asked last.
    asked: Option<Vec<Move>>,
}

impl<'a, R> FileOpponent<'a, R> {
    /// A bot in a folder in which nothing has run yet.
    ///
    /// # Errors
    /// If the machine has no room for it, or its files cannot be read.
    pub fn open(asking: &'a Asking<'a>, turns: FileTurns<R>) -> Result<Self, SandboxError> {
        let bot = FileBot::open(asking.host, asking.program)?;
        Ok(Self { asking, turns, bot, asked: None })
    }
}

impl<R: Arbiter> Opponent for FileOpponent<'_, R> {
    fn ask(&mut self, record: &GameRecord) -> Result<Answered, Stop> {
        let mut rules = (self.turns.open)(record)?;
        let now = record.moves.len();
        // Since then it has answered, and the person has moved.
        let goes_on = |asked: &Vec<Move>| now > asked.len() && record.moves.starts_with(asked);
        let is_back = !self.asked.as_ref().is_none_or(goes_on);
        if is_back {
            // What it keeps in its files is of moves that were taken back. In a new folder it is shown the positions that
            // are left, so that it keeps what it would have kept.
            self.bot = FileBot::open(self.asking.host, self.asking.program)?;
        }
        self.asked = Some(record.moves.clone());
        let mut last = None;
        follow(&mut rules, record, self.asking.seat, &mut |at, rules| {
            if at == now || is_back {
                last = Some((self.turns.ask)(&mut self.bot, self.asking, record, rules)?);
            }
            Ok(())
        })?;
        last.ok_or_else(|| Stop::Failed(SandboxError::text("the bot was asked when it was not its turn")))
    }

    fn close(mut self: Box<Self>) -> Result<Closing, SandboxError> {
        Ok(Closing::quiet(self.bot.take_stderr()))
    }
}
