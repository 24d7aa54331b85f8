//! What a run has found, as a whole: cases, rules, counts and the verdict that follows from them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::case::CUT_SHORT;
use super::{CaseReport, Gap, Group, Level, RuleReport, Summary, Verdict, group};

/// Cases with all that follows from them. There is no other way to a verdict than through the cases, so none of these
/// can contradict another:
///
/// - a case's verdict follows from its violations and its gap;
/// - a rule is kept only if a case that serves it came to its end, the bot did something in it that the rule is about,
///   and none broke it;
/// - `blocked_by` names a rule that one of these cases shows broken;
/// - the verdict is `pass` only if every rule at level must that applies is kept, and no case has a gap other than
///   "does not apply", "does not suit this bot" and "left out for time"; a rule that is served by cases of these last two alone
///   was not tried.
///
/// What the user's list of known failures stands in the way of counts as known, like the failures themselves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Findings {
    verdict: Verdict,
    summary: Summary,
    rules: Vec<RuleReport>,
    groups: Vec<Group>,
    cases: Vec<CaseReport>,
    #[serde(skip)]
    terms: Terms,
}

/// Why what comes after the user's Ctrl-C was not tried.
pub const INTERRUPTED: &str = "the run was interrupted";

/// By what cases are measured.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// The selected rules with their levels, in the order of the spec.
    pub rules: Vec<(String, Level)>,
    /// Whether warnings fail the bot, too.
    pub strict: bool,
    /// Whether the bot took more time than its author allows it.
    pub over_budget: bool,
    /// Whether the user ended the run before its end: what it has not shown may yet come.
    pub interrupted: bool,
}

impl Findings {
    /// Judges these cases, in the order in which they are to stand in the report.
    #[must_use]
    pub fn new(cases: Vec<CaseReport>, terms: Terms) -> Self {
        let mut findings = Self {
            verdict: Verdict::Pass,
            summary: Summary::default(),
            rules: Vec::new(),
            groups: Vec::new(),
            cases,
            terms,
        };
        findings.judge();
        findings
    }

    /// The verdict over all.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// How many cases had which verdict.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Every rule that the cases serve or break, in the order of the spec.
    #[must_use]
    pub fn rules(&self) -> &[RuleReport] {
        &self.rules
    }

    /// Every selected case, in the order of the plan.
    #[must_use]
    pub fn cases(&self) -> &[CaseReport] {
        &self.cases
    }

    /// What is wrong, by the faults that explain it: those first that explain most.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Why rules at level must that apply were not tried, or cases not judged: what keeps a bot from passing that
    /// breaks nothing. The reason that concerns most rules first. A run that was interrupted after its cases has one
    /// that concerns none.
    #[must_use]
    pub fn blockers(&self) -> Vec<Blocker<'_>> {
        let mut blockers: Vec<Blocker<'_>> = Vec::new();
        let at = |reason: &str, blockers: &[Blocker<'_>]| blockers.iter().position(|it| it.reason == reason);
        for rule in self.rules.iter().filter(|rule| is_wanting(rule)) {
            let reason = rule.reason.as_deref().unwrap_or(CUT_SHORT);
            match at(reason, &blockers) {
                Some(at) => blockers[at].rules.push(rule),
                None => blockers.push(Blocker { reason, rules: vec![rule], cases: Vec::new() }),
            }
        }
        let unforeseen = unforeseen(&self.cases);
        for case in self.cases.iter().filter(|case| !is_excused(case, &unforeseen)) {
            let reason = case.skip_reason.as_deref().unwrap_or(CUT_SHORT);
            match at(reason, &blockers) {
                Some(at) if case.gap.is_some() => blockers[at].cases.push(case),
                None if is_open(case) => {
                    blockers.push(Blocker { reason, rules: Vec::new(), cases: vec![case] });
                }
                _ => {}
            }
        }
        if self.terms.interrupted && at(INTERRUPTED, &blockers).is_none() {
            blockers.push(Blocker { reason: INTERRUPTED, rules: Vec::new(), cases: Vec::new() });
        }
        blockers.sort_by_key(|it| std::cmp::Reverse((it.rules.len(), it.cases.len())));
        blockers
    }

    /// Whether warnings fail the bot, too.
    #[must_use]
    pub const fn is_strict(&self) -> bool {
        self.terms.strict
    }

    /// The user has ended the run.
    pub fn interrupt(&mut self) {
        self.terms.interrupted = true;
        self.judge();
    }

    /// Changes what is known of the cases; everything that follows from them is judged anew.
    pub fn revise<T>(&mut self, change: impl FnOnce(&mut [CaseReport]) -> T) -> T {
        let result = change(&mut self.cases);
        self.judge();
        result
    }

