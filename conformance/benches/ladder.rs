//! What a ladder costs apart from its games: the schedule and the standings of a week of a thousand bots, and what `run`
//! takes for the same games as `play --record`, as a ratio, round by round in turn.
//!
//! `cargo bench -p botspec --bench ladder`; the ratio needs a C compiler and Linux. Fails if either costs too much.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark is a program for the terminal")]

mod floor;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use botspec::ladder::{FinishedGame, Overruns, Seeds, Settings, Source, Store, Submission};
use botspec::record::{GameName, GameRecord, GameResult, Player, Variant};
use serde_json::json;

const BOTS: usize = 1_000;
/// A week of so many bots may take so long, apart from its games.
const MOST: Duration = Duration::from_secs(1);
/// Rounds of the ratio; the median of them counts.
const ROUNDS: usize = 9;
const GAMES: u32 = 100;
/// What `run` may take, as a multiple of what `play` takes.
const MAX: f64 = 1.05;
const NOW: &str = "2026-11-23T00:00:00Z";

fn main() -> ExitCode {
    let week = week();
    let ratio = overhead();
    let mut exit = ExitCode::SUCCESS;
    if week > MOST {
        println!("\na week of {BOTS} bots takes more than {MOST:?}");
        exit = ExitCode::FAILURE;
    }
    if ratio.is_some_and(|ratio| ratio > MAX) {
        println!("\n`run` takes more than {MAX} × what `play` takes");
        exit = ExitCode::FAILURE;
    }
    exit
}

fn create(path: &Path, size: u8, games: u32) {
    let settings = Settings {
        format: botspec::ladder::Format::default(),
        against: None,
        openings: botspec::referee::openings::Openings::None,
        variant_name: None,
        variant: Variant { size: Some(size), ..Variant::default() },
        seed: 1,
        seeds: Seeds::default(),
        games,
        limit_ms: 5_000,
        overruns: Overruns::Disqualify,
        publish_after: 4,
    };
    Store::create(path, GameName::new("hex").unwrap(), &settings, NOW).unwrap();
}

fn enter(store: &mut Store, folder: &Path, name: &str) {
    let source = Source::read(folder).unwrap();
    let submission = Submission { name: name.to_owned(), author: None, verdict: "pass".to_owned() };
    store.add(None, &source, &submission, NOW).unwrap();
}

/// Draws up a week, and counts it.
fn week() -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let (path, bot) = (folder.path().join("season.db"), folder.path().join("bot.py"));
    fs::write(&bot, "print()\n").unwrap();
    create(&path, 11, 10);
    let mut store = Store::open(&path).unwrap();
    for number in 1..=BOTS {
        enter(&mut store, &bot, &format!("bot{number}"));
    }
    let (week, drawn_up) = timed(|| store.open_week(NOW).unwrap());
    let games: Vec<FinishedGame> = store.games(week.number).unwrap().iter().map(won_by_lot).collect();
    assert_eq!(games.len(), (BOTS - 1) * 10);
    store.finish(&games).unwrap();
    let (standings, counted) = timed(|| store.standings(week.number).unwrap());
    assert_eq!(standings.len(), BOTS);
    println!(
        "a week of {BOTS} bots, {} games: drawn up in {drawn_up:.0?}, counted in {counted:.0?}",
        games.len()
    );
    drawn_up + counted
}

/// A game that was not played, with a winner.
fn won_by_lot(row: &botspec::ladder::GameRow) -> FinishedGame {
    let winner = usize::from(row.number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1);
    let sides = ["black", "white"];
    let mut record = GameRecord::new(GameName::new("hex").unwrap(), Variant::default());
    record.players = row
        .bots
        .iter()
        .zip(sides)
        .map(|(bot, side)| Player { name: bot.to_string(), side: json!(side) })
        .collect();
    record.result = Some(GameResult {
        winner: json!(sides[winner]),
        player: None,
        reason: "connection".to_owned(),
        groups: None,
        counts: None,
        turns: None,
    });
    FinishedGame {
        number: row.number,
        record,
        winner: Some(winner),
        ended_at: NOW.to_owned(),
        host: "here".to_owned(),
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = Instant::now();
    let done = work();
    (done, before.elapsed())
}

/// What `run` takes for some games, as a multiple of what `play` takes for them.
fn overhead() -> Option<f64> {
    let Some(folder) = floor::compiled(["hex_bot", "hex_floor"]) else {
        println!("skipped: there is no C compiler to make bots with");
        return None;
    };
    let at = |name: &str| folder.path().join(name);
    create(&at("empty.db"), 10, GAMES);
    let mut store = Store::open(&at("empty.db")).unwrap();
    for name in ["a", "b"] {
        fs::create_dir(at(name)).unwrap();
        fs::copy(at("hex_bot"), at(name).join("bot")).unwrap();
        fs::write(at(name).join("bot.toml"), format!("name = \"{name}\"\nrun = [\"./bot\"]\n")).unwrap();
        enter(&mut store, &at(name), name);
    }
    drop(store);
    let took = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
        command.args(words.split_whitespace()).current_dir(folder.path());
        let (run, took) = timed(|| command.output().unwrap());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        took.as_secs_f64()
    };
    let mut ratios = Vec::new();
    let mut plays = Vec::new();
    for _ in 0..ROUNDS {
        fs::copy(at("empty.db"), at("season.db")).unwrap();
        let _ = fs::remove_file(at("games.jsonl"));
        let run = took("ladder run season.db --jobs 1 --sandbox auto");
        let play = took(&format!("play hex a b --games {GAMES} --jobs 1 --record games.jsonl"));
        ratios.push(run / play);
        plays.push(play);
    }
    let ratio = median(ratios);
    println!(
        "{GAMES} games of Hex 10×10: {:.2} s in `play --record`, {ratio:.3} × in `ladder run`",
        median(plays)
    );
    Some(ratio)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
