//! The form of a scenario file.

use serde::Deserialize;
use toml::Spanned;

/// One file: one subject, some cases.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile<S> {
    /// What the cases have in common, for readers.
    pub subject: String,
    /// The cases, in order.
    #[serde(rename = "case")]
    pub cases: Vec<CaseEntry<S>>,
}

/// One case, as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseEntry<S> {
    /// `<game>/<subject>/<what>`.
    pub id: Spanned<String>,
    /// What it is about.
    pub title: String,
    /// The rules it serves.
    pub rules: Vec<Spanned<String>>,
    /// What it does, in the game's own terms.
    pub script: Spanned<S>,
}
