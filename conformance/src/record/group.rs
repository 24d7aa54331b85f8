//! Violations that one fault explains.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{CaseReport, HintCandidate, Level, Verdict, Violation, shape};

/// Violations that one fault of the bot explains, as far as that can be told: one slip leads to all of them, or they
/// are the same but for places and numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The rules that are broken, that of the example first.
    pub rules: Vec<String>,
    /// The worst level among the violations.
    pub level: Level,
    /// What becomes of the bot by them.
    pub verdict: Verdict,
    /// What is wrong, in the example.
    pub message: String,
    /// What probably went wrong, in all of them.
    pub hint: Option<String>,
    /// How many violations it explains.
    pub violations: usize,
    /// In which cases.
    pub cases: Vec<String>,
    /// The one that is the easiest to see through.
    pub example: Example,
    /// What they have in common.
    #[serde(skip)]
    fault: Fault,
    /// The forms of their messages.
    #[serde(skip)]
    messages: BTreeSet<String>,
    #[serde(skip)]
    places: Vec<Place>,
}

/// Where an example stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The case's id.
    pub case: String,
    /// Its place among the violations of that case, from 0.
    pub violation: usize,
}

/// What the violations of a group have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// A slip that leads to all of them.
    Slip {
        /// The name that answers for and against it are counted under.
        slip: &'static str,
        /// What is always the same in its hint.
        hint: String,
    },
    /// The hint is the same but for places and numbers, or the message if there is no hint.
    Alike {
        /// The rule.
        rule: String,
        /// What is always the same; none if a rule is broken in so many ways that they tell nothing.
        words: Option<Words>,
    },
}

/// What is always the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Words {
    Hint(String),
    Message(String),
}

impl Words {
    fn of(violation: &Violation) -> Self {
        // The hint of a slip that something speaks against says nothing.
        match violation.hint.as_deref().filter(|_| violation.candidates.is_empty()) {
            Some(hint) => Self::Hint(shape::of_hint(hint)),
            None => Self::Message(shape::of_message(&violation.message)),
        }
    }
}

impl Fault {
    fn of(candidate: &HintCandidate) -> Self {
        Self::Slip { slip: candidate.slip, hint: shape::of_hint(&candidate.hint) }
    }
}

impl Group {
    /// Whether a violation may come of the same fault: that of a smaller case, say.
    #[must_use]
    pub fn shows(&self, violation: &Violation) -> bool {
        let same = self.rules.contains(&violation.rule);
        let alike = || self.messages.contains(&shape::of_message(&violation.message));
        same && match &self.fault {
            Fault::Slip { slip, .. } => {
                let named = violation.candidates.iter().any(|candidate| Fault::of(candidate) == self.fault);
                named || alike() && !violation.against.contains(slip)
            }
            Fault::Alike { words: None, .. } => true,
            Fault::Alike { words: Some(Words::Message(_)), .. } => alike(),
            Fault::Alike { words: Some(hint), .. } => *hint == Words::of(violation),
        }
    }

    /// Where nothing but this violation tells what its slip is, names what else would lead to it.
    fn name_others(&mut self, violation: &mut Violation, refused: &BTreeSet<Fault>) {
        let Some(hint) = &mut violation.hint else { return };
        let is_other = |candidate: &&HintCandidate| {
            let fault = Fault::of(candidate);
            fault != self.fault && !refused.contains(&fault) && candidate.hint != *hint
        };
        let mut others = violation.candidates.iter().filter(is_other);
        let Some(second) = others.next() else { return };
        let further = match others.count() {
            0 => String::new(),
            1 => "; or another slip that fits: more cases tell which".to_owned(),
            count => format!("; or one of {count} more slips that fit: more cases tell which"),
        };
        *hint = format!("{hint}; or {}{further}", second.hint);
        self.hint = Some(hint.clone());
    }

