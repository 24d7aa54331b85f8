//! The tester against Hex bots that are wrong in one thing, and against bots that are odd but right.

#![cfg(unix)]

mod command_line;
mod earned;
mod hints;
mod pairs;

use std::time::Duration;

use botspec_test_bots::hex::{Fault, Oddity};

use crate::harness::{Act, Bench, Entry, Outcome, Pace, Roster, roster_tests};
use earned::SCRIPT_OPTIONS;

roster_tests!(roster());

fn roster() -> Roster {
    Roster {
        game: "hex",
        faults: Fault::ALL.iter().copied().map(Act::entry).collect(),
        oddities: Oddity::ALL.iter().copied().map(Act::entry).collect(),
        submissions: Vec::new(),
        script_options: SCRIPT_OPTIONS,
        scripts: 5,
        may_skip: &["it ends before it answers anything with the argument black, too"],
    }
}

/// All kinds of answers, and few cases that start a process in vain.
const SOON: [&str; 10] = [
    "--time-limit",
    "500ms",
    "--cases",
    "1",
    "--case",
    "hex/contact",
    "--case",
    "hex/first",
    "--case",
    "hex/swap",
];

/// A bot that says nothing is told of within three limits and one second for each of the three kinds of answers,
/// and for each of the two ways to end, besides what it may take to start.
#[test]
fn a_silent_bot_is_reported_soon() {
    let (limit, reply) = (Duration::from_millis(500), Duration::from_secs(2));
    let kinds = [limit, reply, reply, reply, reply];
    let start = Duration::from_secs(8);
    let soon = start + kinds.iter().map(|&kind| 3 * kind + Duration::from_secs(1)).sum::<Duration>();
    let silent = [
        Fault::SilentMute,
        Fault::SilentNeverReads,
        Fault::FlushedAtTheEnd,
        Fault::FloodsAlways,
        Fault::TimeMoveSleeps,
        Fault::TimeCheckWinSleeps,
        Fault::TimeShowBoardSleeps,
    ];
    let entry = |silent: Fault| Entry { options: SOON.to_vec(), ..silent.entry().called("soon") };
    roster().judge_within(soon, &silent.map(entry));
}

/// What comes of a bot in these cases, with a limit that is longer than bots usually take, and the rule of each violation.
fn check_with_a_long_limit(fault: Fault, cases: &[&str]) -> (Outcome, Vec<String>) {
    let bench = Bench::new();
    let bot = fault.entry().called("long").name;
    bench.bot("hex", &bot);
    let mut options = vec!["--time-limit", "8s", "--cases", "1", "--no-shrink"];
    options.extend(cases.iter().flat_map(|case| ["--case", case]));
    let (outcome, found) = bench.commands(Pace::Sleeps(40), "hex", &bot, &options);
    (outcome, found.into_iter().map(|(rule, ..)| rule).collect())
}

/// A limit that is longer than bots usually take is waited for once, at the end.
#[test]
fn a_long_limit_is_waited_for_once() {
    let (_, broken) = check_with_a_long_limit(Fault::TimeMoveSleeps, &[]);
    let waits: Vec<_> = broken.iter().filter(|rule| *rule == "hex/time/turn").collect();
    assert_eq!(waits.len(), 1, "{broken:?}");
}

/// What is given up on a board of one cell stands in the way of no move on another.
#[test]
fn a_hang_on_a_tiny_board_leaves_the_other_moves_to_be_tried() {
    let (outcome, broken) = check_with_a_long_limit(Fault::TinyHangs, &["hex/make-move", "hex/init-board"]);
    assert!(!broken.is_empty() && broken.iter().all(|rule| rule == "hex/make-move/tiny"), "{broken:?}");
    assert!(outcome.turns > 100, "{outcome}");
}

/// In a process of its own each of its games goes well: it passed, once its moves had been given up.
#[test]
fn a_hang_in_later_games_is_found_whatever_the_limit() {
    let (_, broken) = check_with_a_long_limit(Fault::ResetHangs, &["hex/first", "hex/make-move"]);
    assert!(!broken.is_empty() && broken.iter().all(|rule| rule == "hex/init-board/resets"), "{broken:?}");
}

