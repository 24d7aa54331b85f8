//! Where a bot stands on a ladder.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{GameName, Score};

/// Who stands where after a week, `botspec.standings/1`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandingsReport {
    /// `botspec.standings/1`.
    pub schema: &'static str,
    /// Which game.
    pub game: GameName,
    /// The week.
    pub week: u32,
    /// How many games it has.
    pub games: u64,
    /// How many of them have been played.
    pub played: u64,
    /// The bots, best first.
    pub standings: Vec<Standing>,
}

/// A bot after a week.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// From 1.
    pub place: usize,
    /// Its place when the week began, from 1.
    pub before: usize,
    /// Its number.
    pub bot: u32,
    /// All its games.
    #[serde(flatten)]
    pub score: Score,
    /// By the side it had at first.
    pub sides: BTreeMap<String, Score>,
    /// 100 times games won of games played.
    pub rating: f64,
    /// The ranks between which it stands in 95 of 100 weeks like this one.
    pub ranks: [usize; 2],
    /// Whether it has lost all its games by overrunning its time once.
    pub disqualified: bool,
}
