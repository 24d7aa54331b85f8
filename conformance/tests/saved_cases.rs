//! Cases as files: every one can be written and read, whatever is in the file is an error or a case.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use assert_cmd::Command;
use botspec::contest::Case;
use botspec::scenario::{Plan, file_of};
use botspec::suite::Game;
use predicates::prelude::*;
use predicates::str::contains;
use tempfile::TempDir;

/// The script that comes out of a file in which this one was written.
fn written_and_read(game: Game, plan: &Plan, cases: &[Case]) -> Vec<serde_json::Value> {
    let judge = game.judge();
    let folder = tempfile::tempdir().unwrap();
    for (number, case) in cases.iter().enumerate() {
        let rules: Vec<String> = case.rules.iter().map(|&rule| rule.to_owned()).collect();
        let id = format!("{}/saved/case-{number:05}", game.name());
        let text = file_of(&id, &case.title, &rules, &judge.written(&case.script)).unwrap();
        fs::write(folder.path().join(format!("{number:05}.toml")), text).unwrap();
    }
    let plan = Plan { cases: 0, scenarios: Some(folder.path().to_owned()), ..plan.clone() };
    let read = judge
        .cases(&plan)
        .unwrap_or_else(|error| panic!("{error}\n{}", fs::read_to_string(&error.file).unwrap_or_default()));
    let saved = read.iter().filter(|case| case.id.contains("/saved/"));
    saved.map(|case| judge.written(&case.script)).collect()
}

fn all_come_back(game: Game) {
    let judge = game.judge();
    let variants = game.variants().iter().map(|&variant| Some(variant.to_owned()));
    for variant in std::iter::once(None).chain(variants) {
        let plan = Plan { cases: 9, variant: variant.clone(), ..Plan::default() };
        let cases = judge.cases(&plan).unwrap();
        let before: Vec<_> = cases.iter().map(|case| judge.written(&case.script)).collect();
        let after = written_and_read(game, &plan, &cases);
        assert_eq!(before.len(), after.len(), "{} {variant:?}", game.name());
        for ((before, after), case) in before.iter().zip(&after).zip(&cases) {
            assert_eq!(before, after, "{}", case.id);
        }
    }
}

#[test]
fn every_case_of_every_game_can_be_saved() {
    for game in Game::all() {
        all_come_back(*game);
    }
}

struct Saved {
    folder: TempDir,
    text: String,
}

impl Saved {
    /// What is saved of a bot that always plays the same.
    fn new() -> Self {
        Self::of("echo RA1A9 > order.txt")
    }

    /// The same of a bot that does this in each turn.
    fn of(turn: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bot = folder.path().join("bot");
        put(&bot, &format!("#!/bin/sh\n[ $# -gt 0 ] && echo 'Bot. A, UK, 2026, V1' && exit\n{turn}\n"));
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
    let again = saved.botspec(&["repro", FILE, "./bot"]);
    again.code(1).stdout(
        contains("REPRODUCED: linkage/order/format (the bot is the same")
            .and(contains("[input.txt at"))
            .and(contains("│ RA1A9")),
    );
    saved.botspec(&["repro", FILE, "--no-limit", "./bot"]).code(1).stdout(contains("REPRODUCED"));
    saved.botspec(&["repro", FILE, "--show"]).success().stdout(contains("│ RA1A9"));
    put(&saved.folder.path().join("better"), "#!/bin/sh\necho RA1A2 > order.txt\n");
    let other = saved.botspec(&["repro", FILE, "./better"]);
    other.success().stdout(contains("NOT REPRODUCED").and(contains("the bot has changed since")));
    fs::remove_file(saved.folder.path().join("bot")).unwrap();
    saved
        .botspec(&["repro", FILE, "--trust"])
        .code(2)
        .stderr(contains("to try another, name it after the file"));
}

/// `repro` blamed a bot for it that a check calls inconclusive.
#[test]
#[cfg(target_os = "linux")]
fn what_the_sandbox_may_have_refused_is_not_judged_in_a_saved_case_either() {
    let saved = Saved::of("echo boom >&2; exit 3");
    saved.botspec(&["repro", FILE, "./bot"]).code(1).stdout(contains("REPRODUCED"));
    for status in [0, 1] {
        let refused = format!("#!/bin/sh\necho 'Operation not permitted' >&2\nexit {status}\n");
        put(&saved.folder.path().join("refused"), &refused);
        let other = saved.botspec(&["repro", FILE, "./refused"]);
        other.code(4).stdout(contains("NOT JUDGED: the sandbox may be in its way: try --sandbox off"));
    }
}

/// A check gives up an answer after a few seconds, and waits until the limit once all else is played. `repro` gave it up, too,
/// and called it not judged.
#[test]
fn an_answer_that_never_comes_does_not_come_again() {
    let folder = tempfile::tempdir().unwrap();
    put(
        &folder.path().join("bot"),
        "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
         make_move) sleep 1000;;\nshow_board) echo '.....|.....|.....|.....|.....';;\ncheck_win) echo 0;;\nquit) exit;;\nesac; done\n",
    );
    let botspec = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_botspec")).args(args).current_dir(folder.path()).assert()
    };
    let case = ["--case", "hex/first/as-black", "--time-limit", "8s", "--save", "it"];
    let check = [&["check", "hex", "./bot"], &case[..]].concat();
    // On a busy machine neither says anything.
    let told = |args: &[&str]| {
        let run = (0..5).map(|_| botspec(args)).find(|run| run.get_output().status.code() != Some(4));
        run.expect("the machine was too busy five times")
    };
    told(&check).code(1);
    let again = told(&["repro", "it/hex.first.as-black.json", "./bot"]);
    again.code(1).stdout(contains("REPRODUCED: hex/time/turn (the bot is the same"));
}

