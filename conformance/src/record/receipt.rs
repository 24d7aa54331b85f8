//! What was handed in, and what was found out about it: the receipt of a submission.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CheckReport, Elsewhere, Summary, Verdict};

/// The schema of a receipt.
pub const RECEIPT: &str = "botspec.receipt/1";

/// A receipt: the files of a submission by their hashes, and the check that they went through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct Receipt {
    /// [`RECEIPT`].
    pub schema: String,
    /// The contest.
    pub game: String,
    /// The bot.
    pub bot: PackedBot,
    /// When it was packed, in UTC.
    pub packed_at: String,
    /// One hash for all: of the lines `HASH  PATH`, as `sha256sum` prints them, in the order of the paths.
    pub sha256: String,
    /// Every file, in the order of the paths.
    pub files: Vec<PackedFile>,
    /// With what it was packed, built and run: `botspec`, `system`, and the tools of the bot's language.
    pub versions: BTreeMap<String, String>,
    /// What the check of the packed files found.
    pub check: CheckResult,
}

/// Who was packed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedBot {
    /// The bot's name.
    pub name: String,
    /// Who wrote it, if the manifest says so.
    pub author: Option<String>,
    /// The team's id, in contests that have one.
    pub team_id: Option<String>,
}

/// One file of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedFile {
    /// Where it is, from the submission's folder, with forward slashes.
    pub path: String,
    /// How long it is.
    pub bytes: u64,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// The outcome of a check, in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The verdict over all.
    pub verdict: Verdict,
    /// The options that the check was given beyond `--submission`.
    pub options: Vec<String>,
    /// The seed of everything generated.
    pub seed: u64,
    /// How many cases had which verdict.
    pub summary: Summary,
    /// The rules at which something was found, with what.
    pub not_kept: BTreeMap<String, Verdict>,
    /// How the bot was confined.
    pub isolation: String,
    /// The bot's times on the machine that packed it and on another, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<BothTimes>,
}

/// A bot's times, measured here and predicted for another machine, in milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BothTimes {
    /// Median on the machine that packed it.
    pub p50_ms: f64,
    /// 99th percentile there.
    pub p99_ms: f64,
    /// The slowest turn there.
    pub max_ms: f64,
    /// What they would be on the other machine.
    pub elsewhere: Elsewhere,
}

impl CheckResult {
    /// The short form of a report.
    #[must_use]
    pub fn of(report: &CheckReport, options: Vec<String>) -> Self {
        let not_kept = report
            .findings
            .rules()
            .iter()
            .filter(|rule| !matches!(rule.verdict, Verdict::Pass | Verdict::Skip));
        Self {
            verdict: report.findings.verdict(),
            options,
            seed: report.seed,
            summary: *report.findings.summary(),
            not_kept: not_kept.map(|rule| (rule.id.clone(), rule.verdict)).collect(),
            isolation: report.isolation.clone(),
            times: report.timing.zip(report.elsewhere.clone()).map(|(timing, elsewhere)| BothTimes {
                p50_ms: timing.p50_ms,
                p99_ms: timing.p99_ms,
                max_ms: timing.max_ms,
                elsewhere,
            }),
        }
    }
}
