//! Power Connect Four bots that misbehave on purpose earn what they break and nothing else; odd but right ones
//! earn nothing.

#![cfg(unix)]

mod earned;
#[path = "../harness/mod.rs"]
mod harness;
mod submissions;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use botspec_test_bots::power4::{Fault, Oddity};

use earned::{SCRIPT_OPTIONS, earned, fault_options, oddity_options};
use harness::{Bench, Checked, for_each, not_reproduced, one_for_each_rule, rules_without_proof};
use submissions::Submission;

/// A bot may keep no help files, or be too good for its partners.
const MAY_SKIP: &[&str] = &["the bot keeps no help files", "sets were over before the bot's tenth turn"];

#[test]
fn each_fault_earns_its_rules_and_no_others() {
    let bench = Bench::new();
    let differences = for_each(Fault::ALL, |&fault| {
        let name = fault.name();
        bench.bot("power4", &name);
        bench.check("power4", &name, &fault_options(fault)).differs(earned(fault), MAY_SKIP)
    });
    report(differences);
}

#[test]
fn what_is_printed_reproduces_a_fault_against_each_rule() {
    report(not_reproduced("power4", &one_for_each_rule(&checked())));
}

#[test]
#[ignore = "takes minutes"]
fn what_is_printed_reproduces_every_fault() {
    report(not_reproduced("power4", &checked()));
}

#[test]
fn each_oddity_earns_nothing() {
    let bench = Bench::new();
    let differences = for_each(Oddity::ALL, |&oddity| {
        let name = oddity.name();
        bench.bot("power4", &name);
        bench.check("power4", &name, &oddity_options(oddity)).differs(&[], MAY_SKIP)
    });
    report(differences);
}

#[test]
fn the_variants_are_judged_by_their_own_rules() {
    let bench = Bench::new();
    let bots: Vec<(String, &[harness::Earned])> = [Fault::DualTwice, Fault::DualNever, Fault::ColumnFull]
        .into_iter()
        .map(|fault| (fault.name(), earned(fault)))
        .chain([Oddity::DualTenth, Oddity::ClearsFirst].map(|oddity| (oddity.name(), &[][..])))
        .collect();
    for (name, _) in &bots {
        bench.bot("power4", name);
    }
    let runs: Vec<_> = bots.iter().flat_map(|bot| ["hover", "memo"].map(|variant| (bot, variant))).collect();
    let differences = for_each(&runs, |((name, earned), variant)| {
        bench
            .check("power4", name, &["--variant", variant, "--cases", "8", "--skip", "power4/help"])
            .differs(earned, MAY_SKIP)
    });
    report(differences);
}

#[test]
fn odd_bots_in_other_languages_earn_nothing() {
    let bench = Bench::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/power4");
    let sources: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(sources.len() >= 4, "{sources:?}");
    let differences =
        for_each(&sources, |source| bench.check_at("power4", source, SCRIPT_OPTIONS).differs(&[], MAY_SKIP));
    report(differences);
}

#[test]
fn each_submission_earns_its_rules_and_no_others() {
    let bench = Bench::new();
    let differences = for_each(Submission::ALL, |&submission| {
        let name = format!("{submission:?}");
        submission.fill(&bench.folder(&name));
        let options = ["--submission", "--team-id", "Co0023", "--cases", "1", "--skip", "power4/match"];
        bench.check("power4", &name, &options).differs(submission.earned(), MAY_SKIP)
    });
    report(differences);
}

#[test]
fn every_rule_has_its_texts_its_cases_and_a_bot_that_breaks_it() {
    let by_faults = Fault::ALL.iter().flat_map(|&fault| earned(fault));
    let by_submissions = Submission::ALL.iter().flat_map(|submission| submission.earned());
    let broken: BTreeSet<&str> = by_faults.chain(by_submissions).map(|&(rule, _)| rule).collect();
    let missing = rules_without_proof("power4", &broken);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn checked() -> Vec<Checked> {
    Fault::ALL.iter().map(|&fault| (fault.name(), earned(fault), fault_options(fault))).collect()
}

fn report(differences: Vec<Option<String>>) {
    let wrong: Vec<String> = differences.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} bots are not judged right:\n\n{}", wrong.len(), wrong.join("\n"));
}
