//! What a new user does wrong: each is told what, where, and what to do, and nothing panics.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use super::bench::{Bench, botspec, example, vector_records, write_records};

#[test]
fn wrong_words_on_the_command_line_are_told() {
    let bench = Bench::new();
    let bot = example("hex-python");
    fs::write(bench.at("empty.jsonl"), "").unwrap();
    fs::write(bench.at("binary"), [0_u8, 159, 146, 150, 10, 255, 0, 10]).unwrap();
    write_records(&bench.at("games.jsonl"), &vector_records()[..1]);
    for (args, message) in [
        (&["replay"][..], "RECORD"),
        (&["replay", "no-such-file"], "no-such-file"),
        (&["replay", "."], "cannot read ."),
        (&["replay", "empty.jsonl"], "no record in it"),
        (&["replay", "games.jsonl", "--game", "9"], "there is only one record"),
        (&["replay", "games.jsonl", "--game", "0"], "there is only one record"),
        (&["replay", "games.jsonl", "--format", "gif"], "possible values"),
        (&["replay", "games.jsonl", "--move", "3"], "--format svg"),
        (&["replay", "games.jsonl", "--letters", "diagonal"], "row, column"),
        (&["replay", "games.jsonl", "--size", "27"], "1..=26"),
        (
            &["replay", "games.jsonl", "--format", "html", "--output", "no/such/page.html"],
            "no/such/page.html",
        ),
        (&["replay", "games.jsonl", "--time-limit", "1s"], "--against"),
        (&["replay", "games.jsonl", "--against", "no-such-bot"], "no such file"),
        (&["replay", "games.jsonl", "--against", "games.jsonl"], "games.jsonl"),
        (&["console"], "GAME"),
        (&["console", "linkage"], "linkage"),
        (&["console", "hex", "27", &bot, &bot], "1..=26"),
        (&["console", "hex", "ten", &bot, &bot], "ten"),
        (&["console", "hex", "5", &bot], "hex needs 2 bots, got 1"),
        (&["console", "hex", "5", &bot, "no-such-bot"], "no such file"),
        (&["play"], "GAME"),
        (&["play", "chess", &bot, &bot], "chess"),
        (&["play", "hex", &bot, &bot, "--games", "0"], "--games"),
        (&["play", "hex", &bot, &bot, "--time-limit", "soon"], "--time-limit"),
        (&["play", "hex", &bot, &bot, "--size", "0"], "1..=26"),
        (&["play", "hex", &bot, "empty.jsonl"], "empty.jsonl"),
        (&["play", "hex", &bot, &bot, "--record", "binary"], "not a game record"),
    ] {
        botspec()
            .current_dir(bench.0.path())
            .args(args)
            .write_stdin("")
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(message).and(contains("panicked").not()).and(contains("botspec failed").not()));
    }
    // A file of no records is told line by line, as it may hold good ones too.
    let run = botspec().current_dir(bench.0.path()).args(["replay", "binary"]).assert().code(2);
    let told = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(told.contains("line 1, column 1") && told.contains("line 2, column 1"), "{told}");
    assert!(!told.contains('\0'), "what is no text is not printed as it is");
    assert_eq!(fs::read(bench.at("binary")).unwrap().len(), 8, "it is left as it was");
}

#[test]
fn help_has_examples_and_exit_codes() {
    for command in [&["play"][..], &["replay"], &["console", "hex"]] {
        botspec()
            .args(command)
            .arg("--help")
            .assert()
            .success()
            .stdout(contains("Examples:").and(contains("botspec ")))
            .stderr(is_empty());
    }
}

/// Where no terminal is there is no colour, no bar and no board over another; NO_COLOR and CLICOLOR_FORCE decide.
#[test]
fn colours_are_for_terminals() {
    let bench = Bench::new();
    let bot = example("hex-python");
    let play = |variables: &[(&str, &str)], more: &[&str]| {
        let run = botspec()
            .current_dir(bench.0.path())
            .args(["play", "hex", &bot, &bot, "--size", "2", "--record", "games.jsonl"])
            .args(more)
            .envs(variables.iter().copied())
            .assert()
            .success();
        let output = run.get_output();
        (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
    };
    let (out, err) = play(&[], &[]);
    assert!(!out.contains('\x1b') && err.is_empty(), "{out}{err}");
    assert!(
        out.contains("95 % interval")
            && out.contains("of the limit")
            && out.contains("ended by: connection 1")
    );
    let (out, _) = play(&[("CLICOLOR_FORCE", "1")], &[]);
    assert!(out.contains('\x1b'));
    let (out, _) = play(&[("NO_COLOR", "1")], &[]);
    assert!(!out.contains('\x1b'));
    let (out, err) = play(&[], &["--watch"]);
    assert!(!out.contains('\x1b') && err.contains("stderr is not a terminal"), "{out}{err}");
    let replay = botspec().current_dir(bench.0.path()).args(["replay", "games.jsonl"]).assert().success();
    assert!(!String::from_utf8_lossy(&replay.get_output().stdout).contains('\x1b'));
}