/// How long a bot takes to start is found out, if no other case has shown it.
#[test]
fn a_bot_that_starts_for_seconds_ends_in_time_also_where_it_is_asked_nothing() {
    let bench = Bench::new();
    let bot = Oddity::StartsForSeconds.entry().called("unasked").name;
    bench.bot("hex", &bot);
    for case in ["hex/quit/at-once", "hex/eof/at-once"] {
        let (report, _) = bench.check_quickly(Pace::Sleeps(8), "hex", &bot, &["--case", case]);
        assert_eq!(report["cases"][0]["verdict"], "pass", "{report}");
    }
}

/// What goes one way in one run and another way in the next is no fault.
#[test]
fn a_bot_that_moves_by_chance_is_never_blamed() {
    let again = |run: u32| {
        let options = vec!["--cases", "8", "--time-limit", "5s"];
        Entry { options, ..Oddity::PlaysByChance.entry().called(&run.to_string()) }
    };
    roster().judge(&(1..=5).map(again).collect::<Vec<Entry>>());
}

/// What such a bot does otherwise can be judged: it passes, with warnings.
#[test]
fn an_exit_status_stands_in_the_way_of_no_other_rule() {
    let bench = Bench::new();
    let bot = Fault::QuitStatusOne.entry().called("status").name;
    bench.bot("hex", &bot);
    let options = ["--case", "hex/quit", "--case", "hex/input"];
    let (report, contradictions) = bench.check_quickly(Pace::Talks, "hex", &bot, &options);
    assert_eq!(contradictions, Vec::<String>::new());
    assert!(report["summary"]["warn"].as_u64() > Some(0), "{report}");
    let cases = report["cases"].as_array().unwrap();
    let held_up: Vec<_> = cases.iter().filter(|case| !case["blocked_by"].is_null()).collect();
    assert!(held_up.is_empty(), "{held_up:?}");
}

/// A board that a bot cannot use stands in the way of those that are as large, and of no smaller ones.
#[test]
fn a_size_that_is_refused_leaves_smaller_boards_to_be_tried() {
    let bench = Bench::new();
    let boards =
        [("hex/swap/offered-on-ten-at-the-corner", Some("pass")), ("hex/swap/offered-large", Some("skip"))];
    for fault in [Fault::SizeRefused26, Fault::SizeAtMost19, Fault::SizeDiesBeyond11] {
        let bot = fault.entry().called("smaller").name;
        bench.bot("hex", &bot);
        let mut options = vec!["--case", "hex/first"];
        options.extend(boards.iter().flat_map(|(case, _)| ["--case", case]));
        let (report, contradictions) = bench.check_quickly(Pace::Talks, "hex", &bot, &options);
        assert_eq!(contradictions, Vec::<String>::new());
        let cases = report["cases"].as_array().unwrap();
        for (case, verdict) in boards {
            let judged = cases.iter().find(|it| it["id"] == case).unwrap();
            assert_eq!(judged["verdict"].as_str(), verdict, "{bot}: {judged}");
        }
    }
}

/// Whoever takes the time may be stopped as well: nobody knows what a bot did meanwhile.
#[test]
#[cfg(target_os = "linux")]
fn a_tester_that_was_stopped_blames_nobody() {
    let bench = Bench::new();
    let bot = Oddity::PlaysByChance.name();
    bench.bot("hex", &bot);
    let command = format!(
        "botspec check hex ./{bot} --time-limit 1s --jobs 1 --thorough & tester=$!
        for pause in 1 2 3 4; do
            sleep 0.4
            kill -STOP $tester
            sleep 1.5
            kill -CONT $tester
        done
        wait $tester
        echo ended with $?"
    );
    let told = bench.shell(Pace::Alone, &command);
    assert!(told.contains("ended with 0\n") || told.contains("ended with 4\n"), "{told}");
}
