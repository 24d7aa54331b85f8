//! What a case has at hand while it is played: the bot, the machine, and what earlier cases showed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::bot::Inspection;
use crate::channel::FolderStyle;
use crate::contest::{CaseOutcome, Unjudged};
use crate::process::{Elapsed, Host, HostLoad, Pressure, Program, SandboxError};
use crate::record::{Level, Violation};
use crate::recorder::{Conversation, Folder, Recorder};

/// Everything that stays the same during a run.
#[derive(Debug)]
pub struct RunContext<'a> {
    /// Where bots run.
    pub host: &'a Host,
    /// The bot; none if a submitted folder does not build.
    pub program: Option<&'a Program>,
    /// The submitted folder, if one was.
    pub submitted: Option<&'a Submitted>,
    /// The limit for one turn.
    pub limit: Duration,
    /// The bot's team id, where a contest has such.
    pub team_id: &'a str,
    /// When the run is to be over, if it is bounded. No case begins after it, and one that is under way breaks off
    /// as [`LeftOut`](crate::contest::Unjudged::LeftOut) once it has asked for all that it can.
    pub until: Option<Until>,
    /// Takes down what is said to the bot and by it.
    pub recorder: &'a Recorder,
    /// What earlier cases showed.
    pub observations: &'a Observations,
}

impl RunContext<'_> {
    /// Starts the bot as a stream bot, with these arguments behind its own; what is said is taken down.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub fn converse(&self, args: &[String]) -> Result<Conversation, RunError> {
        Conversation::open(self.recorder, self.host, self.program(), args)
    }

    /// A folder with the bot in it, of this kind; what goes through it is taken down.
    ///
    /// # Errors
    /// If one of its files cannot be read, or the machine has no room left.
    pub fn folder(&self, style: FolderStyle) -> Result<Folder, RunError> {
        Folder::create(self.recorder, self.host, self.program(), style)
    }

    /// Whether the run's time is up: a case that is under way asks the bot for nothing more.
    #[must_use]
    pub fn is_out_of_time(&self) -> bool {
        !self.has_time_for(Duration::ZERO)
    }

    /// Whether the run goes on for so long.
    #[must_use]
    pub fn has_time_for(&self, time: Duration) -> bool {
        let awaits = self.observations.awaits_the_limit();
        self.observations.is_patient()
            || self.until.is_none_or(|until| {
                Instant::now().checked_add(time).is_some_and(|end| end < until.end(awaits))
            })
    }

    /// The bot.
    ///
    /// # Panics
    /// If there is none: the runner plays no case then but those of the submission.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.program.expect("only the cases about a submission run without a bot")
    }
}

/// When a run is to be over.
#[derive(Debug, Clone, Copy)]
pub struct Until {
    usual: Instant,
    early: Instant,
}

impl Until {
    /// A run that begins now and may take so long; none if that is for ever.
    #[must_use]
    pub fn after(most: Duration) -> Option<Self> {
        let now = Instant::now();
        Some(Self { usual: now.checked_add(most)?, early: now.checked_add(most * EARLY / OF)? })
    }

    /// The one that is over sooner.
    #[must_use]
    pub fn sooner(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(one), Some(other)) => Some(if one.usual <= other.usual { one } else { other }),
            (one, other) => one.or(other),
        }
    }

    /// When it is over: earlier if a limit `awaits` to be waited for behind it, so that all of it takes no longer than
    /// it may and that limit.
    #[must_use]
    pub const fn end(self, awaits: bool) -> Instant {
        if awaits { self.early } else { self.usual }
    }
}

/// The share of the time of a run behind which a limit is waited for.
const EARLY: u32 = 3;
const OF: u32 = 5;

/// A folder as it was handed in.
#[derive(Debug)]
pub struct Submitted {
    /// Where it is.
    pub folder: PathBuf,
    /// What it holds.
    pub inspection: Inspection,
    /// What the compiler said, if it does not build.
    pub build_failure: Option<String>,
}

/// The tester or the machine failed; nothing that a bot did.
pub type RunError = SandboxError;

