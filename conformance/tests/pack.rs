//! `pack` and `verify` as an entrant and an organizer meet them.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
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
    symlink("mine-submission", desk.at("link")).expect("a link");
    desk.run(&["verify", "mine-submission.receipt.json", "link"]).success();
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
fn the_receipt_and_what_is_found_about_it_keep_to_their_schemas() {
    let desk = Desk::new();
    let keeps = |name: &str, instance: &Value| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.schema.json"));
        let schema = serde_json::from_slice(&fs::read(file).expect("a schema")).expect("JSON");
        let validator = jsonschema::draft202012::new(&schema).expect("a schema is one");
        let errors: Vec<String> = validator
            .iter_errors(instance)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{name}:\n{}", errors.join("\n"));
    };
    let found = || {
        let output =
            desk.run(&["verify", "mine-submission.receipt.json", "mine-submission", "--format", "json"]);
        serde_json::from_slice::<Value>(&output.get_output().stdout).expect("JSON")
    };
    desk.pack(&[]).success();
    keeps("receipt", &desk.receipt());
    let good = found();
    keeps("verify", &good);
    assert_eq!(good["valid"], true);
    desk.write("mine-submission/more.h", "int x;\n");
    let bad = found();
    keeps("verify", &bad);
    assert_eq!(bad["problems"], serde_json::json!(["more.h is not in the receipt"]));
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
    changed("mine-submission/bot", &executable(), "bot is an executable");
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
        .stdout(contains("linkage/order/written").and(contains("-run-").not()))
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
    fs::remove_dir_all(desk.at("mine")).expect("the bot");
    desk.run(&["new", "power4", "mine", "--language", "c", "--team-id", "Cc0002"]).success();
    fs::rename(desk.at("mine/Cc0002.c"), desk.at("mine/main.c")).expect("a file");
    desk.pack(&[]).code(1).stdout(contains("power4/submission/name"));
    fs::rename(desk.at("mine/main.c"), desk.at("mine/Cc0002.c")).expect("a file");
    desk.pack(&[]).success();
    assert_eq!(desk.receipt()["bot"]["team_id"], "Cc0002");
    fs::rename(desk.at("mine-submission/Cc0002.c"), desk.at("mine-submission/cc0002.c")).expect("a file");
    desk.verify().code(1).stdout(contains("there is no source Cc0002.c"));
}

/// The receipt bears the id that the check went by, as `verify` wants it.
#[test]
fn a_team_id_may_be_given_with_the_options() {
    let desk = Desk::new();
    fs::remove_dir_all(desk.at("mine")).expect("the bot");
    desk.run(&["new", "power4", "mine", "--language", "c", "--team-id", "Cc0002"]).success();
    let built = "name = \"Mine\"\ngame = \"power4\"\nbuild = [\"cc\", \"-O2\", \"-o\", \"player\", \"Cc0002.c\", \"-lm\"]\n\
                 run = [\"./player\"]\n";
    let pack = ["pack", "mine", "--", "--cases", "0", "--team-id", "Cc0002"];
    desk.write("mine/bot.toml", format!("team_id = \"Cc0003\"\n{built}"));
    desk.run(&pack)
        .code(2)
        .stderr(contains("--team-id is \"Cc0002\", and bot.toml says team_id = \"Cc0003\""));
    assert!(!desk.at("mine-submission.receipt.json").exists());
    desk.write("mine/bot.toml", built);
    desk.run(&pack).success();
    assert_eq!(desk.receipt()["bot"]["team_id"], "Cc0002");
    desk.verify().success();
}

