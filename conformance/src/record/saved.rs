//! A failing case as a file, and what came of running it again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Event, Verdict, Violation};

/// Everything that is needed to run a case again, and what it showed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct SavedCase {
    /// `botspec.case/1`.
    pub schema: String,
    /// Who saved it.
    pub tool: SavedTool,
    /// The game's name.
    pub game: String,
    /// The variant, if one was asked for.
    pub variant: Option<String>,
    /// The seed of everything generated.
    pub seed: u64,
    /// Who was tested.
    pub bot: SavedBot,
    /// The limit for one turn, in milliseconds.
    pub limit_ms: f64,
    /// How the bot was confined: `auto`, `strict` or `off`.
    pub sandbox: String,
    /// The case.
    pub case: SavedScript,
    /// What it showed.
    pub violations: Vec<Violation>,
    /// What was said.
    pub transcript: Vec<Event>,
}

impl SavedCase {
    /// The form that this program writes and reads.
    pub const SCHEMA: &'static str = "botspec.case/1";
}

/// Who saved a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedTool {
    /// `botspec`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The bot of a saved case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedBot {
    /// Its name.
    pub name: String,
    /// Where it was, as it was named on the command line.
    pub path: String,
    /// The arguments that it is given before any others.
    pub args: Vec<String>,
    /// What its files are called by, where the contest has team ids.
    pub team_id: String,
    /// Of its files and their names.
    pub sha256: String,
}

/// A case that can be written to a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedScript {
    /// Its id.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The rules it serves.
    pub rules: Vec<String>,
    /// What it does, in the terms of the game's scenario files.
    pub script: Value,
}

/// A saved case, run again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReproReport {
    /// `botspec.repro/1`.
    pub schema: &'static str,
    /// The game's name.
    pub game: String,
    /// The case's id.
    pub case: String,
    /// Whether the bot's files differ from those of the saved run.
    pub bot_changed: bool,
    /// How many times the case was run; the rest is about the last time.
    pub runs: u32,
    /// Whether a rule is broken that was broken then.
    pub reproduced: bool,
    /// What became of the case.
    pub verdict: Verdict,
    /// All that was found.
    pub violations: Vec<Violation>,
    /// What was said.
    pub transcript: Vec<Event>,
}
