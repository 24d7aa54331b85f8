//! Scenario × bot → verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::contest::{Case, Contest, Performance, Phase, Unjudged};
use crate::process::wait_until_quiet;
use crate::record::{BotInfo, Budget, CaseReport, CheckReport, Level, RuleReport, Summary, Tool, Verdict};
use crate::requirement::Requirement;
use crate::selection::Selection;
use crate::stage::{Stage, StageError};
use crate::{tape, timing};

/// How a run is made, apart from which cases it is made of.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The bot's name.
    pub bot: String,
    /// The seed of everything generated, for the report.
    pub seed: u64,
    /// The variant, for the report.
    pub variant: Option<String>,
    /// How many bots run at once, at least 1.
    pub jobs: usize,
    /// Warnings fail the bot too.
    pub strict: bool,
    /// Stop at the first failing case.
    pub fail_fast: bool,
    /// Generated cases are left out once the run has taken this long.
    pub max_time: Option<Duration>,
    /// How to run one case again, or everything.
    pub repro: Repro,
    /// The share of the limit that the bot's author allows it, in percent.
    pub budget: Option<u8>,
    /// Ids of cases that are known to fail.
    pub known_failing: Vec<String>,
    /// Ids of cases that are played before the others of their phase.
    pub first: BTreeSet<String>,
}

/// How long a machine is waited for that is too busy to tell how fast a bot is.
const CALM: Duration = Duration::from_secs(10);

/// Commands that show a violation again.
#[derive(Debug, Clone, Default)]
pub struct Repro {
    /// The beginning of the one that runs one case; `--case ID` follows.
    pub command: String,
    /// What follows that.
    pub rest: String,
    /// The one that runs everything.
    pub whole: String,
}

impl Repro {
    /// For a violation of this case. What is judged from all cases needs all of them.
    pub(crate) fn of<S>(&self, case: &Case<S>) -> String {
        if case.phase == Phase::Last {
            self.whole.clone()
        } else {
            format!("{} --case {}{}", self.command, case.id, self.rest)
        }
    }
}

/// Is told about each finished case while the run goes on.
pub type Progress<'a> = dyn Fn(&CaseReport) + Sync + 'a;

/// Plays all cases and judges them. A case that fails does not stop the others. If the tester or the machine
/// fails, the run breaks off: the report holds what was found until then, and the error comes with it.
pub fn run<C: Contest>(
    contest: &C,
    cases: &[Case<C::Script>],
    selection: &Selection,
    stage: &Stage<'_>,
    settings: &Settings,
    progress: &Progress<'_>,
) -> (CheckReport, Option<StageError>) {
    let run = Run {
        contest,
        selection,
        stage,
        settings,
        progress,
        started: Instant::now(),
        stop: AtomicBool::new(false),
        identity: Mutex::new(None),
        failure: Mutex::new(None),
    };
    let mut reports: Vec<Option<CaseReport>> = cases.iter().map(|_| None).collect();
    let mut broken = BTreeSet::new();
    for phase in Phase::ALL {
        let jobs = if matches!(phase, Phase::Alone | Phase::Last) { 1 } else { settings.jobs.max(1) };
        let chosen: Vec<usize> = (0..cases.len()).filter(|&at| cases[at].phase == phase).collect();
        for (at, report) in run.phase(cases, &chosen, jobs, &broken) {
            reports[at] = Some(report);
        }
        // What could not be told while others ran is tried once more, alone, when the machine is quiet.
        let in_doubt: Vec<usize> = chosen
            .into_iter()
            .filter(|&at| reports[at].as_ref().is_some_and(|report| report.verdict == Verdict::Inconclusive))
            .filter(|_| !stage.host.is_interrupted() && !run.has_failed())
            .collect();
        if !in_doubt.is_empty() {
            wait_until_quiet(CALM, || stage.host.is_interrupted());
        }
        for (at, report) in run.phase(cases, &in_doubt, 1, &broken) {
            reports[at] = Some(report);
        }
        // Known only between phases, so that what is skipped does not depend on who was faster.
        broken = broken_rules(reports.iter().flatten());
        stage.facts.settle();
    }
    let reports: Vec<CaseReport> = reports.into_iter().flatten().collect();
    let identity = run.identity.into_inner().unwrap_or_else(PoisonError::into_inner);
    let failure = run.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    (conclude(contest, reports, stage, settings, selection, identity), failure)
}

