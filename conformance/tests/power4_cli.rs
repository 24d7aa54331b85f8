//! Power Connect Four on the command line: its texts, its variants and its team ids.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use regex_lite::Regex;
use tempfile::TempDir;

/// The bottom row first, as board.txt has it.
const BOARD: &str =
    "1 2 1 2 0 0 0\n1 12 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n";

/// Counts its columns from 0.
const FROM_ZERO: &str = "echo 5 0 > output.txt";

/// Keeps a help file for team Co0023.
const FOR_A_TEAM: &str = "echo 1 > Co0023.txt\necho 5 5 > output.txt";

/// Plays what is due according to moves.txt, and knows nothing without that.
const TRUSTS_MEMO: &str = r#"
if [ "$(cut -d' ' -f1 moves.txt)" -ge 9 ] && [ "$(cut -d' ' -f5 moves.txt)" = 0 ]; then kind=4; else kind=5; fi
column=1
for top in $(tr -s ' \n' '  ' < board.txt | cut -d' ' -f36-42); do
    [ "$top" = 0 ] && break
    column=$((column + 1))
done
echo $kind $column > output.txt
"#;

/// Takes the first column whose top cell is open, or else the first.
const LOOKS_AT_THE_TOP: &str = r#"
found=1 column=1
for top in $(tr -s ' \n' '  ' < board.txt | cut -d' ' -f36-42); do
    [ "$top" = 0 ] && found=$column && break
    column=$((column + 1))
done
echo 5 $found > output.txt
"#;

struct Bots(TempDir);

impl Bots {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("tests need a folder for temporary files"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, script: &str) {
        fs::write(self.path(name), format!("#!/bin/sh\n{script}\n")).expect("the folder is writable");
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).expect("and its files ours");
    }

    fn check(&self, bot: &str, options: &[&str]) -> Command {
        let mut command = botspec();
        command.current_dir(self.0.path()).args(["check", "power4", &format!("./{bot}")]).args(options);
        command
    }
}

fn botspec() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR").env("COLUMNS", "100");
    command
}

/// What a command prints on stdout, without what differs from run to run.
fn printed(mut command: Command) -> String {
    let stdout = String::from_utf8(command.output().expect("the tester can be started").stdout)
        .expect("reports are text");
    let timing = Regex::new(r"(?m)^\d+ turns? timed.*\n(?:(?:still in time|how much time).*\n)?")
        .expect("it is a pattern");
    timing.replace_all(&stdout, "[turns timed]\n").into_owned()
}

fn inspect(options: &[&str]) -> Command {
    let mut command = botspec();
    command.args(["inspect", "power4", "-"]).args(options).write_stdin(BOARD);
    command
}

#[test]
fn the_texts_of_the_commands() {
    let say = |args: &[&str]| {
        let mut command = botspec();
        command.args(args);
        printed(command)
    };
    let cases = ["--case", "power4/sets", "--case", "power4/help"];
    insta::assert_snapshot!("list-sets-and-help", say(&[&["list", "power4"], &cases[..]].concat()));
    let rules = ["list", "power4", "--submission", "--cases", "0", "--rule", "power4/files"];
    insta::assert_snapshot!("list-rules-about-files", say(&rules));
    let hover = ["list", "power4", "--variant", "hover", "--case", "power4/hover"];
    insta::assert_snapshot!("list-hover", say(&hover));
    let memo = ["list", "power4", "--variant", "memo", "--case", "power4/memo"];
    insta::assert_snapshot!("list-memo", say(&memo));
    insta::assert_snapshot!("explain-dual-by-tenth", say(&["explain", "power4/disk/dual-by-tenth"]));
    insta::assert_snapshot!("explain-set", say(&["explain", "power4/set"]));
}

#[test]
fn the_report_of_a_bot_that_fails() {
    let bots = Bots::new();
    bots.write("from-zero", FROM_ZERO);
    let cases = ["--case", "power4/start/team-1-bare", "--case", "power4/board/reply"];
    let command = || bots.check("from-zero", &cases);
    command().assert().code(1);
    insta::assert_snapshot!(printed(command()));
}

#[test]
fn inspect_draws_lists_and_judges() {
    let mid = ["--team", "2", "--used", "1,4", "--turn", "7"];
    insta::assert_snapshot!("inspect", printed(inspect(&mid)));
    for (answer, code, message) in [
        ("5 4", 0, "answer 5 4: legal"),
        (" 2\t7\r\n", 0, "legal"),
        ("4 4", 1, "power4/disk/once"),
        ("6 4", 1, "power4/disk/kind"),
        ("5 8", 1, "power4/column/range"),
        ("5,4", 1, "power4/output/format"),
        ("", 1, "power4/output/format"),
    ] {
        inspect(&[&mid[..], &["--answer", answer]].concat()).assert().code(code).stdout(contains(message));
    }
    let due = ["--team", "1", "--turn", "10", "--answer", "5 4", "--format", "json"];
    insta::assert_snapshot!("inspect-when-the-dual-disk-is-due", printed(inspect(&due)));
    inspect(&["--team", "1", "--turn", "10", "--used", "4", "--answer", "5 4"]).assert().success();
}

