//! Cases as files: every one can be written and read, whatever is in the file is an error or a case.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use assert_cmd::Command;
use botspec::contest::{Case, Contest};
use botspec::record::GameKind;
use botspec::scenario::{Plan, file_of};
use botspec::with_contest;
use predicates::prelude::*;
use predicates::str::contains;
use tempfile::TempDir;

/// The script that comes out of a file in which this one was written.
fn written_and_read<C: Contest>(
    contest: &C,
    plan: &Plan,
    cases: &[Case<C::Script>],
) -> Vec<serde_json::Value> {
    let folder = tempfile::tempdir().unwrap();
    for (number, case) in cases.iter().enumerate() {
        let rules: Vec<String> = case.rules.iter().map(|&rule| rule.to_owned()).collect();
        let id = format!("{}/saved/case-{number:05}", contest.name());
        let text = file_of(&id, &case.title, &rules, &contest.written(&case.script)).unwrap();
        fs::write(folder.path().join(format!("{number:05}.toml")), text).unwrap();
    }
    let plan = Plan { cases: 0, scenarios: Some(folder.path().to_owned()), ..plan.clone() };
    let read = contest
        .cases(&plan)
        .unwrap_or_else(|error| panic!("{error}\n{}", fs::read_to_string(&error.file).unwrap_or_default()));
    let saved = read.iter().filter(|case| case.id.contains("/saved/"));
    saved.map(|case| contest.written(&case.script)).collect()
}

fn all_come_back<C: Contest>(contest: &C) {
    let variants = contest.variants().iter().map(|&variant| Some(variant.to_owned()));
    for variant in std::iter::once(None).chain(variants) {
        let plan = Plan { cases: 9, variant: variant.clone(), ..Plan::default() };
        let cases = contest.cases(&plan).unwrap();
        let before: Vec<_> = cases.iter().map(|case| contest.written(&case.script)).collect();
        let after = written_and_read(contest, &plan, &cases);
        assert_eq!(before.len(), after.len(), "{} {variant:?}", contest.name());
        for ((before, after), case) in before.iter().zip(&after).zip(&cases) {
            assert_eq!(before, after, "{}", case.id);
        }
    }
}

#[test]
fn every_case_of_every_game_can_be_saved() {
    for game in GameKind::ALL {
        with_contest!(game, |contest| all_come_back(&contest));
    }
}

struct Saved {
    folder: TempDir,
    text: String,
}

impl Saved {
    /// What is saved of a bot that always plays the same.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bot = folder.path().join("bot");
        put(&bot, "#!/bin/sh\n[ $# -gt 0 ] && echo 'Bot. A, UK, 2026, V1' && exit\necho RA1A9 > order.txt\n");
        let saved = Self { folder, text: String::new() };
        let check = ["check", "linkage", "./bot", "--case", "linkage/opening/as-more", "--save", "it"];
        saved.botspec(&check).code(1).stdout(contains("botspec repro it/linkage.opening.as-more.json"));
        let text = fs::read_to_string(saved.folder.path().join(FILE)).unwrap();
        Self { text, ..saved }
    }

    fn botspec(&self, args: &[&str]) -> assert_cmd::assert::Assert {
        Command::new(env!("CARGO_BIN_EXE_botspec")).args(args).current_dir(self.folder.path()).assert()
    }
}

const FILE: &str = "it/linkage.opening.as-more.json";

fn put(bot: &Path, text: &str) {
    fs::write(bot, text).unwrap();
    fs::set_permissions(bot, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_saved_case_is_run_again_also_with_another_bot() {
    let saved = Saved::new();
    let again = saved.botspec(&["repro", FILE]);
    again.code(1).stdout(
        contains("REPRODUCED: linkage/order/format (the bot is the same")
            .and(contains("[input.txt at"))
            .and(contains("│ RA1A9")),
    );
    saved.botspec(&["repro", FILE, "--no-limit"]).code(1).stdout(contains("REPRODUCED"));
    saved.botspec(&["repro", FILE, "--show"]).success().stdout(contains("│ RA1A9"));
    put(&saved.folder.path().join("better"), "#!/bin/sh\necho RA1A2 > order.txt\n");
    let other = saved.botspec(&["repro", FILE, "./better"]);
    other.success().stdout(contains("NOT REPRODUCED").and(contains("the bot has changed since")));
    fs::remove_file(saved.folder.path().join("bot")).unwrap();
    saved.botspec(&["repro", FILE]).code(2).stderr(contains("to try another, add it behind the file"));
}

#[test]
fn a_file_that_is_no_saved_case_is_an_error() {
    let saved = Saved::new();
    for (from, to, message) in [
        ("botspec.case/1", "botspec.case/9", "its schema is"),
        ("\"seed\"", "\"sede\"", "unknown field `sede`"),
        ("\"game\": \"linkage\"", "\"game\": \"chess\"", "no game is called `chess`"),
        ("\"game\": \"linkage\"", "\"game\": \"hex\"", "unknown variant `turn`"),
        ("\"variant\": null", "\"variant\": \"odd\"", "no variant is called `odd`"),
        ("M6666", "M6667", "inconsistent position"),
        ("\"turn\": {", "\"trun\": {", "unknown variant `trun`"),
        ("\"limit_ms\": 5000.0", "\"limit_ms\": -1.0", "`limit_ms`"),
        ("\"limit_ms\": 5000.0", "\"limit_ms\": 1e300", "`limit_ms`"),
        ("\"id\": \"linkage/opening/as-more\"", "\"id\": \"../x\"", "no case id"),
        ("\"rules\": [", "\"rules\": [\"linkage/order/fromat\",", "did you mean linkage/order/format"),
        ("{", "", "expected a file that botspec check --save has written"),
    ] {
        assert!(saved.text.contains(from), "{from}");
        fs::write(saved.folder.path().join(FILE), saved.text.replacen(from, to, 1)).unwrap();
        let repro = saved.botspec(&["repro", FILE]);
        repro.code(2).stderr(contains(message).and(contains("panicked").not()));
    }
    saved.botspec(&["repro", "nothing"]).code(2).stderr(contains("cannot read nothing"));
}

#[test]
fn a_list_of_known_failures_lets_the_same_run_pass() {
    let saved = Saved::new();
    let few = ["check", "linkage", "./bot", "--case", "linkage/opening"];
    let with = |more: &[&str]| saved.botspec(&[&few[..], more].concat());
    with(&["--write-known-failing", "known"]).code(1).stderr(contains("listed in known"));
    with(&["--known-failing", "known"]).success().stdout(contains("known to fail"));
    put(&saved.folder.path().join("bot"), "#!/bin/sh\necho RA1A2 > order.txt\n");
    with(&["--known-failing", "known"]).code(1).stderr(contains("take them off the list"));
    with(&["--known-failing", "known", "--write-known-failing", "known"]).success();
    with(&["--known-failing", "known"]).success();
}
