//! Games against the bots that are part of botspec.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::thread::sleep;
use std::time::{Duration, Instant};

use botspec::suite::Game;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty};
use serde_json::Value;

use super::bench::{Bench, botspec, example, replay_is_valid};
use super::roster::LOSSES;

/// What the copy of botspec is called that plays.
const COPY: &str = "botspec-partner";
/// A process that is still there after this was left behind.
const PATIENCE: Duration = Duration::from_secs(5);

/// Fails if a partner with one of these seeds is still there. Other tests, and other users, have seeds of their own.
fn none_is_left(seeds: Range<u64>) {
    let plays = |line: &[u8]| {
        let line = String::from_utf8_lossy(line).into_owned();
        let words: Vec<&str> = line.split('\0').collect();
        let seed = words.get(4).and_then(|word| word.parse::<u64>().ok());
        words[0].ends_with(COPY) && seed.is_some_and(|seed| seeds.contains(&seed))
    };
    let is_there = || {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok()).any(|line| plays(&line))
    };
    let began = Instant::now();
    while is_there() {
        assert!(began.elapsed() < PATIENCE, "a partner was left behind");
        sleep(Duration::from_millis(20));
    }
}

fn levels(game: &str) -> Vec<&'static str> {
    Game::find(game).unwrap().contest().sparring().unwrap().levels()
}

/// Games without the times that answers took.
fn timeless(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        record.as_object_mut().unwrap().remove("times_ms");
    }
    records
}

fn all_meet_all(game: &str, seed: u64, options: &[&str]) {
    let bench = Bench::new();
    let levels = levels(game);
    let partners: Vec<&str> = levels.iter().flat_map(|level| ["--sparring", level]).collect();
    let first = seed.to_string();
    let fixed = ["--format", "round-robin", "--time-limit", "60s", "--seed", &first];
    let (summary, games) = bench.play(&[&["play", game], &partners[..], &fixed, options].concat());
    let pairings = levels.len() * (levels.len() - 1) / 2;
    assert_eq!((&summary["played"], &summary["void"]), (&(2 * pairings).into(), &0.into()), "{summary}");
    assert_eq!(summary["faults"], Value::Array(Vec::new()));
    let names: Vec<String> = levels.iter().map(|level| format!("sparring:{level}")).collect();
    let told: Vec<&Value> = summary["bots"].as_array().unwrap().iter().map(|bot| &bot["name"]).collect();
    assert_eq!(told, names.iter().collect::<Vec<_>>());
    for record in &games {
        let reason = record["result"]["reason"].as_str().unwrap();
        assert!(!LOSSES.contains(&reason), "{record}");
        assert!(record["stderr"].is_null(), "none had anything to complain about: {record}");
    }
    replay_is_valid(&bench.at("games.jsonl"));
    let [random, greedy] = [0, 1].map(|at| summary["bots"][at]["won"].as_u64().unwrap());
    assert!(random < greedy, "{summary}");
    none_is_left(seed..seed + 100);
}

#[test]
fn in_linkage_every_level_plays_every_other_to_the_end() {
    all_meet_all("linkage", 710_100, &[]);
}

#[test]
fn in_hex_every_level_plays_every_other_to_the_end() {
    all_meet_all("hex", 710_200, &["--size", "5"]);
}

#[test]
fn in_flit_every_level_plays_every_other_to_the_end() {
    all_meet_all("flit", 710_300, &["--variant", "duel"]);
}

#[test]
fn in_power4_every_level_plays_every_other_to_the_end() {
    all_meet_all("power4", 710_400, &[]);
    all_meet_all("power4", 710_500, &["--variant", "hover"]);
}

#[test]
fn a_partner_plays_the_same_for_the_same_seed_and_something_else_for_another() {
    for (game, options) in
        [("linkage", &[][..]), ("hex", &["--size", "6"]), ("flit", &["--variant", "duel"]), ("power4", &[])]
    {
        for level in ["random", "search-1"] {
            let play = |seed: &str, jobs: &str| {
                let bench = Bench::new();
                let fixed = ["--games", "2", "--seed", seed, "--jobs", jobs, "--time-limit", "60s"];
                let args = [&["play", game, "--sparring", level], &fixed[..], options].concat();
                let mut games = timeless(bench.play(&args).1);
                games.sort_by_key(|game| game["number"].as_u64());
                games
            };
            let games = play("3", "1");
            assert_eq!(games, play("3", "2"), "{game} {level}");
            let moves =
                |games: &[Value]| games.iter().map(|game| game["moves"].to_string()).collect::<BTreeSet<_>>();
            assert!(moves(&games).is_disjoint(&moves(&play("30", "2"))), "{game} {level}");
            assert_eq!(moves(&games).len(), 2, "{game} {level}: each game has a seed of its own");
        }
    }
}

