//! Every bot that misbehaves on purpose, and every odd one, as an opponent: the game ends, the record is right,
//! and nothing of the bot is left.

use std::fs;
use std::sync::Mutex;
use std::thread;

use botspec_test_bots::{flit, hex, linkage, power4};
use serde_json::Value;

use crate::bench::{Bench, botspec, records, replay_json};
use crate::executables::executable;
use crate::processes::await_end;

/// Reasons for which a game is lost by an answer.
const LOSSES: [&str; 5] = ["illegal", "malformed", "missing", "timeout", "crash"];

/// So many games at once: most of the time somebody hangs, and half a second is much for one who does not.
const MANY: usize = 6;
/// And so many where the limit is short.
const FEW: usize = 2;

/// The names of a game's bots.
macro_rules! names {
    ($game:ident) => {{
        let names = $game::Fault::ALL.iter().map(|fault| fault.name());
        names.chain($game::Oddity::ALL.iter().map(|oddity| oddity.name())).collect::<Vec<String>>()
    }};
}

#[test]
fn every_linkage_bot_is_an_opponent() {
    let good = linkage::Oddity::OrderLast.name();
    every_bot_is_an_opponent(
        "linkage",
        &names!(linkage),
        &good,
        MANY,
        &["--games", "2", "--time-limit", "500ms"],
    );
}

#[test]
fn every_hex_bot_is_an_opponent() {
    let options = ["--games", "2", "--time-limit", "500ms", "--size", "4"];
    every_bot_is_an_opponent("hex", &names!(hex), &hex::Oddity::PlaysLast.name(), MANY, &options);
}

#[test]
fn every_flit_bot_is_an_opponent() {
    // A bot that takes half the contest's time for each of 512 turns would be waited for long.
    let options = ["--variant", "duel", "--time-limit", "10ms"];
    every_bot_is_an_opponent("flit", &names!(flit), &flit::Oddity::LastMove.name(), FEW, &options);
}

#[test]
fn every_power4_bot_is_an_opponent() {
    let options = ["--games", "2", "--time-limit", "500ms"];
    every_bot_is_an_opponent("power4", &names!(power4), &power4::Oddity::LastDrop.name(), MANY, &options);
}

fn every_bot_is_an_opponent(game: &str, names: &[String], good: &str, at_once: usize, options: &[&str]) {
    let bench = Bench::new();
    let executable = executable(&format!("{game}-test-bot"));
    let put = |name: &str| {
        let path = bench.at(name);
        // A link, since a copy that is being written could be started by nobody.
        fs::hard_link(&executable, &path).or_else(|_| fs::copy(&executable, &path).map(drop)).unwrap();
    };
    names.iter().for_each(|name| put(name));
    let next = Mutex::new(names.iter());
    let take = || next.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(name) = take() {
                    some_games(&bench, game, [name, good], options);
                }
            });
        }
    });
    for name in names.iter().filter(|name| *name != good) {
        await_end(name);
    }
}

fn some_games(bench: &Bench, game: &str, [bad, good]: [&str; 2], options: &[&str]) {
    let record = bench.at(&format!("{bad}.jsonl"));
    let run = botspec()
        .current_dir(bench.0.path())
        .args(["play", game, &format!("./{bad}"), &format!("./{good}")])
        .args(options)
        .args(["--jobs", "1", "--format", "json", "--record"])
        .arg(&record)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&run.stderr);
    // 4: the machine was too busy to judge a time.
    assert!(matches!(run.status.code(), Some(0 | 4)), "{bad}: {:?} {stderr}", run.status);
    assert!(!stderr.contains("panicked") && !stderr.contains("botspec failed"), "{bad}: {stderr}");
    let summary: Value = serde_json::from_slice(&run.stdout).unwrap();
    let count = |name: &str| summary[name].as_u64().unwrap();
    assert_eq!(count("played") + count("void"), count("games"), "{bad}: {summary}");
    let games = records(&record);
    assert_eq!(games.len() as u64, count("played"), "{bad}");
    for game in &games {
        let result = &game["result"];
        if LOSSES.contains(&result["reason"].as_str().unwrap()) && bad != good {
            assert_ne!(result["player"], bad, "{bad} breaks a rule and wins: {game}");
            assert!(!game["fault"]["message"].as_str().unwrap().is_empty(), "{bad}: {game}");
        }
    }
    if !games.is_empty() {
        replay_json(&record, 0);
    }
}