/// `verify` refused what `pack` had made, in contests without a rule about it.
#[test]
fn what_verify_refuses_is_not_packed() {
    let desk = Desk::new();
    desk.write("mine/bot.toml", "name = \"Mine\"\ngame = \"hex\"\n");
    let mut tar = std::process::Command::new("tar");
    let made = tar.arg("-chf").arg(desk.at("mine/lib.tar")).args(["-C", "/bin", "sh"]).status();
    assert!(made.expect("tar").success());
    desk.pack(&[]).code(1).stdout(is_empty()).stderr(
        contains("lib.tar is an archive")
            .and(contains("submit the sources themselves, without the archive"))
            .and(contains("nothing was packed")),
    );
    fs::remove_file(desk.at("mine/lib.tar")).expect("it was there");
    desk.write("mine/book.xz", b"\xfd7zXZ\0 and more");
    let unseen = "book.xz: it is compressed with xz, which is not looked into; so it may hold compiled code: submit it \
                  unpacked, or leave it out";
    desk.pack(&[]).code(1).stderr(contains(unseen));
    assert!(!desk.at("mine-submission").exists() && !desk.at("mine-submission.receipt.json").exists());

    desk.write("mine/bot.toml", "name = \"Mine\"\ngame = \"linkage\"\n");
    fs::remove_file(desk.at("mine/book.xz")).expect("it was there");
    desk.pack(&[]).success();
    desk.write("mine-submission/book.xz", b"\xfd7zXZ\0 and more");
    desk.verify().code(1).stdout(contains(unseen));
}

#[test]
fn wrong_usage_is_told() {
    let desk = Desk::new();
    desk.write("empty/readme", "");
    desk.write("no-game/bot.py", "");
    for (args, message) in [
        (vec!["pack", "nothing"], "cannot read nothing"),
        (vec!["pack", "mine/bot19.c"], "pack needs the bot's folder"),
        (vec!["pack", "empty"], "no bot found in this folder"),
        (vec!["pack", "no-game"], "say --game"),
        (vec!["pack", "mine", "--game", "hex"], "this bot is for linkage, not for hex"),
        (vec!["pack", "mine", "-o", "no/such/place"], "make this folder first"),
        (vec!["pack", "mine", "--", "--rule", "linkage/order"], "a submission gets the whole check"),
        (vec!["pack", "mine", "--", "--format", "json"], "pack checks once and prints one report"),
        (vec!["pack", "mine", "--", "--watch"], "pack checks once and prints one report"),
        (vec!["pack", "mine", "--", "--help"], "options after -- go to `botspec check`"),
        (vec!["pack", "mine", "--", "linkage"], "unexpected argument 'linkage'"),
        (vec!["pack", "mine", "--", "--casse", "3"], "unexpected argument '--casse'"),
    ] {
        desk.run(&args).code(2).stdout(is_empty()).stderr(contains(message).and(contains("panicked").not()));
    }
    for command in ["pack", "verify"] {
        desk.run(&[command, "--help"]).success().stdout(contains("Examples:").and(contains("Exit codes:")));
    }
}

/// A folder may come from anywhere.
#[test]
fn a_hostile_folder_is_packed_without_its_traps_or_not_at_all() {
    let desk = Desk::new();
    desk.write("secret/key.txt", "mine alone");
    symlink(desk.at("secret"), desk.at("mine/data")).expect("a link");
    symlink(desk.at("secret/key.txt"), desk.at("mine/key.txt")).expect("a link");
    symlink(".", desk.at("mine/loop")).expect("a link");
    let pipe = std::process::Command::new("mkfifo").arg(desk.at("mine/pipe")).status().expect("mkfifo");
    assert!(pipe.success());
    desk.write("mine/line\nend.h", "int x;\n");
    desk.write(
        "mine/bot.toml",
        "name = \"Mine\"\nauthor = \"Ada\"\ngame = \"linkage\"\nfiles = [\"data/key.txt\", \"key.txt\"]\n",
    );
    // A bot that needs what is not handed in is none.
    desk.pack(&[]).code(2).stderr(
        contains("error: mine/bot.toml: line 4, column 10")
            .and(contains("there is no data/key.txt in the bot's folder")),
    );
    desk.write("mine/bot.toml", "name = \"Mine\"\nauthor = \"Ada\"\ngame = \"linkage\"\n");
    desk.pack(&[]).success().stderr(
        contains("left out: data: it is a link")
            .and(contains("left out: key.txt: it is a link"))
            .and(contains("left out: loop: it is a link"))
            .and(contains("left out: pipe: it is not a regular file")),
    );
    assert_eq!(desk.packed(), ["bot.toml", "bot19.c", "line\nend.h"]);
    desk.verify().success();

    let odd = desk.at("mine").join(OsStr::from_bytes(b"caf\xe9.h"));
    fs::write(&odd, "int x;\n").expect("a file");
    desk.pack(&[]).code(2).stdout(is_empty()).stderr(contains("its name is not valid UTF-8"));
    fs::remove_file(odd).expect("it was there");

    let huge = fs::File::create(desk.at("mine/huge.txt")).expect("a file");
    huge.set_len(1 << 40).expect("a file with a hole");
    desk.pack(&[]).code(2).stdout(is_empty()).stderr(contains("counted up to huge.txt"));
    fs::rename(desk.at("mine/huge.txt"), desk.at("mine-submission/huge.txt")).expect("a file");
    desk.verify().code(2).stdout(is_empty()).stderr(contains("counted up to huge.txt"));
    fs::remove_file(desk.at("mine-submission/huge.txt")).expect("it was there");

    fs::write(desk.at("mine-submission").join(OsStr::from_bytes(b"caf\xe9.h")), "").expect("a file");
    desk.verify().code(1).stdout(contains("no receipt holds it"));
}

