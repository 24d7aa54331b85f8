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

impl Inspection {
    /// Of a position of this game, when nothing is known yet but whose turn it is.
    #[must_use]
    pub fn of(game: &'static str, side: String) -> Self {
        Self {
            schema: "botspec.inspect/1",
            game,
            consistent: true,
            problems: Vec::new(),
            side: Some(side),
            legal_count: 0,
            legal: Vec::new(),
            answer: None,
            result: None,
            diagram: None,
        }
    }

    /// It cannot be, for these reasons: nothing can be legal in it, whatever it is.
    pub fn refuse<P: ToString>(&mut self, problems: &[P], answer: Option<&str>) {
        self.doubt(problems);
        self.answer =
            answer.map(|text| Answer { text: text.to_owned(), legal: false, violations: Vec::new() });
    }

    /// No game comes to it, for these reasons, if there are any; what is legal in it is clear all the same.
    pub fn doubt<P: ToString>(&mut self, problems: &[P]) {
        self.consistent = problems.is_empty();
        self.problems = problems.iter().map(ToString::to_string).collect();
    }

    /// These moves are legal.
    pub fn list<M: ToString>(&mut self, legal: &[M]) {
        self.legal = legal.iter().map(ToString::to_string).collect();
        self.legal_count = self.legal.len();
    }
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

impl Answer {
    /// Legal, unless something is wrong with it.
    #[must_use]
    pub fn judged(text: &str, violations: Vec<Violation>) -> Self {
        Self { text: text.to_owned(), legal: violations.is_empty(), violations }
    }
}
