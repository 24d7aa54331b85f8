//! The tester against Hex bots that are wrong in one thing, and against bots that are odd but right.

#![cfg(unix)]

#[path = "../harness/mod.rs"]
mod harness;

mod earned;

use std::collections::BTreeSet;

use botspec_test_bots::hex::{Fault, Oddity};

use earned::{earned, fault_options, oddity_options};
use harness::{Bench, for_each, not_reproduced, rules_without_proof};

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
fn what_is_printed_reproduces_every_fault() {
    let bots: Vec<_> =
        Fault::ALL.iter().map(|&fault| (fault.name(), earned(fault), fault_options(fault))).collect();
    report(not_reproduced("hex", &bots));
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
fn every_rule_has_its_texts_its_cases_and_a_bot_that_breaks_it() {
    let broken: BTreeSet<&str> =
        Fault::ALL.iter().flat_map(|&fault| earned(fault)).map(|&(rule, _)| rule).collect();
    let missing = rules_without_proof("hex", &broken);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn report(differences: Vec<Option<String>>) {
    let wrong: Vec<String> = differences.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} bots are not judged right:\n\n{}", wrong.len(), wrong.join("\n"));
}
