//! What a case does: the data of scenario files.

use botspec::scenario::ranged;
use serde::{Deserialize, Serialize};

/// A game from the beginning, or its first turns. Every position in it is one of a legal game.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// `your_botid`: 0 begins.
    #[serde(deserialize_with = "ranged::<_, _, 0, 1>")]
    pub(crate) bot: u8,
    /// After so many answers it is over.
    #[serde(deserialize_with = "ranged::<_, _, 1, 21>")]
    pub(crate) turns: u32,
    /// Who plays against it.
    pub(crate) partner: Partner,
    /// Of the partner's choices.
    #[serde(default)]
    pub(crate) seed: u64,
    /// Further settings, each a name and a value.
    #[serde(default)]
    pub(crate) further: Vec<String>,
    /// Whether stdin is closed at the end, and the bot has to end.
    #[serde(default)]
    pub(crate) close: bool,
}

/// How the other discs are placed. All partners make games long: they stop the bot's fours, and make none.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Partner {
    /// Where the bot's last disc is, until that column is full.
    Follow,
    /// Where the most discs are.
    Fill,
    /// Anywhere.
    Random,
}
