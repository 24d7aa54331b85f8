//! The whole season as one value.

use serde_json::Value;

use super::error::LadderError;
use super::settings::Format;
use super::store::Store;
use super::weeks::GameRow;
use crate::record::{GameRecord, Season, SeasonBot, SeasonGame, SeasonVersion, SeasonWeek};
use crate::referee::openings::Openings;
use crate::stderr;

impl Store {
    /// All weeks, with the games' records or without them.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn season(&self, with_records: bool) -> Result<Season, LadderError> {
        let last = self.latest_week()?.map_or(0, |week| week.number);
        let weeks = (1..=last).map(|number| self.season_week(number, with_records));
        let settings = self.settings();
        Ok(Season {
            schema: "botspec.ladder/1",
            game: self.game(),
            variant: settings.variant.clone(),
            seed: settings.public_seed(),
            format: Some(settings.format.name()).filter(|_| settings.format != Format::Neighbours),
            against: settings.against,
            openings: Some(settings.openings.clone())
                .filter(|openings| *openings != Openings::None)
                .and_then(|openings| serde_json::to_value(openings).ok()),
            games: settings.games,
            limit_ms: settings.limit_ms,
            overruns: serde_json::to_value(settings.overruns).unwrap_or(Value::Null),
            bots: self.bots()?,
            weeks: weeks.collect::<Result<_, _>>()?,
        })
    }

    /// Every bot that has ever taken part, by number.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn bots(&self) -> Result<Vec<SeasonBot>, LadderError> {
        let mut bots: Vec<SeasonBot> = Vec::new();
        let mut query = self.connection.prepare(
            "SELECT number, removed_from, name, author, source, from_week, verdict, joined_in
             FROM bot JOIN version ON version.bot = bot.number ORDER BY number, version.id",
        )?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let number = row.get(0)?;
            if bots.last().is_none_or(|bot| bot.number != number) {
                bots.push(SeasonBot {
                    number,
                    joined_in: row.get(7)?,
                    removed_from: row.get(1)?,
                    versions: Vec::new(),
                });
            }
            let version = SeasonVersion {
                name: row.get(2)?,
                author: row.get(3)?,
                source: row.get(4)?,
                from_week: row.get(5)?,
                verdict: row.get(6)?,
            };
            if let Some(bot) = bots.last_mut() {
                bot.versions.push(version);
            }
        }
        Ok(bots)
    }

    fn season_week(&self, number: u32, with_records: bool) -> Result<SeasonWeek, LadderError> {
        let mut games = Vec::new();
        for row in self.games(number)? {
            let record = if with_records { self.record(row.number)? } else { None };
            games.push(game(row, record));
        }
        Ok(SeasonWeek {
            number,
            complete: games.iter().all(|game| game.reason.is_some()),
            standings: self.standings(number)?,
            games,
        })
    }
}

fn game(row: GameRow, record: Option<GameRecord>) -> SeasonGame {
    let bot = |seat: Option<usize>| row.bots.get(seat?).copied();
    SeasonGame {
        number: row.number,
        table: row.table + 1,
        pair: row.pair,
        opening: row.opening.clone(),
        winner: bot(row.winner),
        overrun: bot(row.overrun),
        bots: row.bots,
        reason: row.reason,
        record: record.map(lasting),
    }
}

/// What of a record is the same wherever and whenever the game is played: not the times, and not what bots print.
#[must_use]
pub(super) fn lasting(mut record: GameRecord) -> GameRecord {
    record.times_ms.clear();
    record.stderr.clear();
    let is_late = record.result.as_ref().is_some_and(|result| result.reason == "timeout");
    if let Some(fault) = &mut record.fault {
        // It tells how long a late answer took.
        let same = if is_late { "" } else { stderr::bare_message(&fault.message) };
        fault.message = same.to_owned();
    }
    record
}
