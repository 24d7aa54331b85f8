//! Scenario × bot → verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::any_judge::{AnyJudge, AnyWorker};
use crate::contest::{Case, CaseOutcome, Contest, Phase, Unjudged};
use crate::control::add_new;
use crate::process::{Program, wait_until_quiet};
use crate::quick::QUICK;
use crate::record::{
    BotInfo, Budget, CaseReport, CheckReport, Findings, Gap, INTERRUPTED, Level, Shortened, Terms, Tool,
    Verdict, Violation,
};
use crate::recorder::Recorder;
use crate::requirement::by_id;
use crate::run_context::{GivenUp, RunContext, RunError, Until};
use crate::selection::Selection;
use crate::stderr;
use crate::timing;
use crate::urgency::{Urgency, urgency};

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
    /// No case begins once the run has taken this long; those that find most come first.
    pub max_time: Option<Duration>,
    /// How to run one case again, or everything.
    pub repro: Repro,
    /// The share of the limit that the bot's author allows it, in percent.
    pub budget: Option<u8>,
    /// Ids of cases that are known to fail.
    pub known_failing: Vec<String>,
    /// Ids of cases that are played before the others of their phase.
    pub first: BTreeSet<String>,
    /// Ids of cases that are played behind the others of their phase.
    pub spare: BTreeSet<String>,
    /// Those are played, however long that takes, and not only as long as a check is quick.
    pub thorough: bool,
}

impl Settings {
    /// Whether a case is played behind the others. What somebody wants to know of is not.
    fn is_spare(&self, id: &str) -> bool {
        self.spare.contains(id)
            && !self.first.contains(id)
            && !self.known_failing.iter().any(|known| known == id)
    }
}

/// Why a case was not tried that comes after the end of the time.
const OUT_OF_TIME: &str = "the time given is not enough for all cases; raise --max-time to run them all";
/// The same where the bot may well be fast enough.
const OUT_OF_TIME_ON_A_BUSY_MACHINE: &str = "the time given is not enough for all cases while the machine is busy with \
     other work; raise --max-time, or run again when it is quiet";

/// Why a case was not tried that a quick check has no time for.
const QUICKLY_LEFT_OUT: &str = "a quick check was long enough without it: --thorough tries all cases";

/// How long a machine is waited for that is too busy to tell how fast a bot is.
const CALM: Duration = Duration::from_secs(10);

/// A limit is waited for so much longer at most, for what is not charged.
const SPARE: Duration = Duration::from_secs(4);

/// A case in which an answer took long once, and not when it was played again, is played again so many times more, within so
/// much time.
const REPEATS: u32 = 20;
const A_WHILE: Duration = Duration::from_secs(5);

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
    /// For a violation of this case, with those that have to go before: what `first` has shown of the bot is known in
    /// this one. What is judged from all cases needs all of them.
    pub(crate) fn of<S>(&self, case: &Case<S>, violation: &Violation, first: &[String]) -> String {
        if case.phase == Phase::Last {
            return self.whole.clone();
        }
        let first = first.iter().filter(|id| **id != case.id && !violation.after.contains(id));
        let ids = first.chain(&violation.after).chain([&case.id]);
        let cases: String = ids.map(|id| format!(" --case {id}")).collect();
        format!("{}{cases}{}", self.command, self.rest)
    }
}

/// Is told about each finished case while the run goes on.
pub type Progress<'a> = dyn Fn(&CaseReport) + Sync + 'a;

