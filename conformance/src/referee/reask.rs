//! Re-feed: a record's positions played to a bot again, whatever it answers.
//!
//! The game goes on as recorded. A bot that keeps one process for a game and answers something else is
//! started anew for its next turn, and told of the recorded moves; one that is told of every change anyway
//! goes on. File bots keep their folder for the whole record, so that one which remembers its own answers
//! may go on differing after the first difference.

use std::time::Duration;

use botspec_sdk::seat::Seat;

use crate::process::{Host, Program};
use crate::record::{GameRecord, Move};

/// Who is asked again, and under which conditions.
pub struct Asking<'a> {
    /// Where it runs.
    pub host: &'a Host,
    /// What runs.
    pub program: &'a Program,
    /// Time for one turn.
    pub limit: Duration,
    /// The seat that it takes.
    pub seat: Seat,
}

/// One position in which the bot was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The move, from 1.
    pub mv: usize,
    /// The side that it had.
    pub side: serde_json::Value,
    /// What the record has there; `None` if nothing came then.
    pub recorded: Option<String>,
    /// What came now.
    pub now: Now,
}

/// What a bot answers now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Now {
    /// A legal answer.
    Legal(String),
    /// One that loses the game, or none.
    Refused {
        /// What came, if anything did.
        answer: Option<String>,
        /// The reason in the words of a result.
        reason: &'static str,
        /// The rule that it breaks.
        rule: Option<&'static str>,
        /// What is wrong with it.
        message: String,
    },
    /// The machine was too busy to judge the time.
    Unjudged,
}

impl Asked {
    /// Whether the answer is the one of the record.
    #[must_use]
    pub fn is_same(&self) -> bool {
        let now = match &self.now {
            Now::Legal(answer) => Some(answer),
            Now::Refused { answer, .. } => answer.as_ref(),
            Now::Unjudged => return true,
        };
        now == self.recorded.as_ref()
    }
}

/// What a record has at this place: a move, or the answer that lost the game instead of one.
pub(super) fn recorded(record: &GameRecord, at: usize) -> Option<String> {
    match record.moves.get(at) {
        Some(Move::Text(text)) => Some(text.clone()),
        Some(Move::Turn(turn)) => turn.answer.clone(),
        None if at == record.moves.len() => record.fault.as_ref()?.answer.clone(),
        None => None,
    }
}
