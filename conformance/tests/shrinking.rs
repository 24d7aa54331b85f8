//! Generated cases that fail are made smaller, and show the same.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Always the same order, which is illegal as soon as A1 is covered.
const FILE_BOT: &str =
    "#!/bin/sh\n[ $# -gt 0 ] && echo 'Bot. A, UK, 2026, V1' && exit\necho RA1A2 > order.txt\n";
/// Always the same move.
const STREAM_BOT: &str = "#!/bin/sh\nwhile read -r line; do [ \"$line\" = M ] && echo 3 3 4 4; done\n";

struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new(bot: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot");
        fs::write(&file, bot).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder }
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(args)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    }

    /// The violations of a check, by case, times left out.
    fn violations(&self, args: &[&str]) -> BTreeMap<String, Value> {
        let (status, report) = self.run(&[args, &["--format", "json", "--jobs", "1"]].concat());
        assert_eq!(status, Some(1));
        let report: Value = serde_json::from_str(&report).unwrap();
        let cases = report["cases"].as_array().unwrap().iter();
        cases.map(|case| (case["id"].as_str().unwrap().to_owned(), case["violations"].clone())).collect()
    }
}

fn rules(violations: &Value) -> Vec<&str> {
    let violations = violations.as_array().unwrap();
    violations.iter().map(|violation| violation["rule"].as_str().unwrap()).collect()
}

/// What became smaller: the sizes before and after.
fn sizes(violations: &BTreeMap<String, Value>) -> Vec<(u64, u64)> {
    let all = violations.values().flat_map(|violations| violations.as_array().unwrap());
    let shrunk = all.map(|violation| &violation["shrunk"]).filter(|shrunk| !shrunk.is_null());
    let size = |extent: &Value| extent["size"].as_u64().unwrap();
    shrunk.map(|shrunk| (size(&shrunk["from"]), size(&shrunk["to"]))).collect()
}

fn check_twice_and_again(bot: &str, args: &[&str], most: u64) {
    let bench = Bench::new(bot);
    let found = bench.violations(args);
    let sizes = sizes(&found);
    assert!(!sizes.is_empty(), "{found:?}");
    assert!(sizes.iter().all(|&(from, to)| to < from && to <= most), "{sizes:?}");
    assert_eq!(found, bench.violations(args), "the same run again finds the same");

    let whole = bench.violations(&[args, &["--no-shrink"]].concat());
    for (case, violations) in &found {
        assert_eq!(rules(violations), rules(&whole[case]), "{case}");
    }
    assert!(!format!("{whole:?}").contains("shrunk"));

    // What is saved is the smaller one, and it shows the same.
    let (_, report) = bench.run(&[args, &["--save", "saved"]].concat());
    assert!(report.contains("shrunk:"), "{report}");
    let shrunk = found.iter().find(|(_, violations)| violations.to_string().contains("\"shrunk\"")).unwrap();
    let file = format!("saved/{}.json", shrunk.0.replace('/', "."));
    let saved = fs::read_to_string(bench.folder.path().join(&file)).unwrap();
    assert!(saved.contains("\"shrunk\""), "{saved}");
    let (status, again) = bench.run(&["repro", &file, "--trust"]);
    assert_eq!(status, Some(1), "{again}");
    assert!(again.contains("REPRODUCED: "), "{again}");
}

#[test]
fn a_position_of_a_file_bot_becomes_smaller() {
    // A turn, the two dominoes that are in the way, and one that came between them.
    check_twice_and_again(
        FILE_BOT,
        &["check", "linkage", "./bot", "--cases", "4", "--case", "linkage/random"],
        4,
    );
}

#[test]
fn a_game_of_a_file_bot_becomes_a_turn() {
    check_twice_and_again(
        FILE_BOT,
        // A turn after one of each side, since it begins as the first.
        &["check", "linkage", "./bot", "--cases", "1", "--case", "linkage/game"],
        3,
    );
}

#[test]
fn a_session_of_a_stream_bot_becomes_shorter() {
    // Two pieces of each of the two bots, and a request.
    let args = ["check", "flit", "./bot", "--variant", "duel", "--cases", "20", "--case", "flit/random"];
    check_twice_and_again(STREAM_BOT, &args, 5);
}

#[test]
fn a_game_of_a_stream_bot_becomes_a_session() {
    let args = [
        "check",
        "flit",
        "./bot",
        "--variant",
        "duel",
        "--cases",
        "1",
        "--case",
        "flit/game/random-as-2-001",
    ];
    // And the turn of the bot that comes before it.
    check_twice_and_again(STREAM_BOT, &args, 8);
}

/// Dies on the smallest board, and takes no stone away: two faults, one of them of a handful of cases.
const TWO_FAULTS: &str = r"#!/usr/bin/env python3
import sys
board, me = [], 'W' if sys.argv[1:2] == ['white'] else 'B'
def put(cell, stone):
    board[ord(cell[0]) - 97][int(cell[1:]) - 1] = stone
for line in sys.stdin:
    words = line.split()
    if not words: continue
    if words[0] == 'init_board':
        size = int(words[1])
        if size == 1: raise ValueError('too small')
        board = [['.'] * size for _ in range(size)]
    elif words[0] == 'show_board': print(''.join(''.join(row) + '|' for row in board), flush=True)
    elif words[0] == 'seto': put(words[1], 'B' if me == 'W' else 'W')
    elif words[0] == 'sety': put(words[1], me)
    elif words[0] == 'quit': break
";

#[test]
fn a_smaller_case_shows_the_fault_that_the_larger_one_showed() {
    let bench = Bench::new(TWO_FAULTS);
    let options = ["--rule", "hex/set", "--rule", "hex/init-board", "--cases", "12", "--time-limit", "1s"];
    let groups = |more: &[&str]| {
        let fixed = ["check", "hex", "./bot", "--format", "json", "--jobs", "8"];
        let (_, report) = bench.run(&[&fixed[..], &options, more].concat());
        let report: Value = serde_json::from_str(&report).unwrap();
        let told = |group: &Value| {
            let cases: Vec<Value> = group["cases"].as_array().unwrap().clone();
            (group["rules"].to_string(), cases.iter().map(Value::to_string).collect::<Vec<_>>())
        };
        report["groups"].as_array().unwrap().iter().map(told).collect::<Vec<_>>()
    };
    // Beside each other: both wait most of the time.
    let (whole, smaller) = std::thread::scope(|scope| {
        let whole = scope.spawn(|| groups(&["--no-shrink"]));
        let smaller = groups(&[]);
        (whole.join().unwrap(), smaller)
    });
    assert!(whole.len() > 1, "{whole:?}");
    assert_eq!(whole, smaller, "no case has gone over to another fault");
}
