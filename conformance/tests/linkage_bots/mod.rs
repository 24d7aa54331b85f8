//! Linkage bots that misbehave on purpose earn what they break and nothing else; odd but right ones earn
//! nothing.

#![cfg(unix)]

mod earned;
mod hints;
mod submissions;

use std::collections::BTreeSet;

use botspec_test_bots::linkage::{Fault, Oddity};

use crate::harness::{
    Act, Bench, Entry, Groups, Pace, Roster, core_of, core_tests, judge_pairs, roster_tests,
};
use earned::SCRIPT_OPTIONS;
use submissions::Submission;

roster_tests!(roster());
core_tests!(roster());

fn roster() -> Roster {
    Roster {
        game: "linkage",
        faults: Fault::ALL.iter().copied().map(Act::entry).collect(),
        oddities: Oddity::ALL.iter().copied().map(Act::entry).collect(),
        submissions: Submission::ALL.iter().copied().map(Submission::entry).collect(),
        script_options: SCRIPT_OPTIONS,
        scripts: 4,
        // A bot without a cache has none that could be damaged.
        may_skip: &["the bot keeps no cache file"],
    }
}

/// Of a bot that plays any legal order no two runs are the same: what a case finds in one of them, a control run does
/// not find again.
fn judge_chance(runs: u32) {
    let entry = |run: u32| Act::entry(Oddity::OrderAny).called(&run.to_string());
    roster().judge(&(0..runs).map(entry).collect::<Vec<Entry>>());
}

#[test]
fn chance_is_never_blamed() {
    judge_chance(2);
}

#[test]
#[ignore = "takes minutes"]
fn chance_is_never_blamed_in_many_runs() {
    judge_chance(100);
}

/// Of a bot with a child it cannot be told on a busy machine how long it waited for a core: then it is not said that it was
/// in time, either.
#[test]
#[cfg(target_os = "linux")]
fn who_is_always_late_passes_on_no_busy_machine() {
    let (bench, bot) = (Bench::new(), Oddity::OrderAny.name());
    let late = bench.folder("late");
    std::fs::rename(bench.bot("linkage", &bot), late.join(&bot)).unwrap();
    std::fs::write(late.join("bot.sh"), format!("sleep 0.315\nexec ./{bot} \"$@\"\n")).unwrap();
    std::fs::write(
        late.join("bot.toml"),
        format!("run = [\"sh\", \"bot.sh\"]\nfiles = [\"bot.sh\", \"{bot}\"]\n"),
    )
    .unwrap();
    bench.never_passes_on_busy_machine(
        "botspec check linkage ./late --time-limit 300ms --case linkage/opening/as-more",
    );
}

/// However slow a bot is, a quick check tries it on the whole core; of the other cases it tries no more than there is time
/// for, and says so.
#[test]
fn a_quick_check_leaves_out_other_cases_than_those_of_the_core() {
    let (bench, bot) = (Bench::new(), Oddity::OneSecond.name());
    bench.bot("linkage", &bot);
    let single_turns = ["--skip", "linkage/game", "--skip", "linkage/cache"];
    let check = |more: &[&str]| {
        let options = [&["--jobs", "24", "--time-limit", "1m"], &single_turns[..], more].concat();
        let (report, contradictions) = bench.check_quickly(Pace::Sleeps(12), "linkage", &bot, &options);
        assert_eq!(contradictions, Vec::<String>::new());
        report
    };
    let core: BTreeSet<String> = core_of("linkage").into_iter().collect();
    let quick = check(&["--max-time", "1h"]);
    assert_eq!((quick["thorough"].as_bool(), quick["shortened_by"].as_str()), (Some(false), Some("quick")));
    assert_eq!(quick["verdict"], "pass");
    assert!(quick["summary"]["tried"].as_u64() < quick["summary"]["of"].as_u64());
    let cases = quick["cases"].as_array().expect("a report has cases");
    let left_out =
        cases.iter().filter(|case| case["gap"] == "left-out").filter_map(|case| case["id"].as_str());
    for id in left_out {
        assert!(!core.contains(id), "{id} is in the core");
    }
    // What is named is tried, and what is to be thorough leaves nothing out but for the time that the user gives.
    let crowded = check(&["--case", "linkage/crowded", "--max-time", "1h"]);
    assert_eq!(
        (crowded["thorough"].as_bool(), &crowded["shortened_by"]),
        (Some(true), &serde_json::Value::Null)
    );
    let thorough = check(&["--thorough", "--max-time", "3s"]);
    assert_eq!(
        (thorough["thorough"].as_bool(), thorough["shortened_by"].as_str()),
        (Some(true), Some("max-time"))
    );
}

#[test]
fn each_submission_earns_its_rules_and_no_others() {
    let (roster, bench) = (roster(), Bench::new());
    for submission in Submission::ALL {
        submission.fill(&bench.folder(&submission.entry().name));
    }
    roster.judge_on(&bench, &roster.submissions);
}

/// Faults in parts of a bot that do not touch each other: what it chooses, how it writes that, how it reads, what it
/// does besides, and who it says it is.
fn groups() -> Groups {
    use Fault as F;
    let entries = |faults: &[Fault]| -> Vec<Entry> { faults.iter().copied().map(Act::entry).collect() };
    vec![
        // Each of these errs in some positions only, and writes as usual in the others.
        entries(&[F::ColourExhausted, F::SquaresOnMark, F::SquaresOnDomino, F::SkipNever, F::SkipEarly]),
        entries(&[
            F::FormatLowerCase,
            F::FormatBlanks,
            F::FormatRowFirst,
            F::FormatColourLast,
            F::FormatRemark,
            F::FormatEmptyLine,
            F::FormatZeroByte,
            F::FormatByteOrderMark,
            F::OrderMisnamed,
            F::OrderNotTruncated,
            F::OrderLink,
        ]),
        entries(&[F::CrlfFails, F::CrlfMisread, F::FinalNewlineNeeded]),
        entries(&[
            F::InputDeleted,
            F::InputAppended,
            F::StatusOne,
            F::AbortAfterOrder,
            F::TwoFiles,
            F::FolderOfFiles,
            F::WritesHome,
            F::WritesTmp,
        ]),
        entries(&[
            F::IdTwoLines,
            F::IdOnStderr,
            F::IdKnownWordsOnly,
            F::IdReadsInput,
            F::IdTouchesOrder,
            F::IdWithoutVersion,
            F::IdStatus,
        ]),
    ]
}

const PAIR_OPTIONS: &[&str] = &["--cases", "8", "--skip", "linkage/cache"];

#[test]
fn of_two_faults_in_one_bot_both_are_named() {
    judge_pairs("linkage", &groups(), 10, PAIR_OPTIONS);
}

#[test]
#[ignore = "takes minutes"]
fn of_two_faults_in_one_bot_both_are_named_in_all_pairs() {
    judge_pairs("linkage", &groups(), usize::MAX, PAIR_OPTIONS);
}
