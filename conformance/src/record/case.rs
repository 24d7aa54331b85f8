//! What became of one case.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Event, Level, Verdict, Violation};

/// Why a case without any other reason did not try its rules.
pub(super) const CUT_SHORT: &str = "something else went wrong before it could be tried";

/// One case, judged.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CaseReport {
    /// The case's id.
    pub id: String,
    /// What the case is about.
    pub title: String,
    /// The rules it serves.
    pub rules: Vec<String>,
    /// What became of it.
    pub verdict: Verdict,
    /// How many turns the bot was asked for.
    pub turns: u32,
    /// How long the case took, in milliseconds of wall time.
    pub duration_ms: f64,
    /// What kept it from being judged to its end, if anything did.
    pub gap: Option<Gap>,
    /// Why it was skipped, or could not be judged.
    pub skip_reason: Option<String>,
    /// The rule whose violation stands in the way.
    pub blocked_by: Option<String>,
    /// Whether it is on the list of cases that are known to fail.
    #[serde(skip)]
    pub known: bool,
    /// Whether what was found kept the case from trying the other rules it serves.
    #[serde(skip)]
    pub cut_short: bool,
    /// Rules that the bot did nothing about, each with what it did instead.
    #[serde(skip)]
    pub untried: BTreeMap<String, String>,
    /// What was said, if anything is wrong; not in JSON, but in what `--save` writes.
    #[serde(skip)]
    pub transcript: Vec<Event>,
    /// All that was found.
    pub violations: Vec<Violation>,
}

#[cfg(test)]
impl CaseReport {
    /// A case of one turn with which all is well, of which a test needs no more.
    pub(crate) fn passed(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            title: String::new(),
            rules: Vec::new(),
            verdict: Verdict::Pass,
            turns: 1,
            duration_ms: 1.0,
            gap: None,
            skip_reason: None,
            blocked_by: None,
            known: false,
            cut_short: false,
            untried: BTreeMap::new(),
            transcript: Vec::new(),
            violations: Vec::new(),
        }
    }
}

/// What kept a case from being judged to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gap {
    /// It does not apply to this bot.
    NotApplicable,
    /// It does not suit this bot, whose rules other cases have to try.
    Unsuitable,
    /// Time ran out before it.
    LeftOut,
    /// A rule is broken without which it cannot be judged.
    Blocked,
    /// Anything else: it was not tried.
    NotTried,
    /// The bot's program could not be started.
    NotStarted,
    /// The machine was too busy to tell.
    InDoubt,
}

impl CaseReport {
    /// Whether it came to its end, and the bot did something in it by which this rule could have been broken.
    #[must_use]
    pub fn tries(&self, rule: &str) -> bool {
        !self.cut_short && self.gap.is_none() && !self.untried.contains_key(rule)
    }

    /// Whether this rule was seen broken in it. What is told at level info is no fault.
    #[must_use]
    pub fn breaks(&self, rule: &str) -> bool {
        self.violations.iter().any(|violation| violation.rule == rule && violation.level != Level::Info)
    }

    /// Whether a fault was seen in it. What is told at level info is none.
    #[must_use]
    pub fn shows_a_fault(&self) -> bool {
        self.worst().is_some_and(|level| level != Level::Info)
    }

    /// Says of a case that was ended by something, or for want of time, that it was not judged to its end.
    pub(crate) fn admit_gap(&mut self) {
        // It was begun, and something was seen that may be a fault.
        if self.gap == Some(Gap::LeftOut) && self.worst() == Some(Level::Info) {
            self.gap = Some(Gap::InDoubt);
        }
        if self.cut_short && self.violations.is_empty() && self.gap.is_none() {
            self.gap = Some(Gap::NotTried);
            self.skip_reason.get_or_insert_with(|| CUT_SHORT.to_owned());
        }
    }

    /// With the verdict that it earns.
    #[must_use]
    pub fn judged(mut self, strict: bool) -> Self {
        self.verdict = self.earned(strict);
        self
    }

    /// The level of the worst that was seen in it.
    pub(super) fn worst(&self) -> Option<Level> {
        self.violations.iter().map(|violation| violation.level).min()
    }

    /// Whether it is listed as known to fail, and does not.
    #[must_use]
    pub fn has_recovered(&self) -> bool {
        let is_whole = self.gap.is_none() && !self.cut_short;
        self.known && is_whole && matches!(self.verdict, Verdict::Pass | Verdict::Warn)
    }

    /// The verdict that follows from what was seen, and from nothing else.
    #[must_use]
    pub(super) fn earned(&self, strict: bool) -> Verdict {
        let verdict = match (self.worst(), self.gap) {
            (Some(Level::Must), _) => Verdict::Fail,
            (Some(Level::Should), _) => Verdict::Warn,
            (_, Some(Gap::InDoubt | Gap::NotStarted)) => Verdict::Inconclusive,
            (_, Some(_)) => Verdict::Skip,
            (_, None) => Verdict::Pass,
        };
        if verdict.fails(strict) && self.known { Verdict::Known } else { verdict }
    }
}
