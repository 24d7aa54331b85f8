//! How a ladder is played: fixed when it is made.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::record::Variant;

/// What holds for every week.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The name of the variant; none if it is the contest itself.
    pub variant_name: Option<String>,
    /// What is played, as a record has it.
    pub variant: Variant,
    /// The seed of all chance: game number n has the seed `seed + n - 1`.
    pub seed: u64,
    /// How many games neighbours play with each other in a week.
    pub games: u32,
    /// Time for one turn, in milliseconds.
    pub limit_ms: u64,
    /// What becomes of a bot that overruns its time.
    pub overruns: Overruns,
    /// How many weeks after a bot has first stood at the top its source is published.
    pub publish_after: u32,
}

/// What becomes of a bot that overruns its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Overruns {
    /// It loses all its games of that week
    Disqualify,
    /// It loses that game
    Lose,
}

impl Settings {
    /// Time for one turn.
    #[must_use]
    pub const fn limit(&self) -> Duration {
        Duration::from_millis(self.limit_ms)
    }

    /// The seed of the games of the pair whose first one has this number.
    #[must_use]
    pub const fn seed_of(&self, number: u64) -> u64 {
        self.seed.wrapping_add(number.wrapping_sub(1))
    }
}
