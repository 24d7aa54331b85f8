//! Sentences that several reports share.

use crate::record::{CaseReport, CheckReport, RuleReport, Summary, Timing, Verdict, Violation};

/// The verdict in words.
pub(super) const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "CONFORMS",
        Verdict::Fail => "DOES NOT CONFORM",
        _ => "INCONCLUSIVE",
    }
}

/// How many cases had which verdict, those that none had left out.
pub(super) fn counts(summary: &Summary) -> String {
    let counts: Vec<String> = [
        (summary.pass, "passed"),
        (summary.fail, "failed"),
        (summary.warn, "with warnings"),
        (summary.skip, "skipped"),
        (summary.inconclusive, "inconclusive"),
        (summary.known, "known to fail"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, word)| format!("{count} {word}"))
    .collect();
    counts.join(", ")
}

/// The times of all turns against the limit.
pub(super) fn times(timing: &Timing) -> String {
    format!(
        "{} turns timed: median {:.1} ms, 99 % within {:.1} ms, slowest {:.1} ms of {:.0} ms ({:.1} %)",
        timing.turns,
        timing.p50_ms,
        timing.p99_ms,
        timing.max_ms,
        timing.limit_ms,
        timing.share * 100.0
    )
}

/// What is left of the limit; none if it was passed, or nothing took any time.
pub(super) fn headroom(timing: &Timing) -> Option<String> {
    (timing.max_ms > 0.0 && timing.share < 1.0)
        .then(|| format!("on a machine {:.1} times slower", timing.limit_ms / timing.max_ms))
}

/// The cases in which a rule was found broken, one for each violation.
pub(super) fn broken<'a>(report: &'a CheckReport, rule: &RuleReport) -> Vec<(&'a CaseReport, &'a Violation)> {
    report
        .cases
        .iter()
        .flat_map(|case| case.violations.iter().map(move |violation| (case, violation)))
        .filter(|(_, violation)| violation.rule == rule.id)
        .collect()
}

/// In how many cases that is.
pub(super) fn cases_of(broken: &[(&CaseReport, &Violation)]) -> usize {
    let ids: std::collections::BTreeSet<&str> = broken.iter().map(|(case, _)| case.id.as_str()).collect();
    ids.len()
}

/// `1 case`, `2 cases`.
pub(super) fn number(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
