//! What is known about one position.

use serde::Serialize;
use serde_json::Value;

use super::{Diagram, Violation};

/// A position, inspected.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Inspection {
    /// `botspec.inspect/1`.
    pub schema: &'static str,
    /// The game's name.
    pub game: &'static str,
    /// Whether a game can come to this.
    pub consistent: bool,
    /// Why not, if not.
    pub problems: Vec<String>,
    /// Whose turn it is, in the game's words.
    pub side: Option<String>,
    /// How many moves are legal.
    pub legal_count: usize,
    /// The legal moves in canonical order.
    pub legal: Vec<String>,
    /// The answer, judged, if one was given.
    pub answer: Option<Answer>,
    /// The outcome, if the game is over.
    pub result: Option<Value>,
    /// The board, for people.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
}

/// An answer, judged.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// As it was given.
    pub text: String,
    /// Whether it may be played.
    pub legal: bool,
    /// Why not, if not.
    pub violations: Vec<Violation>,
}
