//! Flit on the command line: what is listed, explained, inspected and reported.

use std::path::Path;

use assert_cmd::Command;
use botspec_test_bots::flit::{Fault, Oddity};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;

use crate::harness::Bench;

/// Bot 1 beside a wall of bot 2, and a neutral piece beside which it can go.
const BOARD: &str = "0 5 1\n0 8 1\n1 5 2\n1 8 2\n0 4 2\n3 9 5\n";

fn botspec() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR").env("COLUMNS", "100");
    command
}

fn stdout(args: &[&str]) -> String {
    let output = botspec().args(args).write_stdin(BOARD).output().expect("the tester can be started");
    assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("what is printed is text")
}

#[test]
fn the_texts_of_the_commands() {
    for (name, args) in [
        ("list", &["list", "flit", "--case", "flit/late", "--case", "flit/wrap"][..]),
        (
            "list_duel",
            &["list", "flit", "--variant", "duel", "--case", "flit/time", "--case", "flit/identity"],
        ),
        ("explain", &["explain", "flit/time/late-sync"]),
        ("explain_subject", &["explain", "flit/move"]),
        ("inspect", &["inspect", "flit", "-", "--bot", "1", "--variant", "duel", "--answer", "0 8 0 6"]),
        (
            "inspect_illegal",
            &["inspect", "flit", "-", "--bot", "2", "--variant", "duel", "--answer", "0 5 0 7"],
        ),
        (
            "inspect_range",
            &["inspect", "flit", "-", "--bot", "1", "--variant", "duel", "--answer", "0 8 16 5"],
        ),
        (
            "inspect_neutral",
            &["inspect", "flit", "-", "--bot", "1", "--variant", "duel", "--answer", "0 8 3 9"],
        ),
    ] {
        insta::assert_snapshot!(name, stdout(args));
    }
}

#[test]
fn inspect_as_json() {
    let inspected = |more: &[&str]| -> Value {
        let args = [&["inspect", "flit", "-", "--format", "json"], more].concat();
        serde_json::from_str(&stdout(&args)).unwrap()
    };
    let duel = inspected(&["--bot", "1", "--variant", "duel", "--answer", "0 8 15 5"]);
    insta::assert_json_snapshot!(duel);
    // Fifteen is the last column of a duel, and a column like any other on the large board.
    assert_eq!(duel["answer"]["legal"], true);
    let standard = inspected(&["--bot", "1", "--answer", "0 8 15 5"]);
    assert_eq!(standard["answer"]["violations"][0]["rule"], "flit/move/adjacent");
    assert_eq!(standard["legal_count"], duel["legal_count"]);
    // Nobody of bot 4 is there: nothing is legal but a stay.
    let nobody = inspected(&["--bot", "4", "--answer", "0 5 0 6"]);
    assert_eq!(nobody["legal_count"], 0);
    assert_eq!(nobody["answer"]["violations"][0]["rule"], "flit/move/stuck");
    // In a duel there is no such bot.
    botspec()
        .args(["inspect", "flit", "-", "--bot", "4", "--variant", "duel"])
        .write_stdin(BOARD)
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("error: "));
}

#[test]
fn what_cannot_be_inspected_is_said_with_its_place() {
    for (text, args, message) in [
        (&b"5 5 1\n5 x 2\n"[..], &["--bot", "1"][..], "line 2, column 3"),
        (b"5 5 6\n", &["--bot", "1"], "line 1, column 5"),
        (b"M\n", &["--bot", "1"], "line 1, column 1"),
        (b"5 5 1 1\n", &["--bot", "1"], "line 1, column 6"),
        (b"5 5 1\n", &[], "--bot"),
        (b"5 5 1\n", &["--bot", "5"], "5"),
        (b"5 5 1\n", &["--bot", "0"], "0"),
        (b"5 5 1\n", &["--bot", "1", "--variant", "trio"], "duel"),
        (b"\xff\xfe\n", &["--bot", "1"], "line 1, column 1"),
    ] {
        botspec()
            .args(["inspect", "flit", "-"])
            .args(args)
            .write_stdin(text)
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains("error: ").and(contains(message)).and(contains("panicked").not()));
    }
}

/// What a bot is told of itself, but for times.
#[test]
fn the_report_of_a_bot_that_fails() {
    let bench = Bench::new();
    for (snapshot, fault, options) in [
        ("check_diagonal", Fault::Diagonal, &["--variant", "duel", "--case", "flit/wrap/left"][..]),
        ("check_own_move_made", Fault::OwnMoveMade, &["--variant", "duel", "--case", "flit/update/refused"]),
        ("check_buffered", Fault::Buffered, &["--case", "flit/start", "--case", "flit/wrap/left"]),
        ("check_two_lines", Fault::TwoLines, &["--case", "flit/start", "--case", "flit/wrap/left"]),
    ] {
        let bot = bench.bot("flit", &fault.name());
        let report = check(&bot, options).code(1).stderr(is_empty()).get_output().stdout.clone();
        let folder = bot.parent().unwrap().to_str().unwrap();
        let report = String::from_utf8(report).unwrap().replace(folder, "[folder]");
        insta::with_settings!({ filters => vec![(r"(?m)^\d+ turns? timed.*\n(?: +\S+ %\)\n)?(?:(?:still in time|how much time).*\n)?", "[times]\n")] }, {
            insta::assert_snapshot!(snapshot, report);
        });
    }
}

#[test]
fn a_duel_and_the_whole_are_two_contests() {
    let bench = Bench::new();
    let bot = bench.bot("flit", &Oddity::LastMove.name());
    let options = ["--variant", "duel", "--case", "flit/start", "--case", "flit/wrap", "--format", "json"];
    let report = check(&bot, &options).success().get_output().stdout.clone();
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["variant"], "duel");
    assert_eq!(report["timing"]["limit_ms"], 100.0);
    assert_eq!(report["summary"]["pass"], report["cases"].as_array().unwrap().len());
    check(&bot, &["--variant", "trio"]).code(2).stdout(is_empty()).stderr(contains("duel"));
    check(&bot, &["--variant", "duel", "--case", "flit/identity/as-3"])
        .code(2)
        .stdout(is_empty())
        .stderr(contains("flit/identity/as-3"));
}

fn check(bot: &Path, options: &[&str]) -> assert_cmd::assert::Assert {
    let folder = bot.parent().expect("the bot is on a bench");
    let mut command = botspec();
    command.current_dir(folder).args(["check", "flit", "--jobs", "1"]).arg(bot).args(options);
    command.assert()
}
