//! Swiss weeks: what the weeks before have to say.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

use super::error::LadderError;
use super::roster::Entry;
use super::settings::{Format, Overruns};
use super::store::Store;
use super::weeks::GameRow;
use crate::referee::schedule::Table;

/// Who has met before a week, and how often each has found no place, as indices into the order of that week.
#[derive(Debug, Default)]
pub(super) struct Before {
    pub met: Vec<Table>,
    pub byes: Vec<u32>,
}

impl Store {
    /// The weeks whose games count for the standings of this one: in Swiss weeks all so far, else only itself.
    #[must_use]
    pub fn counting_weeks(&self, week: u32) -> RangeInclusive<u32> {
        match self.settings().format {
            Format::Swiss => 1..=week,
            Format::Neighbours | Format::RoundRobin | Format::Gauntlet => week..=week,
        }
    }

    /// Since which week each bot that plays in this one has played in all of them: who left and came back is new.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn playing_since(&self, week: u32) -> Result<HashMap<u32, u32>, LadderError> {
        let mut query = self.connection.prepare(
            "SELECT place.bot, place.week, bot.joined_in FROM place JOIN bot ON bot.number = place.bot
             WHERE place.week <= ?1 ORDER BY place.week",
        )?;
        let mut rows = query.query([week])?;
        let mut runs: HashMap<u32, (u32, u32)> = HashMap::new();
        while let Some(row) = rows.next()? {
            let (bot, at, joined): (u32, u32, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (since, last) = runs.entry(bot).or_insert((at, at));
            // Whoever joined after this week was here before, too.
            if *last + 1 < at || (at == joined && joined <= week) {
                *since = at;
            }
            *last = at;
        }
        Ok(runs.into_iter().filter(|(_, run)| run.1 == week).map(|(bot, run)| (bot, run.0)).collect())
    }

    /// Who has lost all games of a week by an overrun: the week and the number of the bot.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn disqualified(&self, weeks: RangeInclusive<u32>) -> Result<BTreeSet<(u32, u32)>, LadderError> {
        let mut all = BTreeSet::new();
        if self.settings().overruns == Overruns::Disqualify {
            for week in weeks {
                let late = |game: GameRow| game.bots.get(game.overrun?).map(|bot| (week, *bot));
                all.extend(self.games(week)?.into_iter().filter_map(late));
            }
        }
        Ok(all)
    }

    /// What came before a week that begins in this order.
    pub(super) fn before(&self, week: u32, order: &[Entry]) -> Result<Before, LadderError> {
        let mut before = Before { met: Vec::new(), byes: vec![0; order.len()] };
        if self.settings().format != Format::Swiss || week == 1 {
            return Ok(before);
        }
        let (mut since, known) = (self.playing_since(week - 1)?, self.joined_before(week)?);
        since.retain(|bot, _| known.contains(bot));
        let places: HashMap<u32, usize> = order.iter().zip(0..).map(|(entry, at)| (entry.bot, at)).collect();
        for earlier in 1..week {
            let is_here = |bot: &u32| since.get(bot).is_some_and(|first| *first <= earlier);
            let mut sat: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
            for game in self.games(earlier)? {
                sat.entry(game.table).or_insert(game.bots);
            }
            let playing: BTreeSet<u32> = sat.values().flatten().copied().collect();
            for bots in sat.values() {
                let table = bots.iter().filter(|bot| is_here(bot)).filter_map(|bot| places.get(bot)).copied();
                before.met.push(table.collect());
            }
            for (bot, at) in &places {
                if is_here(bot) && !playing.contains(bot) {
                    before.byes[*at] += 1;
                }
            }
        }
        Ok(before)
    }

    /// The bots that joined before this week: of those that left and came back, the last time.
    fn joined_before(&self, week: u32) -> Result<BTreeSet<u32>, LadderError> {
        let mut query = self.connection.prepare("SELECT number FROM bot WHERE joined_in < ?1")?;
        let joined = query.query_map([week], |row| row.get(0))?;
        Ok(joined.collect::<rusqlite::Result<_>>()?)
    }
}
