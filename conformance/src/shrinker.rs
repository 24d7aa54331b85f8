//! Generated cases that fail, made smaller until nothing can be left out without the failure going away.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::any_judge::{AnyJudge, AnyScript};
use crate::contest::Case;
use crate::record::{CaseReport, Event, Extent, Group, HintCandidate, Level, Shrunk, Verdict, Violation};
use crate::recorder::Recorder;
use crate::run_context::{RunContext, RunError};
use crate::runner::Settings;
use crate::scenario::Search;
use crate::selection::Selection;
use crate::timing::millis;

/// How often cases are played again at most.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// One of them.
    of_a_case: u32,
    /// All of them together.
    pub in_all: u32,
}

/// What is done for a report if nothing speaks against it.
pub const USUAL: Effort = Effort { of_a_case: 150, in_all: 600 };
/// What is done for a bot that is too slow for all cases in a quick check: about five seconds of one in Python.
pub const QUICK: Effort = Effort { of_a_case: 50, in_all: 100 };
/// A case that takes longer than a turn may, and longer than this, is not made smaller: it would take too long.
const LONG: Duration = Duration::from_secs(2);
/// Nor is one that takes longer than this, whatever the limit for a turn.
const TOO_LONG: Duration = Duration::from_secs(10);

/// What stays the same while cases are made smaller.
pub struct Shrinker<'a> {
    /// Whose cases they are.
    pub judge: &'a dyn AnyJudge,
    /// Which violations are wanted.
    pub selection: &'a Selection,
    /// The bot and the machine.
    pub context: &'a RunContext<'a>,
    /// How to run a case again.
    pub settings: &'a Settings,
    /// How often cases are played again.
    pub effort: Effort,
    /// Nothing is tried after this.
    pub until: Option<Instant>,
    /// Is told of each further run, with the case's id.
    pub progress: &'a dyn Fn(&str),
}

/// A script, and what it showed.
struct Played {
    script: AnyScript,
    violations: Vec<Violation>,
    transcript: Vec<Event>,
}

