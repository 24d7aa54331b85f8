//! A ladder's whole season, `botspec.ladder/1`: the same for the same games, wherever and whenever they were played.

use serde::Serialize;
use serde_json::Value;

use super::{GameName, GameRecord, Standing, Variant};

/// All weeks of a ladder.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Season {
    /// `botspec.ladder/1`.
    pub schema: &'static str,
    /// Which game.
    pub game: GameName,
    /// Which form of it.
    pub variant: Variant,
    /// The seed of all chance, where others would not follow from it that nobody is to know yet. That of each game is in its
    /// record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Who meets whom: `round-robin`, `gauntlet` or `swiss`; none for neighbours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// The bot that all others meet in a gauntlet; none if that is the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<u32>,
    /// How games begin: `drawn`, a number of moves, or `listed`, the openings; none for the start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<Value>,
    /// How many games those who meet play with each other in a week.
    pub games: u32,
    /// Time for one turn, in milliseconds.
    pub limit_ms: u64,
    /// What becomes of a bot that overruns its time: `disqualify` or `lose`.
    pub overruns: Value,
    /// Every bot that has ever taken part, by number.
    pub bots: Vec<SeasonBot>,
    /// The weeks, in their order.
    pub weeks: Vec<SeasonWeek>,
}

impl Season {
    /// The latest week that is over; if none is, the one that has begun.
    #[must_use]
    pub fn latest(&self) -> Option<&SeasonWeek> {
        self.weeks.iter().rev().find(|week| week.complete).or(self.weeks.last())
    }
}

/// A bot of a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeasonBot {
    /// Its number.
    pub number: u32,
    /// It takes part since this week. Versions from before are of other bots, which have had the number.
    pub joined_in: u32,
    /// The week from which on it does not play any more.
    pub removed_from: Option<u32>,
    /// Its versions, the oldest first.
    pub versions: Vec<SeasonVersion>,
}

impl SeasonBot {
    /// The name of the version that played in this week, or of the first one; empty if it has none.
    #[must_use]
    pub fn name_in(&self, week: u32) -> &str {
        let then = self.versions.iter().rev().find(|version| version.from_week <= week);
        then.or(self.versions.first()).map_or("", |version| version.name.as_str())
    }
}

/// What a bot was in some weeks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeasonVersion {
    /// The bot's name.
    pub name: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// The hash of its files.
    pub source: String,
    /// It plays from this week on.
    pub from_week: u32,
    /// What the check said of it.
    pub verdict: String,
}

/// A week of a season.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeasonWeek {
    /// From 1.
    pub number: u32,
    /// Whether all its games have been played.
    pub complete: bool,
    /// The standings after the games that have been played, best first.
    pub standings: Vec<Standing>,
    /// The games, by number.
    pub games: Vec<SeasonGame>,
}

/// A game of a season.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeasonGame {
    /// From 1, through all weeks.
    pub number: u64,
    /// The table, from 1: for neighbours the place of the uppermost bot at it when the week began.
    pub table: usize,
    /// Games with the same one differ in who sits where only.
    pub pair: u64,
    /// What it begins with: the moves of a listed opening, or how many are drawn and from which seed; none is the start
    /// position.
    pub opening: Option<String>,
    /// The numbers of the bots, by seat.
    pub bots: Vec<u32>,
    /// The number of the winner.
    pub winner: Option<u32>,
    /// The number of the bot that overran its time.
    pub overrun: Option<u32>,
    /// How it ended, in a word; none if it has not been played.
    pub reason: Option<String>,
    /// What was played, without times and what bots printed; none if it has not been played.
    pub record: Option<GameRecord>,
}

/// A bot that has stood at the top, and when its source is published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Publication {
    /// Its number.
    pub bot: u32,
    /// The first week in which it played.
    pub since: u32,
    /// Whether nobody had the number before.
    pub is_first: bool,
    /// Its name then.
    pub name: String,
    /// The week at whose end it first stood at the top.
    pub top_in: u32,
    /// Its source is published once this week is over.
    pub due_after: u32,
    /// Whether it is.
    pub is_due: bool,
    /// The hash of what it was then.
    pub source: String,
}

impl Publication {
    /// What its archive is called, without `.zip`, and the folder in it: unlike that of any other bot, whoever had the
    /// number before.
    #[must_use]
    pub fn stem(&self) -> String {
        let Self { bot, since, .. } = self;
        if self.is_first { format!("bot{bot}") } else { format!("bot{bot}-week{since}") }
    }
}
