//! Whether every rule stands on all its legs.

use std::collections::{BTreeMap, BTreeSet};

use assert_cmd::Command;
use botspec::suite::Game;
use serde_json::Value;

/// What is missing for the rules of a game: a text, a case, or a bot that breaks it and is found out.
pub(crate) fn rules_without_proof(game: &str, broken_by_some_bot: &BTreeSet<&str>) -> Vec<String> {
    let rules = Game::find(game).map(|game| game.contest().requirements()).unwrap_or_default();
    let cases = cases_by_rule(game);
    let mut missing = Vec::new();
    for rule in rules {
        let texts = [
            ("demand", rule.demand),
            ("why", rule.why),
            ("source", rule.source),
            ("fix", rule.fix),
            ("right", rule.right),
            ("wrong", rule.wrong),
        ];
        let blank = texts.iter().filter(|(_, text)| text.trim().is_empty());
        missing.extend(blank.map(|(name, _)| format!("{}: its text `{name}` is empty", rule.id)));
        if !cases.contains_key(rule.id) {
            missing.push(format!("{}: no case serves it", rule.id));
        }
        if !broken_by_some_bot.contains(rule.id) {
            missing.push(format!("{}: no bot breaks it", rule.id));
        }
    }
    let known: BTreeSet<&str> = rules.iter().map(|rule| rule.id).collect();
    let strange = broken_by_some_bot.iter().copied().chain(cases.keys().map(String::as_str));
    missing.extend(strange.filter(|id| !known.contains(id)).map(|id| format!("{id}: no such rule")));
    if rules.is_empty() {
        missing.push(format!("{game}: no such game, or one without rules"));
    }
    missing
}

/// How many cases serve each rule, as `botspec list` has it.
fn cases_by_rule(game: &str) -> BTreeMap<String, usize> {
    let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["list", game, "--submission", "--format", "json"])
        .output()
        .expect("the tester can be started");
    let list: Value = serde_json::from_slice(&run.stdout).expect("the list is JSON");
    let mut served = BTreeMap::new();
    for case in list["cases"].as_array().expect("the list has cases") {
        for rule in case["rules"].as_array().expect("a case has rules") {
            *served.entry(rule.as_str().unwrap_or_default().to_owned()).or_insert(0) += 1;
        }
    }
    served
}
