//! A folder with small bots in it, and what is often done there.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::executables::executable;

pub(crate) fn botspec() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR").timeout(Duration::from_secs(120));
    command
}

/// A folder with bots that are shell scripts.
pub(crate) struct Bench(pub(crate) TempDir);

impl Bench {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.at(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A Hex bot that plays these answers and then ends.
    pub(crate) fn hex(&self, name: &str, answers: &[&str]) -> PathBuf {
        let mut text = String::from(
            "ask() { while read -r line; do [ \"$line\" = make_move ] && return; done; exit; }\n",
        );
        for answer in answers {
            text.push_str(&format!("ask; {answer}\n"));
        }
        self.script(name, &text)
    }

    /// One of the test bots, which plays what its name says, and takes no time to start.
    pub(crate) fn test_bot(&self, game: &str, name: &str) -> String {
        let (from, path) = (executable(&format!("{game}-test-bot")), self.at(name));
        // A link, since a copy that is being written could be started by nobody.
        if !path.exists() {
            fs::hard_link(&from, &path).or_else(|_| fs::copy(&from, &path).map(drop)).unwrap();
        }
        path.display().to_string()
    }

    pub(crate) fn play(&self, args: &[&str]) -> (Value, Vec<Value>) {
        let record = self.at("games.jsonl");
        let _ = fs::remove_file(&record);
        let run = botspec()
            .current_dir(self.0.path())
            .args(args)
            .args(["--format", "json", "--record", "games.jsonl"])
            .assert()
            .success();
        let summary = serde_json::from_slice(&run.get_output().stdout).unwrap();
        (summary, records(&record))
    }
}

pub(crate) fn records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name).display().to_string()
}

pub(crate) fn replay_is_valid(path: &Path) {
    botspec().arg("replay").arg(path).assert().success().stdout(contains("valid"));
}

/// The games of the vectors, written as records.
pub(crate) fn vector_records() -> Vec<Value> {
    let vectors = |game: &str| -> Value {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../sdk/tests/vectors/{game}.json"));
        serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
    };
    let record = |game: &str, more: Value| {
        let mut record = json!({"schema": "botspec.game/1", "game": game});
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        record
    };
    let mut records = Vec::new();
    for game in vectors("linkage")["games"].as_array().unwrap() {
        let placed = game["orders"].as_array().unwrap().iter().filter(|order| *order != "Skip").count() == 24;
        let reason = if placed { "placed" } else { "skips" };
        let result = json!({"winner": game["winner"], "groups": game["groups"], "reason": reason});
        records.push(record("linkage", json!({"moves": game["orders"], "result": result})));
    }
    for game in vectors("hex")["games"].as_array().unwrap() {
        let result = json!({"winner": game["winner"], "reason": "connection"});
        let variant = json!({"size": game["size"]});
        records.push(record("hex", json!({"variant": variant, "moves": game["moves"], "result": result})));
    }
    for game in vectors("flit")["games"].as_array().unwrap() {
        let turn = |turn: &Value| {
            let mut turn = turn.clone();
            turn.as_object_mut().unwrap().remove("updates");
            turn
        };
        let moves: Vec<Value> = game["turns"].as_array().unwrap().iter().map(turn).collect();
        let variant = json!({"size": game["size"]});
        let more =
            json!({"variant": variant, "initial": game["initial"], "moves": moves, "result": game["end"]});
        records.push(record("flit", more));
    }
    for game in vectors("power4")["games"].as_array().unwrap() {
        let gravity = if game["hover"] == true { "hover" } else { "fall" };
        let variant = json!({"starts": game["first"], "gravity": gravity});
        let mut more = json!({"variant": variant, "moves": game["drops"]});
        if game["winner"] != "draw" {
            more["result"] = json!({"winner": game["winner"], "reason": "four"});
        }
        records.push(record("power4", more));
    }
    records
}

pub(crate) fn write_records(path: &Path, records: &[Value]) {
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    fs::write(path, lines).unwrap();
}

pub(crate) fn replay_json(path: &Path, code: i32) -> Vec<Value> {
    let run = botspec().arg("replay").arg(path).args(["--format", "json"]).assert().code(code);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
