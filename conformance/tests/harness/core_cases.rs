//! What a quick check plays in any case finds what all cases find.

use super::bench::Bench;
use super::few_cases::core_of;
use super::pace::for_each;
use super::roster::Entry;

/// For each of these bots which of its rules the core alone does not find broken; none if it finds all.
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
    let Entry { name, earned, pace, .. } = entry;
    // One that takes long in every turn is asked for few of them, which are in the core.
    if entry.names_cases() {
        return None;
    }
    let outcome = bench.check(*pace, game, name, &entry.options_on(core));
    let mut lacking = outcome.lacks(earned);
    // On a busy machine little headroom is not held against a bot.
    lacking.retain(|rule| !(outcome.is_too_busy() && rule.ends_with("/time/headroom")));
    (!lacking.is_empty()).then(|| format!("{outcome}the core does not find {lacking:?}\n"))
}
