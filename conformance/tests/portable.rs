//! The runner of all other systems than Linux, run on Linux: it must not rot where nobody sees it.
//!
//! It is asked for by `BOTSPEC_RUNNER=portable`, which is there for these tests only.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::harness::executables::executable;
use crate::harness::processes::await_end;

fn botspec(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.env("BOTSPEC_RUNNER", "portable").current_dir(folder);
    command
}

/// Checks the bot of this name in these cases, with this limit for a turn: it breaks just these rules, and none of its
/// processes is left.
fn earns(rules: &[&str], (game, name): (&str, &str), cases: &[&str], limit: &str) {
    let folder = tempfile::tempdir().unwrap();
    // Told apart from the bots of other tests.
    let bot = folder.path().join(format!("{name}@portable"));
    fs::hard_link(executable(&format!("{game}-test-bot")), &bot)
        .or_else(|_| fs::copy(executable(&format!("{game}-test-bot")), &bot).map(drop))
        .unwrap();
    let report = folder.path().join("report.json");
    let ran = botspec(folder.path())
        .args(["check", game, "--jobs", "1", "--cases", "1", "--no-shrink", "--time-limit", limit])
        .args(cases.iter().flat_map(|case| ["--case", case]))
        .args(["--format", "json", "--output"])
        .arg(&report)
        .arg(&bot)
        .output()
        .unwrap();
    await_end(bot.file_name().unwrap().to_str().unwrap());
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let report: Value = serde_json::from_slice(&fs::read(report).unwrap_or_default()).unwrap_or_default();
    let groups = report["groups"].as_array().unwrap_or_else(|| panic!("{name}: {stderr}"));
    let broken: Vec<&Value> = groups.iter().flat_map(|group| group["rules"].as_array().unwrap()).collect();
    assert_eq!(broken, rules, "{name}: {stderr}");
    assert_eq!(ran.status.code(), Some(i32::from(!rules.is_empty())), "{name}: {stderr}");
}

const LINKAGE: &[&str] =
    &["linkage/opening", "linkage/skip", "linkage/id", "linkage/game/greedy-as-more-001"];
const HEX: &[&str] =
    &["hex/contact", "hex/first", "hex/set", "hex/check-win", "hex/game/random-as-white-001"];
const FLIT: &[&str] = &["flit/start", "flit/wrap", "flit/single", "flit/update/refused"];

/// Nobody waits for so long, however busy the machine.
const LONG: &str = "10s";
/// A bot that does not answer is late after that.
const SHORT: &str = "400ms";

#[test]
fn right_bots_break_nothing() {
    earns(&[], ("linkage", "id-bars"), LINKAGE, LONG);
    earns(&[], ("hex", "swaps-never"), HEX, LONG);
    earns(&[], ("flit", "last-move"), FLIT, LONG);
    earns(&[], ("power4", "output-ended"), &["power4/start", "power4/board"], LONG);
}

#[test]
fn a_late_bot_is_found_out() {
    earns(&["linkage/time/turn"], ("linkage", "turn-sleeps"), LINKAGE, SHORT);
    let both = ["linkage/process/terminates", "linkage/time/turn"];
    earns(&both, ("linkage", "never-ends"), &["linkage/opening"], SHORT);
    earns(&["hex/time/turn"], ("hex", "time-move-sleeps"), HEX, SHORT);
}

#[test]
fn a_crash_is_found_out() {
    let both = ["linkage/order/written", "linkage/process/exit-status"];
    earns(&both, ("linkage", "segfault"), LINKAGE, LONG);
    earns(&["hex/make-move/format"], ("hex", "silent-dies-at-moves"), HEX, LONG);
    earns(&["flit/reply/one-line"], ("flit", "segfault"), FLIT, LONG);
}

#[test]
fn a_wrong_answer_is_found_out() {
    earns(&["linkage/order/vacant"], ("linkage", "squares-on-centre"), LINKAGE, LONG);
    earns(&["hex/check-win/value"], ("hex", "win-four"), HEX, LONG);
}

/// That a process is left is not seen here, but it is ended if it has not left the bot's group.
#[test]
fn what_a_bot_leaves_is_ended() {
    earns(&[], ("linkage", "child-left"), LINKAGE, LONG);
    earns(&[], ("hex", "quit-leaves-child"), &["hex/first"], LONG);
    earns(&[], ("flit", "eof-child-left"), &["flit/eof"], LONG);
}

/// Nobody is confined by it without knowing that it confines nothing.
#[test]
fn that_nothing_is_isolated_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let bot = executable("hex-test-bot");
    let stderr_of = |command: &mut Command| {
        let ran = command.output().unwrap();
        (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    let (status, said) =
        stderr_of(botspec(folder.path()).args(["check", "hex", "--sandbox", "strict"]).arg(&bot));
    assert!(status == Some(3) && said.contains("the portable runner was asked for"), "{status:?}: {said}");
    let (_, said) = stderr_of(botspec(folder.path()).args(["check", "hex", "--case", "hex/first"]).arg(&bot));
    assert!(said.contains("not confined by") && said.contains("the portable runner"), "{said}");
    assert!(said.contains("leave processes behind"), "{said}");
    let mut unknown = botspec(folder.path());
    let unknown = unknown.env("BOTSPEC_RUNNER", "other").args(["check", "hex"]).arg(&bot);
    let (status, said) = stderr_of(unknown);
    assert!(status == Some(3) && said.contains("BOTSPEC_RUNNER is \"other\""), "{status:?}: {said}");
}
