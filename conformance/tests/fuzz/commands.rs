//! Files that are handed to commands, with little memory and no patience.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tempfile::TempDir;
use wait_timeout::ChildExt as _;

use super::cases;
use super::damage::{Bytes, damaged, renumbered};
use super::samples::{GAMES, archives, scenarios};

/// Nothing that is read here takes longer on any machine.
const LONG: Duration = Duration::from_secs(60);
/// The address space of a command, in KiB. It holds the program and its threads; what is read needs little.
const ROOM: u32 = 1 << 20;

/// A folder in which commands are run.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A bot that gives the same wrong answer to everything.
    fn bot(&self) -> PathBuf {
        let path = self.at("bot");
        let text = "#!/bin/sh\n[ $# -gt 0 ] && case $1 in black|white|[1-4]) ;; *) echo 'Bot. A, UK, 2026, V1'; exit;; esac\n\
                    [ -f input.txt ] && { echo RD4E4 > order.txt; exit; }\n[ -f board.txt ] && { echo 9 9 > output.txt; exit; }\n\
                    while read -r line; do case $line in M) echo 0 0 1 1;; make_move) echo z9;; quit) exit;; esac; done\n";
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Runs a command: it ends with one of these codes and no panic. Returns the code and what it said.
    fn run(&self, args: &[&str], codes: &[i32]) -> Result<(i32, String), TestCaseError> {
        let said = self.at("said");
        let printed = fs::File::create(&said).unwrap();
        let limited = format!("ulimit -v {ROOM}; exec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &limited, env!("CARGO_BIN_EXE_botspec")])
            .args(args)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(printed.try_clone().unwrap())
            .stderr(printed)
            .spawn()
            .unwrap();
        let status = child.wait_timeout(LONG).unwrap();
        if status.is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let said = String::from_utf8_lossy(&fs::read(&said).unwrap()).into_owned();
        let code = status.and_then(|status| status.code());
        prop_assert!(code.is_some_and(|code| codes.contains(&code)), "{status:?}, {args:?}: {said}");
        prop_assert!(!said.contains("botspec failed"), "{args:?}: {said}");
        Ok((code.unwrap_or_default(), said))
    }

    /// The same for a command that reads this file. If the file is wrong, it is named.
    fn read(&self, file: &str, bytes: &[u8], args: &[&str], codes: &[i32]) -> Result<String, TestCaseError> {
        fs::write(self.at(file), bytes).unwrap();
        let (code, said) = self.run(args, codes)?;
        prop_assert!(code != 2 || said.contains(file), "{args:?}: {said}");
        Ok(said)
    }
}

fn fuzz(usual: u32, files: Vec<Vec<u8>>, test: impl Fn(&[u8]) -> Result<(), TestCaseError>) {
    let run = TestRunner::new(cases(usual)).run(&damaged(files), |Bytes(bytes)| test(&bytes));
    run.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn replay() {
    let desk = Desk::new();
    fuzz(15, archives(), |bytes| {
        for format in ["pretty", "json", "html", "svg"] {
            desk.read("games.jsonl", bytes, &["replay", "games.jsonl", "--format", format], &[0, 1, 2])?;
        }
        Ok(())
    });
}

#[test]
fn known_failing() {
    let desk = Desk::new();
    desk.bot();
    let lists = ["# known\nlinkage/opening/as-more\n\nlinkage/opening/as-fewer\n", "linkage/opening/as-more"];
    let args = ["check", "linkage", "no-such-bot", "--case", "linkage/opening", "--cases", "0"];
    let args = [&args[..], &["--known-failing", "known.txt"]].concat();
    fuzz(15, lists.map(|text| text.as_bytes().to_vec()).into(), |bytes| {
        fs::write(desk.at("known.txt"), bytes).unwrap();
        let (_, said) = desk.run(&args, &[2])?;
        let is_about_bot = said.contains("no-such-bot");
        prop_assert!(is_about_bot || (said.contains("known.txt, line ")), "{said}");
        Ok(())
    });
}

#[test]
fn receipts() {
    let desk = Desk::new();
    let folder = desk.at("submission");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("bot.py"), "print()\n").unwrap();
    let receipt = format!(
        r#"{{"schema":"botspec.receipt/1","game":"linkage","bot":{{"name":"a","author":null,"team_id":null}},
"packed_at":"2026-11-22T00:00:00Z","sha256":"{hash}","files":[{{"path":"bot.py","bytes":8,"sha256":"{hash}"}}],
"versions":{{"botspec":"0.1.0"}},"check":{{"verdict":"pass","options":[],"seed":1,"summary":{{"pass":1,"fail":0,"warn":0,"skip":0,"inconclusive":0,"known":0}},"not_kept":{{}},"isolation":""}}}}"#,
        hash = "0".repeat(64)
    );
    fuzz(15, vec![receipt.into_bytes()], |bytes| {
        desk.read("receipt.json", bytes, &["verify", "receipt.json", "submission"], &[0, 1, 2]).map(drop)
    });
}