    /// All the violations, each with its case.
    pub fn members<'a>(
        &'a self,
        cases: &'a [CaseReport],
    ) -> impl Iterator<Item = (&'a CaseReport, &'a Violation)> {
        self.places.iter().filter_map(|place| {
            let case = cases.get(place.case)?;
            Some((case, case.violations.get(place.violation)?))
        })
    }
}

/// A violation among those of all cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    case: usize,
    violation: usize,
}

/// If a rule is broken in more ways than this, how it is broken tells nothing.
const MAX_WAYS: usize = 6;

/// Finds the groups, those that explain most first, and gives each violation the hint of its group. `order` is the
/// order of the rules.
pub(super) fn find(cases: &mut [CaseReport], order: &[&str]) -> Vec<Group> {
    let places: Vec<Place> = cases
        .iter()
        .enumerate()
        .flat_map(|(case, report)| {
            (0..report.violations.len()).map(move |violation| Place { case, violation })
        })
        .collect();
    let (mut faults, refused) = by_slip(cases, &places);
    let unexplained: Vec<Place> =
        places.iter().copied().filter(|place| !faults.contains_key(place)).collect();
    faults.extend(alike(cases, &unexplained));
    for (&place, fault) in &faults {
        let violation = &mut cases[place.case].violations[place.violation];
        if !violation.candidates.is_empty() {
            let meant = violation.candidates.iter().find(|candidate| Fault::of(candidate) == *fault);
            violation.hint = meant.map(|candidate| candidate.hint.clone());
        }
    }
    let mut members: BTreeMap<&Fault, Vec<Place>> = BTreeMap::new();
    for (&place, fault) in &faults {
        members.entry(fault).or_default().push(place);
    }
    let rank = |rule: &str| order.iter().position(|known| *known == rule);
    let mut groups: Vec<Group> =
        members.into_iter().filter_map(|(fault, places)| group(cases, fault.clone(), places, rank)).collect();
    groups.sort_by_key(|group| {
        let known = group.verdict == Verdict::Known;
        let first = group.rules.first().and_then(|rule| rank(rule));
        (known, group.level, std::cmp::Reverse(group.cases.len()), first, group.places.first().copied())
    });
    for group in &mut groups {
        if let [only] = group.places[..] {
            let violation = &mut cases[only.case].violations[only.violation];
            group.name_others(violation, &refused);
        }
    }
    groups
}

fn group(
    cases: &[CaseReport],
    fault: Fault,
    places: Vec<Place>,
    rank: impl Fn(&str) -> Option<usize>,
) -> Option<Group> {
    let at = |place: &Place| (&cases[place.case], &cases[place.case].violations[place.violation]);
    let example = places.iter().min_by_key(|place| {
        let (case, violation) = at(place);
        let given = violation.sent.as_deref().map_or(0, str::len);
        let known = case.verdict == Verdict::Known;
        (known, violation.level, violation.shrunk.is_none(), violation.hint.is_none(), given, **place)
    })?;
    let (case, shown) = at(example);
    let mut rules: Vec<String> = places.iter().map(|place| at(place).1.rule.clone()).collect();
    rules.sort_by_key(|rule| (*rule != shown.rule, rank(rule), rule.clone()));
    rules.dedup();
    let fresh = places.iter().map(&at).filter(|(case, _)| case.verdict != Verdict::Known);
    let level = places.iter().map(|place| at(place).1.level).min()?;
    let verdict = match fresh.map(|(_, violation)| violation.level).min() {
        Some(Level::Must) => Verdict::Fail,
        Some(Level::Should | Level::Info) => Verdict::Warn,
        None => Verdict::Known,
    };
    let within: BTreeSet<usize> = places.iter().map(|place| place.case).collect();
    Some(Group {
        rules,
        level,
        verdict,
        message: shown.message.clone(),
        hint: shown.hint.clone(),
        violations: places.len(),
        cases: within.into_iter().map(|at| cases[at].id.clone()).collect(),
        example: Example { case: case.id.clone(), violation: example.violation },
        messages: places.iter().map(|place| shape::of_message(&at(place).1.message)).collect(),
        fault,
        places,
    })
}

