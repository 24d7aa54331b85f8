//! Games that were played elsewhere, as a file: `botspec.ledger/1`.
//!
//! A head, and a line for each game:
//!
//! ```text
//! {"schema":"botspec.ledger/1","game":"hex","week":3,"plan":"5f…","index":2,"of":8,"games":12}
//! {"number":41,"ended_at":"2026-11-23T04:00:00Z","host":"node7","record":{…}}
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::error::LadderError;
use super::schedule::Match;
use super::season::lasting;
use super::store::Store;
use super::weeks::{FinishedGame, GameRow};
use crate::record::{GameName, GameRecord, Variant, float};
use crate::referee::openings::Openings;
use crate::referee::replay;

/// The name of the format.
const SCHEMA: &str = "botspec.ledger/1";

/// So often, at most, a machine is called suspicious in a week in which none is.
const MISTAKEN: f64 = 0.01;

/// What a ledger is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerHead {
    /// `botspec.ledger/1`.
    pub schema: String,
    /// Which game.
    pub game: GameName,
    /// The week.
    pub week: u32,
    /// What the week's games are, as a hash: see [`Store::plan`].
    pub plan: String,
    /// The part of the week, from 1.
    pub index: u32,
    /// Of so many parts.
    pub of: u32,
    /// How many games it holds.
    pub games: usize,
}

/// Games that were played elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Ledger {
    /// What it is about.
    pub head: LedgerHead,
    /// The games, by number.
    games: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Line {
    number: u64,
    ended_at: String,
    host: String,
    record: GameRecord,
}

/// What came of bringing a ledger home.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Merged {
    /// How many games are new.
    pub new: usize,
    /// How many were there already, just the same.
    pub duplicate: usize,
    /// Numbers of games that are there already, but otherwise: those that were there stay.
    pub conflicts: Vec<u64>,
}

impl Ledger {
    /// The ledger of a part of a week, with no games yet.
    ///
    /// # Errors
    /// If the ladder cannot be read.
    pub fn new(store: &Store, week: u32, part: (u32, u32)) -> Result<Self, LadderError> {
        let head = LedgerHead {
            schema: SCHEMA.to_owned(),
            game: store.game(),
            week,
            plan: store.plan(week)?,
            index: part.0,
            of: part.1,
            games: 0,
        };
        Ok(Self { head, games: Vec::new() })
    }

    /// Whether another one is of the same part of the same week, however many games it holds.
    #[must_use]
    pub fn is_of_part(&self, other: &Self) -> bool {
        let games = other.head.games;
        LedgerHead { games, ..self.head.clone() } == other.head
    }

    /// Whether it holds all games of a match.
    #[must_use]
    pub fn holds(&self, one: &Match) -> bool {
        one.games.iter().all(|game| self.games.binary_search_by_key(&game.number, |line| line.number).is_ok())
    }