/// Cases that `check --save` has written, for each game.
fn saved(desk: &Desk) -> Vec<Vec<u8>> {
    let bot = desk.bot().display().to_string();
    let mut files = Vec::new();
    for (game, case) in [
        ("linkage", "linkage/marks/corner-as-more"),
        ("hex", "hex/first/as-black"),
        ("flit", "flit/single/open-square"),
        ("power4", "power4/start/team-2-lf"),
    ] {
        let folder = desk.at(&format!("saved-{game}")).display().to_string();
        let args = ["check", game, &bot, "--case", case, "--cases", "0", "--no-shrink", "--save", &folder];
        let more = ["--sandbox", "off", "--time-limit", "200ms", "--max-time", "5s"];
        desk.run(&[&args[..], &more[..]].concat(), &[0, 1, 4]).unwrap();
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| fs::read(entry.path()).unwrap()));
    }
    assert_eq!(files.len(), GAMES.len());
    files
}

#[test]
fn saved_cases() {
    let desk = Desk::new();
    fuzz(25, saved(&desk), |bytes| {
        let said = desk.read("case.json", bytes, &["repro", "case.json", "--show"], &[0, 2])?;
        prop_assert!(!said.contains("no-such-bot"), "{said}");
        fs::write(desk.at("case.json"), bytes).unwrap();
        let (_, said) = desk.run(&["repro", "case.json", "no-such-bot"], &[2])?;
        prop_assert!(said.contains("case.json") || said.contains("no-such-bot"), "{said}");
        Ok(())
    });
}

/// Numbers that pass for numbers of a scenario are played with.
#[test]
fn scenarios_are_played() {
    let desk = Desk::new();
    let bot = desk.bot().display().to_string();
    let own = desk.at("own");
    fs::create_dir(&own).unwrap();
    for game in GAMES {
        let prefix = format!("{game}/fuzz");
        let args =
            ["check", game, &bot, "--scenarios", "own", "--case", &prefix, "--cases", "0", "--no-shrink"];
        let more = ["--sandbox", "off", "--time-limit", "20ms", "--max-time", "2s", "--jobs", "1"];
        let args = [&args[..], &more[..]].concat();
        // Those of submitted folders hold no numbers, and are not for a bot alone.
        let mut files = one_case_each(&scenarios(game));
        files.retain(|file| !String::from_utf8_lossy(file).contains("/submission/"));
        let files = renumbered(files);
        let run = TestRunner::new(cases(2)).run(&files, |Bytes(bytes)| {
            fs::write(own.join("own.toml"), &bytes).unwrap();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let variant = text.lines().find_map(|line| line.strip_prefix("variant = \"")?.strip_suffix('"'));
            let of_variant = variant.map_or_else(Vec::new, |name| vec!["--variant", name]);
            let (code, said) = desk.run(&[&args[..], &of_variant[..]].concat(), &[0, 1, 2, 4])?;
            prop_assert!(code != 2 || said.contains("own.toml"), "{said}");
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{game}: {error}"));
    }
}

/// Files with one case each.
fn one_case_each(files: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut single = Vec::new();
    for file in files {
        let text = String::from_utf8_lossy(file);
        let mut parts = text.split("[[case]]");
        let head = parts.next().unwrap_or_default();
        single.extend(parts.map(|case| format!("{head}[[case]]{case}").into_bytes()));
    }
    single
}

/// A path is only what a file is called by.
#[test]
fn a_file_that_is_not_there_is_named() {
    let desk = Desk::new();
    let gone = Path::new("no/such/file");
    for args in
        [&["replay", "no/such/file"][..], &["repro", "no/such/file"], &["verify", "no/such/file", "."]]
    {
        let (_, said) = desk.run(args, &[2]).unwrap();
        assert!(said.contains(&gone.display().to_string()), "{said}");
    }
}
