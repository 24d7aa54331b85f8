//! The program with this contest: what conforms passes, who breaks a rule earns just that one, and games are refereed.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

fn run(args: &[&str]) -> Vec<u8> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_botspec-four"));
    let run =
        program.current_dir(env!("CARGO_MANIFEST_DIR")).args(args).output().expect("the program was built");
    assert!(!run.stdout.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

fn json(args: &[&str]) -> Value {
    serde_json::from_slice(&run(args)).expect("it was asked for JSON")
}

/// The verdict on a bot, and the rules that it breaks.
fn check(bot: &str, fault: &[&str]) -> (Value, BTreeSet<String>) {
    let (verdict, broken) = told(bot, fault);
    (verdict, broken.into_iter().map(|(rule, _)| rule).collect())
}

/// The verdict on a bot, the rules that it breaks, and what it is told.
fn told(bot: &str, fault: &[&str]) -> (Value, BTreeSet<(String, String)>) {
    // With less time than in the arena a slow bot is soon found out.
    let options =
        ["--cases", "60", "--time-limit", "3s", "--strict", "--no-shrink", "--format", "json", "--"];
    let report = json(&[&["check", "four", bot], &options[..], fault].concat());
    let array = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let violations = array(&report["cases"]).into_iter().flat_map(|case| array(&case["violations"]));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let broken = violations.map(|violation| (text(&violation["rule"]), text(&violation["message"])));
    (report["verdict"].clone(), broken.collect())
}

#[test]
fn bots_that_conform_pass() {
    for bot in ["bot", "tests/bots/faulty.py"] {
        assert_eq!(check(bot, &[]), ("pass".into(), BTreeSet::new()), "{bot}");
    }
}

#[test]
fn each_rule_has_a_bot_that_breaks_just_that() {
    let listed = json(&["list", "four", "--format", "json"]);
    let rules = listed["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 8);
    side_by_side(rules, |rule| {
        let id = rule["id"].as_str().unwrap();
        let fault = id.rsplit('/').next().unwrap();
        assert_eq!(check("tests/bots/faulty.py", &[fault]), ("fail".into(), BTreeSet::from([id.to_owned()])));
    });
}

/// Some at a time: most of what they take is waiting.
fn side_by_side<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for some in items.chunks(items.len().div_ceil(4)) {
            scope.spawn(|| some.iter().for_each(&work));
        }
    });
}

#[test]
fn what_becomes_of_a_question_is_blamed_on_one_rule() {
    let faults = [
        ("ends", "four/answer/format", "the bot ended with status 0 in place of an answer"),
        ("closes its stdout", "four/answer/format", "the bot closed its stdout in place of an answer"),
        ("writes for ever", "four/answer/format", "the answer has more than 4 KiB"),
        ("greets", "four/output/unasked", "the bot printed something before its answer"),
        ("talks first", "four/output/unasked", "the bot printed something before its answer"),
        ("goes on talking", "four/output/unasked", "the bot printed something after its answer"),
        ("answers twice", "four/output/unasked", "the bot printed something after its answer"),
        ("ends no line", "four/output/flushed", "no line end came behind its answer"),
        ("is a line behind", "four/output/flushed", "came when one more message was sent"),
        ("sleeps", "four/time/bank", "ms of its bank: it was asleep"),
        ("skips a question", "four/time/bank", "ms of its bank"),
        ("is late", "four/time/bank", "ms of its bank"),
    ];
    side_by_side(&faults, |&(fault, rule, message)| {
        let (verdict, broken) = told("tests/bots/odd.py", &[fault]);
        assert_eq!(verdict, "fail", "{fault}");
        assert!(broken.iter().all(|(broken, said)| broken == rule && said.contains(message)), "{broken:?}");
    });
    assert_eq!(told("tests/bots/odd.py", &["ends lines with CRLF"]), ("pass".into(), BTreeSet::new()));
}

#[test]
fn it_has_no_sparring_partners_and_says_so() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_botspec-four"));
    let run = program.args(["play", "four", "bot", "--sparring", "greedy"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(told.contains("four has no sparring partners"), "{told}");
}

#[test]
fn games_are_played_recorded_and_played_again() {
    let records = std::env::temp_dir().join(format!("four-{}.jsonl", std::process::id()));
    let file = records.to_str().unwrap();
    let _ = std::fs::remove_file(file);
    let games = ["--games", "2", "--openings", "random:2", "--record", file, "--format", "json"];
    let played = json(&[&["play", "four", "bot", "tests/bots/faulty.py"], &games[..]].concat());
    assert_eq!(played["played"], 2);
    let replayed = String::from_utf8(run(&["replay", file])).unwrap();
    assert!(replayed.ends_with("valid: all records are as the rules say (2)\n"), "{replayed}");
    let again = String::from_utf8(run(&["replay", file, "--against", "bot"])).unwrap();
    assert!(again.ends_with(" 0 other answers, 0 refused\n"), "{again}");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_person_takes_a_seat() {
    use std::io::Write as _;
    use std::process::Stdio;
    let mut program = Command::new(env!("CARGO_BIN_EXE_botspec-four"));
    let program = program.current_dir(env!("CARGO_MANIFEST_DIR")).args(["play", "four", "human", "bot"]);
    let mut game = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    game.stdin.take().unwrap().write_all(b"?\n7\n3\nback\n2\nquit\n").unwrap();
    let game = game.wait_with_output().unwrap();
    let said = String::from_utf8(game.stdout).unwrap();
    assert!(game.status.success(), "{said}");
    assert!(
        said.contains("7 legal moves:\n0 1 2 3 4 5 6\n") && said.contains("rule four/answer/column: "),
        "{said}"
    );
    assert_eq!(said.matches(" plays ").count(), 2, "{said}");
}