impl Shrinker<'_> {
    /// Makes the first generated case smaller that shows a fault, for every fault. It stands in the report, and among
    /// the cases, in the place of the larger one, and shows the same fault: one of the same rule that is not explained
    /// by it is another.
    ///
    /// # Errors
    /// Only if the tester or the machine fails; the report is left as it is then.
    pub fn shrink(
        &self,
        cases: &mut [Case],
        groups: &[Group],
        report: &mut [CaseReport],
    ) -> Result<(), RunError> {
        let mut done: Vec<usize> = Vec::new();
        let mut left = self.effort.in_all;
        for group in groups {
            let shows = |found: &CaseReport| found.violations.iter().any(|violation| group.shows(violation));
            if done.iter().any(|&at| report.get(at).is_some_and(shows)) {
                continue;
            }
            for (at, found) in report.iter_mut().enumerate() {
                if !matches!(found.verdict, Verdict::Fail | Verdict::Warn) || done.contains(&at) {
                    continue;
                }
                if !shows(found) || !self.is_short(found) {
                    continue;
                }
                let Some(case) = cases.iter_mut().find(|case| case.generated && case.id == found.id) else {
                    continue;
                };
                if left == 0 || self.is_over() {
                    return Ok(());
                }
                if self.shrink_case(case, found, group, &mut left)? {
                    done.push(at);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Makes a case smaller; false if what it showed does not show again.
    fn shrink_case(
        &self,
        case: &mut Case,
        found: &mut CaseReport,
        group: &Group,
        left: &mut u32,
    ) -> Result<bool, RunError> {
        let original = case.clone();
        let broken = rules(&found.violations);
        let still = |script: AnyScript| self.play(&original, script, &broken, group);
        *left -= 1;
        let Some(first) = still(case.script.clone())? else { return Ok(false) };
        let from = self.judge.extent(&first.transcript);
        let (smallest, runs) = Search { most: self.effort.of_a_case.min(*left) }.run(
            first,
            |played| self.judge.smaller(&played.script, &played.transcript),
            |script| self.judge.written(script).to_string(),
            still,
        )?;
        *left -= runs;
        let is_smaller = |to: &Extent| to.size < from.size;
        if !is_smaller(&self.judge.extent(&smallest.transcript)) {
            return Ok(true);
        }
        // Once more: a bot that errs now and then must not seem to do so for a reason.
        let Some(last) = still(smallest.script)? else { return Ok(false) };
        let to = self.judge.extent(&last.transcript);
        // One that throws dice is given more for less now and then.
        if !is_smaller(&to) {
            return Ok(true);
        }
        let shrunk = Shrunk { from, to, runs };
        case.script = last.script;
        found.transcript = last.transcript;
        let before = std::mem::replace(&mut found.violations, last.violations);
        for violation in &mut found.violations {
            violation.shrunk = Some(shrunk.clone());
            // It is the same case still.
            let same = before.iter().find(|it| it.rule == violation.rule).or(before.first());
            violation.repro = violation.repro.take().or_else(|| same?.repro.clone());
            remember(violation, &before);
        }
        Ok(true)
    }

    /// Plays a script as if it were the only one, and returns it if just these rules are broken, and by this fault.
    fn play(
        &self,
        case: &Case,
        script: AnyScript,
        broken: &BTreeSet<(String, Level)>,
        group: &Group,
    ) -> Result<Option<Played>, RunError> {
        if self.is_over() {
            return Ok(None);
        }
        (self.progress)(&case.id);
        let observations = self.context.observations.afresh();
        let recorder = Recorder::default();
        let context = RunContext { observations: &observations, recorder: &recorder, ..*self.context };
        let case = Case { script, ..case.clone() };
        let (performed, transcript) = recorder.record(|| {
            catch_unwind(AssertUnwindSafe(|| self.judge.run_case(&case, &mut self.judge.worker(), &context)))
        });
        // What fails only on a case that was made up here says nothing about the bot.
        let Ok(outcome) = performed else { return Ok(None) };
        let mut violations = outcome?.violations;
        violations.retain(|violation| self.selection.wants_rule(&violation.rule));
        let same = rules(&violations) == *broken && violations.iter().any(|it| group.shows(it));
        Ok(same.then_some(Played { script: case.script, violations, transcript }))
    }

    fn is_over(&self) -> bool {
        self.context.host.is_interrupted() || self.until.is_some_and(|until| Instant::now() > until)
    }

    fn is_short(&self, found: &CaseReport) -> bool {
        found.duration_ms <= millis(self.context.limit.clamp(LONG, TOO_LONG))
    }
}

/// What spoke for and against slips in the larger case does so still: a slip that was no explanation there is no hint here.
fn remember(violation: &mut Violation, before: &[Violation]) {
    let of_its_rule = || before.iter().filter(|larger| larger.rule == violation.rule);
    if of_its_rule().next().is_none() {
        return;
    }
    let named = |candidate: &HintCandidate| {
        of_its_rule().flat_map(|larger| &larger.candidates).any(|known| known.slip == candidate.slip)
    };
    let known: Vec<HintCandidate> =
        violation.candidates.iter().filter(|candidate| named(candidate)).cloned().collect();
    let against: Vec<&str> = of_its_rule().flat_map(|larger| larger.against.iter().copied()).collect();
    if known.len() < violation.candidates.len() {
        violation.hint = known.first().map(|candidate| candidate.hint.clone());
    }
    violation.candidates = known;
    violation.against.extend(against);
}

fn rules(violations: &[Violation]) -> BTreeSet<(String, Level)> {
    violations.iter().map(|violation| (violation.rule.clone(), violation.level)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violation(rule: &str, slips: &[&'static str]) -> Violation {
        let candidate = |slip: &&'static str| HintCandidate { slip, hint: format!("it is {slip}") };
        let candidates = slips.iter().map(candidate).collect();
        Violation::bare(rule, Level::Must, "wrong".to_owned()).with_candidates(candidates)
    }

    /// The hint of a smaller case with these suspects, where the larger ones had those.
    fn hint(smaller: &[&'static str], larger: &[&[&'static str]]) -> Option<String> {
        let before: Vec<Violation> = larger.iter().map(|slips| violation("a", slips)).collect();
        let mut violation = violation("a", smaller);
        remember(&mut violation, &before);
        violation.hint
    }

    #[test]
    fn what_the_larger_case_speaks_against_is_no_hint_of_the_smaller_one() {
        assert_eq!(hint(&["one", "two"], &[&["two"]]).as_deref(), Some("it is two"));
        assert_eq!(hint(&["one"], &[&[]]), None);
        assert_eq!(hint(&["one"], &[&["two"], &["one"]]).as_deref(), Some("it is one"));
        let mut plain = Violation { hint: Some("its stderr says".to_owned()), ..violation("a", &[]) };
        remember(&mut plain, &[violation("a", &["two"])]);
        assert_eq!(plain.hint.as_deref(), Some("its stderr says"), "no slip is behind it");
        let mut other = violation("b", &["one"]);
        remember(&mut other, &[violation("a", &[])]);
        assert_eq!(other.hint.as_deref(), Some("it is one"), "nothing is known of its rule");
    }
}