    fn judge(&mut self) {
        // What is told at level info is no fault, and stands in nobody's way.
        let violations = self.cases.iter().flat_map(|case| &case.violations);
        let broken: BTreeSet<String> =
            violations.filter(|it| it.level != Level::Info).map(|it| it.rule.clone()).collect();
        for case in &mut self.cases {
            // A rule that is filtered out is not shown: what it stands in the way of was simply not tried.
            case.blocked_by =
                case.blocked_by.take().filter(|by| case.gap == Some(Gap::Blocked) && broken.contains(by));
            if case.gap == Some(Gap::Blocked) && case.blocked_by.is_none() {
                case.gap = Some(Gap::NotTried);
            }
            case.admit_gap();
            case.verdict = case.earned(self.terms.strict);
        }
        let order: Vec<&str> = self.terms.rules.iter().map(|(id, _)| id.as_str()).collect();
        self.groups = group::find(&mut self.cases, &order);
        self.summary = Summary::of(&self.cases);
        let unforeseen = unforeseen(&self.cases);
        let excused = |case: &CaseReport| is_excused(case, &unforeseen);
        let rule = |(id, level): &(String, Level)| judge_rule(id, *level, &self.cases, &excused);
        let rules: Vec<RuleReport> = self.terms.rules.iter().filter_map(rule).collect();
        self.verdict = self.conclude(&rules, &excused);
        self.rules = rules;
    }

    fn conclude(&self, rules: &[RuleReport], excused: &dyn Fn(&CaseReport) -> bool) -> Verdict {
        let summary = &self.summary;
        if summary.fail > 0 || (self.terms.strict && summary.warn > 0) || self.terms.over_budget {
            return Verdict::Fail;
        }
        let gap = |case: &CaseReport| is_open(case) && !excused(case);
        if self.terms.interrupted || self.cases.iter().any(gap) || rules.iter().any(is_wanting) {
            return Verdict::Inconclusive;
        }
        Verdict::Pass
    }
}

/// The rules that are broken in cases that are not known to fail.
fn unforeseen(cases: &[CaseReport]) -> BTreeSet<&str> {
    let cases = cases.iter().filter(|case| case.verdict != Verdict::Known);
    cases.flat_map(|case| &case.violations).map(|violation| violation.rule.as_str()).collect()
}

/// Whether a case was cut short by a known failure, or waits for a rule that is broken in known failures alone.
fn is_excused(case: &CaseReport, unforeseen: &BTreeSet<&str>) -> bool {
    let by = case.blocked_by.as_deref();
    case.verdict == Verdict::Known || by.is_some_and(|by| !unforeseen.contains(by))
}

/// Why something was not tried that must be.
#[derive(Debug, Clone, PartialEq)]
pub struct Blocker<'a> {
    /// In a sentence.
    pub reason: &'a str,
    /// The rules at level must that were not tried for it.
    pub rules: Vec<&'a RuleReport>,
    /// The cases that were not judged for it.
    pub cases: Vec<&'a CaseReport>,
}

/// Whether a bot cannot pass as long as this rule is not tried.
fn is_wanting(rule: &RuleReport) -> bool {
    rule.level == Level::Must && rule.applies && !rule.is_told()
}

/// Whether a bot cannot pass as long as this case is not judged.
const fn is_open(case: &CaseReport) -> bool {
    !matches!(case.gap, None | Some(Gap::NotApplicable | Gap::Unsuitable | Gap::LeftOut))
}

/// A rule over all cases, or `None` if no case has anything to do with it.
fn judge_rule(
    id: &str,
    level: Level,
    cases: &[CaseReport],
    excused: &dyn Fn(&CaseReport) -> bool,
) -> Option<RuleReport> {
    let serving: Vec<&CaseReport> =
        cases.iter().filter(|case| case.rules.iter().any(|served| served == id)).collect();
    let broken: Vec<&CaseReport> = cases.iter().filter(|case| case.breaks(id)).collect();
    if serving.is_empty() && broken.is_empty() {
        return None;
    }
    let tried = serving.iter().filter(|case| case.tries(id)).count();
    let applies = !broken.is_empty() || applies_in(&serving);
    // A rule that only warnings were given for is not one that fails the bot.
    let unforeseen = broken.iter().filter(|case| case.verdict != Verdict::Known);
    let violations = unforeseen.flat_map(|case| case.violations.iter().filter(|it| it.rule == id));
    let verdict = if let Some(worst) = violations.map(|violation| violation.level).min() {
        match worst {
            Level::Must => Verdict::Fail,
            Level::Should | Level::Info => Verdict::Warn,
        }
    } else if !broken.is_empty() {
        Verdict::Known
    } else if tried > 0 {
        Verdict::Pass
    } else if serving.iter().any(|case| excused(case)) {
        Verdict::Known
    } else if serving.iter().any(|case| case.verdict == Verdict::Inconclusive) {
        Verdict::Inconclusive
    } else {
        Verdict::Skip
    };
    let reason = (tried == 0 && broken.is_empty()).then(|| most_frequent_reason(id, &serving));
    Some(RuleReport { id: id.to_owned(), level, verdict, applies, reason, cases: serving.len(), tried })
}