/// The slips that are behind violations: as few as will do, the likelier first. A slip is believed if all that speaks
/// against it among violations of the same kind is explained by one other slip. And those that are not believed.
fn by_slip(cases: &[CaseReport], places: &[Place]) -> (BTreeMap<Place, Fault>, BTreeSet<Fault>) {
    let at = |place: &Place| &cases[place.case].violations[place.violation];
    let kinds: BTreeMap<Place, (&str, String)> = places
        .iter()
        .map(|place| (*place, (at(place).rule.as_str(), shape::of_message(&at(place).message))))
        .collect();
    let suspected = |place: &Place| at(place).candidates.iter().map(Fault::of).collect();
    let suspected: BTreeMap<Place, Vec<Fault>> =
        places.iter().map(|place| (*place, suspected(place))).collect();
    let mut explained: BTreeMap<Place, Fault> = BTreeMap::new();
    let mut refused: BTreeSet<Fault> = BTreeSet::new();
    loop {
        let open: Vec<Place> =
            places.iter().copied().filter(|place| !explained.contains_key(place)).collect();
        let mut candidates: BTreeMap<&Fault, Candidate> = BTreeMap::new();
        for &place in &open {
            for (rank, fault) in suspected[&place].iter().enumerate() {
                let candidate = candidates.entry(fault).or_default();
                // A slip explains a violation once, however often it is named.
                if candidate.explains.last() != Some(&place) {
                    candidate.explains.push(place);
                    candidate.rank = candidate.rank.min(rank);
                }
            }
        }
        candidates.retain(|fault, _| !refused.contains(*fault));
        let best = candidates.iter().min_by_key(|(fault, candidate)| {
            (std::cmp::Reverse(candidate.explains.len()), candidate.rank, candidate.explains.first(), *fault)
        });
        let Some((fault, Candidate { explains, .. })) = best else { return (explained, refused) };
        let Fault::Slip { slip, .. } = fault else { return (explained, refused) };
        let touched: BTreeSet<&(&str, String)> = explains.iter().map(|place| &kinds[place]).collect();
        let against: Vec<&Violation> = open
            .iter()
            .filter(|place| touched.contains(&kinds[place]) && explains.binary_search(place).is_err())
            .map(at)
            .filter(|violation| violation.against.contains(slip))
            .collect();
        let (fault, explains) = ((*fault).clone(), explains.clone());
        if !have_one_slip(&against) {
            refused.insert(fault);
            continue;
        }
        // What says nothing about the slip, and is of the same kind, goes with it.
        let silent = |place: &Place| {
            touched.contains(&kinds[place])
                && at(place).candidates.is_empty()
                && at(place).hint.is_none()
                && !at(place).against.contains(slip)
        };
        let silent: Vec<Place> = open.iter().copied().filter(silent).collect();
        explained.extend(explains.into_iter().chain(silent).map(|place| (place, fault.clone())));
    }
}

/// A slip that may be behind violations.
#[derive(Debug)]
struct Candidate {
    explains: Vec<Place>,
    /// How likely it is where it is the likeliest, from 0.
    rank: usize,
}

impl Default for Candidate {
    fn default() -> Self {
        Self { explains: Vec::new(), rank: usize::MAX }
    }
}

/// Whether one slip leads to all of these.
fn have_one_slip(violations: &[&Violation]) -> bool {
    let Some((first, others)) = violations.split_first() else { return true };
    let named =
        |violation: &Violation, slip| violation.candidates.iter().any(|candidate| candidate.slip == slip);
    first.candidates.iter().any(|candidate| others.iter().all(|other| named(other, candidate.slip)))
}

