//! What a case has at hand while it is played: the bot, the machine, and what earlier cases showed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use crate::bot::Inspection;
use crate::process::{CellError, Elapsed, Host, Program};
use crate::record::Violation;

/// Everything that stays the same during a run.
#[derive(Debug)]
pub struct Stage<'a> {
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
    /// What earlier cases showed.
    pub facts: &'a Facts,
}

impl Stage<'_> {
    /// The bot.
    ///
    /// # Panics
    /// If there is none: the runner plays no case then but those of the submission.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.program.expect("only the cases about a submission run without a bot")
    }
}

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
pub type StageError = CellError;

/// What the cases so far have shown; shared by all workers.
#[derive(Debug, Default)]
pub struct Facts {
    /// By kind of request: how many were answered in time and how many overran beyond doubt.
    requests: Mutex<BTreeMap<&'static str, Tally>>,
    elapsed: Mutex<Vec<Elapsed>>,
    hindrances: Mutex<Hindrances>,
    /// Slips that some answer speaks against: whoever makes them would have answered something else.
    refuted: Mutex<BTreeSet<&'static str>>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    in_time: u32,
    overruns: u32,
}

/// What cannot be used because a rule is broken: by a key of the game's own, the rule.
#[derive(Debug, Default)]
struct Hindrances {
    /// Shown by the phases before.
    known: BTreeMap<&'static str, &'static str>,
    /// Shown by this phase.
    fresh: BTreeMap<&'static str, &'static str>,
}

/// After this many overruns of one kind, and fewer answers in time, nobody waits for another.
const ENOUGH_OVERRUNS: u32 = 2;

impl Facts {
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

    /// How many requests of this kind overran.
    #[must_use]
    pub fn overruns(&self, kind: &'static str) -> u32 {
        let requests = self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        requests.get(kind).map_or(0, |tally| tally.overruns)
    }

    /// Remembers that something cannot be used because a rule is broken. The next phases know it, this one does
    /// not: what is skipped must not depend on which worker was faster.
    pub fn hinder(&self, what: &'static str, rule: &'static str) {
        let mut hindrances = self.hindrances.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // The least of several, so that it does not matter which was found first.
        let least = hindrances.fresh.get(what).map_or(rule, |other| rule.min(other));
        hindrances.fresh.insert(what, least);
    }

    /// The broken rule that stands in the way of something, as far as the phases before have shown.
    #[must_use]
    pub fn hindrance(&self, what: &'static str) -> Option<&'static str> {
        self.hindrances.lock().unwrap_or_else(std::sync::PoisonError::into_inner).known.get(what).copied()
    }

    /// A phase is over: what it has shown is known from now on.
    pub fn settle(&self) {
        let mut hindrances = self.hindrances.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (what, rule) in std::mem::take(&mut hindrances.fresh) {
            hindrances.known.entry(what).or_insert(rule);
        }
    }

    /// Remembers that an answer speaks against a slip.
    pub fn refute(&self, slip: &'static str) {
        self.refuted.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(slip);
    }

    /// Whether nothing speaks against a slip so far, so that it is worth finding out whether something does.
    #[must_use]
    pub fn stands(&self, slip: &'static str) -> bool {
        !self.refuted.lock().unwrap_or_else(std::sync::PoisonError::into_inner).contains(slip)
    }

    /// Chooses the hints of violations that several slips would explain: the first that no answer speaks against,
    /// and none if there is something to be said against all. To be asked once all answers are known.
    pub fn weigh(&self, violations: &mut [Violation]) {
        let refuted = self.refuted.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for violation in violations.iter_mut().filter(|violation| !violation.suspects.is_empty()) {
            let left = violation.suspects.iter().find(|suspect| !refuted.contains(suspect.slip));
            violation.hint = left.map(|suspect| suspect.hint.clone());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Level, Suspect};
    use crate::requirement::{Applies, Requirement};

    const RULE: Requirement = Requirement {
        id: "game/subject/rule",
        level: Level::Must,
        demand: "",
        why: "",
        source: "",
        fix: "",
        right: "",
        wrong: "",
        applies: Applies::Always,
    };

    #[test]
    fn a_hint_is_the_first_that_nothing_speaks_against() {
        let suspect = |slip: &'static str| Suspect { slip, hint: format!("it is {slip}") };
        let violation = RULE.violated("wrong").suspecting(vec![suspect("one"), suspect("two")]);
        let facts = Facts::default();
        let hint = || {
            let mut violations = [violation.clone()];
            facts.weigh(&mut violations);
            violations[0].hint.clone()
        };
        assert_eq!(violation.hint.as_deref(), Some("it is one"));
        assert_eq!(hint().as_deref(), Some("it is one"));
        facts.refute("one");
        assert_eq!(hint().as_deref(), Some("it is two"));
        facts.refute("two");
        assert_eq!(hint(), None);
        let mut known = [RULE.violated("wrong").hint("known").suspecting(vec![suspect("one")])];
        facts.weigh(&mut known);
        assert_eq!(known[0].hint.as_deref(), Some("known"));
    }
}
