//! Hex on the command line: what is listed, explained, inspected and reported.

use std::path::Path;

use assert_cmd::Command;
use botspec_test_bots::hex::Fault;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;

use crate::harness::Bench;

/// One black stone, which white may swap.
const OPENED: &str = "...|.B.|...|\n";
/// Black has joined top and bottom.
const DECIDED: &str = "B.W|B.W|B..|\n";

fn botspec() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR").env("COLUMNS", "100");
    command
}

fn stdout(args: &[&str], stdin: &str) -> String {
    let output = botspec().args(args).write_stdin(stdin).output().expect("the tester can be started");
    assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("what is printed is text")
}

#[test]
fn the_texts_of_the_commands() {
    for (name, args) in [
        ("list", &["list", "hex", "--case", "hex/swap", "--case", "hex/input"][..]),
        ("explain", &["explain", "hex/check-win/value"]),
        ("explain_subject", &["explain", "hex/swap"]),
        ("inspect", &["inspect", "hex", "-", "--side", "white", "--answer", "swap"]),
        ("inspect_illegal", &["inspect", "hex", "-", "--side", "white", "--answer", "b2"]),
    ] {
        insta::assert_snapshot!(name, stdout(args, OPENED));
    }
}

#[test]
fn inspect_as_json() {
    let inspected = |board: &str, more: &[&str]| -> Value {
        let args = [&["inspect", "hex", "-", "--format", "json"], more].concat();
        serde_json::from_str(&stdout(&args, board)).unwrap()
    };
    insta::assert_json_snapshot!(inspected(OPENED, &["--side", "white", "--answer", "c4"]));
    let decided = inspected(DECIDED, &["--side", "white"]);
    assert_eq!(decided["result"], serde_json::json!({"winner": "black", "reason": "connection"}));
    assert_eq!(decided["legal_count"], 0);
    // The last one wins on a board of one cell, whoever it is.
    let tiny = inspected("W|\n", &["--side", "black"]);
    assert_eq!(tiny["result"]["winner"], "white");
    // What no game reaches a referee may set all the same.
    for (board, side, problem) in [
        (
            "BB|..|\n",
            "white",
            "2 black stones and 0 white, and white to move: black begins, and they move by turns",
        ),
        (
            "B.|..|\n",
            "black",
            "1 black stone and 0 white, and black to move: black begins, and they move by turns",
        ),
    ] {
        let unbalanced = inspected(board, &["--side", side]);
        assert_eq!(unbalanced["consistent"], false, "{board}");
        assert_eq!(unbalanced["problems"], serde_json::json!([problem]));
        assert_ne!(unbalanced["legal_count"], 0);
    }
}

#[test]
fn answers_are_judged_by_their_rules() {
    for (board, side, answer, rule) in [
        (OPENED, "white", "swap", None),
        (OPENED, "white", "a1", None),
        (OPENED, "black", "a1", None),
        (OPENED, "black", "swap", Some("hex/make-move/swap-timing")),
        ("...|.W.|...|\n", "white", "swap", Some("hex/make-move/swap-timing")),
        ("...|.BB|...|\n", "white", "swap", Some("hex/make-move/swap-timing")),
        ("...|...|...|\n", "black", "swap", Some("hex/make-move/swap-timing")),
        ("B|\n", "white", "swap", Some("hex/make-move/swap-timing")),
        (OPENED, "white", "b2", Some("hex/make-move/vacant")),
        (DECIDED, "white", "a2", Some("hex/make-move/vacant")),
        (OPENED, "white", "d1", Some("hex/make-move/on-board")),
        (OPENED, "white", "a4", Some("hex/make-move/on-board")),
        (OPENED, "white", "a0", Some("hex/make-move/on-board")),
        (OPENED, "white", "a01", Some("hex/make-move/format")),
        (OPENED, "white", "A1", Some("hex/make-move/format")),
        (OPENED, "white", "resign", Some("hex/make-move/format")),
        (OPENED, "white", "", Some("hex/make-move/format")),
    ] {
        let mut command = botspec();
        command.args(["inspect", "hex", "-", "--side", side, "--answer", answer]).write_stdin(board);
        let assert = command.assert().stderr(is_empty());
        match rule {
            None => assert.success().stdout(contains("legal").and(contains("hex/").not())),
            Some(rule) => assert.code(1).stdout(contains(rule)),
        };
    }
}

#[test]
fn what_cannot_be_inspected_is_said_with_its_place() {
    for (text, args, message) in [
        (&b"...|.x.|...|\n"[..], &["--side", "black"][..], "line 1, column 6"),
        (b"...|...|..|\n", &["--side", "black"], "line 1, column 11"),
        (b"..|..|..|\n", &["--side", "black"], "line 1, column 7"),
        (b"", &["--side", "black"], "line 1, column 1"),
        (b"\xff\n", &["--side", "black"], "line 1, column 1"),
        (b"..|..|\n", &[], "--side"),
        (b"..|..|\n", &["--side", "red"], "red"),
    ] {
        botspec()
            .args(["inspect", "hex", "-"])
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
    for (snapshot, fault, cases) in [
        ("check_wrong_diagonal", Fault::WinWrongDiagonal, &["hex/check-win/wrong-diagonal"][..]),
        ("check_transposed", Fault::SetTransposed, &["hex/set/transposed-pairs"]),
        ("check_swap_ignored", Fault::SwapIgnored, &["hex/swap/stone-stays"]),
        ("check_says_ok", Fault::SaysOkAfterSeto, &["hex/contact/quiet"]),
        ("check_dies", Fault::OccupiedDies, &["hex/set/opponents-cell"]),
        ("check_buffered", Fault::FlushedAtTheEnd, &["hex/contact", "hex/set", "hex/swap"]),
    ] {
        let bot = bench.bot("hex", &fault.name());
        let options: Vec<&str> = cases.iter().flat_map(|case| ["--case", case]).collect();
        let output = check(&bot, &options).stderr(is_empty()).get_output().clone();
        let report = String::from_utf8(output.stdout).unwrap();
        let folder = bot.parent().and_then(Path::to_str).unwrap();
        insta::with_settings!({ filters => vec![(r"(?m)^\d+ turns? timed.*\n(?: +\S+ %\)\n)?(?:(?:still in time|how much time).*\n)?", "[times]\n")] }, {
            insta::assert_snapshot!(snapshot, report.replace(folder, "[folder]"));
        });
    }
}

fn check(bot: &Path, options: &[&str]) -> assert_cmd::assert::Assert {
    let folder = bot.parent().expect("the bot is on a bench");
    let mut command = botspec();
    command.current_dir(folder).args(["check", "hex", "--jobs", "1"]).arg(bot).args(options);
    command.assert()
}
