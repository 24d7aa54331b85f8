//! `pack` and `verify` as an entrant and an organizer meet them.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with a bot `mine` in it, and the commands run there.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a temporary folder"));
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/linkage-c");
        fs::create_dir(desk.at("mine")).expect("a new folder");
        let source = fs::read(example.join("bot.c")).expect("the example");
        desk.write("mine/bot19.c", source);
        desk.write("mine/bot.toml", "name = \"Mine\"\nauthor = \"Ada\"\ngame = \"linkage\"\n");
        desk
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    fn run(&self, args: &[&str]) -> Assert {
        let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
        command.env_remove("CLICOLOR_FORCE").current_dir(self.0.path()).args(args).assert()
    }

    /// Packs with as few cases as there are.
    fn pack(&self, args: &[&str]) -> Assert {
        self.run(&[&["pack", "mine"], args, &["--", "--cases", "0"]].concat())
    }

    fn verify(&self) -> Assert {
        self.run(&["verify", "mine-submission.receipt.json", "mine-submission"])
    }

    fn receipt(&self) -> Value {
        let bytes = fs::read(self.at("mine-submission.receipt.json")).expect("a receipt");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn packed(&self) -> Vec<String> {
        let files = self.receipt()["files"].as_array().expect("a list").clone();
        files.iter().map(|file| file["path"].as_str().expect("a path").to_owned()).collect()
    }
}

/// What a compiler would have left there.
fn executable() -> Vec<u8> {
    fs::read("/bin/sh").expect("every system has one")
}

#[test]
fn sources_are_packed_and_nothing_else() {
    let desk = Desk::new();
    desk.write("mine/.gitignore", "*.log\n/notes/\nbook.txt\n");
    desk.write("mine/debug.log", "x");
    desk.write("mine/notes/plan.txt", "x");
    desk.write("mine/sub/strategy.h", "int x;\r\n");
    desk.write("mine/book.txt", "named in the manifest all the same");
    desk.write(
        "mine/bot.toml",
        "name = \"Mine\"\nauthor = \"Ada\"\ngame = \"linkage\"\nfiles = [\"book.txt\"]\n",
    );
    desk.write("mine/bot19", executable());
    desk.write("mine/__pycache__/x.py", "");
    desk.write("mine/target/CACHEDIR.TAG", "");
    desk.write("mine/target/release/bot", "");
    desk.write("mine/.git/config", "");
    symlink("/etc/passwd", desk.at("mine/link.h")).expect("a link");
    desk.pack(&[])
        .success()
        .stderr(contains("left out: bot19: it is").and(contains("left out: link.h: it is a link")))
        .stdout(contains("packed 5 files into"));
    assert_eq!(desk.packed(), [".gitignore", "book.txt", "bot.toml", "bot19.c", "sub/strategy.h"]);
    assert!(!desk.at("mine-submission/bot19").exists(), "the check built in a copy of its own");
    assert!(!desk.at("mine-submission/link.h").exists());

    let receipt = desk.receipt();
    assert_eq!(receipt["schema"], "botspec.receipt/1");
    assert_eq!(receipt["bot"]["name"], "Mine");
    assert_eq!(receipt["bot"]["author"], "Ada");
    assert_eq!(receipt["game"], "linkage");
    assert_eq!(receipt["check"]["verdict"], "pass");
    assert_eq!(receipt["check"]["options"], serde_json::json!(["--cases", "0"]));
    assert_eq!(receipt["versions"]["botspec"], env!("CARGO_PKG_VERSION"));
    assert!(receipt["versions"]["cc"].is_string() && receipt["versions"]["python3"].is_null());
    desk.verify().success().stdout(contains("VERIFIED: 5 files").and(contains("by Ada")));
}