/// What the cases so far have shown; shared by all workers.
#[derive(Debug, Default)]
pub struct Observations {
    /// By kind of request: how many were answered in time and how many overran beyond doubt.
    requests: Mutex<BTreeMap<&'static str, Tally>>,
    notes: Mutex<BTreeMap<&'static str, u32>>,
    elapsed: Mutex<Vec<Elapsed>>,
    blockers: Mutex<Blockers>,
    /// Slips that some right answer speaks against: whoever makes them would have answered something else.
    ruled_out: Mutex<BTreeSet<&'static str>>,
    /// Rules about something unusual that a case has shown broken, with chance excluded.
    steady: Mutex<BTreeSet<&'static str>>,
    /// What the machine was like when the first case began.
    load: HostLoad,
    /// Cases in which an answer was not waited for until the limit, and at what level it would be missing.
    given_up: Mutex<BTreeMap<String, GivenUp>>,
    /// How much longer answers are waited for until the limit; none before the end of the run.
    patience: Mutex<Option<Duration>>,
    /// What was found out once of how the bot can be tested, by a key of the game's own: why it holds, or none if it does not.
    settled: Mutex<BTreeMap<&'static str, Option<String>>>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    in_time: u32,
    overruns: u32,
}

/// What cannot be used because a rule is broken: by a key of the game's own, the rule.
#[derive(Debug, Default)]
struct Blockers {
    /// Shown by the phases before.
    known: BTreeMap<&'static str, &'static str>,
    /// Shown by this phase.
    fresh: BTreeMap<&'static str, &'static str>,
}

/// An answer that was not waited for until the limit, as such a wait takes long.
#[derive(Debug, Clone)]
pub struct GivenUp {
    /// At what level it breaks a rule if it does not come.
    pub level: Level,
    /// The cases that had been played in the same process before, in their order: without them it may come.
    pub behind: Vec<String>,
}

/// After this many overruns of one kind, and fewer answers in time, nobody waits for another.
const ENOUGH_OVERRUNS: u32 = 2;

impl Observations {
    /// Remembers that an answer was given up in this case. The gravest of several counts.
    pub fn gave_up(&self, case: &str, given_up: GivenUp) {
        let mut known = self.given_up.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if known.get(case).is_none_or(|known| given_up.level < known.level) {
            known.insert(case.to_owned(), given_up);
        }
    }

