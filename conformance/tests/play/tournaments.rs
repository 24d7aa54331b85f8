//! Many games: the same again with the same seed, and whole records however they end.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use predicates::str::contains;
use serde_json::json;

use super::bench::{Bench, botspec, example, records, replay_is_valid};

/// With the same seed, games differ in times only.
#[test]
fn the_same_seed_gives_the_same_games() {
    let bench = Bench::new();
    let bots = [example("flit-python"), example("flit-python")];
    let mut runs = Vec::new();
    for jobs in ["1", "2"] {
        let args = [
            "play",
            "flit",
            &bots[0],
            &bots[1],
            "--variant",
            "duel",
            "--games",
            "2",
            "--seed",
            "9",
            // A late answer would be another game.
            "--time-limit",
            "5s",
            "--jobs",
            jobs,
        ];
        let (_, mut games) = bench.play(&args);
        games.sort_by_key(|record| record["number"].as_u64());
        for record in &mut games {
            record["times_ms"] = json!([]);
        }
        runs.push(games);
    }
    assert!(runs[0] == runs[1], "the games differ");
}

/// Killing `play` at any moment loses no more than the games in flight.
#[test]
fn a_killed_tournament_leaves_a_record_that_can_be_read_and_continued() {
    let bench = Bench::new();
    let bot = example("hex-python");
    let record = bench.at("games.jsonl");
    for round in 1..=3_u64 {
        let before = fs::read(&record).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count());
        let mut play = std::process::Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(["play", "hex", &bot, &bot, "--games", "100000", "--size", "4", "--record"])
            .arg(&record)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        await_lines(&record, before + 2, &mut play);
        std::thread::sleep(Duration::from_millis(7 * round));
        play.kill().unwrap();
        play.wait().unwrap();
        replay_is_valid(&record);
        // As if the kill had come in the middle of a write.
        let bytes = fs::read(&record).unwrap();
        fs::write(&record, &bytes[..bytes.len() - 20]).unwrap();
        botspec().arg("replay").arg(&record).assert().success().stderr(contains("incomplete record"));
    }
}

/// Ctrl-C ends the bots; what has been played until then is told and recorded.
#[test]
fn an_interrupted_tournament_tells_what_was_played() {
    let bench = Bench::new();
    let bot = bench.script(
        "plays-first",
        "while read -r line; do case \"$line\" in init*) n=0;; make_move) n=$((n + 1)); echo a$n;; seto*) n=$((n + 1));; quit) exit;; esac; done",
    );
    let record = bench.at("games.jsonl");
    let mut play = std::process::Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["play", "hex"])
        .args([&bot, &bot])
        .args(["--games", "100000", "--size", "1", "--format", "json", "--record"])
        .arg(&record)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    await_lines(&record, 3, &mut play);
    let pid = rustix::process::Pid::from_child(&play);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let ended = play.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("interrupted"));
    let summary: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    let lines = records(&record).len();
    assert_eq!(summary["played"], lines);
    assert!((3..100_000).contains(&lines));
    replay_is_valid(&record);
    crate::harness::processes::await_end("plays-first");
}

fn await_lines(record: &Path, lines: usize, play: &mut Child) {
    let since = Instant::now();
    while fs::read(record).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count()) < lines {
        assert!(since.elapsed() < Duration::from_secs(60), "no games are recorded");
        assert_eq!(play.try_wait().unwrap(), None, "play has ended");
        std::thread::sleep(Duration::from_millis(5));
    }
}
