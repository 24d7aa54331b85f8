//! What came of refereeing a record again.

use serde::Serialize;

use super::{GameName, GameResult};

/// One record, refereed again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplayReport {
    /// `botspec.replay/1`.
    pub schema: &'static str,
    /// The record's number, from 1, over all files.
    pub record: usize,
    /// The file it is in; `-` for stdin.
    pub file: String,
    /// The line it is on.
    pub line: usize,
    /// Which game; none if the line is no record.
    pub game: Option<GameName>,
    /// Whether all that it says is so.
    pub valid: bool,
    /// Moves that could be made.
    pub moves: usize,
    /// How the game ended by the rules; none if it did not.
    pub result: Option<GameResult>,
    /// The first thing that is wrong.
    pub error: Option<ReplayError>,
    /// What is odd, but not wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The first thing that is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReplayError {
    /// The move, from 1; none if it is about the record as a whole.
    #[serde(rename = "move")]
    pub mv: Option<usize>,
    /// The rule that is broken, if it is one of the game's.
    pub rule: Option<String>,
    /// What is wrong.
    pub message: String,
    /// The character at fault, from 1, where the line is no record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}
