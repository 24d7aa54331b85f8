//! How soon each case is wanted: if time runs out, each rule has been tried.

use std::collections::{BTreeMap, BTreeSet};

use crate::contest::Case;
use crate::record::Level;

/// How soon a case is wanted; of equally urgent ones those with few turns come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// It was asked for.
    Asked,
    /// It serves a rule of this level that so many others have served: if time runs out, each rule has been tried.
    Covering(usize, Level),
    /// Each folder has its share of the time, so that what is left out for want of it is a part of each.
    Sharing {
        /// So many turns of its folder have been played with it.
        turns: u32,
        /// Whether chance thought of it, and nobody else.
        generated: bool,
    },
}

/// So many cases of each rule come before the others.
const COVERING: usize = 2;

/// That of each of the chosen cases. Those that are named come `first`; so many cases have `served` each rule before, and
/// of equally urgent ones those with few turns come first. Some are wanted `soon` however many turns they have.
pub(crate) fn urgency<S>(
    cases: &[Case<S>],
    chosen: &[usize],
    first: &BTreeSet<String>,
    soon: &[&str],
    served: &BTreeMap<String, usize>,
    turns: impl Fn(&Case<S>) -> u32,
    level: impl Fn(&str) -> Option<Level>,
) -> BTreeMap<usize, Urgency> {
    let mut served: BTreeMap<&str, usize> =
        served.iter().map(|(rule, &cases)| (rule.as_str(), cases)).collect();
    let mut shares: BTreeMap<&str, u32> = BTreeMap::new();
    let mut order = chosen.to_vec();
    order.sort_by_key(|&at| (cases[at].generated, turns(&cases[at])));
    let mut urgency = BTreeMap::new();
    for at in order {
        let case = &cases[at];
        let need = |rule: &&'static str| {
            let count = served.get(rule).copied().unwrap_or_default();
            (count < COVERING).then(|| Urgency::Covering(count, level(rule).unwrap_or(Level::Must)))
        };
        let covering = case.rules.iter().filter_map(need).min();
        if covering.is_some() {
            case.rules.iter().for_each(|rule| *served.entry(rule).or_default() += 1);
        }
        let is_soon = soon.contains(&case.id.as_str());
        let soon = is_soon.then_some(Urgency::Covering(COVERING - 1, Level::Must));
        let folder = case.id.rsplit_once('/').map_or("", |(folder, _)| folder);
        let kind = match (first.contains(&case.id), covering.into_iter().chain(soon).min()) {
            (true, _) => Urgency::Asked,
            (_, Some(covering)) => covering,
            (_, None) => {
                let share = shares.entry(folder).or_default();
                *share += turns(case).max(1);
                Urgency::Sharing { turns: *share, generated: case.generated }
            }
        };
        urgency.insert(at, kind);
    }
    urgency
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Phase;

    fn case(id: &str, rules: &[&'static str], generated: bool) -> Case<()> {
        Case {
            id: id.to_owned(),
            title: String::new(),
            rules: rules.to_vec(),
            needs: Vec::new(),
            phase: Phase::Main,
            generated,
            script: (),
        }
    }

    #[test]
    fn each_rule_is_tried_before_any_is_tried_often() {
        let cases = [
            case("generated of its own rule", &["c"], true),
            case("a/long", &["a"], false),
            case("a/first", &["a"], false),
            case("a/second", &["a"], false),
            case("a/third", &["a"], false),
            case("generated/1", &["a"], true),
            case("generated/2", &["a"], true),
            case("a/asked", &["a"], false),
            case("b", &["a", "b"], false),
            case("b once more", &["b"], false),
            case("b soon", &["b"], true),
        ];
        let first = BTreeSet::from(["a/asked".to_owned()]);
        let chosen: Vec<usize> = (0..cases.len()).collect();
        use Level::{Must, Should};
        use Urgency::{Asked, Covering};
        let sharing = |turns, generated| Urgency::Sharing { turns, generated };
        let level = |rule: &str| Some(if rule == "a" { Must } else { Should });
        let turns = |case: &Case<()>| if case.id == "a/long" { 20 } else { 1 };
        let (soon, served) = (["b soon"], BTreeMap::new());
        let found: Vec<Urgency> =
            urgency(&cases, &chosen, &first, &soon, &served, turns, level).into_values().collect();
        let wanted = [
            Covering(0, Should),
            sharing(21, false),
            Covering(0, Must),
            Covering(1, Must),
            sharing(1, false),
            sharing(1, true),
            sharing(2, true),
            Asked,
            Covering(0, Should),
            Covering(1, Should),
            Covering(1, Must),
        ];
        assert_eq!(found, wanted);
        assert!(Covering(0, Should) < Covering(1, Must), "each once before any twice");

        let served = BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]);
        let found = urgency(&cases, &chosen, &first, &soon, &served, turns, level);
        assert_eq!(found[&2], Covering(1, Must), "once in a phase before");
        assert_eq!(found[&9], sharing(2, false), "twice in a phase before");
        assert!(sharing(2, true) < sharing(21, false), "a turn of each folder before many of one");
    }
}
