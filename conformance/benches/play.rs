//! What `play` costs a move, as a ratio to a referee in C that does one blocking round trip a move over bare pipes
//! and nothing else: the same bots, in the same run, round by round in turn.
//!
//! `cargo bench -p botspec --bench play`; needs a C compiler and Linux. Fails if a move costs too much.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark is a program for the terminal")]

mod floor;

use std::process::{Command, ExitCode};
use std::time::Instant;

use botspec::process::pin_to_core;
use serde_json::Value;

/// Rounds of every measurement; the median of them counts.
const ROUNDS: usize = 11;
/// Long games and short ones: what they differ by is moves.
const LONG: u32 = 26;
const SHORT: u32 = 2;
const GAMES: u32 = 16;
/// A move may cost so many times what it costs at least.
const MAX: f64 = 1.3;

fn main() -> ExitCode {
    let Some(tools) = Tools::build() else {
        println!("skipped: there is no C compiler to measure the floor with");
        return ExitCode::SUCCESS;
    };
    let _pinned = pin_to_core(0);
    println!("all on one core; medians of {ROUNDS} interleaved rounds of {GAMES} games\n");
    let ratio = moves(&tools);
    game(&tools);
    if ratio > MAX {
        println!("\na move costs more than {MAX} × the floor");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// What a move costs: long games without what short ones cost, over the moves they have more.
fn moves(tools: &Tools) -> f64 {
    let (long, short) = (tools.moves(LONG), tools.moves(SHORT));
    let more = f64::from(long - short);
    let (mut floors, mut plays, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let floor = (tools.floor(LONG, long) - tools.floor(SHORT, short)) / more;
        let play = (tools.play(LONG) - tools.play(SHORT)) / more;
        floors.push(floor);
        plays.push(play);
        ratios.push(play / floor);
    }
    let ratio = median(ratios);
    println!("a move of Hex: {:.2} µs at least", median(floors) / 1e3);
    println!("  {:.2} µs in `play`, every move judged and timed: {ratio:.3} ×", median(plays) / 1e3);
    ratio
}

/// What a whole game of the tournament's size costs, its bots' start and end included, and what of that is the start of
/// `play` itself.
fn game(tools: &Tools) {
    let moves = tools.moves(10);
    let (mut floors, mut plays, mut furthers) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        floors.push(tools.floor(10, moves));
        let (all, one) = (tools.games(10, GAMES), tools.games(10, 1));
        plays.push(all / f64::from(GAMES));
        furthers.push((all - one) / f64::from(GAMES - 1));
    }
    let (floor, play, further) = (median(floors), median(plays), median(furthers));
    println!("a game of Hex, 10×10, {moves} moves: {:.2} ms at least", floor / 1e6);
    println!("  {:.2} ms in `play`, bots confined: {:.2} ×", play / 1e6, play / floor);
    println!("  {:.2} ms for each but the first: {:.2} ×", further / 1e6, further / floor);
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The C programs.
struct Tools {
    folder: tempfile::TempDir,
}

impl Tools {
    fn build() -> Option<Self> {
        Some(Self { folder: floor::compiled(["hex_bot", "hex_floor"])? })
    }

    fn tournament(&self, size: u32, games: u32) -> Command {
        let bot = self.folder.path().join("hex_bot");
        let mut play = Command::new(env!("CARGO_BIN_EXE_botspec"));
        play.args(["play", "hex"]).args([&bot, &bot]).args(["--jobs", "1", "--format", "json"]);
        play.args(["--size", &size.to_string(), "--games", &games.to_string()]);
        play.current_dir(self.folder.path());
        play
    }

    /// How many moves the bots make on a board of this size: it is the same in every game.
    fn moves(&self, size: u32) -> u32 {
        let record = self.folder.path().join("games.jsonl");
        let run = self.tournament(size, 1).arg("--record").arg(&record).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let game: Value = serde_json::from_slice(&std::fs::read(&record).unwrap()).unwrap();
        std::fs::remove_file(record).unwrap();
        assert_eq!(game["result"]["reason"], "connection");
        game["moves"].as_array().unwrap().len().try_into().unwrap()
    }

    /// Nanoseconds a game.
    fn play(&self, size: u32) -> f64 {
        self.games(size, GAMES) / f64::from(GAMES)
    }

    /// Nanoseconds that so many games take.
    fn games(&self, size: u32, games: u32) -> f64 {
        let before = Instant::now();
        let run = self.tournament(size, games).output().unwrap();
        let took = before.elapsed();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let summary: Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(summary["played"], games);
        assert!(summary["faults"].as_array().unwrap().is_empty(), "{summary}");
        took.as_secs_f64() * 1e9
    }

    /// The same without a referee that looks.
    fn floor(&self, size: u32, moves: u32) -> f64 {
        let mut floor = Command::new(self.folder.path().join("hex_floor"));
        floor.args([size, moves, GAMES].map(|number| number.to_string()));
        let run = floor.arg(self.folder.path().join("hex_bot")).output().unwrap();
        assert!(run.status.success());
        String::from_utf8(run.stdout).unwrap().trim().parse().unwrap()
    }
}