/// The hash of all files is one that anybody can compute.
#[test]
fn the_hash_is_that_of_sha256sum() {
    let desk = Desk::new();
    desk.pack(&[]).success();
    let line = "find . -type f | sed 's|^./||' | LC_ALL=C sort | xargs sha256sum | sha256sum";
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", line]).current_dir(desk.at("mine-submission")).output().expect("sh");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(desk.receipt()["sha256"].as_str(), printed.split(' ').next());
}

#[test]
fn every_change_is_found() {
    let desk = Desk::new();
    desk.pack(&[]).success();
    let source = fs::read(desk.at("mine-submission/bot19.c")).expect("packed");
    let changed = |path: &str, bytes: &[u8], message: &str| {
        let before = fs::read(desk.at(path)).ok();
        desk.write(path, bytes);
        desk.verify().code(1).stdout(contains("NOT VERIFIED").and(contains(message)));
        match before {
            Some(before) => desk.write(path, before),
            None => fs::remove_file(desk.at(path)).expect("it was new"),
        }
        desk.verify().success();
    };
    changed("mine-submission/bot19.c", b"int main(void) { return 0; }", "bot19.c is not what was packed");
    let crlf = String::from_utf8(source).expect("text").replace('\n', "\r\n");
    changed("mine-submission/bot19.c", crlf.as_bytes(), "bot19.c has other line ends");
    changed("mine-submission/more.h", b"int x;", "more.h is not in the receipt");
    changed(
        "mine-submission/bot",
        &executable(),
        "bot is an executable",
    );
    fs::remove_file(desk.at("mine-submission/bot.toml")).expect("packed");
    desk.verify().code(1).stdout(contains("bot.toml is missing"));
    symlink("/etc/passwd", desk.at("mine-submission/bot.toml")).expect("a link");
    desk.verify().code(1).stdout(contains("bot.toml: it is not a regular file"));
    desk.run(&["verify", "mine-submission.receipt.json", "mine-submission", "--format", "json"])
        .code(1)
        .stdout(contains("\"valid\": false").or(contains("\"valid\":false")));
}

#[test]
fn a_receipt_that_is_none_is_a_usage_error() {
    let desk = Desk::new();
    desk.pack(&[]).success();
    let good = fs::read_to_string(desk.at("mine-submission.receipt.json")).expect("a receipt");
    for (from, to, message) in [
        ("botspec.receipt/1", "botspec.receipt/9", "expected \"botspec.receipt/1\""),
        ("\"files\"", "\"flies\"", "missing field `files`"),
        ("{", "", "expected the receipt that `botspec pack` wrote"),
    ] {
        desk.write("mine-submission.receipt.json", good.replacen(from, to, 1));
        desk.verify().code(2).stdout(is_empty()).stderr(contains(message));
    }
    let forged = good.replace("bot19.c", "../mine/bot19.c");
    desk.write("mine-submission.receipt.json", forged);
    desk.verify().code(1).stdout(contains("contradicts itself"));
    desk.run(&["verify", "nothing", "mine-submission"]).code(2).stderr(contains("cannot read nothing"));
    desk.run(&["verify", "mine", "mine-submission"]).code(2).stderr(contains("not a regular file"));
    desk.write("mine-submission.receipt.json", good);
    desk.run(&["verify", "mine-submission.receipt.json", "nowhere"])
        .code(2)
        .stderr(contains("no such folder"));
}

#[test]
fn packing_again_replaces_only_what_it_made() {
    let desk = Desk::new();
    desk.pack(&[]).success();
    desk.write("mine/more.h", "int x;\n");
    desk.pack(&[]).success();
    assert!(desk.at("mine-submission/more.h").exists());
    desk.write("mine-submission/precious.txt", "by hand");
    desk.pack(&[]).code(2).stderr(contains("holds something else"));
    assert!(desk.at("mine-submission/precious.txt").exists());
    desk.pack(&["--output", "elsewhere"]).success();
    assert!(desk.at("elsewhere.receipt.json").exists());
    for inside in ["mine/out", ".", "mine"] {
        desk.pack(&["--output", inside])
            .code(2)
            .stderr(contains("lie in one another").or(contains("--output")));
    }
    // From inside the folder it goes beside it too.
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    fs::remove_dir_all(desk.at("mine-submission")).expect("packed before");
    command.current_dir(desk.at("mine")).args(["pack", ".", "--", "--cases", "0"]).assert().success();
    desk.verify().success();
}