/// Every other time it goes wrong: of 40 runs of the check some do, and in some of 40 of `repro` the first time does not.
#[test]
fn a_bot_that_errs_by_chance_is_asked_more_than_once() {
    let saved = Saved::new();
    let bot = saved.folder.path().join("bot");
    put(
        &bot,
        "#!/bin/sh\nbyte=$(od -An -N1 -tu1 /dev/urandom)\nif [ $((byte % 2)) = 0 ]; then echo RA1A9; else echo RA1A2; fi > order.txt\n",
    );
    let check = ["check", "linkage", "./bot", "--case", "linkage/opening/as-more", "--save", "it"];
    let fails = |_: u32| saved.botspec(&check).get_output().status.code() == Some(1);
    assert!((0..40).any(fails));
    let later = |_: u32| {
        let again = saved.botspec(&["repro", FILE, "./bot"]);
        String::from_utf8_lossy(&again.get_output().stdout).contains("linkage/order/format, in run ")
    };
    assert!((0..40).any(later));
}

/// A file may come from anybody: whatever stands in it, nothing is run that the user has not named, and nothing
/// without being confined.
#[test]
fn a_file_chooses_neither_the_program_nor_the_sandbox() {
    let saved = Saved::new();
    saved
        .botspec(&["repro", FILE])
        .code(2)
        .stderr(contains("this one names\n    ./bot\nname that or another bot"));
    saved.botspec(&["repro", FILE, "--trust"]).code(1).stderr(contains("running what the file names: ./bot"));
    let marked = saved.folder.path().join("marked");
    let shell = format!("touch {}", marked.display());
    let forged = saved
        .text
        .replacen("\"path\": \"./bot\"", "\"path\": \"/bin/sh\"", 1)
        .replacen("\"args\": []", &format!("\"args\": [\"-c\", \"{shell}\"]"), 1)
        .replacen("\"sandbox\": \"auto\"", "\"sandbox\": \"off\"", 1);
    assert!(forged.contains("/bin/sh") && forged.contains(&shell) && forged.contains("\"off\""));
    fs::write(saved.folder.path().join(FILE), &forged).unwrap();
    saved
        .botspec(&["repro", FILE])
        .code(2)
        .stderr(contains(format!("/bin/sh -- -c '{shell}'")).and(contains("--trust")));
    saved
        .botspec(&["repro", FILE, "--trust"])
        .stderr(contains("run with --sandbox auto unless you say otherwise"));
    saved.botspec(&["repro", FILE, "./bot"]).code(1);
    assert!(!marked.exists(), "the file has run a command of its own");
    // Nor where files are written.
    fs::write(
        saved.folder.path().join(FILE),
        saved.text.replacen("\"team_id\": \"", "\"team_id\": \"../x", 1),
    )
    .unwrap();
    saved.botspec(&["repro", FILE, "./bot"]).code(2).stderr(contains("`team_id`"));
    // What is hidden in a name is shown.
    let turned = saved.text.replacen("\"path\": \"./bot\"", "\"path\": \"./\\u202etob\\n::error::x\"", 1);
    fs::write(saved.folder.path().join(FILE), turned).unwrap();
    saved
        .botspec(&["repro", FILE])
        .code(2)
        .stderr(contains("'./\\u{202e}tob\\n::error::x'").and(contains("\n::error").not()));
}

