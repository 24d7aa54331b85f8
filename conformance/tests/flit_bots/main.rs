//! Flit bots that misbehave on purpose earn what they break and nothing else; odd but right ones earn nothing.

#![cfg(unix)]

mod command_line;
mod earned;
#[path = "../harness/mod.rs"]
mod harness;

use std::time::Duration;

use botspec::record::Level::Must;
use botspec_test_bots::flit::{Fault, Oddity};

use earned::SCRIPT_OPTIONS;
use harness::{Act, Earned, Entry, Pace, Roster, roster_tests};

roster_tests!(roster());

fn roster() -> Roster {
    Roster {
        game: "flit",
        faults: Fault::ALL.iter().copied().map(Act::entry).collect(),
        oddities: Oddity::ALL.iter().copied().map(Act::entry).collect(),
        submissions: Vec::new(),
        script_options: SCRIPT_OPTIONS,
        scripts: 4,
        may_skip: &[],
    }
}

#[test]
fn a_duel_has_its_own_board_and_its_own_limit() {
    let duel = ["--variant", "duel", "--cases", "1", "--skip", "flit/game"];
    let entry = |bot: Entry, options: &[&'static str], earned: &'static [Earned]| {
        Entry { options: [&duel, options].concat(), earned, pace: Pace::Listens, ..bot }.called("duel")
    };
    roster().judge(&[
        entry(Fault::Sixty.entry(), &["--case", "flit/wrap", "--case", "flit/time/duel"], &[]),
        entry(Fault::Late.entry(), &["--case", "flit/wrap/left"], &[("flit/time/turn", Must)]),
        entry(Fault::NotWrapped.entry(), &["--case", "flit/wrap"], &[("flit/reply/range", Must)]),
        entry(Fault::RowsRunOn.entry(), &["--case", "flit/wrap"], &[("flit/move/adjacent", Must)]),
        entry(
            Fault::SecondArgument.entry(),
            &["--case", "flit/identity"],
            &[("flit/identity/argument", Must)],
        ),
        entry(Fault::OwnMoveMade.entry(), &["--case", "flit/update"], &[("flit/update/tracked", Must)]),
        entry(Oddity::RandomMove.entry(), &[], &[]),
        entry(Oddity::ReadsStartFirst.entry(), &[], &[]),
    ]);
}

/// Again and again.
#[test]
fn forty_milliseconds_are_in_time_and_sixty_are_not() {
    let options = ["--cases", "1", "--case", "flit/wrap", "--case", "flit/time/game"];
    for round in ["0", "1", "2"] {
        let entry = |bot: Fault| Entry { options: options.to_vec(), ..bot.entry().called(round) };
        roster().judge(&[Fault::Forty, Fault::Sixty].map(entry));
    }
}

/// A bot that says nothing is told of within three limits (the first answer has two seconds) and one second.
#[test]
fn a_silent_bot_is_reported_soon() {
    let silent =
        [Fault::NeverAnswers, Fault::NeverReads, Fault::Buffered, Fault::ReadsAhead, Fault::DiesAtOnce];
    let entry = |silent: Fault| Entry { options: Vec::new(), ..silent.entry().called("soon") };
    roster().judge_within(Duration::from_secs(3 * 2 + 1), &silent.map(entry));
}