    /// Takes in games that have been played.
    pub fn extend(&mut self, games: Vec<FinishedGame>) {
        self.games.extend(games.into_iter().map(|game| Line {
            number: game.number,
            ended_at: game.ended_at,
            host: game.host,
            record: game.record,
        }));
        self.games.sort_by_key(|line| line.number);
        self.head.games = self.games.len();
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LadderError> {
        let failed = |error| LadderError::Io("the ledger cannot be written".to_owned(), error);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut draft = tempfile::Builder::new().prefix(".ledger-").tempfile_in(folder).map_err(failed)?;
        draft.write_all(&self.to_bytes()).map_err(failed)?;
        super::store::usual_permissions(draft.as_file()).map_err(failed)?;
        draft.as_file().sync_all().map_err(failed)?;
        draft.persist(path).map_err(|error| failed(error.error))?;
        Ok(())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(&self.head).expect("a head holds nothing that JSON cannot");
        bytes.push(b'\n');
        for line in &self.games {
            bytes.extend(serde_json::to_vec(line).expect("records hold nothing that JSON cannot"));
            bytes.push(b'\n');
        }
        bytes
    }

    /// Reads one.
    ///
    /// # Errors
    /// Where it is wrong, and how.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LadderError> {
        let mut lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).zip(1..);
        let at = |line: usize, error: serde_json::Error| {
            let (message, column) = (error.to_string(), error.column());
            // Each line is a text of its own, so the place at the end is not that in the file.
            let place = format!(" at line {} column {column}", error.line());
            let what = message.strip_suffix(&place).unwrap_or(&message);
            LadderError::Refused(format!("line {line}, column {column}: it is no ledger: {what}"))
        };
        let Some((first, number)) = lines.next() else {
            return Err(LadderError::Refused("it is no ledger: it is empty".to_owned()));
        };
        let head: LedgerHead = serde_json::from_slice(first).map_err(|error| at(number, error))?;
        if head.schema != SCHEMA {
            let why = format!("line 1: the schema is {:?}, expected {SCHEMA:?}", head.schema);
            return Err(LadderError::Refused(why));
        }
        let mut games: Vec<Line> = Vec::new();
        let mut numbers = BTreeSet::new();
        for (line, number) in lines {
            let game: Line = serde_json::from_slice(line).map_err(|error| at(number, error))?;
            if !numbers.insert(game.number) {
                let why = format!("line {number}: game {} stands there a second time", game.number);
                return Err(LadderError::Refused(why));
            }
            games.push(game);
        }
        if games.len() != head.games {
            return Err(LadderError::Refused(format!(
                "it has {} games of the {} that it should have: it was not copied to the end",
                games.len(),
                head.games
            )));
        }
        games.sort_by_key(|line| line.number);
        Ok(Self { head, games })
    }
}

