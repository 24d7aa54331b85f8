//! What a check came to, as far as the tables care.

use std::collections::BTreeSet;
use std::fmt;
use std::process::Output;

use botspec::record::Level;
use serde_json::Value;

use super::hint::Hint;
use super::law::contradictions;

/// A rule that was broken, and the level at which it was reported.
pub(crate) type Earned = (&'static str, Level);

/// How a case says that time could not be judged.
const TOO_BUSY: &str = "the machine was too busy to";

/// How a violation says that it was not seen in each run.
const NOT_EACH_TIME: &str = "it did not come each time";

/// What a check came to.
pub(crate) struct Outcome {
    bot: String,
    /// Every rule that has a violation, with the violation's level.
    earned: BTreeSet<(String, String)>,
    /// Those of them that came each time.
    sure: BTreeSet<(String, String)>,
    /// The rules that the summary by rule calls broken.
    broken: BTreeSet<String>,
    /// The rules at level must of which it says that they were not tried.
    untried: BTreeSet<String>,
    /// The exit status; none if the tester was ended by a signal.
    status: Option<i32>,
    /// Turns played.
    pub(crate) turns: u64,
    /// Cases that could not be judged, though no broken rule stands in the way, with the reason.
    unjudged: Vec<String>,
    /// Where the report contradicts itself or the exit status.
    contradictions: Vec<String>,
    /// Cases that wait for a broken rule.
    blocked: usize,
    /// The hint of the first group; none if there is no group, or it has no hint.
    hint: Option<String>,
    /// The first group is a note: nothing is wrong, and there may be something to say.
    is_note: bool,
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
            sure: BTreeSet::new(),
            broken: BTreeSet::new(),
            untried: BTreeSet::new(),
            status: run.status.code(),
            turns: 0,
            unjudged: Vec::new(),
            contradictions: contradictions(&report, run.status.code()),
            blocked: 0,
            hint: report["groups"][0]["hint"].as_str().map(str::to_owned),
            is_note: report["groups"][0]["level"] == "info",
            evidence: Vec::new(),
            stderr: String::from_utf8_lossy(&run.stderr).into_owned(),
        };
        for case in list(&report["cases"]) {
            outcome.turns += case["turns"].as_u64().unwrap_or_default();
            for violation in list(&case["violations"]) {
                // That is told, and is no fault.
                if violation["level"] == "info" {
                    continue;
                }
                if !text(&violation["message"]).contains(NOT_EACH_TIME) {
                    outcome.sure.insert((text(&violation["rule"]), text(&violation["level"])));
                }
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
            outcome.blocked += usize::from(blocked);
            let applies = case["gap"] != "not-applicable";
            if case["verdict"] == "inconclusive" || (case["verdict"] == "skip" && !blocked && applies) {
                outcome.unjudged.push(format!("{}: {}", text(&case["id"]), text(&case["skip_reason"])));
            }
        }
        let rules = list(&report["rules"]);
        let broken = rules.iter().filter(|rule| rule["verdict"] == "fail" || rule["verdict"] == "warn");
        outcome.broken = broken.map(|rule| text(&rule["id"])).collect();
        let untried = rules.iter().filter(|rule| rule["level"] == "must" && rule["verdict"] == "skip");
        outcome.untried = untried.map(|rule| text(&rule["id"])).collect();
        outcome
    }

    /// Whether a message says this.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.evidence.iter().any(|line| line.contains(words))
    }

    /// What is wrong with the outcome if the bot should break nothing, but leave just these rules at level must
    /// untried, and these cases unjudged: none if nothing is.
    pub(crate) fn leaves(&self, rules: &[&str], cases: &[&str]) -> Option<String> {
        let expected: BTreeSet<String> = rules.iter().map(|&rule| rule.to_owned()).collect();
        let mut wrong = self.contradictions.clone();
        if !self.earned.is_empty() {
            wrong.push("should have earned nothing".to_owned());
        }
        if self.untried != expected {
            wrong.push(format!("should have left {expected:?} untried, and left {:?}", self.untried));
        }
        let told = |reason: &String| cases.iter().any(|case| reason.starts_with(&format!("{case}: ")));
        if self.unjudged.len() != cases.len() || !self.unjudged.iter().all(told) {
            wrong.push(format!("should have left {cases:?} unjudged, and left {:?}", self.unjudged));
        }
        if self.status != Some(4) {
            wrong.push("should have ended with status 4".to_owned());
        }
        (!wrong.is_empty()).then(|| format!("{self}{}\n", wrong.join("\n  ")))
    }

    /// Whether the machine was too busy to judge something.
    pub(crate) fn is_too_busy(&self) -> bool {
        self.unjudged.iter().any(|reason| reason.contains(TOO_BUSY))
    }

    /// Which of these rules it does not name.
    pub(crate) fn lacks(&self, rules: &[Earned]) -> Vec<&'static str> {
        let named = |rule: &str| self.earned.iter().any(|(earned, _)| earned == rule);
        rules.iter().map(|&(rule, _)| rule).filter(|rule| !named(rule)).collect()
    }

    /// What is wrong with the outcome if the bot should earn just these rules, and this should be said of it first: none
    /// if nothing is.
    ///
    /// `may_skip` says which cases need not be judged, by the beginning of the reason.
    pub(crate) fn differs(&self, earned: &[Earned], hint: Hint, may_skip: &[&str]) -> Option<String> {
        // On a busy machine little headroom is not held against a bot.
        let is_headroom = |(rule, _): &&Earned| rule.ends_with("/time/headroom");
        let in_doubt = earned.iter().any(|it| is_headroom(&it)) && self.is_too_busy();
        let earned: Vec<Earned> =
            earned.iter().filter(|it| !(in_doubt && is_headroom(it))).copied().collect();
        let expected: BTreeSet<(String, String)> =
            earned.iter().map(|(rule, level)| ((*rule).to_owned(), level.to_string())).collect();
        let broken: BTreeSet<String> = expected.iter().map(|(rule, _)| rule.clone()).collect();
        let fails = earned.iter().any(|(_, level)| *level == Level::Must);
        let mut wrong = Vec::new();
        // What came by chance is told at a lower level, and the same rule may be broken for certain elsewhere.
        let must = Level::Must.to_string();
        let seen = self.earned.iter().filter(|(rule, level)| {
            *level == must
                || self.sure.contains(&(rule.clone(), level.clone()))
                || !expected.contains(&(rule.clone(), must.clone()))
        });
        if !seen.eq(&expected) {
            wrong.push(format!("should have earned {expected:?}"));
        }
        let is_aside = self.is_note && matches!(hint, Hint::None);
        if !hint.is(self.hint.as_deref()) && !in_doubt && !is_aside {
            wrong.push(format!("should have said {hint}, and said {:?}", self.hint));
        }
        if self.broken != broken {
            wrong.push(format!("should have broken {broken:?} in the summary by rule"));
        }
        // What only warnings stand in the way of was not tried all the same.
        let status = match (fails, self.blocked) {
            (true, _) => 1,
            (false, 0) if !in_doubt => 0,
            (false, _) => 4,
        };
        if self.status != Some(status) {
            wrong.push(format!("should have ended with status {status}"));
        }
        wrong.extend(self.contradictions.iter().map(|it| format!("contradicts itself: {it}")));
        // What earns something has been tried; some faults leave no room for turns.
        if self.turns == 0 && earned.is_empty() && !in_doubt {
            wrong.push("should have been asked for a turn".to_owned());
        }
        let too_busy = in_doubt.then_some(TOO_BUSY);
        let excuses = || may_skip.iter().copied().chain(too_busy);
        let excused = |reason: &&String| !excuses().any(|excuse| reason.contains(excuse));
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
