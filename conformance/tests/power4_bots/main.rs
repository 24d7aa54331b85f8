//! Power Connect Four bots that misbehave on purpose earn what they break and nothing else; odd but right ones
//! earn nothing.

#![cfg(unix)]

mod earned;
#[path = "../harness/mod.rs"]
mod harness;
mod submissions;

use botspec_test_bots::power4::{Fault, Oddity};

use earned::SCRIPT_OPTIONS;
use harness::{Act, Bench, Entry, Roster, roster_tests};
use submissions::Submission;

roster_tests!(roster());

fn roster() -> Roster {
    Roster {
        game: "power4",
        faults: Fault::ALL.iter().copied().map(Act::entry).collect(),
        oddities: Oddity::ALL.iter().copied().map(Act::entry).collect(),
        submissions: Submission::ALL.iter().copied().map(Submission::entry).collect(),
        script_options: SCRIPT_OPTIONS,
        scripts: 4,
        // A bot may keep no help files, or be too good for its partners.
        may_skip: &["the bot keeps no help files", "sets were over before the bot's tenth turn"],
    }
}

#[test]
fn the_variants_are_judged_by_their_own_rules() {
    let faults = [Fault::DualTwice, Fault::DualNever, Fault::ColumnFull].map(Act::entry);
    let oddities = [Oddity::DualTenth, Oddity::ClearsFirst].map(Act::entry);
    let entry = |bot: Entry, variant: &'static str| {
        let options = vec!["--variant", variant, "--cases", "8", "--skip", "power4/help"];
        Entry { options, ..bot }.called(variant)
    };
    let bots = faults.into_iter().chain(oddities);
    let entries: Vec<Entry> =
        bots.flat_map(|bot| ["hover", "memo"].map(|variant| entry(bot.clone(), variant))).collect();
    roster().judge(&entries);
}

#[test]
fn each_submission_earns_its_rules_and_no_others() {
    let (roster, bench) = (roster(), Bench::new());
    for submission in Submission::ALL {
        submission.fill(&bench.folder(&submission.entry().name));
    }
    roster.judge_on(&bench, &roster.submissions);
}