    /// The cases in which an answer was given up.
    #[must_use]
    pub fn given_up(&self) -> BTreeMap<String, GivenUp> {
        self.given_up.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Whether the limit is waited for when all else has been played.
    #[must_use]
    pub fn awaits_the_limit(&self) -> bool {
        !self.given_up.lock().unwrap_or_else(std::sync::PoisonError::into_inner).is_empty()
    }

    /// All else has been played: from now on answers are waited for until the limit, for so long in all.
    pub fn be_patient(&self, time: Duration) {
        *self.patience.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(time);
    }

    /// Whether all else has been played.
    #[must_use]
    pub fn is_patient(&self) -> bool {
        self.patience.lock().unwrap_or_else(std::sync::PoisonError::into_inner).is_some()
    }

    /// For how long answers may still be waited for beyond what is usual.
    #[must_use]
    pub fn patience(&self) -> Duration {
        self.patience.lock().unwrap_or_else(std::sync::PoisonError::into_inner).unwrap_or_default()
    }

    /// An answer was waited for so long beyond what is usual.
    pub fn lose_patience(&self, time: Duration) {
        if let Some(left) = &mut *self.patience.lock().unwrap_or_else(std::sync::PoisonError::into_inner) {
            *left = left.saturating_sub(time);
        }
    }

    /// Remembers how a request of this kind ended.
    pub fn count(&self, kind: &'static str, overran: bool) {
        let mut requests = self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let tally = requests.entry(kind).or_default();
        if overran {
            tally.overruns += 1;
        } else {
            tally.in_time += 1;
        }
    }

    /// Whether another request of this kind could only overrun again, as far as can be told.
    #[must_use]
    pub fn only_overruns(&self, kind: &'static str) -> bool {
        let requests = self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        requests
            .get(kind)
            .is_some_and(|tally| tally.overruns >= ENOUGH_OVERRUNS && tally.overruns * 4 >= tally.in_time)
    }

    /// Whether any request overran.
    #[must_use]
    pub fn has_overruns(&self) -> bool {
        let requests = self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        requests.values().any(|tally| tally.overruns > 0)
    }

    /// How crowded the machine has been since the first case; none where it does not tell.
    #[must_use]
    pub fn pressure(&self) -> Option<Pressure> {
        self.load.pressure()
    }

    /// A case about how much of the limit a bot leaves, with what speaks against the bot. On a crowded machine that
    /// proves nothing: only times that are short there are beyond doubt. Nor does it if nothing was timed.
    #[must_use]
    pub fn judge_headroom(&self, short: Option<Violation>) -> CaseOutcome {
        if self.elapsed().is_empty() {
            return CaseOutcome::not_tried("nothing was timed");
        }
        headroom_on(self.pressure(), short)
    }

    /// How many requests of this kind overran.
    #[must_use]
    pub fn overruns(&self, kind: &'static str) -> u32 {
        let requests = self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        requests.get(kind).map_or(0, |tally| tally.overruns)
    }

    /// How many requests of this kind did not overrun.
    #[must_use]
    pub fn in_time(&self, kind: &'static str) -> u32 {
        let requests = self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        requests.get(kind).map_or(0, |tally| tally.in_time)
    }

    /// Remembers that something has been shown of the bot that need not be shown again.
    pub fn note(&self, what: &'static str) {
        *self.notes.lock().unwrap_or_else(std::sync::PoisonError::into_inner).entry(what).or_default() += 1;
    }

    /// How often that has been shown.
    #[must_use]
    pub fn noted(&self, what: &'static str) -> u32 {
        let notes = self.notes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        notes.get(what).copied().unwrap_or_default()
    }

    /// Remembers that something cannot be used because a rule is broken. The next phases know it, this one does
    /// not: what is skipped must not depend on which worker was faster.
    pub fn block(&self, what: &'static str, rule: &'static str) {
        let mut blockers = self.blockers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // The least of several, so that it does not matter which was found first.
        let least = blockers.fresh.get(what).map_or(rule, |other| rule.min(other));
        blockers.fresh.insert(what, least);
    }

    /// The broken rule that stands in the way of something, as far as the phases before have shown.
    #[must_use]
    pub fn blocked_by(&self, what: &'static str) -> Option<&'static str> {
        self.blockers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).known.get(what).copied()
    }

    /// The broken rules that stand in the way of anything, as far as the phases before have shown.
    pub(crate) fn in_the_way(&self) -> BTreeSet<&'static str> {
        let blockers = self.blockers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        blockers.known.values().copied().collect()
    }

    /// A phase is over: what it has shown is known from now on.
    pub fn end_phase(&self) {
        let mut blockers = self.blockers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (what, rule) in std::mem::take(&mut blockers.fresh) {
            blockers.known.entry(what).or_insert(rule);
        }
    }

    /// Remembers that a rule about something unusual is broken each time, and not by chance.
    pub fn note_steady(&self, rule: &'static str) {
        self.steady.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(rule);
    }

    /// Whether that has been found out: it need not be once more.
    #[must_use]
    pub fn is_steady(&self, rule: &'static str) -> bool {
        self.steady.lock().unwrap_or_else(std::sync::PoisonError::into_inner).contains(rule)
    }

    /// Finds out once whether something holds for how the bot can be tested, and why; whoever else wants to know waits.
    ///
    /// # Errors
    /// Those of finding out.
    pub fn settled<E>(
        &self,
        what: &'static str,
        find_out: impl FnOnce() -> Result<Option<String>, E>,
    ) -> Result<Option<String>, E> {
        let mut settled = self.settled.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = settled.get(what) {
            return Ok(known.clone());
        }
        let found = find_out()?;
        settled.insert(what, found.clone());
        Ok(found)
    }

    /// Whether that was found out, and holds.
    #[must_use]
    pub fn is_known(&self, what: &'static str) -> bool {
        let settled = self.settled.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        settled.get(what).is_some_and(Option::is_some)
    }