impl Store {
    /// What a week's games are, as a hash: the contest, the settings, the bots with the hashes of their files, and each
    /// game with its seed and who sits where.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn plan(&self, week: u32) -> Result<String, LadderError> {
        let settings = serde_json::to_string(self.settings())
            .map_err(|error| LadderError::Damaged(format!("its settings: {error}")))?;
        let mut text = format!("{} {settings} {week}\n", self.game());
        for entry in self.order(week)? {
            let _ = writeln!(text, "{} {}", entry.bot, entry.source);
        }
        for game in self.games(week)? {
            let opening = game.opening.as_deref().unwrap_or_default();
            let _ =
                writeln!(text, "{} {} {:?} {:?} {opening}", game.number, game.seed, game.starts, game.bots);
        }
        Ok(Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Whether a ledger holds games that are not written down here.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn lacks_games_of(&self, ledger: &Ledger) -> Result<bool, LadderError> {
        if !self.has_planned(&ledger.head)? {
            return Ok(!ledger.games.is_empty());
        }
        let rows = self.games(ledger.head.week)?.into_iter();
        let known: BTreeSet<u64> = rows.filter(|row| row.reason.is_some()).map(|row| row.number).collect();
        Ok(ledger.games.iter().any(|line| !known.contains(&line.number)))
    }

    /// Whether a ledger is of the games of one of its weeks.
    fn has_planned(&self, head: &LedgerHead) -> Result<bool, LadderError> {
        let is_there = head.game == self.game() && self.week(head.week)?.is_some();
        Ok(is_there && self.plan(head.week)? == head.plan)
    }

    /// Writes down the games of a ledger, all or none. Every record is refereed again.
    ///
    /// # Errors
    /// If it is of other games than the week's, or a record is wrong.
    pub fn merge(&mut self, ledger: &Ledger) -> Result<Merged, LadderError> {
        let head = &ledger.head;
        if head.game != self.game() {
            return Err(LadderError::Refused(format!("it is for {}, not for {}", head.game, self.game())));
        }
        if !self.has_planned(head)? {
            return Err(LadderError::Refused(format!(
                "it is of another ladder: its week {} has other bots or games than this one's",
                head.week
            )));
        }
        let order: BTreeMap<u32, String> =
            self.order(head.week)?.into_iter().map(|entry| (entry.bot, entry.player())).collect();
        let rows: BTreeMap<u64, GameRow> =
            self.games(head.week)?.into_iter().map(|row| (row.number, row)).collect();
        let variant = self.settings().variant.clone();
        let mut merged = Merged::default();
        let mut new = Vec::new();
        for line in &ledger.games {
            let wrong = |why: String| LadderError::Refused(format!("game {}: {why}", line.number));
            let row =
                rows.get(&line.number).ok_or_else(|| wrong(format!("it is not of week {}", head.week)))?;
            let record = &line.record;
            let players = row.bots.iter().filter_map(|bot| order.get(bot));
            let is_planned = record.players.iter().map(|player| &player.name).eq(players)
                && record.game == head.game
                && record.seed == Some(row.seed)
                && begins_as_planned(&self.settings().openings, record)
                && record.variant == Variant { starts: row.starts, ..variant.clone() };
            if !is_planned {
                return Err(wrong("it is not the game that was to be played".to_owned()));
            }
            let replayed = replay(record);
            if let Some(fault) = replayed.fault {
                return Err(wrong(format!("its record is wrong: {}", fault.message)));
            }
            let Some(ended) = replayed.ended.filter(|_| record.result.is_some()) else {
                return Err(wrong("it has not come to an end".to_owned()));
            };
            match self.record(line.number)? {
                Some(known) if lasting(known.clone()) == lasting(record.clone()) => merged.duplicate += 1,
                Some(_) => merged.conflicts.push(line.number),
                None => new.push(FinishedGame {
                    number: line.number,
                    record: record.clone(),
                    winner: ended.winner.map(botspec_sdk::seat::Seat::index),
                    ended_at: line.ended_at.clone(),
                    host: line.host.clone(),
                }),
            }
        }
        merged.new = self.finish(&new)?;
        Ok(merged)
    }

    /// Machines on which far more games of a week were lost by an overrun than on the others, with how many of how many:
    /// by chance alone any would be named in less than one of a hundred weeks.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn suspicious_hosts(&self, week: u32) -> Result<Vec<(String, u64, u64)>, LadderError> {
        let mut hosts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for game in self.games(week)? {
            let Some(host) = game.host else { continue };
            let (overruns, games) = hosts.entry(host).or_default();
            *games += 1;
            *overruns += u64::from(game.overrun.is_some());
        }
        let suspicious = outliers(hosts).into_iter();
        Ok(suspicious.map(|(host, (overruns, games))| (host, overruns, games)).collect())
    }
}

/// Those with far more overruns than the others: so many overruns of so many games each.
fn outliers(mut hosts: BTreeMap<String, (u64, u64)>) -> BTreeMap<String, (u64, u64)> {
    let all = hosts.values().fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
    let logs = LogFactorials::up_to(all.1);
    // Of many machines one is the worst.
    let unlikely = MISTAKEN / float(hosts.len() as u64);
    hosts.retain(|_, own| own.0 >= 2 && tail(*own, all, &logs) < unlikely);
    hosts
}

/// Whether a game began as its seed says. One that was not played has no moves.
fn begins_as_planned(openings: &Openings, record: &GameRecord) -> bool {
    let (seed, plies) = (record.seed.unwrap_or(0), record.opening.unwrap_or(0));
    (record.moves.is_empty() && plies == 0) || openings.can_begin(seed, &record.moves, plies)
}

/// How likely it is that, of all games with so many overruns, as many as `own` games drawn by lot hold at least as many
/// overruns as they do: Fisher's exact test. Both have the overruns first, the games second.
fn tail(own: (u64, u64), all: (u64, u64), logs: &LogFactorials) -> f64 {
    let (overruns, games) = own;
    let (of_overruns, of_games) = all;
    let most = of_overruns.min(games);
    (overruns..=most)
        .filter(|found| games - found <= of_games - of_overruns)
        .map(|found| {
            let ways = logs.choose(of_overruns, found) + logs.choose(of_games - of_overruns, games - found);
            (ways - logs.choose(of_games, games)).exp()
        })
        .sum()
}

