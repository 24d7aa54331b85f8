//! Power Connect Four bots that misbehave on purpose earn what they break and nothing else; odd but right ones
//! earn nothing.

#![cfg(unix)]

mod earned;
mod hints;
mod submissions;

use botspec_test_bots::power4::{Fault, Oddity};

use crate::harness::{Act, Bench, Entry, Groups, Hint, Roster, core_tests, judge_pairs, roster_tests};
use earned::SCRIPT_OPTIONS;
use submissions::Submission;

roster_tests!(roster());
core_tests!(roster());

/// What this one does in one run it need not do in another, so it is no proof of anything but that.
const BY_CHANCE: Fault = Fault::ColumnFullByChance;

fn roster() -> Roster {
    Roster {
        game: "power4",
        faults: Fault::ALL.iter().copied().filter(|fault| *fault != BY_CHANCE).map(Act::entry).collect(),
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
    // The last one keeps its own books, and does not read the referee's memo.
    let oddities = [Oddity::DualTenth, Oddity::ClearsFirst, Oddity::NearlyEmptyIsNew].map(Act::entry);
    let entry = |bot: Entry, variant: &'static str| {
        let options = vec!["--variant", variant, "--cases", "8", "--skip", "power4/help"];
        Entry { options, ..bot }.called(variant)
    };
    let bots = faults.into_iter().chain(oddities);
    let mut entries: Vec<Entry> =
        bots.flat_map(|bot| ["hover", "memo"].map(|variant| entry(bot.clone(), variant))).collect();
    // In positions that are given at once a note says so.
    let of_books = format!("{}@memo", Oddity::NearlyEmptyIsNew.name());
    for entry in entries.iter_mut().filter(|entry| entry.name == of_books) {
        entry.hint = Hint::Says("moves.txt says how many turns were taken");
    }
    roster().judge(&entries);
}

/// Of a bot that plays any legal drop no two runs are the same: what a case finds in one of them, a control run does
/// not find again. That is no other rule's fault, either, if it is wrong now and then.
fn judge_chance(runs: u32) {
    let bots = [Act::entry(Oddity::AnyDrop), Act::entry(BY_CHANCE)];
    let entry = |run: u32| bots.clone().map(|bot| bot.called(&run.to_string()));
    roster().judge(&(0..runs).flat_map(entry).collect::<Vec<Entry>>());
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

#[test]
fn each_submission_earns_its_rules_and_no_others() {
    let (roster, bench) = (roster(), Bench::new());
    for submission in Submission::ALL {
        submission.fill(&bench.folder(&submission.entry().name));
    }
    roster.judge_on(&bench, &roster.submissions);
}

/// Faults in parts of a bot that do not touch each other: what it drops, how it writes that, how it reads, and what
/// it does besides.
fn groups() -> Groups {
    use Fault as F;
    let entries = |faults: &[Fault]| -> Vec<Entry> { faults.iter().copied().map(Act::entry).collect() };
    vec![
        // Each of these errs on some turns only, and drops as usual on the others.
        entries(&[
            F::ColumnFull,
            F::ColumnFullLate,
            F::ColumnUnderDual,
            F::RowTwice,
            F::NeighboursTwice,
            F::DualTwice,
            F::DualOnTheEleventh,
        ]),
        entries(&[
            F::FormatComma,
            F::FormatNoBlank,
            F::FormatBrackets,
            F::FormatWords,
            F::FormatPlusSign,
            F::FormatLeadingZero,
            F::FormatDecimals,
            F::FormatLetter,
            F::FormatCarriageReturn,
            F::FormatZeroByte,
            F::FormatByteOrderMark,
            F::FormatRemarkOnSpecials,
            F::OutputPrinted,
            F::OutputMisnamed,
            F::OutputInFolder,
            F::OutputLink,
        ]),
        entries(&[
            F::TeamEndNeeded,
            F::TeamEndRefused,
            F::LayoutOneLine,
            F::LayoutTabs,
            F::LayoutCrlf,
            F::LayoutBlankAtEnd,
        ]),
        entries(&[
            F::BoardDeleted,
            F::BoardAppended,
            F::StatusOne,
            F::AbortAfterOutput,
            F::SixFiles,
            F::WritesHome,
            F::WritesTmp,
            F::FileInCapitals,
        ]),
    ]
}

const PAIR_OPTIONS: &[&str] = &["--cases", "8", "--skip", "power4/help", "--skip", "power4/match"];

#[test]
fn of_two_faults_in_one_bot_both_are_named() {
    judge_pairs("power4", &groups(), 10, PAIR_OPTIONS);
}

#[test]
#[ignore = "takes minutes"]
fn of_two_faults_in_one_bot_both_are_named_in_all_pairs() {
    judge_pairs("power4", &groups(), usize::MAX, PAIR_OPTIONS);
}
