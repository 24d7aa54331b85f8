//! Who takes part: bots by their numbers, and the versions of each.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::error::LadderError;
use super::source::Source;
use super::store::Store;

/// What is known of a submission besides its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The bot's name.
    pub name: String,
    /// Who wrote it, if it says so.
    pub author: Option<String>,
    /// What the check said: `pass`, or another verdict if it was taken in all the same.
    pub verdict: String,
}

/// A submission that was taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    /// The bot's number.
    pub number: u32,
    /// It plays from this week on.
    pub from_week: u32,
    /// Whether it takes the place of another version.
    pub is_update: bool,
}

/// A bot in a week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub bot: u32,
    /// Which of its versions plays.
    pub version: i64,
    /// The name of that version.
    pub name: String,
    /// The hash of its files.
    pub source: String,
}

impl Entry {
    /// How it is called in records: the number first, so that no two have the same name.
    #[must_use]
    pub fn player(&self) -> String {
        format!("{} {}", self.bot, self.name)
    }
}

/// A longer name of a bot would leave no room for anything else in tables, in characters.
const MAX_NAME: usize = 60;

impl Store {
    /// Takes in a submission: a new bot at the bottom of the ladder, or a new version of one that is there, at its place.
    /// Without a number it gets the next free one.
    ///
    /// # Errors
    /// If it cannot be written, its name is too long, or this version is the one that plays already.
    pub fn add(
        &mut self,
        number: Option<u32>,
        source: &Source,
        submission: &Submission,
        now: &str,
    ) -> Result<Added, LadderError> {
        let length = submission.name.chars().count();
        if length > MAX_NAME {
            return Err(LadderError::Refused(format!(
                "the bot's name has {length} characters: at most {MAX_NAME} fit into a table"
            )));
        }
        let transaction = self.connection.transaction()?;
        let from_week = next_week(&transaction)?;
        let number = match number {
            Some(number) => number,
            None => transaction.query_row(NEXT_NUMBER, [], |row| row.get(0))?,
        };
        let hash = source.save(&transaction)?;
        let known: Option<Option<u32>> = transaction
            .query_row("SELECT removed_from FROM bot WHERE number = ?1", [number], |row| row.get(0))
            .optional()?;
        let latest: Option<String> = transaction
            .query_row(
                "SELECT source FROM version WHERE bot = ?1 ORDER BY id DESC LIMIT 1",
                [number],
                |row| row.get(0),
            )
            .optional()?;
        if known == Some(None) && latest.as_ref() == Some(&hash) {
            return Err(LadderError::Refused(format!(
                "bot {number} has these very files already: nothing was changed"
            )));
        }
        if known != Some(None) {
            transaction.execute(
                "INSERT INTO bot (number, joined, joined_in)
                 SELECT ?1, coalesce(max(joined), 0) + 1, ?2 FROM bot WHERE true
                 ON CONFLICT (number) DO UPDATE
                 SET joined = excluded.joined, joined_in = excluded.joined_in, removed_from = NULL",
                [number, from_week],
            )?;
        }
        transaction.execute(
            "INSERT INTO version (bot, source, name, author, from_week, verdict, added_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![number, hash, submission.name, submission.author, from_week, submission.verdict, now],
        )?;
        transaction.commit()?;
        Ok(Added { number, from_week, is_update: known == Some(None) })
    }

    /// Takes a bot off the ladder, from the next week on, which is returned. Its games stay.
    ///
    /// # Errors
    /// If there is no such bot.
    pub fn remove(&mut self, number: u32) -> Result<u32, LadderError> {
        let transaction = self.connection.transaction()?;
        let from_week = next_week(&transaction)?;
        let changed = transaction.execute(
            "UPDATE bot SET removed_from = ?2 WHERE number = ?1 AND removed_from IS NULL",
            [number, from_week],
        )?;
        if changed == 0 {
            return Err(no_such_bot(&transaction, number)?);
        }
        transaction.commit()?;
        Ok(from_week)
    }

    /// The bots that play in the next week, in its order: those of the week before by their standings, then the new ones.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn next_order(&self) -> Result<Vec<Entry>, LadderError> {
        let next = next_week(&self.connection)?;
        let standings = match next {
            1 => Vec::new(),
            next => self.standings(next - 1)?,
        };
        let place = |bot: u32| standings.iter().find(|standing| standing.bot == bot).map(|it| it.place);
        let query = "SELECT bot.number, version.id, version.name, version.source, bot.joined_in FROM bot
             JOIN version ON version.id = (SELECT max(id) FROM version WHERE version.bot = bot.number)
             WHERE bot.removed_from IS NULL ORDER BY bot.joined";
        let mut query = self.connection.prepare(query)?;
        let entries = query.query_map([], |row| Ok((entry(row)?, row.get::<_, u32>(4)?)))?;
        let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
        // A number that was removed and given again is a new bot, wherever the old one stood.
        let old_place = |entry: &Entry, joined_in: u32| place(entry.bot).filter(|_| joined_in < next);
        entries.sort_by_cached_key(|(entry, joined_in)| old_place(entry, *joined_in).unwrap_or(usize::MAX));
        Ok(entries.into_iter().map(|(entry, _)| entry).collect())
    }

    /// The bots that play in this week, in the order in which it begins.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn order(&self, week: u32) -> Result<Vec<Entry>, LadderError> {
        let query = "SELECT place.bot, version.id, version.name, version.source FROM place
             JOIN version ON version.id = place.version WHERE place.week = ?1 ORDER BY place.place";
        let mut query = self.connection.prepare(query)?;
        Ok(query.query_map([week], entry)?.collect::<Result<Vec<_>, _>>()?)
    }

    /// The files with this hash.
    ///
    /// # Errors
    /// If they are not there, or not what was handed in.
    pub fn source(&self, hash: &str) -> Result<Source, LadderError> {
        Source::load(&self.connection, hash)
    }

    /// What bots that there are, for a message.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn no_such_bot(&self, number: u32) -> Result<LadderError, LadderError> {
        no_such_bot(&self.connection, number)
    }
}

/// The number behind the highest, or the lowest that is free above another one if there is none.
const NEXT_NUMBER: &str =
    "SELECT CASE WHEN coalesce(max(number), 0) < 999999 THEN coalesce(max(number), 0) + 1
     ELSE (SELECT min(number + 1) FROM bot WHERE number + 1 NOT IN (SELECT number FROM bot)) END FROM bot";

/// The first week that has no games yet.
pub(super) fn next_week(connection: &Connection) -> Result<u32, LadderError> {
    Ok(connection.query_row("SELECT coalesce(max(number), 0) + 1 FROM week", [], |row| row.get(0))?)
}

fn no_such_bot(connection: &Connection, number: u32) -> Result<LadderError, LadderError> {
    let mut query =
        connection.prepare("SELECT number FROM bot WHERE removed_from IS NULL ORDER BY number")?;
    let numbers = query.query_map([], |row| row.get::<_, u32>(0))?.collect::<Result<Vec<_>, _>>()?;
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let there = if numbers.is_empty() {
        "it has none yet".to_owned()
    } else {
        format!("its bots are: {}", numbers.join(", "))
    };
    Ok(LadderError::Refused(format!("there is no bot {number} on the ladder; {there}")))
}

fn entry(row: &rusqlite::Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry { bot: row.get(0)?, version: row.get(1)?, name: row.get(2)?, source: row.get(3)? })
}
