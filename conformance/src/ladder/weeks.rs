//! Weeks and their games, as they are kept.

use std::collections::HashMap;

use rusqlite::{OptionalExtension as _, Row, Transaction, TransactionBehavior, params};

use super::error::LadderError;
use super::roster::next_week;
use super::schedule::{MAX_GAMES, Match, Planned, Start, games_of_a_week, week_of};
use super::settings::Format;
use super::standing::{Outcome, standings};
use super::store::Store;
use crate::record::{GameRecord, Standing, side_name};
use crate::referee::walkover;
use crate::suite::Game;

/// How far a week has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Week {
    /// From 1.
    pub number: u32,
    /// How many games it has.
    pub games: u64,
    /// How many of them have been played.
    pub played: u64,
}

impl Week {
    /// Whether all its games have been played.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.played == self.games
    }
}

/// A game that has come to an end.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedGame {
    /// Its number.
    pub number: u64,
    /// What was played.
    pub record: GameRecord,
    /// The seat that won.
    pub winner: Option<usize>,
    /// When it ended, as RFC 3339 has it.
    pub ended_at: String,
    /// The machine on which it was played.
    pub host: String,
}

impl FinishedGame {
    /// The seat that has overrun its time and lost by that.
    #[must_use]
    pub fn overrun(&self) -> Option<usize> {
        self.record.result.as_ref().filter(|result| result.reason == "timeout")?;
        match (self.record.players.len(), self.winner) {
            // Sides may have been exchanged since the game began; of two it is the other one.
            (2, Some(winner)) => Some(1 - winner.min(1)),
            _ => {
                let late = &self.record.fault.as_ref()?.side;
                self.record.players.iter().position(|player| player.side == *late)
            }
        }
    }
}

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct GameRow {
    /// Its number.
    pub number: u64,
    /// Its week.
    pub week: u32,
    /// Its match in that week, from 0.
    pub of_match: usize,
    /// Its table, from 0: for neighbours the place of the uppermost bot at it.
    pub table: usize,
    /// Games with the same one differ in who sits where only.
    pub pair: u64,
    /// What it begins with, as [`crate::referee::openings::Openings::id`] says; none is the start position.
    pub opening: Option<String>,
    /// The seed of all chance in it.
    pub seed: u64,
    /// The side that starts, where that alternates.
    pub starts: Option<u8>,
    /// The numbers of the bots, by seat.
    pub bots: Vec<u32>,
    /// What they played at first; empty if it has not been played.
    pub sides: Vec<String>,
    /// How it ended, in a word; none if it has not been played.
    pub reason: Option<String>,
    /// The seat that won.
    pub winner: Option<usize>,
    /// The seat that overran its time.
    pub overrun: Option<usize>,
    /// Seats whose bots could not be started, where nobody won by that.
    pub absent: Vec<usize>,
    /// When it ended.
    pub ended_at: Option<String>,
    /// Where it was played.
    pub host: Option<String>,
}