#[test]
fn inspect_says_what_no_set_leads_to_as_far_as_it_is_told() {
    let look = |options: &[&str]| -> serde_json::Value {
        let printed = printed(inspect(&[&["--format", "json"], options].concat()));
        serde_json::from_str(&printed).expect("it is JSON")
    };
    let first = look(&["--team", "1", "--turn", "1", "--answer", "5 4"]);
    assert_eq!(first["consistent"], false);
    assert_eq!(first["problems"][0], "3 disks of team 1, of which it has dropped 0 only (cells 1, 3, 8)");
    // What it may drop follows from the board all the same.
    assert_eq!((&first["legal_count"], &first["answer"]["legal"]), (&35.into(), &true.into()));
    for told in [
        &["--turn", "4"][..],
        // It may have cleared, and so may the opponent, of whom nothing is told.
        &["--turn", "8", "--used", "1"],
        &["--turn", "9"],
        // Nothing is told of what has been.
        &[],
    ] {
        assert_eq!(look(&[&["--team", "1"], told].concat())["problems"], serde_json::json!([]), "{told:?}");
    }
    let late = look(&["--team", "1", "--turn", "11", "--used", "1"]);
    assert!(
        late["problems"][0].as_str().is_some_and(|it| it.contains("10 turns without its dual disk")),
        "{late}"
    );
    let mut command = botspec();
    let duals = BOARD.replacen("0 0 0 0 0 0 0\n", "12 12 0 0 0 0 0\n", 1);
    command.args(["inspect", "power4", "-", "--format", "json", "--team", "1"]).write_stdin(duals);
    let duals: serde_json::Value = serde_json::from_str(&printed(command)).expect("it is JSON");
    let problem = "3 dual disks, but there are only two (cells 9, 15, 16)";
    assert_eq!((&duals["problems"], &duals["legal_count"]), (&[problem].into(), &35.into()));
}

#[test]
fn inspect_says_what_cannot_be() {
    let floating = BOARD.replacen("0 0 0 0 0 0 0\n", "12 0 0 2 0 0 12\n", 1);
    let look = |options: &[&str]| {
        let mut command = botspec();
        command.args(["inspect", "power4", "-", "--team", "1"]).args(options).write_stdin(floating.clone());
        printed(command)
    };
    insta::assert_snapshot!("inspect-what-cannot-be", look(&[]));
    insta::assert_snapshot!("inspect-what-cannot-be-hovering", look(&["--variant", "hover"]));
    for (options, message) in [
        (vec![], "add --team N"),
        (vec!["--team", "3"], "teams are 1 and 2"),
        (vec!["--team", "1", "--used", "5"], "--used 5: the special disks are 1 to 4"),
        (vec!["--team", "1", "--turn", "0"], "0 is not in 1"),
        (vec!["--team", "1", "--variant", "hovr"], "choose one of standard, hover, memo"),
    ] {
        inspect(&options).assert().code(2).stdout(is_empty()).stderr(contains(message));
    }
}

#[test]
fn help_files_bear_the_team_id() {
    let bots = Bots::new();
    bots.write("Co0023", FOR_A_TEAM);
    bots.write("mine.bot", FOR_A_TEAM);
    let cases = ["--case", "power4/start/team-1-bare", "--case", "power4/start/team-2-bare"];
    let with = |more: &[&'static str]| [&cases[..], more].concat();
    bots.check("Co0023", &cases).assert().success().stdout(contains("power4/files/prefix").not());
    let warned = contains("power4/files/prefix").and(contains("does not begin with the team id mine"));
    bots.check("mine.bot", &cases).assert().success().stdout(warned);
    bots.check("mine.bot", &with(&["--strict"])).assert().code(1);
    let named = with(&["--strict", "--team-id", "Co0023"]);
    bots.check("mine.bot", &named).assert().success().stdout(contains("power4/files/prefix").not());
    let small = with(&["--team-id", "co0023"]);
    bots.check("Co0023", &small).assert().stdout(contains("upper and lower case matter"));
    let path = bots.check("Co0023", &["--team-id", "../x"]).assert().code(2);
    path.stderr(contains("a team id such as Co0023"));
    let mut other_game = botspec();
    other_game.current_dir(bots.0.path()).args(["check", "linkage", "./Co0023", "--team-id", "Co0023"]);
    other_game.assert().code(2).stderr(contains("bots of linkage have no team id"));
}

#[test]
fn variants_have_rules_and_cases_of_their_own() {
    let bots = Bots::new();
    bots.write("trusts-memo", TRUSTS_MEMO);
    bots.write("looks-at-the-top", LOOKS_AT_THE_TOP);
    let memo = ["--variant", "memo", "--cases", "4", "--case", "power4/memo", "--case", "power4/memo-due"];
    bots.check("trusts-memo", &memo).assert().success();
    let standard = ["--case", "power4/sets/patient-team-1-first"];
    bots.check("trusts-memo", &standard).assert().code(1).stdout(contains("power4/disk/dual-by-tenth"));
    let due = || contains("power4/disk/dual-by-tenth").and(contains("power4/column").not());
    // Where a position is given at once this is a note, and tries nothing; in a match it is a fault.
    bots.check("looks-at-the-top", &memo).assert().code(4).stdout(due());
    let led = ["--variant", "memo", "--case", "power4/sets/patient-team-1-first"];
    bots.check("looks-at-the-top", &led).assert().code(1).stdout(due());
    bots.check("looks-at-the-top", &["--case", "power4/board"]).assert().success();
    let hover = ["--variant", "hover", "--case", "power4/hover"];
    bots.check("looks-at-the-top", &hover).assert().code(1).stdout(contains("power4/column/open"));
    let unknown = bots.check("looks-at-the-top", &["--variant", "hovr"]).assert().code(2);
    unknown.stderr(contains("choose one of standard, hover, memo"));
    let elsewhere = bots.check("looks-at-the-top", &["--case", "power4/hover"]).assert().code(2);
    elsewhere.stderr(contains("no such case"));
}