/// The logarithms of 0!, 1!, 2!, …
struct LogFactorials(Vec<f64>);

impl LogFactorials {
    fn up_to(most: u64) -> Self {
        let next = |log: &mut f64, n: u64| {
            *log += float(n.max(1)).ln();
            Some(*log)
        };
        Self((0..=most).scan(0.0, next).collect())
    }

    fn of(&self, n: u64) -> f64 {
        usize::try_from(n).ok().and_then(|n| self.0.get(n)).copied().unwrap_or(f64::NAN)
    }

    /// The logarithm of in how many ways k of n can be chosen.
    fn choose(&self, n: u64, k: u64) -> f64 {
        self.of(n) - self.of(k) - self.of(n - k)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_fishers() {
        // The tea tasting: of 8 cups 4, all 4 guessed: 1 of 70; at least 3: 17 of 70.
        let logs = LogFactorials::up_to(8);
        assert!((tail((4, 4), (4, 8), &logs) - 1.0 / 70.0).abs() < 1e-12);
        assert!((tail((3, 4), (4, 8), &logs) - 17.0 / 70.0).abs() < 1e-12);
        assert!((tail((0, 4), (4, 8), &logs) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_worst_of_many_machines_is_not_named_for_that() {
        let week = |others: usize, worst: (u64, u64)| {
            let others = (0..others).map(|at| (format!("node{at}"), (1, 100)));
            outliers(others.chain([("worst".to_owned(), worst)]).collect())
        };
        assert!(week(1, (12, 100)).contains_key("worst"));
        // On one machine that comes about in one of 180 weeks, on any of twenty in one of nine.
        assert_eq!(week(19, (5, 100)).len(), 0);
        assert_eq!(week(19, (9, 100)).into_keys().collect::<Vec<_>>(), ["worst"]);
        assert_eq!(outliers(BTreeMap::new()).len(), 0);
        assert_eq!(outliers(BTreeMap::from([("only".to_owned(), (50, 50))])).len(), 0);
    }

    #[test]
    fn many_games_are_reckoned_with_quickly() {
        let hosts = (0..100).map(|at| (format!("node{at}"), (if at == 0 { 200 } else { 100 }, 10_000)));
        assert_eq!(outliers(hosts.collect()).into_keys().collect::<Vec<_>>(), ["node0"]);
    }

    #[test]
    fn what_is_no_ledger_is_refused_where_it_goes_wrong() {
        let head = |games: usize| {
            format!(
                r#"{{"schema":"botspec.ledger/1","game":"hex","week":1,"plan":"x","index":1,"of":2,"games":{games}}}"#
            )
        };
        let game = r#"{"number":4,"ended_at":"","host":"","record":{"schema":"botspec.game/1","game":"hex","moves":[]}}"#;
        for (text, message) in [
            (String::new(), "it is no ledger: it is empty"),
            ("dear diary".to_owned(), "line 1, column 1: it is no ledger: expected value"),
            (head(0).replace("ledger/1", "ledger/2"), "expected \"botspec.ledger/1\""),
            (head(1), "it has 0 games of the 1 that it should have: it was not copied to the end"),
            (format!("{}\n{{}}\n", head(1)), "line 2, column 2: it is no ledger: missing field `number`"),
            (format!("{}\n{game}\n{game}\n", head(2)), "line 3: game 4 stands there a second time"),
        ] {
            let error = Ledger::from_bytes(text.as_bytes()).unwrap_err().to_string();
            assert!(error.ends_with(message), "{text}: {error}");
        }
        let empty = Ledger::from_bytes(head(0).as_bytes()).unwrap();
        assert_eq!(Ledger::from_bytes(&empty.to_bytes()).unwrap(), empty);
    }
}
