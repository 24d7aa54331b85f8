//! What a bot's times would be on another machine: a prediction, and no verdict.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Machine;

/// A bot's times as of another machine, by the wall clock there, in milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// The file that the machine's profile was read from.
    pub profile: String,
    /// What that machine says of itself.
    pub machine: Machine,
    /// The limit.
    pub limit_ms: f64,
    /// The median there.
    pub p50_ms: f64,
    /// The 99th percentile there.
    pub p99_ms: f64,
    /// What that is at least, as far as the measurements tell.
    pub p99_from_ms: f64,
    /// And at most.
    pub p99_to_ms: f64,
    /// The slowest turn there, if it meets the worst that was seen there.
    pub max_ms: f64,
    /// What that is at most, as far as the measurements tell.
    pub max_to_ms: f64,
    /// How much more processor time work takes there than here, by the three kernels together.
    pub slower: f64,
    /// What would come of it there.
    pub prospect: Prospect,
    /// Whether that is another verdict about the time than the one of this machine.
    pub differs: bool,
    /// Why more cannot be told, or what makes it doubtful.
    pub doubts: Vec<String>,
}

/// What would come of a bot's times on another machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prospect {
    /// Every turn would be in time, with a fifth of the limit to spare.
    InTime,
    /// Turns would be late, by more than a fifth of the limit.
    Late,
    /// Nobody can tell from here.
    CannotTell,
}

impl fmt::Display for Prospect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InTime => "in time",
            Self::Late => "late",
            Self::CannotTell => "cannot tell",
        })
    }
}
