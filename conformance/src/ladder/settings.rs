//! How a ladder is played: fixed when it is made.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::record::Variant;
use crate::referee::openings::Openings;

/// What holds for every week.
///
/// What has been added since is left out where it is as it always was, so that older ladders and ledgers stay what they
/// are. What is not known here is refused: a newer botspec has written it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The name of the variant; none if it is the contest itself.
    pub variant_name: Option<String>,
    /// What is played, as a record has it.
    pub variant: Variant,
    /// The seed of all chance: see [`super::schedule()`].
    pub seed: u64,
    /// How the seeds of games follow from it.
    #[serde(default, skip_serializing_if = "Seeds::is_counted")]
    pub seeds: Seeds,
    /// Who meets whom in a week.
    #[serde(default, skip_serializing_if = "Format::is_neighbours")]
    pub format: Format,
    /// For [`Format::Gauntlet`]: the number of the bot that meets all others; else the first of the week's order does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<u32>,
    /// How games begin.
    #[serde(default, skip_serializing_if = "is_start_position")]
    pub openings: Openings,
    /// How many games those who meet play with each other in a week.
    pub games: u32,
    /// Time for one turn, in milliseconds.
    pub limit_ms: u64,
    /// What becomes of a bot that overruns its time.
    pub overruns: Overruns,
    /// How many weeks after a bot has first stood at the top its source is published.
    pub publish_after: u32,
}

/// Who meets whom in a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Each bot meets those next to it in the order of the week
    #[default]
    Neighbours,
    /// All meet all
    RoundRobin,
    /// One bot meets all others
    Gauntlet,
    /// One round a week: each bot meets one that is near it in the standings of the whole season, and that it has not met
    Swiss,
}

impl Format {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neighbours => "neighbours",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
        }
    }

    /// Whether weeks are played as they always were.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_neighbours(&self) -> bool {
        *self == Self::Neighbours
    }
}

/// How the seeds of games follow from that of the season.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seeds {
    /// By counting from it: the openings of a list come in their order, and whoever knows one seed knows all.
    #[default]
    Counted,
    /// By a hash of it and of the number of a pair's first game: the seeds of games that were played give no other away. Where
    /// all tables begin alike they count from that of the week's first game, and give those of later weeks not away.
    Hashed,
}

impl Seeds {
    /// Whether they follow as they always did.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_counted(&self) -> bool {
        *self == Self::Counted
    }
}

fn is_start_position(openings: &Openings) -> bool {
    *openings == Openings::None
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
    pub fn seed_of(&self, number: u64) -> u64 {
        match self.seeds {
            Seeds::Counted => self.seed.wrapping_add(number.wrapping_sub(1)),
            Seeds::Hashed => {
                let hash = Sha256::digest(format!("{} {number}", self.seed));
                let first = hash.iter().take(8).fold(0, |all: u64, byte| all << 8 | u64::from(*byte));
                // In 53 bits, which every program that reads JSON keeps.
                first >> 11
            }
        }
    }

    /// The seed of the season, where it may be told while the season goes on.
    #[must_use]
    pub fn public_seed(&self) -> Option<u64> {
        (self.seeds == Seeds::Counted).then_some(self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_of_games_that_were_played_do_not_give_the_next_ones_away() {
        let text = r#"{"variant_name":null,"variant":{},"seed":7,"games":4,"limit_ms":50,"overruns":"lose","publish_after":1}"#;
        let counted: Settings = serde_json::from_str(text).unwrap();
        assert_eq!([1, 2, 5].map(|number| counted.seed_of(number)), [7, 8, 11], "a ladder of old");
        assert_eq!(counted.public_seed(), Some(7));
        let hashed = Settings { seeds: Seeds::Hashed, ..counted };
        // The first 53 bits of `printf '7 1' | sha256sum`: they are the same for ever.
        assert_eq!(
            [1, 2].map(|number| hashed.seed_of(number)),
            [3_736_284_539_545_156, 4_794_942_814_627_733]
        );
        assert_eq!(hashed.public_seed(), None);
        let again: Settings = serde_json::from_str(&serde_json::to_string(&hashed).unwrap()).unwrap();
        assert_eq!(again, hashed);
    }
}
