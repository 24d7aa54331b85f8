//! What a check came to, as far as the tables care.

use std::collections::BTreeSet;
use std::fmt;
use std::process::Output;

use botspec::record::Level;
use serde_json::Value;

/// A rule that was broken, and the level at which it was reported.
pub(crate) type Earned = (&'static str, Level);

/// What a check came to.
pub(crate) struct Outcome {
    bot: String,
    /// Every rule that has a violation, with the violation's level.
    earned: BTreeSet<(String, String)>,
    /// The rules that the summary by rule calls broken.
    broken: BTreeSet<String>,
    /// The exit status; none if the tester was ended by a signal.
    status: Option<i32>,
    /// Turns played.
    turns: u64,
    /// Cases that could not be judged, though no broken rule stands in the way, with the reason.
    unjudged: Vec<String>,
    /// One message for each rule, for the failing test.
    evidence: Vec<String>,
    stderr: String,
}

impl Outcome {
    /// From the report and from how the tester ended.
    pub(crate) fn read(bot: &str, run: &Output, report: &[u8]) -> Self {
        let report: Value = serde_json::from_slice(report).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut outcome = Self {
            bot: bot.to_owned(),
            earned: BTreeSet::new(),
            broken: BTreeSet::new(),
            status: run.status.code(),
            turns: 0,
            unjudged: Vec::new(),
            evidence: Vec::new(),
            stderr: String::from_utf8_lossy(&run.stderr).into_owned(),
        };
        for case in list(&report["cases"]) {
            outcome.turns += case["turns"].as_u64().unwrap_or_default();
            for violation in list(&case["violations"]) {
                if outcome.earned.insert((text(&violation["rule"]), text(&violation["level"]))) {
                    outcome.evidence.push(format!(
                        "{}: {}: {} (sent {}, received {})",
                        text(&case["id"]),
                        text(&violation["rule"]),
                        text(&violation["message"]),
                        violation["sent"],
                        violation["received"],
                    ));
                }
            }
            let blocked = !case["blocked_by"].is_null();
            if case["verdict"] == "inconclusive" || (case["verdict"] == "skip" && !blocked) {
                outcome.unjudged.push(format!("{}: {}", text(&case["id"]), text(&case["skip_reason"])));
            }
        }
        let rules = list(&report["rules"]);
        let broken = rules.iter().filter(|rule| rule["verdict"] == "fail" || rule["verdict"] == "warn");
        outcome.broken = broken.map(|rule| text(&rule["id"])).collect();
        outcome
    }

    /// What is wrong with the outcome if the bot should earn just these rules: none if nothing is.
    ///
    /// `may_skip` says which cases need not be judged, by the beginning of the reason.
    pub(crate) fn differs(&self, earned: &[Earned], may_skip: &[&str]) -> Option<String> {
        let expected: BTreeSet<(String, String)> =
            earned.iter().map(|(rule, level)| ((*rule).to_owned(), level.to_string())).collect();
        let broken: BTreeSet<String> = expected.iter().map(|(rule, _)| rule.clone()).collect();
        let fails = earned.iter().any(|(_, level)| *level == Level::Must);
        let mut wrong = Vec::new();
        if self.earned != expected {
            wrong.push(format!("should have earned {expected:?}"));
        }
        if self.broken != broken {
            wrong.push(format!("should have broken {broken:?} in the summary by rule"));
        }
        if self.status != Some(i32::from(fails)) {
            wrong.push(format!("should have ended with status {}", i32::from(fails)));
        }
        // What earns something has been tried; some faults leave no room for turns.
        if self.turns == 0 && earned.is_empty() {
            wrong.push("should have been asked for a turn".to_owned());
        }
        let excused = |reason: &&String| !may_skip.iter().any(|excuse| reason.contains(excuse));
        wrong.extend(
            self.unjudged.iter().filter(excused).map(|reason| format!("should have judged {reason}")),
        );
        (!wrong.is_empty()).then(|| format!("{self}{}\n", wrong.join("\n  ")))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bot, earned, status, turns, .. } = self;
        writeln!(f, "{bot}: {turns} turns, status {status:?}, earned {earned:?}")?;
        for line in self.evidence.iter().chain([&self.stderr]) {
            writeln!(f, "    {}", line.trim_end().replace('\n', "\n    "))?;
        }
        f.write_str("  ")
    }
}