    /// Nothing observed so far but how this bot can be tested, and what chance has been excluded for.
    #[must_use]
    pub fn afresh(&self) -> Self {
        let settled = self.settled.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        let steady = self.steady.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        Self { settled: Mutex::new(settled), steady: Mutex::new(steady), ..Self::default() }
    }

    /// Remembers that a right answer speaks against a slip. What speaks against it in a wrong one stands in the
    /// violation: that answer may come of another fault.
    pub fn rule_out(&self, slip: &'static str) {
        self.ruled_out.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(slip);
    }

    /// Whether nothing speaks against a slip so far, so that it is worth finding out whether something does.
    #[must_use]
    pub fn is_plausible(&self, slip: &'static str) -> bool {
        !self.ruled_out.lock().unwrap_or_else(std::sync::PoisonError::into_inner).contains(slip)
    }

    /// Takes away the suspects that a right answer speaks against. To be asked once all answers are known; which of
    /// those that are left is the hint, all violations together decide.
    pub fn choose_hints(&self, violations: &mut [Violation]) {
        let ruled_out = self.ruled_out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for violation in violations.iter_mut().filter(|violation| !violation.candidates.is_empty()) {
            violation.candidates.retain(|candidate| !ruled_out.contains(candidate.slip));
            violation.hint = violation.candidates.first().map(|candidate| candidate.hint.clone());
        }
    }

    /// Remembers how long turns took.
    pub fn timed(&self, elapsed: &[Elapsed]) {
        self.elapsed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend_from_slice(elapsed);
    }

    /// How long all turns took so far.
    #[must_use]
    pub fn elapsed(&self) -> Vec<Elapsed> {
        self.elapsed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

fn headroom_on(pressure: Option<Pressure>, short: Option<Violation>) -> CaseOutcome {
    match (pressure, short) {
        (Some(pressure), Some(short)) if !pressure.is_low() => Unjudged::Inconclusive {
            reason: format!(
                "{}, but the machine was too busy to hold that against the bot: {:.0} % of the time some program \
                 waited for a core",
                short.message,
                100.0 * pressure.share()
            ),
        }
        .into(),
        (_, short) => CaseOutcome { violations: short.into_iter().collect(), ..CaseOutcome::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{HintCandidate, Level};
    use crate::requirement::Requirement;

    const RULE: Requirement = Requirement::bare("game/subject/rule", Level::Must);

    #[test]
    fn little_headroom_on_a_crowded_machine_is_a_doubt() {
        let judged = |pressure: f64, short| headroom_on(Some(Pressure::of(pressure)), short);
        let short = || Some(RULE.violated("the slowest turn took 1900 ms"));
        let doubt = judged(0.97, short());
        assert!(doubt.violations.is_empty());
        assert!(matches!(doubt.unjudged, Some(Unjudged::Inconclusive { reason }) if reason.contains("97 %")));
        assert_eq!(judged(0.1, short()).violations.len(), 1);
        assert_eq!(headroom_on(None, short()).violations.len(), 1);
        // What is short in spite of that is short.
        let kept = judged(0.97, None);
        assert!(kept.violations.is_empty() && kept.unjudged.is_none());
    }

    #[test]
    fn a_hint_is_the_first_that_nothing_speaks_against() {
        let candidate = |slip: &'static str| HintCandidate { slip, hint: format!("it is {slip}") };
        let violation = RULE.violated("wrong").with_candidates(vec![candidate("one"), candidate("two")]);
        let observations = Observations::default();
        let hint = || {
            let mut violations = [violation.clone()];
            observations.choose_hints(&mut violations);
            violations[0].hint.clone()
        };
        assert_eq!(violation.hint.as_deref(), Some("it is one"));
        assert_eq!(hint().as_deref(), Some("it is one"));
        observations.rule_out("one");
        assert_eq!(hint().as_deref(), Some("it is two"));
        observations.rule_out("two");
        assert_eq!(hint(), None);
        let mut known = [RULE.violated("wrong").hint("known").with_candidates(vec![candidate("one")])];
        observations.choose_hints(&mut known);
        assert_eq!(known[0].hint.as_deref(), Some("known"));
    }
}
