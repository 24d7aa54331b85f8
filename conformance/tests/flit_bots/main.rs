//! Flit bots that misbehave on purpose earn what they break and nothing else; odd but right ones earn nothing.

#![cfg(unix)]

mod command_line;
mod earned;
#[path = "../harness/mod.rs"]
mod harness;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use botspec::record::Level::Must;
use botspec_test_bots::flit::{Fault, Oddity};

use earned::{SCRIPT_OPTIONS, earned, fault_options, oddity_options};
use harness::{Bench, Checked, Earned, for_each, not_reproduced, one_for_each_rule, rules_without_proof};

#[test]
fn each_fault_earns_its_rules_and_no_others() {
    let bench = Bench::new();
    let differences = for_each(Fault::ALL, |&fault| {
        let name = fault.name();
        bench.bot("flit", &name);
        bench.check("flit", &name, &fault_options(fault)).differs(earned(fault), &[])
    });
    report(differences);
}

#[test]
fn what_is_printed_reproduces_a_fault_against_each_rule() {
    report(not_reproduced("flit", &one_for_each_rule(&checked())));
}

#[test]
#[ignore = "takes minutes"]
fn what_is_printed_reproduces_every_fault() {
    report(not_reproduced("flit", &checked()));
}

#[test]
fn each_oddity_earns_nothing() {
    let bench = Bench::new();
    let differences = for_each(Oddity::ALL, |&oddity| {
        let name = oddity.name();
        bench.bot("flit", &name);
        bench.check("flit", &name, &oddity_options(oddity)).differs(&[], &[])
    });
    report(differences);
}

#[test]
fn odd_bots_in_other_languages_earn_nothing() {
    let bench = Bench::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/flit");
    let sources: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(sources.len() >= 4, "{sources:?}");
    let differences =
        for_each(&sources, |source| bench.check_at("flit", source, SCRIPT_OPTIONS).differs(&[], &[]));
    report(differences);
}

#[test]
fn a_duel_has_its_own_board_and_its_own_limit() {
    let bench = Bench::new();
    let duel = ["--variant", "duel", "--cases", "1", "--skip", "flit/game"];
    let cases: [(String, &[&str], &[Earned]); 8] = [
        (Fault::Sixty.name(), &["--case", "flit/wrap", "--case", "flit/time/duel"], &[]),
        (Fault::Late.name(), &["--case", "flit/wrap/left"], &[("flit/time/turn", Must)]),
        (Fault::NotWrapped.name(), &["--case", "flit/wrap"], &[("flit/reply/range", Must)]),
        (Fault::RowsRunOn.name(), &["--case", "flit/wrap"], &[("flit/move/adjacent", Must)]),
        (Fault::SecondArgument.name(), &["--case", "flit/identity"], &[("flit/identity/argument", Must)]),
        (Fault::OwnMoveMade.name(), &["--case", "flit/update"], &[("flit/update/tracked", Must)]),
        (Oddity::RandomMove.name(), &[], &[]),
        (Oddity::ReadsStartFirst.name(), &[], &[]),
    ];
    let differences = for_each(&cases, |(name, options, earned)| {
        let name = format!("{name}@duel");
        bench.bot("flit", &name);
        bench.check("flit", &name, &[&duel, *options].concat()).differs(earned, &[])
    });
    report(differences);
}

/// Again and again, and while other bots run.
#[test]
fn forty_milliseconds_are_in_time_and_sixty_are_not() {
    let options = ["--cases", "1", "--case", "flit/wrap", "--case", "flit/time/game"];
    for round in 0..3 {
        let bench = Bench::new();
        let differences = for_each(&[Fault::Forty, Fault::Sixty], |&fault| {
            let name = format!("{}@{round}", fault.name());
            bench.bot("flit", &name);
            bench.check("flit", &name, &options).differs(earned(fault), &[])
        });
        report(differences);
    }
}

/// A bot that says nothing is told of within three limits (the first answer has two seconds) and one second.
#[test]
fn a_silent_bot_is_reported_soon() {
    let bench = Bench::new();
    for fault in
        [Fault::NeverAnswers, Fault::NeverReads, Fault::Buffered, Fault::ReadsAhead, Fault::DiesAtOnce]
    {
        let name = format!("{}@soon", fault.name());
        bench.bot("flit", &name);
        let (outcome, took) = bench.check_timed("flit", &name, &[]);
        assert!(took < Duration::from_secs(3 * 2 + 1), "{name} took {took:?}");
        report(vec![outcome.differs(earned(fault), &[])]);
    }
}

#[test]
fn every_rule_has_its_texts_its_cases_and_a_bot_that_breaks_it() {
    let broken: BTreeSet<&str> =
        Fault::ALL.iter().flat_map(|&fault| earned(fault)).map(|&(rule, _)| rule).collect();
    let missing = rules_without_proof("flit", &broken);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn checked() -> Vec<Checked> {
    Fault::ALL.iter().map(|&fault| (fault.name(), earned(fault), fault_options(fault))).collect()
}

fn report(differences: Vec<Option<String>>) {
    let wrong: Vec<String> = differences.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} bots are not judged right:\n\n{}", wrong.len(), wrong.join("\n"));
}
