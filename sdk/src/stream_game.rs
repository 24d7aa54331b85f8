//! What a game is whose bots are long-lived processes that exchange lines with a referee.

use std::time::Duration;

use crate::game::{Game, Position};

/// A game that is played by conversation: messages come in as lines, answers go out as lines.
///
/// The game says what each message means and what it leaves in a bot's memory;
/// [`crate::run::conversation`] does the reading, the writing and the clock. A referee can use the
/// same memory to know what a bot should have answered.
pub trait StreamGame: Game {
    /// What a bot remembers from one message to the next: who it is and what the board looks like.
    type Memory;

    /// What the bot's arguments may be, for the message about wrong ones: `black|white`.
    const ARGUMENTS: &'static str;

    /// The memory of a bot that was just started with these arguments, the program's name left out.
    /// `None` if they are not what the contest passes.
    fn start(args: &[String]) -> Option<Self::Memory>;

    /// Takes one message: a line without its end, of any bytes.
    fn hear(memory: &mut Self::Memory, line: &[u8]) -> Heard<Self::Position>;

    /// Remembers the move that answers the latest [`Heard::Choose`] and returns its line, without
    /// line end.
    ///
    /// # Errors
    /// The reason if the move is not legal; the memory is left as it was.
    fn answer(
        memory: &mut Self::Memory,
        mv: <Self::Position as Position>::Move,
    ) -> Result<String, <Self::Position as Position>::Reason>;

    /// The legal move whose line, without line end, is this one; `None` if there is none. Unless a game knows better, all
    /// legal moves are looked at.
    fn move_of(position: &Self::Position, line: &[u8]) -> Option<<Self::Position as Position>::Move> {
        position.legal_moves().into_iter().find(|mv| mv.to_string().as_bytes() == line)
    }
}

/// What a message asks of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard<P> {
    /// No answer.
    Nothing,
    /// No answer, and the message changed nothing, because of this.
    Ignored(String),
    /// This line, without its end.
    Say(String),
    /// A move in this position, to be handed to [`StreamGame::answer`].
    Choose {
        /// What the bot knows. The bot's own side is to move in it and at least one move is legal.
        position: P,
        /// Time to think: the contest's limit less a margin for what comes before and after.
        budget: Duration,
    },
    /// The end of the process, with status 0.
    Quit,
}
