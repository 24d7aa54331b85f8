//! The cases that bots are tried on where all of them would take too long.

use std::collections::BTreeSet;

use assert_cmd::Command;
use serde_json::Value;

/// The ids of the cases in the core of a game; none if its quick checks leave nothing out.
pub(crate) fn core_of(game: &str) -> Vec<String> {
    let mut cases = list(game, &[]);
    cases.retain(is_in_core);
    ids(&cases)
}

/// The first case on each subject that serves the same rules, of those in the core if there is one.
pub(super) fn one_of_each_kind(game: &str) -> Vec<String> {
    let mut cases = list(game, FEWEST);
    if cases.iter().any(is_in_core) {
        cases.retain(is_in_core);
    }
    let mut seen = BTreeSet::new();
    cases.retain(|case| {
        let subject = case["id"].as_str().and_then(|id| id.split('/').nth(1)).map(str::to_owned);
        seen.insert((subject, case["rules"].to_string()))
    });
    ids(&cases)
}

/// These options, for one case of each kind in the place of the cases that they lead to.
pub(super) fn few_of<'a>(options: &[&'a str], cases: &'a [String]) -> Vec<&'a str> {
    let kept = options_with_values(options, &["--skip", "--time-limit"]);
    let strict = options.iter().copied().filter(|option| *option == "--strict");
    [only(cases), FEWEST.to_vec(), kept, strict.collect()].concat()
}

/// One generated case of each sort: none is generated in vain.
const FEWEST: &[&str] = &["--cases", "1"];

fn is_in_core(case: &Value) -> bool {
    case["core"] == true
}

fn ids(cases: &[Value]) -> Vec<String> {
    cases.iter().filter_map(|case| case["id"].as_str().map(str::to_owned)).collect()
}

/// The options of a check of these cases alone.
pub(super) fn only(cases: &[String]) -> Vec<&str> {
    cases.iter().flat_map(|id| ["--case", id]).collect()
}

/// The cases of a check with these options, as `botspec list` has them.
fn list(game: &str, options: &[&str]) -> Vec<Value> {
    let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["list", game, "--format", "json"])
        .args(options)
        .output()
        .expect("the tester can be started");
    let list: Value = serde_json::from_slice(&run.stdout).expect("the list is JSON");
    list["cases"].as_array().expect("the list has cases").clone()
}

/// Those of the options that have one of these names, each with its value.
pub(super) fn options_with_values<'a>(options: &[&'a str], names: &[&str]) -> Vec<&'a str> {
    options.windows(2).filter(|option| names.contains(&option[0])).flatten().copied().collect()
}