/// Without a bot in it, it is not what was packed; each problem is a line.
#[test]
fn a_folder_without_its_bot_is_told_in_lines() {
    let desk = Desk::new();
    desk.pack(&[]).success();
    fs::remove_file(desk.at("mine-submission/bot19.c")).expect("packed");
    desk.verify().code(1).stdout(
        contains("\n  bot19.c is missing\n")
            .and(contains("no bot found in this folder"))
            .and(contains("help:").not())
            .and(contains("\nNOT VERIFIED: 2 problems\n")),
    );
}

/// A name with a backslash is another file than one in a folder.
#[test]
fn a_backslash_is_no_slash() {
    let desk = Desk::new();
    desk.write("mine/sub/x.h", "int x;\n");
    desk.pack(&[]).success();
    fs::rename(desk.at("mine-submission/sub/x.h"), desk.at("mine-submission/sub\\x.h")).expect("a file");
    desk.verify()
        .code(1)
        .stdout(contains("sub/x.h is missing").and(contains("sub\\x.h is not in the receipt")));
}

#[test]
fn a_receipt_that_says_something_else_is_not_believed() {
    let desk = Desk::new();
    desk.write("mine/more.h", "int x;\n");
    desk.pack(&[]).success();
    let good = desk.receipt();
    let tampered = |pointer: &str, value: Value, message: &str| {
        let mut receipt = good.clone();
        *receipt.pointer_mut(pointer).expect("it is in a receipt") = value;
        desk.write("mine-submission.receipt.json", receipt.to_string());
        desk.verify().code(1).stdout(contains("NOT VERIFIED").and(contains(message)));
    };
    tampered("/game", "hex".into(), r#"bot.toml says game = "linkage", the receipt says "hex""#);
    tampered("/bot/name", "Yours".into(), r#"bot.toml says name = "Mine", the receipt says "Yours""#);
    tampered("/bot/author", Value::Null, r#"bot.toml says author = "Ada", the receipt says nothing"#);
    tampered("/files/0/bytes", 1.into(), "another length than the receipt says");
    tampered("/sha256", "00".into(), "its hash is not that of its files");
    tampered("/files/0/path", "bot19.c".into(), "its files are not in order, or one is there twice");
    tampered("/files/1/path", "../mine/bot19.c".into(), "../mine/bot19.c is missing");
    tampered("/check/verdict", "fail".into(), "the receipt says that the check failed");
    for verdict in ["inconclusive", "skip", "known", "warn"] {
        let message = format!("the check ended with `{verdict}`, not with `pass`");
        tampered("/check/verdict", verdict.into(), &message);
    }
    tampered(
        "/game",
        "chess".into(),
        r#"the receipt is for a game "chess"; known are linkage, hex, flit, power4"#,
    );
    tampered("/game", "power4".into(), "the receipt has no team_id, and each bot of power4 has one");
    tampered("/check/summary/pass", 0.into(), "its check passed, and no case did");
    for verdict in ["fail", "known", "inconclusive"] {
        let message = format!("its check passed, and linkage/order/written ended with `{verdict}`");
        tampered("/check/not_kept", serde_json::json!({"linkage/order/written": verdict}), &message);
    }
    tampered("/check/summary/fail", 3.into(), "the receipt says that the check failed");
    tampered("/packed_at", "yesterday".into(), r#"it was packed at "yesterday", which is no time"#);
    // What a terminal would obey is shown, not obeyed.
    desk.write(
        "mine-submission.receipt.json",
        good.to_string().replace("packed_at\":\"", "packed_at\":\"\\u001b[2J"),
    );
    desk.verify().code(1).stdout(contains("\u{1b}").not().and(contains(r#"packed at "\u{1b}[2J"#)));
}

#[test]
fn what_lies_where_the_receipt_would_go_is_kept() {
    let desk = Desk::new();
    desk.write("notes.txt", "by hand");
    desk.write("mine-submission.receipt.json", "by hand");
    desk.pack(&[]).code(2).stderr(contains("mine-submission.receipt.json exists and is not a receipt"));
    fs::remove_file(desk.at("mine-submission.receipt.json")).expect("it was there");
    for (receipt, message) in [
        ("notes.txt", "notes.txt exists and is not a receipt"),
        (".", "--receipt"),
        ("mine/receipt.json", "the receipt cannot lie in the bot's folder"),
        ("no/such/place.json", "make this folder first"),
    ] {
        desk.pack(&["--receipt", receipt]).code(2).stdout(is_empty()).stderr(contains(message));
    }
    assert_eq!(fs::read(desk.at("notes.txt")).expect("kept"), b"by hand");
    symlink("elsewhere", desk.at("mine-submission")).expect("a link");
    desk.pack(&[]).code(2).stderr(contains("exists and is not a folder"));
    fs::remove_file(desk.at("mine-submission")).expect("a link");
    desk.pack(&["--receipt", "receipt.json"]).success();
    assert!(desk.at("receipt.json").exists());
    let left = fs::read_dir(desk.0.path()).expect("a folder").flatten();
    let hidden = left.filter(|entry| entry.file_name().as_bytes().starts_with(b"."));
    assert_eq!(hidden.count(), 0, "the stage is taken down");
}

/// What stands in the way is said in the words of the check, and nothing is packed.
#[test]
fn a_bot_that_does_not_pass_is_not_packed_and_told_why() {
    let desk = Desk::new();
    desk.write("mine/bot19.c", "int main(void) { no_such_name; }\n");
    desk.pack(&[]).code(predicates::ord::ne(0)).stderr(
        contains("nothing was packed: ").and(contains("linkage/").and(contains("the bot does not build"))),
    );
    desk.write("mine/bot19.c", "int main(void) { return 0; }\n");
    desk.pack(&[]).code(1).stderr(
        contains("nothing was packed: the bot does not conform")
            .and(contains("linkage/order/written is broken: ")),
    );
    assert!(!desk.at("mine-submission").exists() && !desk.at("mine-submission.receipt.json").exists());
}

#[test]
fn a_receipt_has_the_times_of_another_machine_if_they_are_asked_for() {
    let desk = Desk::new();
    desk.run(&["doctor", "--profile", "judge.json"]).success();
    desk.run(&["pack", "mine", "--", "--cases", "0", "--as", "judge.json"]).success();
    let times = desk.receipt()["check"]["times"].clone();
    assert_eq!(times["elsewhere"]["profile"], "judge.json");
    for time in [&times["p99_ms"], &times["elsewhere"]["p99_ms"]] {
        assert!(time.as_f64().is_some_and(|ms| ms > 0.0), "{times}");
    }
    desk.verify().success().stdout(contains("where it was packed, on judge.json predicted within"));
    // Nobody asked.
    desk.pack(&[]).success();
    assert!(desk.receipt()["check"].get("times").is_none());
}
