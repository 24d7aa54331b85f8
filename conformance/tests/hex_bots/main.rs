//! The tester against Hex bots that are wrong in one thing, and against bots that are odd but right.

#![cfg(unix)]

#[path = "../harness/mod.rs"]
mod harness;

mod command_line;
mod earned;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use botspec_test_bots::hex::{Fault, Oddity};

use earned::{SCRIPT_OPTIONS, earned, fault_options, oddity_options};
use harness::{Bench, Checked, for_each, not_reproduced, one_for_each_rule, rules_without_proof};

#[test]
fn each_fault_earns_its_rules_and_no_others() {
    let bench = Bench::new();
    let differences = for_each(Fault::ALL, |&fault| {
        let name = fault.name();
        bench.bot("hex", &name);
        bench.check("hex", &name, &fault_options(fault)).differs(earned(fault), &[])
    });
    report(differences);
}

#[test]
fn what_is_printed_reproduces_a_fault_against_each_rule() {
    report(not_reproduced("hex", &one_for_each_rule(&checked())));
}

#[test]
#[ignore = "takes minutes"]
fn what_is_printed_reproduces_every_fault() {
    report(not_reproduced("hex", &checked()));
}

#[test]
fn each_oddity_earns_nothing() {
    let bench = Bench::new();
    let differences = for_each(Oddity::ALL, |&oddity| {
        let name = oddity.name();
        bench.bot("hex", &name);
        bench.check("hex", &name, &oddity_options(oddity)).differs(&[], &[])
    });
    report(differences);
}

#[test]
fn odd_bots_in_other_languages_earn_nothing() {
    let bench = Bench::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/hex");
    let sources: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(sources.len() >= 5, "{sources:?}");
    let differences =
        for_each(&sources, |source| bench.check_at("hex", source, SCRIPT_OPTIONS).differs(&[], &[]));
    report(differences);
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
    let bench = Bench::new();
    let (limit, reply) = (Duration::from_millis(500), Duration::from_secs(2));
    let kinds = [limit, reply, reply, reply, reply];
    let soon: Duration = kinds.iter().map(|&kind| 3 * kind + Duration::from_secs(1)).sum();
    for fault in [
        Fault::SilentMute,
        Fault::SilentNeverReads,
        Fault::FlushedAtTheEnd,
        Fault::FloodsAlways,
        Fault::TimeMoveSleeps,
        Fault::TimeCheckWinSleeps,
        Fault::TimeShowBoardSleeps,
    ] {
        let name = format!("{}@soon", fault.name());
        bench.bot("hex", &name);
        let began = Instant::now();
        let outcome = bench.check("hex", &name, &SOON);
        let took = began.elapsed();
        assert!(took < soon, "{name} took {took:?}, more than {soon:?}");
        report(vec![outcome.differs(earned(fault), &[])]);
    }
}

#[test]
fn every_rule_has_its_texts_its_cases_and_a_bot_that_breaks_it() {
    let broken: BTreeSet<&str> =
        Fault::ALL.iter().flat_map(|&fault| earned(fault)).map(|&(rule, _)| rule).collect();
    let missing = rules_without_proof("hex", &broken);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn checked() -> Vec<Checked> {
    Fault::ALL.iter().map(|&fault| (fault.name(), earned(fault), fault_options(fault))).collect()
}

fn report(differences: Vec<Option<String>>) {
    let wrong: Vec<String> = differences.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} bots are not judged right:\n\n{}", wrong.len(), wrong.join("\n"));
}
