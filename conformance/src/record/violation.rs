//! One broken rule, with everything that proves it.

use botspec_sdk::text::{Found, ParseError};
use serde::{Deserialize, Serialize};

use super::{Diagram, Level, Shrunk};

/// A rule that was broken, where, and how to see it again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Violation {
    /// The rule's id.
    pub rule: String,
    /// The rule's level.
    pub level: Level,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What probably went wrong, where that can be told.
    pub hint: Option<String>,
    /// Slips that would explain it, the likeliest first; the report names as its hint the one that explains the most
    /// of what is wrong and that nothing speaks against.
    #[serde(skip)]
    pub candidates: Vec<HintCandidate>,
    /// Slips that would have led to another answer.
    #[serde(skip)]
    pub against: Vec<&'static str>,
    /// The turn within the case, from 1; none where there are no turns.
    pub turn: Option<u32>,
    /// What the bot was given, as text (invalid UTF-8 escaped).
    pub sent: Option<String>,
    /// What it answered, as text (invalid UTF-8 escaped).
    pub received: Option<String>,
    /// Where in `received` the fault is.
    pub at: Option<At>,
    /// What this was shrunk from, where a smaller case was found that breaks the same rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shrunk: Option<Shrunk>,
    /// Cases that have to go before in the same process for it to show.
    #[serde(skip)]
    pub after: Vec<String>,
    /// The command that shows it again.
    pub repro: Option<String>,
    /// The position, with the offending squares marked; for people, so not in JSON.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
}

/// A slip that may be behind a violation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintCandidate {
    /// What answers that the slip does not lead to are counted under.
    pub slip: &'static str,
    /// What a hint says of it.
    pub hint: String,
}

/// A stretch of a text: line and column from 1, length in characters (0: just behind the end).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// In characters.
    pub length: u32,
}

impl From<&ParseError> for At {
    /// What stands at the place of the error.
    fn from(error: &ParseError) -> Self {
        let length = match &error.found {
            Found::End | Found::LineEnd => 0,
            Found::Char(_) | Found::Byte(_) => 1,
            Found::Word(word) => u32::try_from(word.chars().count()).unwrap_or(u32::MAX),
        };
        Self { line: error.place.line, column: error.place.column, length }
    }
}

impl Violation {
    /// What is wrong, before anything is known that explains or proves it.
    pub(crate) fn bare(rule: &str, level: Level, message: String) -> Self {
        Self {
            rule: rule.to_owned(),
            level,
            message,
            hint: None,
            candidates: Vec::new(),
            against: Vec::new(),
            turn: None,
            sent: None,
            received: None,
            at: None,
            shrunk: None,
            after: Vec::new(),
            repro: None,
            diagram: None,
        }
    }
}