/// What no slip explains, by what is said of it.
fn alike(cases: &[CaseReport], places: &[Place]) -> BTreeMap<Place, Fault> {
    let fault = |place: &Place| {
        let violation = &cases[place.case].violations[place.violation];
        Fault::Alike { rule: violation.rule.clone(), words: Some(Words::of(violation)) }
    };
    let mut faults: BTreeMap<Place, Fault> = places.iter().map(|place| (*place, fault(place))).collect();
    let mut ways: BTreeMap<String, BTreeSet<Fault>> = BTreeMap::new();
    for fault in faults.values() {
        if let Fault::Alike { rule, .. } = fault {
            ways.entry(rule.clone()).or_default().insert(fault.clone());
        }
    }
    for fault in faults.values_mut() {
        if let Fault::Alike { rule, words } = fault
            && ways[rule].len() > MAX_WAYS
        {
            *words = None;
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violation(rule: &str, message: &str, candidates: &[&'static str]) -> Violation {
        let candidate = |slip: &&'static str| HintCandidate { slip, hint: format!("it is {slip}") };
        Violation {
            hint: candidates.first().map(|slip| format!("it is {slip}")),
            candidates: candidates.iter().map(candidate).collect(),
            ..Violation::bare(rule, Level::Must, message.to_owned())
        }
    }

    fn against(slips: &[&'static str], violation: Violation) -> Violation {
        Violation { against: slips.to_vec(), ..violation }
    }

    fn case(number: usize, violations: Vec<Violation>) -> CaseReport {
        CaseReport { verdict: Verdict::Fail, violations, ..CaseReport::passed(&format!("case-{number}")) }
    }

    /// The groups of cases with a violation each: the rules, the hint, and how many.
    fn found(violations: Vec<Violation>) -> Vec<(Vec<String>, Option<String>, usize)> {
        let mut cases: Vec<CaseReport> =
            violations.into_iter().enumerate().map(|(at, violation)| case(at, vec![violation])).collect();
        let groups = find(&mut cases, &["a", "b"]);
        let all: usize = groups.iter().map(|group| group.violations).sum();
        assert_eq!(all, cases.len(), "every violation is in one group");
        for group in &groups {
            assert!(group.members(&cases).all(|(_, violation)| group.shows(violation)));
        }
        groups.into_iter().map(|group| (group.rules, group.hint, group.violations)).collect()
    }

    fn one(rules: &[&str], hint: Option<&str>, count: usize) -> (Vec<String>, Option<String>, usize) {
        let hint = hint.map(|slip| format!("it is {slip}"));
        (rules.iter().map(|&rule| rule.to_owned()).collect(), hint, count)
    }

    #[test]
    fn a_crash_and_a_slip_are_two_faults_of_one_rule() {
        let crash = || violation("a", "the bot ended after init_board 1", &[]);
        let stale = |cell: &str| {
            against(
                &["other"],
                violation("a", &format!("shows a stone on {cell}; right is nothing"), &["stale"]),
            )
        };
        let groups = found(vec![crash(), stale("a1"), crash(), stale("b2"), stale("c3")]);
        assert_eq!(groups, [one(&["a"], Some("stale"), 3), one(&["a"], None, 2)]);
    }

    #[test]
    fn one_slip_is_one_fault_though_it_breaks_two_rules() {
        let groups = found(vec![
            violation("b", "setup is wrong", &["likely", "true"]),
            violation("a", "value is wrong", &["true"]),
        ]);
        assert_eq!(groups, [one(&["b", "a"], Some("true"), 2)]);
    }

    #[test]
    fn what_one_answer_alone_does_not_tell_is_said() {
        let hint = |slips: &[&'static str]| found(vec![violation("a", "wrong", slips)])[0].1.clone().unwrap();
        assert_eq!(hint(&["one"]), "it is one");
        assert_eq!(hint(&["one", "two"]), "it is one; or it is two");
        assert_eq!(
            hint(&["one", "two", "three"]),
            "it is one; or it is two; or another slip that fits: more cases tell which"
        );
        assert_eq!(
            hint(&["one", "two", "three", "four"]),
            "it is one; or it is two; or one of 2 more slips that fit: more cases tell which"
        );
    }

    #[test]
    fn two_slips_that_explain_all_answers_between_them_are_two_faults() {
        let wrong =
            |slips: &[&'static str], not: &[&'static str]| against(not, violation("a", "wrong", slips));
        let groups =
            found(vec![wrong(&["one"], &["two"]), wrong(&["one"], &["two"]), wrong(&["two"], &["one"])]);
        assert_eq!(groups, [one(&["a"], Some("one"), 2), one(&["a"], Some("two"), 1)]);
    }

    #[test]
    fn a_slip_that_an_answer_of_the_same_kind_speaks_against_is_no_hint() {
        let wrong =
            |slips: &[&'static str], not: &[&'static str]| against(not, violation("a", "wrong", slips));
        let groups = found(vec![wrong(&["one"], &[]), wrong(&["one"], &[]), wrong(&[], &["one"])]);
        assert_eq!(groups, [one(&["a"], None, 3)]);
        // What says nothing about it does not.
        let groups = found(vec![wrong(&["one"], &[]), wrong(&["one"], &[]), wrong(&[], &[])]);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].2, 3);
    }

    #[test]
    fn the_same_but_for_places_and_numbers_is_one_fault() {
        let groups = found(vec![
            violation("a", "answered RA1A2, but A1 is covered", &[]),
            violation("a", "answered BC1C2, but C2 is covered", &[]),
            violation("b", "answered BC1C2, but C2 is covered", &[]),
        ]);
        assert_eq!(groups, [one(&["a"], None, 2), one(&["b"], None, 1)]);
    }

    #[test]
    fn the_same_hint_is_one_fault_of_a_rule_whatever_was_asked() {
        let buffered = |asked: &str| {
            let hint = Some("buffered: flush after each line".to_owned());
            Violation { hint, ..violation("a", &format!("no answer to {asked}"), &[]) }
        };
        let groups = found(vec![buffered("check_win"), buffered("show_board")]);
        assert_eq!(groups.iter().map(|group| group.2).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn what_is_different_each_time_is_one_fault_of_its_rule() {
        let words = ["one", "two", "three", "four", "five", "six", "seven"];
        let groups = found(words.iter().map(|word| violation("a", &format!("says {word}"), &[])).collect());
        assert_eq!(groups, [one(&["a"], None, 7)]);
    }

    #[test]
    fn a_smaller_case_shows_the_same_fault_or_another() {
        let known = against(&["other"], violation("a", "shows a stone on a1", &["stale"]));
        let mut cases = vec![case(0, vec![known]), case(1, vec![violation("a", "it ended after 1", &[])])];
        let groups = find(&mut cases, &["a"]);
        let stale = groups.iter().find(|group| group.hint.is_some()).unwrap();
        let crash = groups.iter().find(|group| group.hint.is_none()).unwrap();
        let smaller = |message: &str, candidates: &[&'static str]| violation("a", message, candidates);
        assert!(stale.shows(&smaller("shows a stone on b2", &["stale"])));
        assert!(stale.shows(&smaller("shows a stone on b2", &["other"])), "nothing speaks against it");
        assert!(!stale.shows(&against(&["stale"], smaller("shows a stone on b2", &["other"]))));
        assert!(
            !stale.shows(&smaller("it ended after 2", &[])) && crash.shows(&smaller("it ended after 2", &[]))
        );
        assert!(!crash.shows(&smaller("shows a stone on b2", &["stale"])));
        assert!(!stale.shows(&violation("b", "shows a stone on b2", &["stale"])));
    }

    #[test]
    fn the_example_is_the_smallest() {
        let given = |text: &str| Violation { sent: Some(text.to_owned()), ..violation("a", "wrong", &[]) };
        let mut cases = vec![case(0, vec![given("a long one")]), case(1, vec![given("short")])];
        let groups = find(&mut cases, &["a"]);
        assert_eq!(groups[0].example, Example { case: "case-1".to_owned(), violation: 0 });
        assert_eq!(groups[0].cases, ["case-0", "case-1"]);
    }
}
