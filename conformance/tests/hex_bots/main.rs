//! The tester against Hex bots that are wrong in one thing, and against bots that are odd but right.

#![cfg(unix)]

#[path = "../harness/mod.rs"]
mod harness;

mod command_line;
mod earned;

use std::time::Duration;

use botspec_test_bots::hex::{Fault, Oddity};

use earned::SCRIPT_OPTIONS;
use harness::{Act, Entry, Roster, roster_tests};

roster_tests!(roster());

fn roster() -> Roster {
    Roster {
        game: "hex",
        faults: Fault::ALL.iter().copied().map(Act::entry).collect(),
        oddities: Oddity::ALL.iter().copied().map(Act::entry).collect(),
        submissions: Vec::new(),
        script_options: SCRIPT_OPTIONS,
        scripts: 5,
        may_skip: &[],
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
/// and for each of the two ways to end.
#[test]
fn a_silent_bot_is_reported_soon() {
    let (limit, reply) = (Duration::from_millis(500), Duration::from_secs(2));
    let kinds = [limit, reply, reply, reply, reply];
    let soon: Duration = kinds.iter().map(|&kind| 3 * kind + Duration::from_secs(1)).sum();
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
