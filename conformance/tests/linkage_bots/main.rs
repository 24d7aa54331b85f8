//! Linkage bots that misbehave on purpose earn what they break and nothing else; odd but right ones earn
//! nothing.

#![cfg(unix)]

mod earned;
#[path = "../harness/mod.rs"]
mod harness;
mod submissions;

use botspec_test_bots::linkage::{Fault, Oddity};

use earned::SCRIPT_OPTIONS;
use harness::{Act, Bench, Roster, roster_tests};
use submissions::Submission;

roster_tests!(roster());

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

#[test]
fn each_submission_earns_its_rules_and_no_others() {
    let (roster, bench) = (roster(), Bench::new());
    for submission in Submission::ALL {
        submission.fill(&bench.folder(&submission.entry().name));
    }
    roster.judge_on(&bench, &roster.submissions);
}