/// Plays all cases and judges them. A case that fails does not stop the others. If the tester or the machine
/// fails, the run breaks off: the report holds what was found until then, and the error comes with it.
pub fn run(
    contest: &dyn Contest,
    cases: &[Case],
    selection: &Selection,
    context: &RunContext<'_>,
    settings: &Settings,
    progress: &Progress<'_>,
) -> (CheckReport, Option<RunError>) {
    let run = Run {
        contest,
        selection,
        context,
        settings,
        progress,
        started: Instant::now(),
        quick: if settings.thorough { None } else { Until::after(QUICK) },
        out_of_time: AtomicBool::new(false),
        stop: AtomicBool::new(false),
        identity: Mutex::new(None),
        telling: Mutex::default(),
        failure: Mutex::new(None),
    };
    let mut reports: Vec<Option<CaseReport>> = cases.iter().map(|_| None).collect();
    let mut shown = Shown::default();
    for phase in Phase::ALL {
        if phase == Phase::Last {
            run.wait_to_the_limit(cases, &mut reports, &shown);
            shown = Shown::by(reports.iter().flatten());
        }
        let jobs = if matches!(phase, Phase::Alone | Phase::Last) { 1 } else { settings.jobs.max(1) };
        let chosen: Vec<usize> = (0..cases.len()).filter(|&at| cases[at].phase == phase).collect();
        for (at, report) in run.phase(cases, &chosen, jobs, &shown, Attempt::First) {
            reports[at] = Some(report);
        }
        // What could not be told while others ran is tried once more, alone, when the machine is quiet.
        let in_doubt: Vec<usize> = chosen
            .into_iter()
            .filter(|&at| reports[at].as_ref().is_some_and(|report| report.gap == Some(Gap::InDoubt)))
            .filter(|_| !run.is_over(phase))
            .collect();
        if !in_doubt.is_empty() {
            wait_until_quiet(run.calm(phase), || context.host.is_interrupted());
        }
        for (at, again) in run.phase(cases, &in_doubt, 1, &shown, Attempt::Again) {
            // What was seen stays, unless it is seen again and judged now.
            reports[at] = Some(settled(reports[at].take(), again));
        }
        shown = Shown::by(reports.iter().flatten());
        context.observations.end_phase();
        if matches!(phase, Phase::First | Phase::Second) {
            let rules = context.observations.in_the_way();
            *run.telling.lock().unwrap_or_else(PoisonError::into_inner) =
                telling(&rules, reports.iter().flatten());
        }
    }
    let reports: Vec<CaseReport> = reports.into_iter().flatten().collect();
    let identity = run.identity.into_inner().unwrap_or_else(PoisonError::into_inner);
    let failure = run.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    let out_of_time = run.out_of_time.load(Ordering::Relaxed);
    let mut report = conclude(contest, reports, context, settings, selection, identity);
    report.shortened_by = report.findings.summary().tried.map(|_| match out_of_time {
        true => Shortened::MaxTime,
        false => Shortened::Quick,
    });
    (report, failure)
}