struct Run<'a, C: Contest> {
    contest: &'a C,
    selection: &'a Selection,
    stage: &'a Stage<'a>,
    settings: &'a Settings,
    progress: &'a Progress<'a>,
    started: Instant,
    stop: AtomicBool,
    identity: Mutex<Option<String>>,
    /// What broke the run off.
    failure: Mutex<Option<StageError>>,
}

impl<C: Contest> Run<'_, C> {
    /// Plays the chosen cases, `jobs` at a time, and returns their reports in the order of the cases.
    fn phase(
        &self,
        cases: &[Case<C::Script>],
        chosen: &[usize],
        jobs: usize,
        broken: &BTreeSet<String>,
    ) -> BTreeMap<usize, CaseReport> {
        let mut sittings = sittings(self.contest, cases, chosen);
        sittings
            .sort_by_key(|sitting| !sitting.iter().any(|&at| self.settings.first.contains(&cases[at].id)));
        let next = AtomicUsize::new(0);
        let done = Mutex::new(BTreeMap::new());
        let work = || {
            let mut worker = self.contest.worker();
            while let Some(sitting) = sittings.get(next.fetch_add(1, Ordering::Relaxed)) {
                for &at in sitting {
                    let case = &cases[at];
                    let performed = catch_unwind(AssertUnwindSafe(|| self.case(case, &mut worker, broken)));
                    let report = match performed {
                        Ok(Ok(report)) => report,
                        Ok(Err(error)) => self.broken_off(case, error),
                        Err(_) => {
                            worker = self.contest.worker();
                            let what = format!("botspec failed in the case {}: please report it", case.id);
                            self.broken_off(case, StageError::text(what))
                        }
                    };
                    (self.progress)(&report);
                    done.lock().unwrap_or_else(PoisonError::into_inner).insert(at, report);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..jobs.min(sittings.len()) {
                scope.spawn(work);
            }
            work();
        });
        done.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tester or the machine failed in this case: it is not judged, nor is any after it.
    fn broken_off(&self, case: &Case<C::Script>, error: StageError) -> CaseReport {
        let reason = format!("botspec or the machine failed: {error}");
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        let unjudged = Some(Unjudged::Inconclusive { reason });
        self.judge(case, Performance { unjudged, ..Performance::default() }, Duration::ZERO)
    }

    fn has_failed(&self) -> bool {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn case(
        &self,
        case: &Case<C::Script>,
        worker: &mut C::Worker,
        broken: &BTreeSet<String>,
    ) -> Result<CaseReport, StageError> {
        let started = Instant::now();
        let (mut performance, transcript) = match self.obstacle(case, broken) {
            Some(obstacle) => {
                (Performance { unjudged: Some(obstacle), ..Performance::default() }, Vec::new())
            }
            None => {
                let (performed, events) = tape::record(|| self.contest.perform(case, worker, self.stage));
                (performed?, events)
            }
        };
        let elapsed = std::mem::take(&mut performance.elapsed);
        if let Some(identity) = &performance.identity {
            let mut known = self.identity.lock().unwrap_or_else(PoisonError::into_inner);
            known.get_or_insert_with(|| identity.clone());
        }
        let mut report = self.judge(case, performance, started.elapsed());
        // Times that a busy machine has made say nothing about the bot's slowest turn either.
        if report.verdict != Verdict::Inconclusive {
            self.stage.facts.timed(&elapsed);
        }
        if !report.violations.is_empty() {
            report.transcript = transcript;
        }
        if self.settings.fail_fast && report.verdict == Verdict::Fail {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(report)
    }

    /// What stands in the way of a case before it has begun.
    fn obstacle(&self, case: &Case<C::Script>, broken: &BTreeSet<String>) -> Option<Unjudged> {
        if self.stage.host.is_interrupted() {
            let reason = "the run was interrupted".to_owned();
            return Some(Unjudged::Skipped { reason, blocked_by: None });
        }
        if self.has_failed() {
            let reason = "the run broke off: botspec or the machine failed".to_owned();
            return Some(Unjudged::Skipped { reason, blocked_by: None });
        }
        if self.stop.load(Ordering::Relaxed) {
            let reason = "stopped at the first failure (--fail-fast)".to_owned();
            return Some(Unjudged::Skipped { reason, blocked_by: None });
        }
        if self.stage.program.is_none() && case.phase != Phase::Submission {
            let reason = "there is no bot: the submitted folder does not build".to_owned();
            return Some(Unjudged::Skipped { reason, blocked_by: Some(self.contest.submission_rule().id) });
        }
        if let Some(rule) = case.needs.iter().find(|rule| broken.contains(**rule)) {
            let reason = format!("cannot be judged while {rule} is broken");
            return Some(Unjudged::Skipped { reason, blocked_by: Some(rule) });
        }
        let over = self.settings.max_time.is_some_and(|most| self.started.elapsed() > most);
        if case.generated && over {
            let reason = "left out: the bot is too slow for all generated cases in the time given; \
                          raise --max-time to run them all"
                .to_owned();
            return Some(Unjudged::Skipped { reason, blocked_by: None });
        }
        None
    }

    fn judge(&self, case: &Case<C::Script>, mut performance: Performance, took: Duration) -> CaseReport {
        performance.violations.retain(|violation| self.selection.wants_rule(&violation.rule));
        for violation in &mut performance.violations {
            violation.repro.get_or_insert_with(|| self.settings.repro.of(case));
        }
        let mut report = judge(case, performance, took);
        let fails =
            report.verdict == Verdict::Fail || (self.settings.strict && report.verdict == Verdict::Warn);
        if fails && self.settings.known_failing.contains(&case.id) {
            report.verdict = Verdict::Known;
        }
        report
    }
}

/// What came of a case, without a transcript.
pub(crate) fn judge<S>(case: &Case<S>, performance: Performance, took: Duration) -> CaseReport {
    let worst = performance.violations.iter().map(|violation| violation.level).min();
    let (unjudged, skip_reason, blocked_by) = match performance.unjudged {
        None => (None, None, None),
        Some(Unjudged::Skipped { reason, blocked_by }) => {
            (Some(Verdict::Skip), Some(reason), blocked_by.map(str::to_owned))
        }
        Some(Unjudged::Inconclusive { reason }) => (Some(Verdict::Inconclusive), Some(reason), None),
    };
    let verdict = match (worst, unjudged) {
        (Some(Level::Must), _) => Verdict::Fail,
        (Some(Level::Should), _) => Verdict::Warn,
        (_, Some(unjudged)) => unjudged,
        (_, None) => Verdict::Pass,
    };
    CaseReport {
        id: case.id.clone(),
        title: case.title.clone(),
        rules: case.rules.iter().map(|&rule| rule.to_owned()).collect(),
        verdict,
        turns: performance.turns,
        duration_ms: timing::millis(took),
        skip_reason,
        blocked_by,
        cut_short: performance.cut_short,
        transcript: Vec::new(),
        violations: performance.violations,
    }
}

/// The chosen cases as they are handed to workers: those of one sitting together, where its first case stands.
fn sittings<C: Contest>(contest: &C, cases: &[Case<C::Script>], chosen: &[usize]) -> Vec<Vec<usize>> {
    let mut sittings: Vec<Vec<usize>> = Vec::new();
    let mut places = BTreeMap::new();
    for &at in chosen {
        let number = contest.sitting(&cases[at]);
        let alone = sittings.len();
        let place = if number == 0 { alone } else { *places.entry(number).or_insert(alone) };
        match sittings.get_mut(place) {
            Some(sitting) => sitting.push(at),
            None => sittings.push(vec![at]),
        }
    }
    sittings
}

fn broken_rules<'a>(reports: impl IntoIterator<Item = &'a CaseReport>) -> BTreeSet<String> {
    reports
        .into_iter()
        .flat_map(|report| &report.violations)
        .map(|violation| violation.rule.clone())
        .collect()
}

fn conclude<C: Contest>(
    contest: &C,
    mut cases: Vec<CaseReport>,
    stage: &Stage<'_>,
    settings: &Settings,
    selection: &Selection,
    identity: Option<String>,
) -> CheckReport {
    cases.iter_mut().for_each(|case| stage.facts.weigh(&mut case.violations));
    let summary = Summary::of(&cases);
    let elapsed = stage.facts.elapsed();
    let timing = timing::summarize(&elapsed, stage.limit);
    let budget = settings.budget.map(|percent| Budget {
        percent,
        kept: timing.is_none_or(|timing| timing.share * 100.0 <= f64::from(percent)),
    });
    let over_budget = budget.is_some_and(|budget| !budget.kept);
    let verdict = if summary.fail > 0 || (settings.strict && summary.warn > 0) || over_budget {
        Verdict::Fail
    } else if summary.inconclusive > 0 {
        Verdict::Inconclusive
    } else {
        Verdict::Pass
    };
    let rules =
        contest.requirements().iter().filter_map(|rule| judge_rule(rule, &cases, selection)).collect();
    CheckReport {
        schema: "botspec.check/1",
        tool: Tool::this(),
        game: contest.name().to_owned(),
        variant: settings.variant.clone(),
        seed: settings.seed,
        bot: BotInfo {
            name: settings.bot.clone(),
            command: stage.program.map(|program| program.command.clone()).unwrap_or_default(),
            identity,
        },
        strict: settings.strict,
        verdict,
        summary,
        rules,
        timing,
        budget,
        audit: None,
        turn_times_ms: timing::charged(&elapsed),
        isolation: stage.host.isolation().to_string(),
        cases,
    }
}

/// Whether a case got so far that its rules were tried.
fn tried(case: &CaseReport) -> bool {
    !case.cut_short && !matches!(case.verdict, Verdict::Skip | Verdict::Inconclusive)
}

/// A rule over all cases, or `None` if no selected case has anything to do with it.
fn judge_rule(rule: &Requirement, cases: &[CaseReport], selection: &Selection) -> Option<RuleReport> {
    let serving = || cases.iter().filter(|case| case.rules.iter().any(|served| served == rule.id));
    let broken_in = |case: &CaseReport| case.violations.iter().any(|violation| violation.rule == rule.id);
    let broken: Vec<&CaseReport> = cases.iter().filter(|case| broken_in(case)).collect();
    if !selection.wants_rule(rule.id) || (serving().next().is_none() && broken.is_empty()) {
        return None;
    }
    let judged = |verdict: Verdict| serving().any(|case| case.verdict == verdict);
    // A rule that only warnings were given for is not one that fails the bot.
    let unforeseen = broken.iter().filter(|case| case.verdict != Verdict::Known);
    let violations = unforeseen.flat_map(|case| case.violations.iter().filter(|it| it.rule == rule.id));
    let verdict = if let Some(worst) = violations.map(|violation| violation.level).min() {
        match worst {
            Level::Must => Verdict::Fail,
            Level::Should | Level::Info => Verdict::Warn,
        }
    } else if !broken.is_empty() {
        Verdict::Known
    } else if serving().any(tried) {
        Verdict::Pass
    } else if judged(Verdict::Inconclusive) {
        Verdict::Inconclusive
    } else {
        Verdict::Skip
    };
    Some(RuleReport { id: rule.id.to_owned(), level: rule.level, verdict, cases: serving().count() })
}
