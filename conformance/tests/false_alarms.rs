//! Bots that play random legal moves break no rule, whatever the seed: here one with the SDK's run loops, in all games,
//! and the examples in other languages. The templates are tried in a crate of their own (`tests/templates`).
//!
//! The short forms try a few seeds; `cargo test --test suite -- false_alarms:: --ignored` tries 200. `BOTSPEC_SEEDS=17` or
//! `BOTSPEC_SEEDS=5-40` tries those instead.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]
#![expect(clippy::print_stderr, reason = "a test that cannot be run says so")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::harness::executables::executable;
use crate::random_choice::{FEW, MANY, Part, blamed, random_bots, seeds};
use botspec::suite::Game;

/// Checks the bot of the SDK with each seed.
fn sdk_bots_are_right(few_or_many: u64) {
    let bench = tempfile::tempdir().unwrap();
    let from = executable("seeded-test-bot");
    let mut wrong = Vec::new();
    for seed in seeds(few_or_many) {
        for game in Game::all() {
            let game = game.name();
            let bot = bench.path().join(format!("{game}-seed-{seed}"));
            // A link, since a copy that is being written could be started by nobody.
            fs::hard_link(&from, &bot).or_else(|_| fs::copy(&from, &bot).map(|_| ())).unwrap();
            let mut check = Command::new(env!("CARGO_BIN_EXE_botspec"));
            check.args(["check", game]).arg(&bot);
            if game == "power4" {
                check.args(["--team-id", "Fi0001"]);
            }
            wrong.extend(
                blamed(&mut check, seed, few_or_many).map(|what| format!("{game}, seed {seed}: {what}")),
            );
            fs::remove_file(&bot).unwrap();
        }
    }
    assert!(wrong.is_empty(), "right bots are blamed:\n{}", wrong.join("\n"));
}

/// Checks the examples in other languages with each seed.
fn examples_are_right(few_or_many: u64) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut wrong = Vec::new();
    for bot in random_bots() {
        let Part::Example(name) = &bot.part else { continue };
        if let Some(tool) = bot.missing_tool() {
            eprintln!("SKIPPED {name}: there is no {tool}");
            continue;
        }
        for seed in seeds(few_or_many) {
            let bench = tempfile::tempdir().unwrap();
            let folder = bench.path().join(name);
            bot.copy(&examples.join(name), &folder, seed);
            let mut check = Command::new(env!("CARGO_BIN_EXE_botspec"));
            check.args(["check", &bot.game]).arg(&folder);
            wrong.extend(
                blamed(&mut check, seed, few_or_many).map(|what| format!("{name}, seed {seed}: {what}")),
            );
        }
    }
    assert!(wrong.is_empty(), "right bots are blamed:\n{}", wrong.join("\n"));
}

#[test]
fn a_random_bot_is_right_with_a_few_seeds() {
    sdk_bots_are_right(FEW);
}

#[test]
#[ignore = "takes half an hour"]
fn a_random_bot_is_right_with_many_seeds() {
    sdk_bots_are_right(MANY);
}

#[test]
fn random_examples_are_right_with_a_seed() {
    examples_are_right(1);
}

#[test]
#[ignore = "takes hours"]
fn random_examples_are_right_with_many_seeds() {
    examples_are_right(MANY);
}
