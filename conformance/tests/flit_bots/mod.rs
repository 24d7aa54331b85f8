//! Flit bots that misbehave on purpose earn what they break and nothing else; odd but right ones earn nothing.

#![cfg(unix)]

mod command_line;
mod earned;
mod hints;
mod idlers;
mod pairs;
mod silences;

use std::time::Duration;

use botspec::record::Level::Must;
use botspec_test_bots::flit::{Fault, Oddity};

use crate::harness::{Act, Bench, Earned, Entry, Hint, Pace, Roster, roster_tests};
use earned::{FEW, NO_LONG_GAMES, SCRIPT_OPTIONS};

roster_tests!(roster());

fn roster() -> Roster {
    Roster {
        game: "flit",
        // What one of them does by chance a single case does not show again.
        faults: all_but(Fault::ALL, Fault::ComputesNowAndThen),
        // One of them is not tried on all cases.
        oddities: all_but(Oddity::ALL, Oddity::KnowsItsOwnMoves),
        submissions: Vec::new(),
        script_options: SCRIPT_OPTIONS,
        scripts: 4,
        may_skip: &[],
    }
}

fn all_but<A: Act + Copy + PartialEq>(all: &[A], one: A) -> Vec<Entry> {
    all.iter().copied().filter(|it| *it != one).map(Act::entry).collect()
}

/// One that looks for its own answers in what it is told is right in every game, and can be told of no position: it passes
/// by its games, and such cases alone prove nothing.
#[test]
fn who_is_right_in_every_game_passes() {
    let (bench, name) = (Bench::new(), Oddity::KnowsItsOwnMoves.name());
    bench.bot("flit", &name);
    let outcome = bench.check(Pace::Listens, "flit", &name, &[FEW, NO_LONG_GAMES].concat());
    assert_eq!(outcome.differs(&[], Hint::None, &["not for this bot: it plays"]), None);
    let case = "flit/stuck/walled-in";
    let outcome = bench.check(Pace::Listens, "flit", &name, &["--case", case]);
    assert_eq!(outcome.leaves(&["flit/move/stuck"], &[case]), None);
}

#[test]
fn a_duel_has_its_own_board_and_its_own_limit() {
    let few = ["--skip", "flit/game"];
    let entry = |bot: Entry, options: &[&'static str], earned: &'static [Earned]| Entry {
        earned,
        pace: Pace::Listens,
        ..in_a_duel(bot, &[&few, options].concat())
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

#[test]
fn what_goes_wrong_late_in_a_game_goes_wrong_in_a_duel() {
    let entry = |fault: Fault, case: &'static str| {
        in_a_duel(fault.entry(), &["--case", "flit/start", "--case", "flit/wrap", "--case", case])
    };
    roster().judge(&[
        entry(Fault::DiesOfNeutralAgain, "flit/neutral/same-square-again-in-duel"),
        entry(Fault::EndsInSilence, "flit/update/pause-in-duel"),
        entry(Fault::EndsOnePieceShort, "flit/game/one-short-duel-as-1"),
        entry(Fault::EndsWhereAnotherIsOneShort, "flit/game/other-one-short-duel-as-1"),
        entry(Fault::EofHangsWhenLost, "flit/game/lost-duel-as-2"),
        entry(Fault::LateWhenFull, "flit/time/duel-full"),
    ]);
}

/// A bot that plays duels, on few boards.
fn in_a_duel(bot: Entry, options: &[&'static str]) -> Entry {
    Entry { options: [&["--variant", "duel", "--cases", "1"], options].concat(), ..bot }.called("duel")
}

/// Judges bots near the limit, again and again.
fn judge_forty_and_sixty(rounds: u32) {
    let options = ["--cases", "1", "--case", "flit/wrap", "--case", "flit/time/game"];
    for round in 0..rounds {
        let entry =
            |bot: Fault| Entry { options: options.to_vec(), ..bot.entry().called(&round.to_string()) };
        roster().judge(&[Fault::Forty, Fault::Sixty].map(entry));
    }
}

#[test]
fn forty_milliseconds_are_in_time_and_sixty_are_not() {
    judge_forty_and_sixty(1);
}

#[test]
#[ignore = "takes minutes"]
fn forty_milliseconds_are_in_time_and_sixty_are_not_many_times() {
    judge_forty_and_sixty(10);
}

/// On a busy machine it cannot always be proved that sixty milliseconds are too many: then it is not said that they were
/// in time, either.
#[test]
#[cfg(target_os = "linux")]
fn who_is_always_late_passes_on_no_busy_machine() {
    let bench = Bench::new();
    bench.bot("flit", &Fault::Sixty.name());
    bench.never_passes_on_busy_machine(
        "botspec check flit ./sixty --cases 1 --case flit/start --case flit/single --case flit/game/idle-as-1 --thorough",
    );
}

/// No request is answered late in each of several runs, and still it is no stall of the machine.
#[test]
fn who_computes_too_long_now_and_then_is_late() {
    roster().judge(&[Fault::ComputesNowAndThen.entry()]);
}

/// What a bot plays that throws dice differs each time, and is legal each time.
#[test]
fn chance_is_never_to_blame() {
    let few = [&["--strict", "--skip", "flit/time"], NO_LONG_GAMES].concat();
    let seeds = [["--seed", "1"], ["--seed", "2"], ["--seed", "3"], ["--seed", "4"]];
    let entry = |(bot, seed): (Oddity, [&'static str; 2])| {
        let options = [&["--cases", "12"], &few[..], &seed].concat();
        Entry { options, ..bot.entry().called(seed[1]) }
    };
    let all = seeds.into_iter().flat_map(|seed| [(Oddity::Dice, seed), (Oddity::RandomMove, seed)]);
    roster().judge(&all.map(entry).collect::<Vec<_>>());
}

/// A bot that says nothing is told of before any check has to be over, however busy the machine.
#[test]
fn a_silent_bot_is_reported_soon() {
    let silent =
        [Fault::NeverAnswers, Fault::NeverReads, Fault::Buffered, Fault::ReadsAhead, Fault::DiesAtOnce];
    let entry = |silent: Fault| Entry { options: vec!["--cases", "1"], ..silent.entry().called("soon") };
    roster().judge_within(Duration::from_secs(60), &silent.map(entry));
}
