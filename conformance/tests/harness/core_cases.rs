//! What a quick check plays in any case finds what all cases find.

use assert_cmd::Command;
use serde_json::Value;

use super::bench::Bench;
use super::pace::for_each;
use super::roster::Entry;

/// The ids of the cases in the core of a game; none if its quick checks leave nothing out.
pub(crate) fn core_of(game: &str) -> Vec<String> {
    let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["list", game, "--format", "json"])
        .output()
        .expect("the tester can be started");
    let list: Value = serde_json::from_slice(&run.stdout).expect("the list is JSON");
    let cases = list["cases"].as_array().expect("the list has cases").iter();
    cases
        .filter(|case| case["core"] == true)
        .filter_map(|case| case["id"].as_str().map(str::to_owned))
        .collect()
}

/// For each of these bots which of its rules the core alone does not find broken; none if it finds all.
#[allow(dead_code, reason = "of interest to games whose checks leave cases out only")]
pub(super) fn not_found_by_the_core(game: &str, bots: &[Entry]) -> Vec<Option<String>> {
    let (bench, core) = (Bench::new(), core_of(game));
    for_each(
        bots,
        |entry| entry.pace,
        |entry| {
            bench.bot(game, &entry.name);
            lacks_on_the_core(&bench, game, entry, &core)
        },
    )
}

/// Which of its rules the core alone does not find broken by a bot that is on the bench; none if it finds all.
pub(super) fn lacks_on_the_core(bench: &Bench, game: &str, entry: &Entry, core: &[String]) -> Option<String> {
    let Entry { name, earned, options, pace, .. } = entry;
    // One that takes long in every turn is asked for few of them, which are in the core.
    if options.contains(&"--case") {
        return None;
    }
    let mut core: Vec<&str> = core.iter().flat_map(|id| ["--case", id]).collect();
    let limit = options.iter().position(|option| *option == "--time-limit");
    core.extend(limit.iter().flat_map(|at| &options[*at..at + 2]));
    let outcome = bench.check(*pace, game, name, &core);
    let mut lacking = outcome.lacks(earned);
    // On a busy machine little headroom is not held against a bot.
    lacking.retain(|rule| !(outcome.is_too_busy() && rule.ends_with("/time/headroom")));
    (!lacking.is_empty()).then(|| format!("{outcome}the core does not find {lacking:?}\n"))
}
