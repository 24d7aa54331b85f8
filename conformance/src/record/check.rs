//! What became of a whole run of `check`.

use serde::{Deserialize, Serialize};

use super::{Audit, CaseReport, Elsewhere, Findings, Gap, Level, Timing, Verdict};

/// A finished run: everything that any report shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CheckReport {
    /// `botspec.check/1`.
    pub schema: &'static str,
    /// Who made the report.
    pub tool: Tool,
    /// The game's name.
    pub game: String,
    /// The variant, if one was asked for.
    pub variant: Option<String>,
    /// The seed of everything generated.
    pub seed: u64,
    /// Whether all cases were to be tried, and not only as many as a quick check has time for.
    pub thorough: bool,
    /// What cases were left out for; none if all were tried.
    pub shortened_by: Option<Shortened>,
    /// Who was tested.
    pub bot: BotInfo,
    /// The verdict, and the cases and rules from which it follows.
    #[serde(flatten)]
    pub findings: Findings,
    /// None if no turn was timed.
    pub timing: Option<Timing>,
    /// What these times would be on another machine, if that was asked for: a prediction, on which no verdict depends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
    /// The author's own bound on the time, if one was asked for.
    pub budget: Option<Budget>,
    /// Whether the bot answers the same in other circumstances, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<Audit>,
    /// The charged time of every turn in milliseconds, in ascending order; for drawing, so not in JSON.
    #[serde(skip)]
    pub turn_times_ms: Vec<f64>,
    /// How the bot was confined, in a few words.
    pub isolation: String,
}

/// What cases are left out for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shortened {
    /// The check was a quick one, and took long enough without them.
    Quick,
    /// The time that the user gave was up.
    MaxTime,
}

/// A bound on the slowest turn that is narrower than the contest's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// In percent of the limit.
    pub percent: u8,
    /// Whether the slowest turn kept to it.
    pub kept: bool,
}

/// Who made a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Tool {
    /// `botspec`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Tool {
    /// This program.
    #[must_use]
    pub const fn this() -> Self {
        Self { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") }
    }
}

/// Who was tested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BotInfo {
    /// The bot's name.
    pub name: String,
    /// Its command, as run inside its folder.
    pub command: Vec<String>,
    /// The identification line, where the contest has one and the bot gave it.
    pub identity: Option<String>,
}

/// One rule, judged over all cases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleReport {
    /// The rule's id.
    pub id: String,
    /// The rule's level.
    pub level: Level,
    /// What became of it.
    pub verdict: Verdict,
    /// Whether it applies to this bot.
    pub applies: bool,
    /// Why it was not tried, if it was not.
    pub reason: Option<String>,
    /// How many of the selected cases serve it.
    pub cases: usize,
    /// How many of these came to their end.
    pub tried: usize,
}

impl RuleReport {
    /// Whether it is known to be kept or broken.
    #[must_use]
    pub const fn is_told(&self) -> bool {
        !matches!(self.verdict, Verdict::Skip | Verdict::Inconclusive)
    }
}

/// How many cases had which verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Judged, and nothing wrong.
    pub pass: usize,
    /// Failed.
    pub fail: usize,
    /// With warnings only.
    pub warn: usize,
    /// Not judged.
    pub skip: usize,
    /// Timing not judged.
    pub inconclusive: usize,
    /// Failed, and listed as known.
    pub known: usize,
    /// Listed as known to fail, and passed, if there are any: the list is out of date, which is an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovered: Option<usize>,
    /// How many cases were tried, if any were left out for time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<usize>,
    /// Of how many, if any were left out for time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
}

impl Summary {
    /// Counts the verdicts.
    #[must_use]
    pub fn of(cases: &[CaseReport]) -> Self {
        let count = |verdict| cases.iter().filter(|case| case.verdict == verdict).count();
        let left_out = cases.iter().any(|case| case.gap == Some(Gap::LeftOut));
        let recovered = cases.iter().filter(|case| case.has_recovered()).count();
        Self {
            pass: count(Verdict::Pass),
            fail: count(Verdict::Fail),
            warn: count(Verdict::Warn),
            skip: count(Verdict::Skip),
            inconclusive: count(Verdict::Inconclusive),
            known: count(Verdict::Known),
            recovered: (recovered > 0).then_some(recovered),
            tried: left_out.then(|| cases.len() - count(Verdict::Skip) - count(Verdict::Inconclusive)),
            of: left_out.then_some(cases.len()),
        }
    }
}
