//! What one run of a session showed.

use super::init_board;
use super::proof::EACH_TIME;
use super::session::SessionOutcome;
use crate::contest::{CaseOutcome, Unjudged};
use crate::control::put_down;
use crate::record::{Level, Violation};
use crate::requirement::Requirement;
use crate::stderr;

/// What a session showed, and whether it broke before it came to its point.
pub(super) struct Seen {
    pub(super) left: SessionOutcome,
    /// The game, of those in this session, in which something went wrong first.
    pub(super) game: Option<usize>,
}

impl Seen {
    /// Whether something went wrong, or an answer was not waited for.
    pub(super) fn has_trouble(&self) -> bool {
        !self.left.seen.violations.is_empty() || self.left.findings.given_up.is_some()
    }

    /// Whether nothing went wrong but that an answer took long, and may have come.
    pub(super) fn is_only_slow(&self) -> bool {
        self.left.seen.violations.is_empty()
            && self.left.findings.given_up.as_ref().is_some_and(|it| it.may_come)
    }

    /// Whether it went well and came to its end.
    pub(super) fn is_well(&self) -> bool {
        !self.has_trouble() && self.left.seen.unjudged.is_none()
    }

    /// At which request something went wrong first.
    pub(super) fn trouble_at(&self) -> Option<u32> {
        self.left
            .findings
            .trouble_at
            .or_else(|| self.left.findings.given_up.as_ref().map(|_| self.left.asked))
    }

    /// Whether all went well up to this request, or to the end if there is none.
    pub(super) fn is_well_until(&self, request: Option<u32>) -> bool {
        let known = matches!(self.left.seen.unjudged, None | Some(Unjudged::Blocked { .. }));
        let passed = |request: u32| {
            self.left.asked >= request && self.trouble_at().is_none_or(|trouble| trouble > request)
        };
        self.is_well() || (known && request.is_some_and(passed))
    }

    /// Takes what breaks this rule out of what was seen.
    pub(super) fn take(&mut self, rule: &Requirement) -> Vec<Violation> {
        let seen = &mut self.left.seen;
        let (taken, rest) =
            std::mem::take(&mut seen.violations).into_iter().partition(|it| it.rule == rule.id);
        seen.violations = rest;
        if seen.violations.is_empty() && seen.unjudged.is_none() {
            self.left.findings.trouble_at = None;
        }
        taken
    }

    /// With nothing that is graver than this.
    pub(super) fn at_most(mut self, level: Level) -> Self {
        self.left.seen.violations.iter_mut().for_each(|it| it.level = it.level.max(level));
        self
    }

    /// With an answer that was not waited for among what went wrong.
    pub(super) fn with_what_was_given_up(mut self) -> Self {
        if let Some(given_up) = self.left.findings.given_up.take() {
            self.left.seen.violations.push(given_up.violation);
            self.left.seen.unjudged = None;
        }
        self
    }
}

/// Whether a rule is broken by what was seen.
pub(super) fn is_broken(outcome: &CaseOutcome, rule: &Requirement) -> bool {
    outcome.violations.iter().any(|violation| violation.rule == rule.id)
}

/// What went wrong among others only.
pub(super) fn disturbed(seen: Seen, before: &[&str], known: bool) -> Seen {
    let together = before.join(" and ");
    let times = if known { "" } else { EACH_TIME };
    let contrast = format!(
        "in a process of its own the case passes; here {together} went before in the same process{times}"
    );
    let commands: String = before.iter().map(|id| format!("--case {id} ")).collect();
    let again = format!("to see it again, run all of them: {commands}and this one");
    let violations = seen.left.seen.violations.into_iter().take(1).map(|first| {
        let mut violation = put_down(&init_board::RESETS, first, &contrast);
        violation.after = before.iter().map(|&id| id.to_owned()).collect();
        // What the bot said itself is true among any others.
        violation.hint = Some(match violation.hint.take().filter(|hint| stderr::told(hint).is_some()) {
            Some(hint) => format!("{hint}\n{again}"),
            None => again.clone(),
        });
        violation
    });
    let seen_here = CaseOutcome { violations: violations.collect(), ..seen.left.seen };
    Seen { left: SessionOutcome { seen: seen_here, ..seen.left }, ..seen }
}

/// What went wrong once, and does not each time: it stays what it was seen to be.
pub(super) fn by_chance(mut seen: Seen, wrong: u32, of: u32) -> Seen {
    let told_before = |message: &str| message.contains("runs of the same messages");
    for violation in seen.left.seen.violations.iter_mut().filter(|it| !told_before(&it.message)) {
        let runs = of + 1;
        violation.message.push_str(&format!("; seen in {} of {runs} runs of the same messages", wrong + 1));
    }
    seen
}

/// What was seen stays, and nobody knows what it has to do with what is unusual.
pub(super) fn kept_as_seen(mut seen: Seen, why: &str) -> Seen {
    let reason = format!("what this has to do with what went before could not be told: {why}");
    if !seen.left.seen.violations.is_empty() {
        seen.left.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
    }
    seen
}
