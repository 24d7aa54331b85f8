//! Bots that misbehave on purpose, and odd ones, as opponents: the game ends, the record is right, and nothing of the bot
//! is left. A sixth of them here, and every one in the long form.

use std::sync::Mutex;
use std::thread;

use botspec_test_bots::{flit, hex, linkage, power4};
use serde_json::Value;

use super::bench::{Bench, botspec, records, replay_json};
use crate::harness::processes::await_end;

/// Reasons for which a game is lost by an answer.
pub(crate) const LOSSES: [&str; 5] = ["illegal", "malformed", "missing", "timeout", "crash"];

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

/// The bots of a game, and how they are played with.
struct Opponents {
    game: &'static str,
    names: Vec<String>,
    /// One that is right.
    good: String,
    at_once: usize,
    options: &'static [&'static str],
}

fn linkage() -> Opponents {
    Opponents {
        game: "linkage",
        names: names!(linkage),
        good: linkage::Oddity::OrderLast.name(),
        at_once: MANY,
        options: &["--games", "2", "--time-limit", "500ms"],
    }
}

fn hex() -> Opponents {
    Opponents {
        game: "hex",
        names: names!(hex),
        good: hex::Oddity::PlaysLast.name(),
        at_once: MANY,
        options: &["--games", "2", "--time-limit", "500ms", "--size", "4"],
    }
}

fn flit() -> Opponents {
    Opponents {
        game: "flit",
        names: names!(flit),
        good: flit::Oddity::LastMove.name(),
        at_once: FEW,
        // A bot that takes half the contest's time for each of 512 turns would be waited for long.
        options: &["--variant", "duel", "--time-limit", "10ms"],
    }
}

fn power4() -> Opponents {
    Opponents {
        game: "power4",
        names: names!(power4),
        good: power4::Oddity::LastDrop.name(),
        at_once: MANY,
        options: &["--games", "2", "--time-limit", "500ms"],
    }
}

#[test]
fn a_sixth_of_the_linkage_bots_are_opponents() {
    linkage().sixth().play();
}

#[test]
fn a_sixth_of_the_hex_bots_are_opponents() {
    hex().sixth().play();
}

#[test]
fn a_sixth_of_the_flit_bots_are_opponents() {
    flit().sixth().play();
}

#[test]
fn a_sixth_of_the_power4_bots_are_opponents() {
    power4().sixth().play();
}

#[test]
#[ignore = "takes minutes"]
fn every_bot_is_an_opponent() {
    [linkage(), hex(), flit(), power4()].iter().for_each(Opponents::play);
}

impl Opponents {
    /// Every sixth one.
    fn sixth(self) -> Self {
        Self { names: self.names.into_iter().step_by(6).collect(), ..self }
    }

    /// Each of them plays with the good one.
    fn play(&self) {
        let bench = Bench::new();
        for name in self.names.iter().chain([&self.good]) {
            bench.test_bot(self.game, name);
        }
        let next = Mutex::new(self.names.iter());
        let take = || next.lock().unwrap().next();
        thread::scope(|scope| {
            for _ in 0..self.at_once {
                scope.spawn(|| {
                    while let Some(name) = take() {
                        some_games(&bench, self.game, [name, &self.good], self.options);
                    }
                });
            }
        });
        for name in self.names.iter().filter(|name| **name != self.good) {
            await_end(name);
        }
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
