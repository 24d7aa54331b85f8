//! `check --audit`: what it finds about bots that let something decide which should make no difference.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]
#![expect(clippy::print_stderr, reason = "what is skipped is said")]

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use botspec::record::Finding::{self, Differs, Same, Unclear};
use botspec_test_bots::fickle::Fickle;
use serde_json::Value;
use tempfile::TempDir;

use crate::harness::executables::executable;

/// What is found when asked again, in another folder, locale and time zone, and under load.
const fn found(fickle: Fickle) -> [Finding; 5] {
    match fickle {
        Fickle::Steady => [Same; 5],
        Fickle::ByClock | Fickle::ByRandom => [Differs, Unclear, Unclear, Unclear, Unclear],
        Fickle::ByFolder | Fickle::LostInBlanks => [Same, Differs, Same, Same, Same],
        Fickle::ByLocale => [Same, Same, Differs, Same, Same],
        Fickle::ByTimeZone => [Same, Same, Same, Differs, Same],
        Fickle::ByLoad => [Same, Same, Same, Same, Differs],
    }
}

/// One quick case a game: the audit is what is looked at.
const CASES: [(&str, &str); 4] = [
    ("linkage", "linkage/opening/as-more"),
    ("hex", "hex/contact/show-board"),
    ("flit", "flit/convert/one"),
    ("power4", "power4/board/reply"),
];

fn bot(folder: &TempDir, fickle: Fickle) -> std::path::PathBuf {
    let (from, bot) = (executable("fickle-test-bot"), folder.path().join(fickle.name()));
    fs::hard_link(&from, &bot).or_else(|_| fs::copy(&from, &bot).map(|_| ())).expect("the folder is ours");
    bot
}

fn audited(game: &str, case: &str, bot: &Path, options: &[&str]) -> (Value, Option<i32>) {
    let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["check", game, "--case", case, "--audit", "--format", "json"])
        .arg(bot)
        .args(options)
        .timeout(Duration::from_secs(200))
        .output()
        .expect("the tester can be started");
    let report = serde_json::from_slice(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&run.stderr)));
    (report, run.status.code())
}

/// The findings as they stand in JSON.
fn findings(report: &Value) -> Vec<String> {
    let comparisons = report["audit"]["comparisons"].as_array().expect("a list");
    comparisons.iter().map(|it| it["finding"].as_str().expect("a word").to_owned()).collect()
}

fn word(finding: Finding) -> String {
    serde_json::to_value(finding).unwrap().as_str().unwrap().to_owned()
}

/// Games whose bots are asked in the same way as others need not see all of them.
const SOME: &[Fickle] = &[Fickle::Steady, Fickle::ByRandom, Fickle::ByFolder, Fickle::ByLocale];

/// A machine that is busy with other things is no fault of the bot that looks at just that.
const TRIES: usize = 4;

/// One audit at a time: the load of one is not to be seen by another.
static ALONE: Mutex<()> = Mutex::new(());

/// Whether this thread gets less of a core than it wants.
fn is_busy() -> bool {
    use rustix::time::{ClockId, clock_gettime};
    let cpu = || clock_gettime(ClockId::ThreadCPUTime);
    let (before, began) = (cpu(), Instant::now());
    while began.elapsed() < Duration::from_millis(500) {
        std::hint::spin_loop();
    }
    let spent = cpu() - before;
    spent.tv_sec == 0 && spent.tv_nsec < 450_000_000
}

fn each_finds_what_decides(game: &str, bots: &[Fickle]) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let case = CASES.iter().find(|(name, _)| *name == game).unwrap().1;
    for &fickle in bots {
        let bot = bot(&folder, fickle);
        let expected: Vec<String> = found(fickle).into_iter().map(word).collect();
        let tries = if fickle == Fickle::ByLoad { TRIES } else { 1 };
        let mut seen = Vec::new();
        for _ in 0..tries {
            let (report, status) = audited(game, case, &bot, &[]);
            seen = findings(&report);
            let differs = expected.iter().any(|finding| finding == "differs");
            if seen == expected {
                assert_eq!(report["audit"]["finding"], if differs { "differs" } else { "same" });
                assert_eq!(status, Some(0), "{game}, {fickle:?}: information does not fail a bot: {report}");
                let first = report["audit"]["comparisons"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find_map(|it| it["first_difference"].as_object());
                assert_eq!(first.is_some(), differs, "{game}, {fickle:?}: {first:?}");
                assert!(first.is_none_or(|first| first["usually"] != first["here"]), "{first:?}");
                break;
            }
        }
        if fickle == Fickle::ByLoad && (seen[0] == "differs" || is_busy()) {
            eprintln!("skipped: {game}, {fickle:?}: the machine is busy already, and the bot sees just that");
            continue;
        }
        assert_eq!(seen, expected, "{game}, {fickle:?}");
    }
}

#[test]
fn file_bots_of_linkage() {
    each_finds_what_decides("linkage", Fickle::ALL);
}

#[test]
fn stream_bots_of_hex() {
    each_finds_what_decides("hex", Fickle::ALL);
}

#[test]
fn stream_bots_of_flit() {
    each_finds_what_decides("flit", SOME);
}

#[test]
fn file_bots_of_power4() {
    each_finds_what_decides("power4", SOME);
}

#[test]
fn every_report_for_people_shows_the_first_difference() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot(&folder, Fickle::ByTimeZone);
    let formats = ["--format", "pretty", "--output", "a.txt", "--format", "markdown", "--output", "a.md"];
    Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["check", "linkage", "--case", "linkage/opening/as-more", "--audit"])
        .arg(&bot)
        .args(formats)
        .args(["--format", "html", "--output", "a.html"])
        .current_dir(folder.path())
        .assert()
        .code(0);
    for report in ["a.txt", "a.md", "a.html"] {
        let text = fs::read_to_string(folder.path().join(report)).unwrap();
        for wanted in
            ["the bot answers differently in another time zone", "TZ is Pacific/Kiritimati", "differs"]
        {
            let found = text.contains(wanted) || text.replace('\\', "").contains(wanted);
            assert!(found, "{report} lacks {wanted}:\n{text}");
        }
    }
}

/// A bot that answers nothing is a matter for the rules; the audit says so and waits for nothing.
#[test]
fn without_answers_nothing_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("mute");
    fs::write(&bot, "#!/bin/sh\nexit 0\n").unwrap();
    fs::set_permissions(&bot, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    for (game, case) in [CASES[0], CASES[1]] {
        let (report, status) = audited(game, case, &bot, &[]);
        assert_eq!(findings(&report), ["not-compared"; 5], "{game}");
        assert_eq!(report["audit"]["positions"], 0);
        assert_eq!(status, Some(1));
    }
}