#[test]
fn a_file_that_is_no_saved_case_is_an_error() {
    let saved = Saved::new();
    for (from, to, message) in [
        ("botspec.case/1", "botspec.case/9", "its schema is"),
        ("\"seed\"", "\"sede\"", "unknown field `sede`"),
        ("\"game\": \"linkage\"", "\"game\": \"chess\"", "unknown game `chess`"),
        ("\"game\": \"linkage\"", "\"game\": \"hex\"", "unknown variant `turn`"),
        ("\"variant\": null", "\"variant\": \"odd\"", "unknown variant `odd`"),
        ("M6666", "M6667", "inconsistent position"),
        ("\"turn\": {", "\"trun\": {", "unknown variant `trun`"),
        ("\"limit_ms\": 5000.0", "\"limit_ms\": -1.0", "`limit_ms`"),
        ("\"limit_ms\": 5000.0", "\"limit_ms\": 1e300", "`limit_ms`"),
        ("\"id\": \"linkage/opening/as-more\"", "\"id\": \"../x\"", "not a case id"),
        ("\"rules\": [", "\"rules\": [\"linkage/order/fromat\",", "did you mean linkage/order/format"),
        ("{", "", "expected a file that botspec check --save has written"),
    ] {
        assert!(saved.text.contains(from), "{from}");
        fs::write(saved.folder.path().join(FILE), saved.text.replacen(from, to, 1)).unwrap();
        let repro = saved.botspec(&["repro", FILE, "./bot"]);
        repro.code(2).stderr(contains(message).and(contains("panicked").not()));
    }
    saved.botspec(&["repro", "nothing", "./bot"]).code(2).stderr(contains("cannot read nothing"));
}

#[test]
fn a_list_of_known_failures_lets_the_same_run_pass() {
    let saved = Saved::new();
    let few = ["check", "linkage", "./bot", "--case", "linkage/opening"];
    let with = |more: &[&str]| saved.botspec(&[&few[..], more].concat());
    with(&["--write-known-failing", "known"]).code(1).stderr(contains("listed in known"));
    with(&["--known-failing", "known"]).success().stdout(contains("known to fail"));
    put(&saved.folder.path().join("bot"), "#!/bin/sh\necho RA1A2 > order.txt\n");
    with(&["--known-failing", "known"])
        .code(1)
        .stderr(contains("take them off the list"))
        .stdout(contains("cases listed as known to fail pass"));
    // Whoever reads nothing but the report is told, too.
    let xml = with(&["--known-failing", "known", "--format", "junit"]).code(1);
    xml.stdout(contains("type=\"known-failing\""));
    let list = saved.folder.path().join("bad");
    for (text, message) in [
        ("linkage/order".repeat(80_000), "bad, line 1: no case id has 1040000 bytes"),
        ("# x\n<<<<<<< HEAD\n".to_owned(), "bad, line 2: `<<<<<<<` is left over from an unfinished merge"),
        ("x\n".repeat(3 << 20), "longer than 4194304 bytes"),
    ] {
        fs::write(&list, text).unwrap();
        with(&["--known-failing", "bad"]).code(2).stderr(contains(message));
    }
    with(&["--known-failing", "known", "--write-known-failing", "known"]).success();
    with(&["--known-failing", "known"]).success();
}

/// Every number of a scenario file has a range, and an error names it, the file and the line.
#[test]
fn numbers_of_scenarios_have_ranges() {
    let saved = Saved::new();
    let folder = saved.folder.path().join("own");
    fs::create_dir(&folder).unwrap();
    let flit =
        |script: &str| ("flit", "flit/move/vacant", format!("game = {{ partner = \"idle\", {script} }}"));
    let session = |parts: &str| ("flit", "flit/move/vacant", format!("session = {{ {parts} }}"));
    let power4 = |more: &str| {
        (
            "power4",
            "power4/output/written",
            format!("session = {{ team = 1, starts = 1, partner = \"random\", {more} }}"),
        )
    };
    for ((game, rule, script), message) in [
        (flit("turns = 9, refuse-every = 1"), "1 is out of range: 2 to 10000, or 0"),
        (flit("turns = 9, refuse-every = -1"), "-1 is out of range: 0 to 10000"),
        (flit("turns = 0"), "0 is out of range: 1 to 1000000"),
        (flit("turns = 4294967295"), "4294967295 is out of range"),
        (session("steps = [{ burst = 4294967295 }]"), "4294967295 is out of range: 1 to 100000"),
        (
            session("board = [{ at = [2147483647, 0], rows = [\"11\"] }], steps = []"),
            "`at` is out of range: -32 to 31",
        ),
        (power4("sets = 4294967295"), "4294967295 is out of range: 0 to 100"),
        (power4("turns = 65535"), "65535 is out of range: 1 to 1000"),
    ] {
        let text = format!(
            "subject = \"x\"\n[[case]]\nid = \"{game}/own/case\"\ntitle = \"x\"\nrules = [\"{rule}\"]\nscript.{script}\n"
        );
        fs::write(folder.join("own.toml"), text).unwrap();
        let list = saved.botspec(&["list", game, "--scenarios", "own"]);
        list.code(2)
            .stderr(contains(message).and(contains("own.toml, line 6")).and(contains("panicked").not()));
    }
}