#[test]
fn what_does_not_conform_is_not_packed() {
    let desk = Desk::new();
    desk.write("mine/bot19.c", "int main(void) { return 0; }\n");
    desk.pack(&[])
        .code(1)
        .stdout(contains("linkage/order/written").and(contains("botspec-pack-").not()))
        .stderr(contains("nothing was packed"));
    desk.write("mine/bot19.c", "int main( {\n");
    desk.pack(&[]).code(1).stdout(contains("linkage/submission/builds"));
    assert!(!desk.at("mine-submission").exists() && !desk.at("mine-submission.receipt.json").exists());
}

#[test]
fn a_dependency_on_this_machine_only_is_refused() {
    let desk = Desk::new();
    fs::remove_file(desk.at("mine/bot19.c")).expect("the bot");
    desk.write("library/Cargo.toml", "[package]\nname = \"library\"\n");
    desk.write(
        "mine/Cargo.toml",
        "[package]\nname = \"mine\"\n[dependencies]\nlibrary = { path = \"../library\" }\n",
    );
    desk.write("mine/src/main.rs", "fn main() {}\n");
    desk.pack(&[]).code(1).stderr(contains("nobody else can build that"));
    assert!(!desk.at("mine-submission").exists());
}

#[test]
fn a_team_names_its_program() {
    let desk = Desk::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/power4-python/Py0002.py");
    fs::remove_file(desk.at("mine/bot19.c")).expect("the bot");
    let bot = "game = \"power4\"\nteam_id = \"Py0002\"\nrun = [\"python3\", \"FILE\"]\nfiles = [\"FILE\"]\n";
    fs::copy(&example, desk.at("mine/main.py")).expect("the example");
    desk.write("mine/bot.toml", bot.replace("FILE", "main.py"));
    desk.pack(&[]).code(1).stdout(contains("power4/submission/name"));
    fs::rename(desk.at("mine/main.py"), desk.at("mine/Py0002.py")).expect("a file");
    desk.write("mine/bot.toml", bot.replace("FILE", "Py0002.py"));
    desk.pack(&[]).success();
    assert_eq!(desk.receipt()["bot"]["team_id"], "Py0002");
    fs::rename(desk.at("mine-submission/Py0002.py"), desk.at("mine-submission/py0002.py")).expect("a file");
    desk.verify().code(1).stdout(contains("there is no source Py0002.c"));
}

#[test]
fn wrong_usage_is_told() {
    let desk = Desk::new();
    desk.write("empty/readme", "");
    desk.write("no-game/bot.py", "");
    for (args, message) in [
        (vec!["pack", "nothing"], "cannot read nothing"),
        (vec!["pack", "mine/bot19.c"], "pack needs the bot's folder"),
        (vec!["pack", "empty"], "there is no bot in this folder"),
        (vec!["pack", "no-game"], "say --game"),
        (vec!["pack", "mine", "--game", "hex"], "this bot is for linkage, not for hex"),
        (vec!["pack", "mine", "-o", "no/such/place"], "make this folder first"),
        (vec!["pack", "mine", "--", "--rule", "linkage/order"], "a receipt is for the whole check"),
        (vec!["pack", "mine", "--", "--format", "json"], "pack prints one report"),
        (vec!["pack", "mine", "--", "--casse", "3"], "unexpected argument '--casse'"),
    ] {
        desk.run(&args).code(2).stdout(is_empty()).stderr(contains(message).and(contains("panicked").not()));
    }
    for command in ["pack", "verify"] {
        desk.run(&[command, "--help"]).success().stdout(contains("Examples:").and(contains("Exit codes:")));
    }
}