/// The cases that have shown first what stands in the way of others: one for each of these rules.
fn telling<'a>(
    rules: &BTreeSet<&'static str>,
    reports: impl Iterator<Item = &'a CaseReport> + Clone,
) -> Vec<String> {
    let first = |rule: &&'static str| reports.clone().find(|report| report.breaks(rule));
    let mut ids: Vec<String> = rules.iter().filter_map(first).map(|report| report.id.clone()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Whether cases are played for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attempt {
    First,
    /// They left a doubt, or an answer was given up: what was begun is brought to its end, be the check quick or not.
    Again,
}

/// What is told of a case that was run twice, since the first run left a doubt.
fn settled(first: Option<CaseReport>, mut again: CaseReport) -> CaseReport {
    let Some(first) = first else { return again };
    if !settles(&first, &again) {
        return first;
    }
    if !first.shows_a_fault() && !again.cut_short {
        // It decides nothing, and is told all the same.
        add_new(&mut again.violations, first.violations);
    }
    again
}

/// Whether the second run of a case says more than the first, which left a doubt.
fn settles(first: &CaseReport, again: &CaseReport) -> bool {
    match (!first.shows_a_fault(), again.gap) {
        (true, Some(Gap::LeftOut | Gap::NotTried)) => false,
        (true, _) => true,
        (false, gap) => gap.is_none() && gravest(again).is_some_and(|level| Some(level) <= gravest(first)),
    }
}

/// How binding the rules are that a case broke.
fn gravest(case: &CaseReport) -> Option<Level> {
    case.violations.iter().map(|violation| violation.level).min()
}

struct Run<'a> {
    contest: &'a dyn Contest,
    selection: &'a Selection,
    context: &'a RunContext<'a>,
    settings: &'a Settings,
    progress: &'a Progress<'a>,
    started: Instant,
    /// When a quick check is to be over; none if this one is thorough.
    quick: Option<Until>,
    /// Whether a case was left out for want of the time that the user gave.
    out_of_time: AtomicBool,
    stop: AtomicBool,
    identity: Mutex<Option<String>>,
    /// The first cases that have shown what stands in the way of others.
    telling: Mutex<Vec<String>>,
    /// What broke the run off.
    failure: Mutex<Option<RunError>>,
}

impl Run<'_> {
    /// Plays the chosen cases, `jobs` at a time, and returns their reports in the order of the cases.
    fn phase(
        &self,
        cases: &[Case],
        chosen: &[usize],
        jobs: usize,
        shown: &Shown,
        attempt: Attempt,
    ) -> BTreeMap<usize, CaseReport> {
        let judge = self.contest.judge();
        let is_spare = |at: usize| self.settings.is_spare(&cases[at].id);
        let turns = |case: &Case| judge.turns(&case.script);
        let (core, spare): (Vec<usize>, Vec<usize>) = chosen.iter().copied().partition(|&at| !is_spare(at));
        let soon = self.contest.soon();
        let urgency_of = |chosen: &[usize]| {
            urgency(cases, chosen, &self.settings.first, soon, &shown.served, turns, |rule| self.level(rule))
        };
        let mut urgency = urgency_of(&core);
        urgency.extend(urgency_of(&spare));
        let mut groups = if self.is_time_short(cases, chosen, jobs, shown) {
            // Each rule is tried before the rest of any group.
            let covers = |at: &usize| matches!(urgency.get(at), Some(Urgency::Asked | Urgency::Covering(..)));
            let (covering, rest): (Vec<usize>, Vec<usize>) = chosen.iter().partition(|at| covers(at));
            covering.into_iter().map(|at| vec![at]).chain(groups(judge, cases, &rest)).collect()
        } else {
            groups(judge, cases, chosen)
        };
        groups.sort_by_key(|group| {
            let soonest = group.iter().filter_map(|at| urgency.get(at)).min().copied();
            let is_spare = group.iter().all(|&at| is_spare(at));
            (is_spare, soonest, group.iter().map(|&at| turns(&cases[at])).max())
        });
        let next = AtomicUsize::new(0);
        let done = Mutex::new(BTreeMap::new());
        let work = || {
            let mut worker = self.contest.judge().worker();
            let recorder = Recorder::default();
            let context = RunContext { recorder: &recorder, ..*self.context };
            while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                for &at in group {
                    let report = self.play(&cases[at], &mut worker, &context, shown, attempt);
                    (self.progress)(&report);
                    done.lock().unwrap_or_else(PoisonError::into_inner).insert(at, report);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..jobs.min(groups.len()) {
                scope.spawn(work);
            }
            work();
        });
        done.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays a case, whatever becomes of it.
    fn play(
        &self,
        case: &Case,
        worker: &mut AnyWorker,
        context: &RunContext<'_>,
        shown: &Shown,
        attempt: Attempt,
    ) -> CaseReport {
        let performed = catch_unwind(AssertUnwindSafe(|| self.case(case, worker, context, shown, attempt)));
        match performed {
            Ok(Ok(report)) => report,
            Ok(Err(error)) => self.broken_off(case, error),
            Err(_) => {
                *worker = self.contest.judge().worker();
                let what = format!("botspec failed in the case {}: please report it", case.id);
                self.broken_off(case, RunError::text(what))
            }
        }
    }

    /// Plays a case once more, behind those that were played in the same process before: what each of them shows now.
    fn play_behind(
        &self,
        cases: &[Case],
        behind: &[String],
        at: usize,
        shown: &Shown,
    ) -> Vec<(usize, CaseReport)> {
        let mut worker = self.contest.judge().worker();
        let recorder = Recorder::default();
        let context = RunContext { recorder: &recorder, ..*self.context };
        let before = behind.iter().filter_map(|id| cases.iter().position(|case| case.id == *id));
        let row = before.chain([at]);
        row.map(|at| (at, self.play(&cases[at], &mut worker, &context, shown, Attempt::Again))).collect()
    }

    /// Plays a case in which an answer took long by itself, and if that takes no longer than usual, behind those that were
    /// played before it, more than once: they may make the difference, or chance. What is new in any of them is told.
    fn play_again(
        &self,
        cases: &[Case],
        at: usize,
        given_up: Option<&GivenUp>,
        reports: &[Option<CaseReport>],
        shown: &Shown,
    ) -> BTreeMap<usize, CaseReport> {
        let patience = self.context.observations.patience();
        let mut found: BTreeMap<usize, CaseReport> =
            self.play_behind(cases, &[], at, shown).into_iter().collect();
        let Some(GivenUp { behind, .. }) = given_up else { return found };
        let end = Instant::now() + A_WHILE;
        for run in 0..REPEATS {
            let is_over = run > 0 && Instant::now() >= end;
            let is_slow = self.context.observations.patience() < patience;
            let is_told = found.len() > 1 || found.get(&at).is_none_or(|it| it.verdict != Verdict::Pass);
            if is_over || is_slow || is_told || self.context.host.is_interrupted() {
                break;
            }
            for (number, report) in self.play_behind(cases, behind, at, shown) {
                let known = reports[number].as_ref().is_some_and(CaseReport::shows_a_fault);
                if number == at || (report.shows_a_fault() && !known) {
                    let report = settled(found.remove(&number), report);
                    found.insert(number, report);
                }
            }
        }
        found
    }

    /// Plays what was given up because an answer took long, and waits for it now: for one limit in all, or for what is left
    /// of the time that was given, so that the whole run takes no longer than that and one limit.
    fn wait_to_the_limit(&self, cases: &[Case], reports: &mut [Option<CaseReport>], shown: &Shown) {
        let given_up = self.context.observations.given_up();
        if given_up.is_empty() || self.context.host.is_interrupted() || self.has_failed() {
            return;
        }
        // What the bot waits for a core is not charged.
        let spare = SPARE.min(self.context.limit / 10);
        let given =
            self.settings.max_time.map_or(Duration::ZERO, |most| most.saturating_sub(self.started.elapsed()));
        self.context.observations.be_patient(given.max(self.context.limit + spare));
        let is_given_up = |at: usize| given_up.contains_key(&cases[at].id);
        // Silence in a case about something unusual may be due to that: alone it proves nothing graver.
        let is_mild = |at: usize| {
            let gravest = cases[at].rules.iter().filter_map(|rule| self.level(rule)).min();
            [given_up.get(&cases[at].id).map(|it| it.level), gravest].into_iter().flatten().max()
                > Some(Level::Must)
        };
        // For want of time, since such answers take long: of those only what tries one more rule.
        let is_left_out =
            |at: usize| reports[at].as_ref().is_some_and(|report| report.gap == Some(Gap::LeftOut));
        let mut left: BTreeSet<usize> =
            (0..cases.len()).filter(|&at| is_given_up(at) || is_left_out(at)).collect();
        let end = self.settings.max_time.and_then(|most| self.started.checked_add(most + self.context.limit));
        // With less than that nothing would come of it.
        while self.context.observations.patience() >= self.context.limit / 4
            && end.is_none_or(|end| Instant::now() < end)
        {
            let served = Shown::by(reports.iter().flatten()).served;
            let turns = |at: usize| self.contest.judge().turns(&cases[at].script).max(1);
            let gains: BTreeMap<usize, Option<Level>> =
                left.iter().map(|&at| (at, self.gain(&cases[at], &served))).collect();
            left.retain(|at| is_given_up(*at) || gains[at].is_some());
            let next = left.iter().copied().min_by_key(|&at| {
                (is_mild(at), gains[&at].is_none(), gains[&at], turns(at), !is_given_up(at))
            });
            let Some(at) = next.filter(|at| left.remove(at)) else { break };
            let patience = self.context.observations.patience();
            let found = self.play_again(cases, at, given_up.get(&cases[at].id), reports, shown);
            // Once is enough to wait for a whole limit in vain.
            let waited = patience.saturating_sub(self.context.observations.patience());
            let in_vain = waited >= self.context.limit.mul_f64(0.9)
                && found.values().any(|it| it.cut_short && !it.violations.is_empty());
            for (number, again) in found {
                let report = settled(reports[number].take(), again);
                (self.progress)(&report);
                reports[number] = Some(report);
            }
            if in_vain {
                break;
            }
        }
    }

    /// The level of the rules that a case would try for the first time.
    fn gain(&self, case: &Case, served: &BTreeMap<String, usize>) -> Option<Level> {
        let untried = case.rules.iter().filter(|&&rule| !served.contains_key(rule));
        untried.filter_map(|rule| self.level(rule)).min()
    }

    fn level(&self, rule: &str) -> Option<Level> {
        by_id(self.contest.requirements(), rule).map(|rule| rule.level)
    }

    /// The tester or the machine failed in this case: it is not judged, nor is any after it.
    fn broken_off(&self, case: &Case, error: RunError) -> CaseReport {
        let reason = format!("botspec or the machine failed: {error}");
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        let unjudged = Some(Unjudged::Inconclusive { reason });
        self.judge(case, CaseOutcome { unjudged, ..CaseOutcome::default() }, Duration::ZERO)
    }

    fn has_failed(&self) -> bool {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn case(
        &self,
        case: &Case,
        worker: &mut AnyWorker,
        context: &RunContext<'_>,
        shown: &Shown,
        attempt: Attempt,
    ) -> Result<CaseReport, RunError> {
        let started = Instant::now();
        let quick = self.quick.filter(|_| attempt == Attempt::First && self.settings.is_spare(&case.id));
        let (mut outcome, transcript) = match self.blocker(case, &shown.broken, quick.is_some()) {
            Some(blocker) => (CaseOutcome { unjudged: Some(blocker), ..CaseOutcome::default() }, Vec::new()),
            None => {
                let until = Until::sooner(quick, context.until);
                let context = &RunContext { until, ..*context };
                let (performed, events) =
                    context.recorder.record(|| self.contest.judge().run_case(case, worker, context));
                (performed?, events)
            }
        };
        let is_left_out = matches!(outcome.unjudged, Some(Unjudged::LeftOut { .. }));
        if is_left_out && (quick.is_none() || self.is_out_of_time(case.phase)) {
            self.out_of_time.store(true, Ordering::Relaxed);
        }
        outcome.admit(self.context, self.contest.time_rule());
        let elapsed = std::mem::take(&mut outcome.elapsed);
        if let Some(identity) = &outcome.identity {
            let mut known = self.identity.lock().unwrap_or_else(PoisonError::into_inner);
            known.get_or_insert_with(|| identity.clone());
        }
        let mut report = self.judge(case, outcome, started.elapsed());
        // Times that a busy machine has made say nothing about the bot's slowest turn either.
        if report.gap != Some(Gap::InDoubt) {
            self.context.observations.timed(&elapsed);
        }
        if !report.violations.is_empty() {
            report.transcript = transcript;
        }
        if self.settings.fail_fast && report.verdict.fails(self.settings.strict) {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(report)
    }

    /// What stands in the way of a case before it has begun.
    fn blocker(&self, case: &Case, broken: &BTreeSet<String>, may_be_left_out: bool) -> Option<Unjudged> {
        let not_tried = |reason: &str| Some(Unjudged::NotTried { reason: reason.to_owned() });
        if self.context.host.is_interrupted() {
            return not_tried(INTERRUPTED);
        }
        if self.has_failed() {
            return not_tried("the run broke off: botspec or the machine failed");
        }
        if self.stop.load(Ordering::Relaxed) {
            return not_tried("stopped at the first failure (--fail-fast)");
        }
        if self.context.program.is_none() && case.phase != Phase::Submission {
            let reason = "the submitted folder does not build".to_owned();
            return Some(match self.contest.submission_rule() {
                Some(rule) => Unjudged::Blocked { reason, by: rule.id },
                None => Unjudged::NotTried { reason },
            });
        }
        if let Some(rule) = case.needs.iter().find(|rule| broken.contains(**rule)) {
            return Some(Unjudged::while_broken(rule));
        }
        if self.is_out_of_time(case.phase) {
            let is_busy = self.context.observations.pressure().is_some_and(|pressure| !pressure.is_low());
            // Of one that was waited for the machine is not the cause.
            let reason = if is_busy && !self.context.observations.has_overruns() {
                OUT_OF_TIME_ON_A_BUSY_MACHINE
            } else {
                OUT_OF_TIME
            };
            return Some(Unjudged::LeftOut { reason: reason.to_owned() });
        }
        let is_over =
            may_be_left_out && self.end_of(case.phase, QUICK).is_some_and(|end| Instant::now() >= end);
        is_over.then(|| Unjudged::LeftOut { reason: QUICKLY_LEFT_OUT.to_owned() })
    }

    /// After this no case of a phase begins: the bulk leaves some time for what comes after it, and more of it where a
    /// limit is waited for then.
    fn until(&self, phase: Phase) -> Option<Instant> {
        self.end_of(phase, self.settings.max_time?)
    }

    /// The same for a run that may take so long.
    fn end_of(&self, phase: Phase, most: Duration) -> Option<Instant> {
        let observations = self.context.observations;
        let share = match (phase, observations.awaits_the_limit()) {
            // The limit is waited for.
            _ if observations.is_patient() => return None,
            // These take no time worth mentioning.
            (Phase::Submission | Phase::Last, _) => return None,
            (Phase::First | Phase::Second | Phase::Main, false) => most * 4 / 5,
            (Phase::First | Phase::Second | Phase::Main, true) => most / 2,
            (Phase::Alone, false) => most,
            (Phase::Alone, true) => most * 3 / 5,
        };
        self.started.checked_add(share)
    }

    /// Whether cases of one phase take longer than there is time for, as far as those before tell.
    fn is_time_short(&self, cases: &[Case], chosen: &[usize], jobs: usize, shown: &Shown) -> bool {
        let end = chosen.first().and_then(|&at| self.until(cases[at].phase));
        let (Some(end), Some(turn)) = (end, shown.took.checked_div(shown.turns)) else { return false };
        let turns: u32 = chosen.iter().map(|&at| self.contest.judge().turns(&cases[at].script)).sum();
        let jobs = u32::try_from(jobs).unwrap_or(u32::MAX);
        turn.saturating_mul(turns) / jobs > end.saturating_duration_since(Instant::now())
    }

    /// Whether the user gave no more time for this phase.
    fn is_out_of_time(&self, phase: Phase) -> bool {
        self.until(phase).is_some_and(|until| Instant::now() >= until)
    }

    /// Whether nothing of this phase can be tried any more.
    fn is_over(&self, phase: Phase) -> bool {
        self.context.host.is_interrupted() || self.has_failed() || self.is_out_of_time(phase)
    }

    /// How long the machine may be waited for in a phase.
    fn calm(&self, phase: Phase) -> Duration {
        let end = self.context.until.map(|until| until.end(self.context.observations.awaits_the_limit()));
        let left = self.until(phase).or(end).map(|until| until.saturating_duration_since(Instant::now()));
        left.map_or(CALM, |left| CALM.min(left))
    }

    fn judge(&self, case: &Case, mut outcome: CaseOutcome, took: Duration) -> CaseReport {
        let selected = |violation: &Violation| self.selection.wants_rule(&violation.rule);
        let outside = outcome.violations.iter().find(|violation| !selected(violation));
        if let Some(outside) = outside.filter(|_| outcome.cut_short) {
            let reason = format!("{} is broken, which is not selected: {}", outside.rule, outside.message);
            outcome.unjudged.get_or_insert(Unjudged::NotTried { reason });
        }
        outcome.violations.retain(selected);
        for violation in &mut outcome.violations {
            if violation.repro.is_none() {
                violation.repro = Some(self.settings.repro.of(
                    case,
                    violation,
                    &self.telling.lock().unwrap_or_else(PoisonError::into_inner),
                ));
            }
        }
        let report = judge(case, outcome, took);
        let known = self.settings.known_failing.contains(&case.id);
        CaseReport { known, ..report }.judged(self.settings.strict)
    }
}

/// What came of a case, without a transcript.
pub(crate) fn judge<S>(case: &Case<S>, outcome: CaseOutcome, took: Duration) -> CaseReport {
    let (gap, skip_reason, blocked_by) = match outcome.unjudged.map(Unjudged::into_parts) {
        None => (None, None, None),
        Some((gap, reason, by)) => (Some(gap), Some(reason), by.map(str::to_owned)),
    };
    let report = CaseReport {
        id: case.id.clone(),
        title: case.title.clone(),
        rules: case.rules.iter().map(|&rule| rule.to_owned()).collect(),
        verdict: Verdict::Pass,
        turns: outcome.turns,
        duration_ms: timing::millis(took),
        gap,
        skip_reason,
        blocked_by,
        known: false,
        cut_short: outcome.cut_short,
        untried: outcome.untried.into_iter().map(|it| (it.rule.to_owned(), it.reason)).collect(),
        transcript: Vec::new(),
        violations: outcome.violations,
    };
    report.judged(false)
}

/// The chosen cases as they are handed to workers: those of one group together, where its first case stands.
fn groups(judge: &dyn AnyJudge, cases: &[Case], chosen: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut places = BTreeMap::new();
    for &at in chosen {
        let number = judge.group(&cases[at]);
        let alone = groups.len();
        let place = if number == 0 { alone } else { *places.entry(number).or_insert(alone) };
        match groups.get_mut(place) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

/// Says of a file that the bot complains about that it lies beside the bot and was not given to it. Files of the contest
/// are left over from a trial there.
fn name_left_behind(violation: &mut Violation, program: Option<&Program>, contest: &dyn Contest) {
    let Some(hint) = &mut violation.hint else { return };
    let Some(complaint) = stderr::told(hint) else { return };
    if let Some(missed) = program.and_then(|program| program.misses(complaint, contest.files())) {
        let missed = missed.escape_debug();
        hint.push_str(&format!(
            "; {missed} lies beside the bot, but is not given to it: name it in `files` of a bot.toml"
        ));
    }
}

/// What the cases so far have shown. It is known between phases only, so that what is skipped does not depend on who was
/// faster.
#[derive(Debug, Default)]
struct Shown {
    /// The rules that are broken.
    broken: BTreeSet<String>,
    /// How many cases of each rule came to their end, and tried it.
    served: BTreeMap<String, usize>,
    /// How many turns were played.
    turns: u32,
    /// How long the cases with turns took.
    took: Duration,
}

impl Shown {
    fn by<'a>(reports: impl IntoIterator<Item = &'a CaseReport>) -> Self {
        let mut shown = Self::default();
        for report in reports {
            if report.turns > 0 {
                shown.turns = shown.turns.saturating_add(report.turns);
                shown.took += Duration::from_secs_f64(report.duration_ms / 1e3);
            }
            shown.broken.extend(report.violations.iter().map(|violation| violation.rule.clone()));
            let is_tried = |rule: &&String| report.gap.is_none() && !report.untried.contains_key(*rule);
            for rule in report.rules.iter().filter(is_tried) {
                *shown.served.entry(rule.clone()).or_default() += 1;
            }
        }
        shown
    }
}

/// Whether a turn was broken off, so that it is not among those that were timed.
pub(crate) fn overran(context: &RunContext<'_>, cases: &[CaseReport]) -> bool {
    context.observations.has_overruns() || cases.iter().any(was_late)
}

fn was_late(case: &CaseReport) -> bool {
    let late = |it: &Violation| {
        it.level != Level::Info && it.rule.contains("/time/") && !it.rule.ends_with("/headroom")
    };
    case.violations.iter().any(late)
}

fn conclude(
    contest: &dyn Contest,
    mut cases: Vec<CaseReport>,
    context: &RunContext<'_>,
    settings: &Settings,
    selection: &Selection,
    identity: Option<String>,
) -> CheckReport {
    for case in &mut cases {
        context.observations.choose_hints(&mut case.violations);
        case.violations
            .iter_mut()
            .for_each(|violation| name_left_behind(violation, context.program, contest));
    }
    let elapsed = context.observations.elapsed();
    let overran = overran(context, &cases);
    let timing = timing::summarize(&elapsed, context.limit, context.observations.pressure(), overran);
    let budget = settings.budget.map(|percent| Budget {
        percent,
        // On a busy machine no turn is held against the bot for more than it took beyond doubt.
        kept: !cases.iter().any(was_late)
            && elapsed.iter().all(|turn| {
                turn.undoubted().as_secs_f64() * 100.0 <= context.limit.as_secs_f64() * f64::from(percent)
            }),
    });
    let selected = contest.requirements().iter().filter(|rule| selection.wants_rule(rule.id));
    let terms = Terms {
        rules: selected.map(|rule| (rule.id.to_owned(), rule.level)).collect(),
        strict: settings.strict,
        over_budget: budget.is_some_and(|budget| !budget.kept),
        interrupted: false,
    };
    CheckReport {
        schema: "botspec.check/1",
        tool: Tool::this(),
        game: contest.name().to_owned(),
        variant: settings.variant.clone(),
        seed: settings.seed,
        thorough: settings.thorough || cases.iter().all(|case| !settings.is_spare(&case.id)),
        shortened_by: None,
        bot: BotInfo {
            name: settings.bot.clone(),
            command: context.program.map(|program| program.command.clone()).unwrap_or_default(),
            identity,
        },
        findings: Findings::new(cases, terms),
        timing,
        elsewhere: None,
        budget,
        audit: None,
        turn_times_ms: timing::charged(&elapsed),
        isolation: context.host.isolation().to_string(),
    }
}
