//! What a game is to a bot that is started once per turn and talks through files.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::game::{Game, Position};

/// A game whose bots read files and write one file, all in their own folder.
///
/// The loop in [`crate::run::file_turn`] does the reading and the writing; a game says what stands
/// in the files. It never touches one itself.
pub trait FileGame: Game {
    /// What an entrant states besides the strategy: who they are, say. `()` if nothing.
    type Entrant;

    /// The files that the referee writes, in the order in which [`FileGame::read`] wants them.
    const INPUT_FILES: &'static [&'static str];

    /// The file that the bot writes.
    const ANSWER_FILE: &'static str;

    /// The contest's limit, wall clock, from start to exit.
    const TIME_LIMIT: Duration;

    /// The part of the limit that is not for thinking: a quarter unless said otherwise, so
    /// that a bot that uses all of its [`Deadline`](crate::Deadline) still ends in good time on a
    /// machine that is busier than the author's.
    const SAFETY_MARGIN: Duration = Self::TIME_LIMIT.checked_div(4).expect("4 is not 0");

    /// The line to print instead of playing a turn, if the program was started with any argument.
    /// `None` if arguments mean nothing in this contest.
    fn identification(entrant: &Self::Entrant) -> Option<String>;

    /// The position that the input files show. `inputs` holds the content of each of
    /// [`FileGame::INPUT_FILES`]; `memory` what [`FileGame::remember`] returned in an earlier turn,
    /// possibly of another game or damaged, if there is such a file.
    ///
    /// # Errors
    /// Names the file at fault and what is wrong in it. A bad `memory` is never an error: a
    /// bot must play without it.
    fn read(inputs: &[Vec<u8>], memory: Option<&[u8]>) -> Result<Self::Position, InputError>;

    /// The content of the answer file for a move: its canonical text, unless said otherwise.
    fn answer(mv: <Self::Position as Position>::Move) -> String {
        mv.to_string()
    }

    /// What to answer where no move is legal at all, without asking the bot; `None` if that is an
    /// error.
    fn answer_without_moves() -> Option<&'static str> {
        None
    }

    /// The name of the file in which the loop keeps a memory between turns; `None` for no memory.
    fn memory_file(entrant: &Self::Entrant) -> Option<String> {
        let _ = entrant;
        None
    }

    /// What to remember, given the position after the bot's move.
    fn remember(after: &Self::Position) -> Vec<u8> {
        let _ = after;
        Vec::new()
    }
}

/// An input file that does not show a position.
#[derive(Debug)]
pub struct InputError {
    /// The name of the file.
    pub file: &'static str,
    /// What is wrong with what it holds.
    pub problem: Box<dyn Error + Send + Sync>,
}

impl InputError {
    /// An error about this file.
    pub fn new(file: &'static str, problem: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { file, problem: problem.into() }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.problem)
    }
}

impl Error for InputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.problem)
    }
}