/// Whether a rule applies to the bot. What has shown that it does not holds for cases that there was no time for, too.
fn applies_in(serving: &[&CaseReport]) -> bool {
    let has = |gap| serving.iter().any(|case| case.gap == Some(gap));
    let only_gaps = serving.iter().all(|case| matches!(case.gap, Some(Gap::NotApplicable | Gap::LeftOut)));
    !(only_gaps && has(Gap::NotApplicable))
}

/// Why none of these cases tried a rule that they serve.
fn most_frequent_reason(rule: &str, cases: &[&CaseReport]) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases {
        let untried = || case.untried.get(rule).map(String::as_str);
        *reasons.entry(case.skip_reason.as_deref().or_else(untried).unwrap_or(CUT_SHORT)).or_default() += 1;
    }
    let most = reasons.into_iter().max_by_key(|&(_, count)| count);
    most.map(|(reason, _)| reason.to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::Violation;

    fn case(id: &str, rules: &[&str]) -> CaseReport {
        CaseReport { rules: rules.iter().map(|&rule| rule.to_owned()).collect(), ..CaseReport::passed(id) }
    }

    fn skipped(id: &str, rules: &[&str], gap: Gap) -> CaseReport {
        CaseReport { gap: Some(gap), skip_reason: Some(format!("{gap:?}")), ..case(id, rules) }
    }

    fn failing(id: &str, rule: &str, level: Level) -> CaseReport {
        let violation = Violation::bare(rule, level, String::new());
        CaseReport { violations: vec![violation], ..case(id, &[rule]) }
    }

    fn terms(rules: &[(&str, Level)]) -> Terms {
        Terms { rules: rules.iter().map(|&(id, level)| (id.to_owned(), level)).collect(), ..Terms::default() }
    }

    const RULES: [(&str, Level); 3] = [("a", Level::Must), ("b", Level::Must), ("c", Level::Should)];

    fn verdict(cases: Vec<CaseReport>) -> Verdict {
        Findings::new(cases, terms(&RULES)).verdict()
    }

    #[test]
    fn a_run_that_was_ended_before_its_end_is_not_green() {
        let whole = vec![case("1", &["a", "b", "c"])];
        let mut findings = Findings::new(whole.clone(), terms(&RULES));
        findings.interrupt();
        assert_eq!((verdict(whole), findings.verdict()), (Verdict::Pass, Verdict::Inconclusive));
        let why: Vec<&str> = findings.blockers().iter().map(|blocker| blocker.reason).collect();
        assert_eq!(why, [INTERRUPTED]);
        let mut broken = Findings::new(vec![failing("1", "a", Level::Must)], terms(&RULES));
        broken.interrupt();
        assert_eq!(broken.verdict(), Verdict::Fail);
    }

    /// It broke a should rule, and its time was up before it came to the must rule for which it is listed.
    #[test]
    fn a_known_failure_that_was_not_judged_to_its_end_has_not_recovered() {
        let listed = |gap, cut_short| {
            let case = CaseReport { known: true, gap, cut_short, ..failing("1", "c", Level::Should) };
            case.judged(false).has_recovered()
        };
        let left_out =
            [listed(Some(Gap::LeftOut), false), listed(Some(Gap::InDoubt), false), listed(None, true)];
        assert_eq!((listed(None, false), left_out), (true, [false; 3]));
    }

    #[test]
    fn green_means_that_every_rule_was_tried_and_kept() {
        assert_eq!(verdict(vec![case("1", &["a", "b"])]), Verdict::Pass);
        for gap in [Gap::Blocked, Gap::NotTried, Gap::NotStarted, Gap::InDoubt] {
            let cases = vec![case("1", &["a", "b"]), skipped("2", &["a"], gap)];
            assert_eq!(verdict(cases), Verdict::Inconclusive, "{gap:?}");
        }
        for gap in [Gap::NotApplicable, Gap::Unsuitable, Gap::LeftOut] {
            let cases = vec![case("1", &["a", "b"]), skipped("2", &["a"], gap)];
            assert_eq!(verdict(cases), Verdict::Pass, "{gap:?}");
        }
    }

    #[test]
    fn what_was_seen_in_a_case_for_which_time_ran_out_leaves_a_doubt() {
        let seen = CaseReport { gap: Some(Gap::LeftOut), ..failing("2", "a", Level::Info) };
        let findings = Findings::new(vec![case("1", &["a", "b"]), seen], terms(&RULES));
        assert_eq!(findings.verdict(), Verdict::Inconclusive);
        assert_eq!(findings.cases()[1].gap, Some(Gap::InDoubt));
        assert_eq!(findings.summary().tried, None, "nothing was left out");
    }

    #[test]
    fn a_must_rule_that_was_left_out_for_time_was_not_kept() {
        let cases = || vec![case("1", &["a"]), skipped("2", &["b"], Gap::LeftOut)];
        let findings = Findings::new(cases(), terms(&RULES));
        assert_eq!(findings.verdict(), Verdict::Inconclusive);
        assert_eq!(findings.rules()[1].verdict, Verdict::Skip);
        assert_eq!(findings.rules()[1].reason.as_deref(), Some("LeftOut"));
        assert_eq!((findings.summary().tried, findings.summary().of), (Some(1), Some(2)));
        // A rule that does not apply to the bot is another matter.
        assert_eq!(verdict(vec![case("1", &["a"]), skipped("2", &["b"], Gap::NotApplicable)]), Verdict::Pass);
        // One at level should is not what a bot fails by, nor passes.
        assert_eq!(verdict(vec![case("1", &["a", "b"]), skipped("2", &["c"], Gap::LeftOut)]), Verdict::Pass);
    }

    #[test]
    fn a_must_rule_that_only_unsuitable_cases_serve_was_not_tried() {
        let cases = vec![case("1", &["a"]), skipped("2", &["b"], Gap::Unsuitable)];
        let findings = Findings::new(cases, terms(&RULES));
        assert_eq!(findings.verdict(), Verdict::Inconclusive);
        assert!(findings.rules()[1].applies);
        assert_eq!((findings.summary().skip, findings.summary().tried), (1, None));
    }

    #[test]
    fn what_does_not_apply_need_not_be_tried_again() {
        let cases = |more| {
            let known = [case("1", &["a"]), skipped("2", &["b"], Gap::NotApplicable)];
            known.into_iter().chain([skipped("3", &["b"], more)]).collect::<Vec<_>>()
        };
        let findings = Findings::new(cases(Gap::LeftOut), terms(&RULES));
        assert_eq!((findings.verdict(), findings.rules()[1].applies), (Verdict::Pass, false));
        assert_eq!(findings.summary().tried, Some(1));
        for gap in [Gap::Blocked, Gap::NotTried, Gap::NotStarted, Gap::InDoubt] {
            assert_eq!(verdict(cases(gap)), Verdict::Inconclusive, "{gap:?}");
        }
    }

    #[test]
    fn what_was_cut_short_tried_nothing_else() {
        let cut = CaseReport { cut_short: true, ..failing("1", "c", Level::Should) };
        let cut = CaseReport { rules: vec!["a".to_owned(), "b".to_owned()], ..cut };
        let findings = Findings::new(vec![cut], terms(&RULES));
        assert_eq!(findings.verdict(), Verdict::Inconclusive);
        assert!(findings.rules()[..2].iter().all(|rule| rule.verdict == Verdict::Skip && rule.tried == 0));
    }

    #[test]
    fn a_rule_that_a_bot_does_nothing_about_is_not_kept() {
        let idle = |id| {
            let untried = BTreeMap::from([("a".to_owned(), "it never moved".to_owned())]);
            CaseReport { untried, ..case(id, &["a", "b"]) }
        };
        let findings = Findings::new(vec![idle("1"), idle("2")], terms(&RULES));
        assert_eq!(findings.verdict(), Verdict::Inconclusive);
        let [a, b] = findings.rules() else { panic!("{:?}", findings.rules()) };
        assert_eq!((a.verdict, a.tried, a.reason.as_deref()), (Verdict::Skip, 0, Some("it never moved")));
        assert_eq!((b.verdict, b.tried), (Verdict::Pass, 2));
        // It is enough that it was tried once, and the cases themselves were judged.
        assert_eq!(verdict(vec![idle("1"), case("2", &["a"])]), Verdict::Pass);
        assert_eq!(findings.summary().pass, 2);
    }

    #[test]
    fn a_case_is_blocked_only_by_a_rule_that_is_shown_broken() {
        let blocked =
            || CaseReport { blocked_by: Some("a".to_owned()), ..skipped("2", &["b"], Gap::Blocked) };
        let findings = Findings::new(vec![failing("1", "a", Level::Must), blocked()], terms(&RULES));
        assert_eq!(findings.cases()[1].blocked_by.as_deref(), Some("a"));
        let findings = Findings::new(vec![case("1", &["a"]), blocked()], terms(&RULES));
        assert_eq!(
            (findings.cases()[1].blocked_by.as_deref(), findings.cases()[1].gap),
            (None, Some(Gap::NotTried))
        );
        assert_eq!(findings.verdict(), Verdict::Inconclusive);
    }

    #[test]
    fn what_known_failures_stand_in_the_way_of_is_known() {
        let known = |rule| CaseReport { known: true, cut_short: true, ..failing("1", rule, Level::Must) };
        let blocked =
            || CaseReport { blocked_by: Some("a".to_owned()), ..skipped("2", &["b"], Gap::Blocked) };
        let findings = Findings::new(vec![known("a"), blocked()], terms(&RULES));
        assert_eq!(findings.verdict(), Verdict::Pass);
        assert!(findings.rules().iter().all(|rule| rule.verdict == Verdict::Known), "{:?}", findings.rules());
        // Another case breaks the rule, too, and is not on the list.
        assert_eq!(verdict(vec![known("a"), blocked(), failing("3", "a", Level::Must)]), Verdict::Fail);
        assert_eq!(verdict(vec![known("a"), skipped("2", &["b"], Gap::NotTried)]), Verdict::Inconclusive);
    }

    #[test]
    fn a_revision_is_judged_anew() {
        let mut findings = Findings::new(vec![case("1", &["a", "b"])], terms(&RULES));
        findings.revise(|cases| cases[0] = failing("1", "a", Level::Must));
        assert_eq!(findings.verdict(), Verdict::Fail);
        assert_eq!(findings.summary().fail, 1);
    }

    fn any_case() -> impl Strategy<Value = CaseReport> {
        let rule = || prop::sample::select(vec!["a", "b", "c"]);
        let gap = prop::option::of(prop::sample::select(vec![
            Gap::NotApplicable,
            Gap::Unsuitable,
            Gap::LeftOut,
            Gap::Blocked,
            Gap::NotTried,
            Gap::NotStarted,
            Gap::InDoubt,
        ]));
        (rule(), prop::option::of((rule(), any::<bool>())), gap, prop::option::of(rule()), any::<[bool; 2]>())
            .prop_map(|(serves, breaks, gap, by, [known, cut_short])| {
                let mut case = breaks.map_or_else(
                    || case("x", &[serves]),
                    |(rule, must)| failing("x", rule, if must { Level::Must } else { Level::Should }),
                );
                case.rules = vec![serves.to_owned()];
                case.gap = gap;
                case.blocked_by = by.map(str::to_owned);
                (case.known, case.cut_short) = (known, cut_short);
                case
            })
    }

    proptest! {
        #[test]
        fn no_report_contradicts_itself(cases in prop::collection::vec(any_case(), 0..12), strict: bool) {
            let terms = Terms { strict, ..terms(&RULES) };
            let findings = Findings::new(cases, terms);
            let broken = |id: &str| findings.cases().iter().any(|case| case.breaks(id));
            for case in findings.cases() {
                prop_assert!(case.blocked_by.is_none() || case.gap == Some(Gap::Blocked));
                prop_assert!(case.blocked_by.as_deref().is_none_or(broken));
                prop_assert!(case.verdict != Verdict::Pass || case.violations.is_empty() && case.gap.is_none());
            }
            for rule in findings.rules() {
                if rule.verdict == Verdict::Pass {
                    prop_assert!(rule.tried > 0 && !broken(&rule.id));
                }
            }
            if findings.verdict() == Verdict::Pass {
                let known = findings.cases().iter().any(|case| case.verdict == Verdict::Known);
                let harmless = |case: &CaseReport| {
                    matches!(case.gap, None | Some(Gap::NotApplicable | Gap::Unsuitable | Gap::LeftOut))
                };
                prop_assert!(known || findings.cases().iter().all(harmless));
                for rule in findings.rules().iter().filter(|rule| rule.level == Level::Must && rule.applies) {
                    prop_assert!(matches!(rule.verdict, Verdict::Pass | Verdict::Known | Verdict::Warn));
                }
                prop_assert_eq!(findings.summary().fail, 0);
            }
        }
    }
}
