//! Two faults in one bot: the first must not hide the second.

use botspec_sdk::random::Random;

use super::bench::Bench;
use super::pace::for_each;
use super::roster::Entry;

/// Faults in groups: two of different groups show side by side in one bot, as each is in another part of what it does.
pub(crate) type Groups = Vec<Vec<Entry>>;

/// Checks a sample of pairs with these options. At least 19 of 20 are to be named both in one run.
pub(crate) fn judge_pairs(game: &str, groups: &Groups, sample: usize, options: &[&str]) {
    let mut pairs: Vec<(&Entry, &Entry)> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        for first in group {
            pairs.extend(groups[at + 1..].iter().flatten().map(|second| (first, second)));
        }
    }
    Random::seeded(12).shuffle(&mut pairs);
    pairs.truncate(sample);
    let bench = Bench::new();
    let hidden: Vec<String> = for_each(
        &pairs,
        |(first, second)| if first.pace.turn() < second.pace.turn() { first.pace } else { second.pace },
        |(first, second)| {
            let name = format!("{}+{}", first.name, second.name);
            bench.bot(game, &name);
            let outcome = bench.check(first.pace, game, &name, options);
            let lacking = [outcome.lacks(first.earned), outcome.lacks(second.earned)].concat();
            (!lacking.is_empty()).then(|| format!("{outcome}does not name {lacking:?}\n"))
        },
    )
    .into_iter()
    .flatten()
    .collect();
    let most = pairs.len() / 20;
    assert!(
        hidden.len() <= most,
        "{} of {} pairs are not named both:\n\n{}",
        hidden.len(),
        pairs.len(),
        hidden.join("\n")
    );
}