impl Store {
    /// The latest week; none if there has been none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn latest_week(&self) -> Result<Option<Week>, LadderError> {
        match next_week(&self.connection)? {
            1 => Ok(None),
            next => self.week(next - 1),
        }
    }

    /// The latest week of which all games have been played.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn latest_complete_week(&self) -> Result<Option<u32>, LadderError> {
        Ok(match self.latest_week()? {
            Some(week) if week.is_complete() => Some(week.number),
            Some(week) => Some(week.number - 1).filter(|number| *number > 0),
            None => None,
        })
    }

    /// This week; none if it has not begun.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn week(&self, number: u32) -> Result<Option<Week>, LadderError> {
        let query = "SELECT count(*), count(record) FROM game WHERE week = ?1";
        let (games, played) =
            self.connection.query_row(query, [number], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok((games > 0).then_some(Week { number, games, played }))
    }

    /// Draws up the games of the next week.
    ///
    /// # Errors
    /// If the week before is not over, or there are too few bots.
    pub fn open_week(&mut self, now: &str) -> Result<Week, LadderError> {
        // From here on nobody else adds or removes a bot.
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        if let Some(week) = self.latest_week()?.filter(|week| !week.is_complete()) {
            return Err(LadderError::Refused(format!("week {} is not over", week.number)));
        }
        let game = Game::of_record(self.game()).map_err(|error| LadderError::Refused(error.to_string()))?;
        let settings = self.settings().clone();
        let seats = game.referee().bots(&settings.variant);
        let order = self.next_order()?;
        if order.len() < seats {
            return Err(LadderError::Refused(format!(
                "a week needs at least {seats} bots, and the ladder has {}; `botspec ladder add` takes in more",
                order.len()
            )));
        }
        let number = next_week(&transaction)?;
        let first =
            transaction.query_row("SELECT coalesce(max(number), 0) + 1 FROM game", [], |row| row.get(0))?;
        transaction.execute("INSERT INTO week (number, opened_at) VALUES (?1, ?2)", params![number, now])?;
        let before = self.before(number, &order)?;
        let runner = match settings.against.filter(|_| settings.format == Format::Gauntlet) {
            None => Some(0),
            Some(bot) => order.iter().position(|entry| entry.bot == bot),
        };
        let Some(runner) = runner else {
            let bot = settings.against.unwrap_or_default();
            return Err(LadderError::Refused(format!(
                "all others meet bot {bot}, which is not on the ladder: `botspec ladder add --number {bot}` takes it in"
            )));
        };
        let start = Start { bots: order.len(), first, runner, met: &before.met, byes: &before.byes };
        let games = games_of_a_week(&settings, game, order.len());
        if games > MAX_GAMES {
            return Err(LadderError::Refused(format!(
                "a week would have {games} games, but no more than {MAX_GAMES} are played: take bots off the ladder, or \
                 begin one with fewer games or with --format swiss"
            )));
        }
        let matches = week_of(&settings, game, &start);
        {
            let mut place = transaction
                .prepare("INSERT INTO place (week, place, bot, version) VALUES (?1, ?2, ?3, ?4)")?;
            for (at, entry) in (1..).zip(&order) {
                let at: i64 = at;
                place.execute(params![number, at, entry.bot, entry.version])?;
            }
            let mut insert = transaction.prepare(
                "INSERT INTO game (number, week, match, board, pair, seed, starts, opening)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            let mut sit = transaction.prepare("INSERT INTO seat (game, seat, bot) VALUES (?1, ?2, ?3)")?;
            for (at, one) in matches.iter().enumerate() {
                for game in &one.games {
                    let Planned { number: own, pair, seed, seating, starts } = game;
                    let (opening, table) = (settings.openings.id(*seed), one.table);
                    let row = params![own, number, at, table, pair, seed.cast_signed(), starts, opening];
                    insert.execute(row)?;
                    for (seat, bot) in seating.iter().enumerate() {
                        sit.execute(params![own, seat, order[*bot].bot])?;
                    }
                }
            }
        }
        transaction.commit()?;
        let games = matches.iter().map(|one| one.games.len() as u64).sum();
        Ok(Week { number, games, played: 0 })
    }

    /// The matches of a week that still have games to play, with bots as indices into its order.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open_matches(&self, week: u32) -> Result<Vec<(usize, Match)>, LadderError> {
        let order = self.order(week)?;
        let places: HashMap<u32, usize> = order.iter().zip(0..).map(|(entry, at)| (entry.bot, at)).collect();
        let mut matches: Vec<(usize, Match, bool)> = Vec::new();
        for row in self.games(week)? {
            let seating = row.bots.iter().filter_map(|bot| places.get(bot)).copied().collect();
            let game =
                Planned { number: row.number, pair: row.pair, seed: row.seed, seating, starts: row.starts };
            let is_open = row.reason.is_none();
            match matches.last_mut() {
                Some((at, one, open)) if *at == row.of_match => {
                    one.games.push(game);
                    *open |= is_open;
                }
                _ => {
                    matches.push((row.of_match, Match { table: row.table, games: vec![game] }, is_open));
                }
            }
        }
        let open = matches.into_iter().filter(|(_, _, is_open)| *is_open);
        Ok(open.map(|(at, one, _)| (at, one)).collect())
    }

    /// Writes down the games of a match, all or none. Those that are written down already stay as they are; how many were
    /// new is returned.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&mut self, games: &[FinishedGame]) -> Result<usize, LadderError> {
        let transaction = self.connection.transaction()?;
        let mut new = 0;
        for game in games {
            let record = serde_json::to_string(&game.record)
                .map_err(|error| LadderError::Damaged(format!("game {}: {error}", game.number)))?;
            let reason = game.record.result.as_ref().map_or("", |result| result.reason.as_str());
            let changed = transaction.execute(
                "UPDATE game SET record = ?2, reason = ?3, winner = ?4, overrun = ?5, ended_at = ?6, host = ?7
                 WHERE number = ?1 AND record IS NULL",
                params![game.number, record, reason, game.winner, game.overrun(), game.ended_at, game.host],
            )?;
            new += changed;
            if changed > 0 {
                for (seat, player) in game.record.players.iter().enumerate() {
                    transaction.execute(
                        "UPDATE seat SET side = ?3 WHERE game = ?1 AND seat = ?2",
                        params![game.number, seat, side_name(&player.side)],
                    )?;
                }
            }
        }
        transaction.commit()?;
        Ok(new)
    }

    /// The games of a week, by number.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn games(&self, week: u32) -> Result<Vec<GameRow>, LadderError> {
        self.rows("WHERE game.week = ?1", week)
    }

    /// The games of a bot, by number.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn games_of(&self, bot: u32) -> Result<Vec<GameRow>, LadderError> {
        self.rows("WHERE game.number IN (SELECT game FROM seat WHERE bot = ?1)", bot)
    }

    fn rows(&self, which: &str, value: u32) -> Result<Vec<GameRow>, LadderError> {
        let query = format!(
            "SELECT number, week, match, board, pair, opening, game.seed, starts, reason, winner, overrun, ended_at, host,
                    seat.bot, seat.side,
                    CASE WHEN reason = 'crash' AND winner IS NULL THEN record END
             FROM game JOIN seat ON seat.game = game.number {which} ORDER BY number, seat.seat"
        );
        let mut query = self.connection.prepare(&query)?;
        let mut rows = query.query([value])?;
        let mut games: Vec<GameRow> = Vec::new();
        while let Some(row) = rows.next()? {
            let number: u64 = row.get(0)?;
            if games.last().is_none_or(|game| game.number != number) {
                let mut game = game_of(row, number)?;
                if let Some(text) = row.get::<_, Option<String>>(15)? {
                    game.absent = walkover::absent(&record_of(number, &text)?);
                }
                games.push(game);
            }
            let (bot, side): (u32, Option<String>) = (row.get(13)?, row.get(14)?);
            if let Some(game) = games.last_mut() {
                game.bots.push(bot);
                game.sides.extend(side);
            }
        }
        Ok(games)
    }

    /// What was played in a game; none if it has not been played.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn record(&self, number: u64) -> Result<Option<GameRecord>, LadderError> {
        let query = "SELECT record FROM game WHERE number = ?1";
        let text: Option<Option<String>> =
            self.connection.query_row(query, [number], |row| row.get(0)).optional()?;
        let Some(text) = text.flatten() else { return Ok(None) };
        record_of(number, &text).map(Some)
    }

    /// The standings after the games of a week that have been played; in Swiss weeks after those of all weeks up to it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn standings(&self, week: u32) -> Result<Vec<Standing>, LadderError> {
        let order: Vec<u32> = self.order(week)?.into_iter().map(|entry| entry.bot).collect();
        let places: HashMap<u32, usize> = order.iter().enumerate().map(|(at, bot)| (*bot, at)).collect();
        let since = self.playing_since(week)?;
        // Who has left, and what a bot was before it left, has an index of its own behind all others.
        let mut gone: HashMap<u32, usize> = HashMap::new();
        let mut place = |bot: u32, at: u32| match places.get(&bot) {
            Some(place) if since.get(&bot).is_some_and(|first| *first <= at) => *place,
            _ => {
                let next = places.len() + gone.len();
                *gone.entry(bot).or_insert(next)
            }
        };
        let mut outcomes: Vec<Outcome> = Vec::new();
        let (mut of_week, mut tables_before) = (0, 0);
        let mut games = Vec::new();
        for week in self.counting_weeks(week) {
            games.extend(self.games(week)?);
        }
        for game in games.into_iter().filter(|game| game.reason.is_some()) {
            if game.week != of_week {
                of_week = game.week;
                tables_before = outcomes.iter().map(|it| it.table + 1).max().unwrap_or(0);
            }
            outcomes.push(Outcome {
                week: game.week,
                table: tables_before + game.table,
                seating: game.bots.iter().map(|bot| place(*bot, game.week)).collect(),
                sides: game.sides,
                winner: game.winner,
                overrun: game.overrun,
                absent: game.absent,
            });
        }
        let settings = self.settings();
        Ok(standings(&order, week, &outcomes, settings.overruns, settings.seed.wrapping_add(week.into())))
    }
}

fn record_of(number: u64, text: &str) -> Result<GameRecord, LadderError> {
    let damaged =
        |error| LadderError::Damaged(format!("the record of game {number} cannot be read: {error}"));
    serde_json::from_str(text).map_err(damaged)
}

fn game_of(row: &Row<'_>, number: u64) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        number,
        week: row.get(1)?,
        of_match: row.get(2)?,
        table: row.get(3)?,
        pair: row.get(4)?,
        opening: row.get(5)?,
        seed: row.get::<_, i64>(6)?.cast_unsigned(),
        starts: row.get(7)?,
        reason: row.get(8)?,
        winner: row.get(9)?,
        overrun: row.get(10)?,
        absent: Vec::new(),
        ended_at: row.get(11)?,
        host: row.get(12)?,
        bots: Vec::new(),
        sides: Vec::new(),
    })
}
