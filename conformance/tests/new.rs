//! `botspec new`: what is refused before anything is written, and a bot that conforms as it comes.
//!
//! That `cargo generate` makes the same folders is tested beside the templates' own tests.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use tempfile::TempDir;

fn botspec(folder: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.current_dir(folder).env_remove("CLICOLOR_FORCE").env_remove("CARGO_NAME");
    command.env("GIT_AUTHOR_NAME", "Ada Lovelace");
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn entries(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap().flatten();
    let mut names: Vec<String> = names.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_python_bot_conforms_as_it_comes() {
    let temp = folder();
    let made = botspec(&temp).args(["new", "hex", "my-bot", "--language", "python"]).assert().success();
    made.stdout(contains("my-bot/strategy.py").and(contains("botspec check hex my-bot"))).stderr(is_empty());
    assert_eq!(entries(&temp), ["my-bot"]);
    let manifest = fs::read_to_string(temp.path().join("my-bot/bot.toml")).unwrap();
    assert!(manifest.contains("name = \"my-bot\"\nauthor = \"Ada Lovelace\"\n"), "{manifest}");
    let check = ["check", "hex", "my-bot", "--max-time", "5s", "--cases", "20", "--format", "json"];
    // 4: a machine too busy to judge the time.
    let checked = botspec(&temp).args(check).assert().code(predicate::in_iter([0, 4]));
    let report: serde_json::Value = serde_json::from_slice(&checked.get_output().stdout).unwrap();
    assert_eq!(report["summary"]["fail"], 0, "{report}");
    assert!(report["summary"]["pass"].as_u64().unwrap() > 20, "{}", report["summary"]);
}

/// One clear error on stderr, exit code 2, and not even an empty folder.
#[test]
fn what_cannot_be_made_is_refused_before_anything_is_written() {
    let temp = folder();
    fs::write(temp.path().join("file"), "").unwrap();
    fs::create_dir(temp.path().join("not-the-sdk")).unwrap();
    fs::write(temp.path().join("not-the-sdk/Cargo.toml"), "[package]\nname = \"other\"\n").unwrap();
    fs::create_dir_all(temp.path().join("clone/sdk")).unwrap();
    fs::write(temp.path().join("clone/sdk/Cargo.toml"), "[package]\nname = \"botspec-sdk\"\n").unwrap();
    let before = entries(&temp);
    for (args, message) in [
        (&["hex", "build"][..], "a bot's folder cannot be called build, since Rust"),
        (&["hex", "test", "-l", "python"], "such as test-bot"),
        (&["hex", "fn"], "write another one, such as fn-bot"),
        (&["hex", "MyBot"], "such as my-bot; --bot-name"),
        (&["hex", "../bot"], "a bot's folder cannot be called ../bot"),
        (&["hex", ""], "a bot's folder cannot be called "),
        (&["hex", "file"], "file is there already; choose another name"),
        (&["hex", "clone"], "clone is there already"),
        (&["hex", "my-bot", "--language", "pyton"], "a similar value exists: 'python'"),
        (&["hexx", "my-bot"], "a similar value exists: 'hex'"),
        (&["hex", "my-bot", "--destination", "nowhere"], "there is no folder nowhere; make it first"),
        (&["hex", "my-bot", "--destination", "file"], "there is no folder file"),
        (
            &["hex", "my-bot", "--sdk", "nowhere"],
            "--sdk nowhere: botspec-sdk is not in this folder; name the",
        ),
        (&["hex", "my-bot", "--sdk", "not-the-sdk"], "--sdk not-the-sdk: botspec-sdk is not in this folder"),
        (&["hex", "my-bot", "--sdk", "clone"], "it is in clone/sdk"),
        (&["hex", "my-bot", "--sdk", "clone/sdk", "-l", "c++"], "a bot in C++ needs no SDK"),
        (&["hex", "my-bot", "--author", "two\nlines"], "--author \"two\\nlines\": write one line"),
        (&["hex", "my-bot", "--bot-version", "one"], "such as 1.0"),
        (&["hex", "my-bot", "--country", "UK"], "--country is for linkage; leave it out for hex"),
        (&["linkage", "my-bot", "--contest-number", "../19"], "such as 19"),
        (&["power4", "my-bot", "--team-id", "String"], "such as Te0001"),
    ] {
        let run = botspec(&temp).arg("new").args(args).assert().code(2).stdout(is_empty());
        run.stderr(contains(message).and(contains("panicked").not()));
        assert_eq!(entries(&temp), before, "{args:?}");
    }
    let folder_of_nothing = fs::read_dir(temp.path().join("not-the-sdk")).unwrap().count();
    assert_eq!(folder_of_nothing, 1);
}

/// As on a full disk: the limit is on the size of a file, and the signal that comes with it is ignored.
#[test]
fn what_cannot_be_written_whole_is_not_left_in_parts() {
    let temp = folder();
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" new hex my-bot --language python 2>/dev/null";
    let mut sh = Command::new("sh");
    sh.args(["-c", script, env!("CARGO_BIN_EXE_botspec")])
        .current_dir(&temp)
        .assert()
        .code(2)
        .stdout(is_empty());
    assert_eq!(entries(&temp), [] as [&str; 0]);
    botspec(&temp).args(["new", "hex", "my-bot", "--language", "python"]).assert().success();
}

#[test]
fn a_relative_sdk_is_found_from_the_bots_folder() {
    let temp = folder();
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk").canonicalize().unwrap();
    std::os::unix::fs::symlink(&sdk, temp.path().join("sdk")).unwrap();
    fs::create_dir(temp.path().join("bots")).unwrap();
    let args = ["new", "linkage", "my-bot", "--sdk", "sdk", "--destination", "bots"];
    botspec(&temp).args(args).assert().success().stdout(contains("bots/my-bot/src/strategy.rs"));
    let manifest: toml::Table =
        fs::read_to_string(temp.path().join("bots/my-bot/Cargo.toml")).unwrap().parse().unwrap();
    assert_eq!(manifest["dependencies"]["botspec-sdk"]["path"].as_str(), sdk.to_str());
}
