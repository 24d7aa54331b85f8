//! What became of one case.

use serde::Serialize;

use super::{Event, Verdict, Violation};

/// One case, judged.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CaseReport {
    /// The case's id.
    pub id: String,
    /// What the case is about.
    pub title: String,
    /// The rules it serves.
    pub rules: Vec<String>,
    /// What became of it.
    pub verdict: Verdict,
    /// How many turns the bot was asked for.
    pub turns: u32,
    /// How long the case took, in milliseconds of wall time.
    pub duration_ms: f64,
    /// Why it was skipped, or could not be judged.
    pub skip_reason: Option<String>,
    /// The rule whose violation stands in the way.
    pub blocked_by: Option<String>,
    /// Whether what was found kept the case from trying the other rules it serves.
    #[serde(skip)]
    pub cut_short: bool,
    /// What was said, if anything is wrong; not in JSON, but in what `--save` writes.
    #[serde(skip)]
    pub transcript: Vec<Event>,
    /// All that was found.
    pub violations: Vec<Violation>,
}
