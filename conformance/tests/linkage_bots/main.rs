//! Linkage bots that misbehave on purpose earn what they break and nothing else; odd but right ones earn
//! nothing.

#![cfg(unix)]

mod earned;
#[path = "../harness/mod.rs"]
mod harness;
mod submissions;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use botspec_test_bots::linkage::{Fault, Oddity};

use earned::{SCRIPT_OPTIONS, earned, fault_options, oddity_options};
use harness::{Bench, Checked, for_each, not_reproduced, one_for_each_rule, rules_without_proof};
use submissions::Submission;

/// A bot without a cache has none that could be damaged.
const MAY_SKIP: &[&str] = &["the bot keeps no cache file"];

#[test]
fn each_fault_earns_its_rules_and_no_others() {
    let bench = Bench::new();
    let differences = for_each(Fault::ALL, |&fault| {
        let name = fault.name();
        bench.bot("linkage", &name);
        bench.check("linkage", &name, &fault_options(fault)).differs(earned(fault), MAY_SKIP)
    });
    report(differences);
}

#[test]
fn what_is_printed_reproduces_a_fault_against_each_rule() {
    report(not_reproduced("linkage", &one_for_each_rule(&checked())));
}

#[test]
#[ignore = "takes minutes"]
fn what_is_printed_reproduces_every_fault() {
    report(not_reproduced("linkage", &checked()));
}

#[test]
fn each_oddity_earns_nothing() {
    let bench = Bench::new();
    let differences = for_each(Oddity::ALL, |&oddity| {
        let name = oddity.name();
        bench.bot("linkage", &name);
        bench.check("linkage", &name, &oddity_options(oddity)).differs(&[], MAY_SKIP)
    });
    report(differences);
}

#[test]
fn odd_bots_in_other_languages_earn_nothing() {
    let bench = Bench::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/linkage");
    let sources: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(sources.len() >= 4, "{sources:?}");
    let differences =
        for_each(&sources, |source| bench.check_at("linkage", source, SCRIPT_OPTIONS).differs(&[], MAY_SKIP));
    report(differences);
}

#[test]
fn each_submission_earns_its_rules_and_no_others() {
    let bench = Bench::new();
    let differences = for_each(Submission::ALL, |&submission| {
        let name = format!("{submission:?}");
        submission.fill(&bench.folder(&name));
        bench
            .check("linkage", &name, &["--submission", "--cases", "1", "--skip", "linkage/cache"])
            .differs(submission.earned(), MAY_SKIP)
    });
    report(differences);
}

#[test]
fn every_rule_has_its_texts_its_cases_and_a_bot_that_breaks_it() {
    let by_faults = Fault::ALL.iter().flat_map(|&fault| earned(fault));
    let by_submissions = Submission::ALL.iter().flat_map(|submission| submission.earned());
    let broken: BTreeSet<&str> = by_faults.chain(by_submissions).map(|&(rule, _)| rule).collect();
    let missing = rules_without_proof("linkage", &broken);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn checked() -> Vec<Checked> {
    Fault::ALL.iter().map(|&fault| (fault.name(), earned(fault), fault_options(fault))).collect()
}

fn report(differences: Vec<Option<String>>) {
    let wrong: Vec<String> = differences.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} bots are not judged right:\n\n{}", wrong.len(), wrong.join("\n"));
}
