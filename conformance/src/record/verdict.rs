//! Levels of rules and the verdicts that follow from them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How binding a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The contest requires it: a violation fails the bot.
    Must,
    /// A real referee or platform relies on it: a violation is a warning, and fails under `--strict`.
    Should,
    /// Worth knowing, never wrong.
    Info,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Info => "info",
        })
    }
}

/// What became of a case, a rule or a whole run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Judged, and nothing wrong.
    Pass,
    /// A violation at level must (or should, under `--strict`).
    Fail,
    /// A violation at level should.
    Warn,
    /// Could not be judged; the reason says why.
    Skip,
    /// Only the timing could not be judged.
    Inconclusive,
    /// Failed, as the list of known failures says it would.
    Known,
}

impl Verdict {
    /// Whether a bot fails by it, strictly taken or not.
    #[must_use]
    pub const fn fails(self, strict: bool) -> bool {
        matches!(self, Self::Fail) || (strict && matches!(self, Self::Warn))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Warn => "warn",
            Self::Skip => "skip",
            Self::Inconclusive => "inconclusive",
            Self::Known => "known",
        })
    }
}