#[test]
fn a_bot_meets_a_partner_in_each_way_of_playing() {
    let bench = Bench::new();
    let bot = example("hex-python");
    let games = |args: &[&str]| {
        bench.play(
            &[&["play", "hex", &bot, "--size", "5", "--seed", "710600", "--sparring", "greedy"], args]
                .concat(),
        )
    };
    let (summary, records) = games(&["--games", "3", "--jobs", "1"]);
    assert_eq!(summary["played"], 3);
    assert_eq!(records[0]["players"][1]["name"], "sparring:greedy");
    assert_eq!(records[1]["players"][0]["name"], "sparring:greedy", "sides alternate");
    let (summary, _) = games(&["--openings", "random:2", "--games", "4"]);
    assert_eq!(summary["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 2);
    let (summary, _) = games(&["--sparring", "random", "--format", "gauntlet"]);
    let rated = summary["bots"].as_array().unwrap().iter().filter(|bot| bot["rating"].is_object()).count();
    assert_eq!((rated, summary["meetings"].as_array().unwrap().len()), (3, 2), "{summary}");
    let test =
        ["play", "hex", "--size", "5", "--sparring", "greedy", "--sparring", "random", "--sprt", "0,300"];
    assert_eq!(bench.play(&test).0["sprt"]["decision"], "elo1");
    none_is_left(710_600..710_700);
}

/// A game for four: the last partner takes the seats that nobody else has.
#[test]
fn in_flit_the_partner_takes_all_seats_that_are_left() {
    let bench = Bench::new();
    let (summary, games) = bench.play(&["play", "flit", "--sparring", "greedy", "--sparring", "random"]);
    let bots = summary["bots"].as_array().unwrap();
    let names: Vec<&str> = bots.iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["sparring:greedy", "sparring:random", "sparring:random-2", "sparring:random-3"]);
    assert_eq!(games[0]["result"]["player"], "sparring:greedy");
}

#[test]
fn a_person_plays_against_a_partner() {
    let bench = Bench::new();
    botspec()
        .current_dir(bench.0.path())
        .args([
            "play",
            "power4",
            "human",
            "--sparring",
            "greedy",
            "--record",
            "games.jsonl",
            "--seed",
            "710700",
        ])
        .write_stdin("5 4\n5 1\nback\nquit\n")
        .assert()
        .success()
        .stdout(contains("sparring:greedy plays ").and(contains("left unfinished")));
    replay_is_valid(&bench.at("games.jsonl"));
    none_is_left(710_700..710_701);
}

#[test]
fn what_is_wrong_with_a_partner_is_told() {
    let bot = example("hex-python");
    for (args, message) in [
        (&["play", "hex", &bot, "--sparring", "greddy"][..], "expected one of random, greedy, search-1"),
        (&["play", "hex", &bot, "--sparring", "greddy"], "did you mean greedy?"),
        (&["play", "hex", &bot, "--sparring", ""], "unknown sparring level ``"),
        (&["play", "hex", &bot, &bot, "--sparring", "random"], "hex needs 2 bots, got 3"),
        (&["play", "hex", &bot, "--sparring"], "--sparring <LEVEL>"),
        (&["play", "hex", &bot], "hex needs 2 bots, got 1"),
        (&["play", "hex"], "<BOT>"),
        (&["play", "power4", &bot, "--sparring", "random"], "hex-python"),
    ] {
        botspec().args(args).assert().code(2).stdout(is_empty()).stderr(contains(message));
    }
    // Nobody starts it by hand, and whoever does is told what to do instead.
    for args in [
        &["sparring"][..],
        &["sparring", "hex", "greedy", "x", "black"],
        &["sparring", "chess", "greedy", "1"],
    ] {
        botspec().args(args).assert().failure().stdout(is_empty()).stderr(contains("--sparring LEVEL"));
    }
    let help = botspec().args(["play", "--help"]).assert().success();
    let help = String::from_utf8(help.get_output().stdout.clone()).unwrap();
    for level in levels("hex") {
        assert!(help.contains(level), "{level}");
    }
}
