//! What a bot answers now in the positions of a record.

use serde::Serialize;
use serde_json::Value;

use super::GameName;

/// One record, played to a bot again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReaskReport {
    /// `botspec.against/1`.
    pub schema: &'static str,
    /// The record's number, from 1, over all files.
    pub record: usize,
    /// The file it is in; `-` for stdin.
    pub file: String,
    /// The line it is on.
    pub line: usize,
    /// Which game.
    pub game: GameName,
    /// The bot's name.
    pub bot: String,
    /// Positions that it was asked in.
    pub asked: usize,
    /// Answers that are not those of the record.
    pub differing: usize,
    /// Answers that would lose a game, or move nothing where that is allowed.
    pub refused: usize,
    /// Positions for which the machine was too busy to judge the time.
    pub unjudged: usize,
    /// Whether it was asked in all its positions: not so if the run was interrupted.
    pub complete: bool,
    /// The answers that are not those of the record, and those that are refused.
    pub answers: Vec<ReaskAnswer>,
}

/// An answer that is another now, or is refused.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReaskAnswer {
    /// The move, from 1.
    #[serde(rename = "move")]
    pub mv: usize,
    /// The side that the bot had.
    pub side: Value,
    /// What the record has there; none if nothing was answered then.
    pub recorded: Option<String>,
    /// What came now; none if nothing did.
    pub answer: Option<String>,
    /// Why it is refused, in the words of a result: `illegal`, `timeout` …; none if it is not.
    pub refused: Option<String>,
    /// The rule that it breaks.
    pub rule: Option<String>,
    /// What is wrong with it.
    pub message: Option<String>,
}
