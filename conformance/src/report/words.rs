//! Sentences that several reports share.

use crate::counted::counted;
use crate::record::{
    Blocker, CaseReport, CheckReport, Elsewhere, Gap, Group, Host, Prospect, RuleReport, Shortened, Summary,
    Timing, Verdict, Violation,
};

/// The verdict in words, with how many cases were tried if some were left out for time, and how many are wrongly listed
/// as known to fail.
pub(super) fn headline(report: &CheckReport) -> String {
    let summary = report.findings.summary();
    let verdict = match report.findings.verdict() {
        Verdict::Pass => "CONFORMS",
        Verdict::Fail => "DOES NOT CONFORM",
        _ => "INCONCLUSIVE",
    };
    let how = match report.shortened_by {
        Some(Shortened::Quick) => "--thorough tries all",
        Some(Shortened::MaxTime) | None => "--max-time",
    };
    let tried = match (summary.tried, summary.of) {
        (Some(tried), Some(of)) => format!(", {tried} of {of} cases tried ({how})"),
        _ => String::new(),
    };
    let recovered = match summary.recovered {
        None => String::new(),
        Some(1) => ", but 1 case listed as known to fail passes".to_owned(),
        Some(count) => format!(", but {count} cases listed as known to fail pass"),
    };
    format!("{verdict}{tried}{recovered}")
}

/// That the bot took more of the limit than its author allows it.
pub(super) fn over_budget(report: &CheckReport) -> Option<String> {
    let budget = report.budget.filter(|budget| !budget.kept)?;
    Some(format!("over its budget of {} % of the limit", budget.percent))
}

/// How the bot was confined, if a layer was missing.
pub(super) fn short_of_layers(report: &CheckReport) -> Option<&str> {
    Some(report.isolation.as_str()).filter(|isolation| isolation.contains(" (without "))
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

/// How many of the rules that apply are kept, how many do not apply, and how many cases are not for this bot.
pub(super) fn kept(report: &CheckReport) -> String {
    let rules = report.findings.rules();
    let applying = rules.iter().filter(|rule| rule.applies).count();
    let kept = rules.iter().filter(|rule| rule.verdict == Verdict::Pass).count();
    let others = rules.len() - applying;
    let others = match others {
        0 => String::new(),
        1 => "; 1 does not apply to this bot".to_owned(),
        _ => format!("; {others} do not apply to this bot"),
    };
    let unsuitable = report.findings.cases().iter().filter(|case| case.gap == Some(Gap::Unsuitable)).count();
    let unsuitable = match unsuitable {
        0 => String::new(),
        1 => "; 1 case is not for this bot (-v says why)".to_owned(),
        _ => format!("; {unsuitable} cases are not for this bot (-v says why)"),
    };
    format!("{kept} of {} kept{others}{unsuitable}", counted(applying, "rule"))
}

/// What became of a rule: one that does not apply to the bot is told from one that was not tried.
pub(super) fn state(rule: &RuleReport) -> &'static str {
    match rule.verdict {
        _ if !rule.applies => "does not apply",
        Verdict::Pass => "kept",
        Verdict::Fail => "broken",
        Verdict::Warn => "broken (warning)",
        Verdict::Known => "known to fail",
        Verdict::Skip | Verdict::Inconclusive => "not tried",
    }
}

/// What was not tried for this reason: rules at level must, or else cases, or what a run does after them.
pub(super) fn not_tried(blocker: &Blocker<'_>) -> String {
    if blocker.rules.is_empty() && blocker.cases.is_empty() {
        "the rest of the run".to_owned()
    } else if blocker.rules.is_empty() {
        counted(blocker.cases.len(), "case")
    } else {
        counted(blocker.rules.len(), "must rule")
    }
}

/// The ids of what was not tried.
pub(super) fn ids_of<'a>(blocker: &Blocker<'a>) -> Vec<&'a str> {
    if blocker.rules.is_empty() {
        blocker.cases.iter().map(|case| case.id.as_str()).collect()
    } else {
        blocker.rules.iter().map(|rule| rule.id.as_str()).collect()
    }
}

/// The first of what was not tried, as [`first_of`]; none if that is no rule or case.
pub(super) fn named(blocker: &Blocker<'_>, most: usize) -> Option<String> {
    Some(first_of(&ids_of(blocker), most)).filter(|ids| !ids.is_empty())
}

/// The first of several, and the number of the others.
pub(super) fn first_of(all: &[&str], most: usize) -> String {
    let shown = all.iter().take(most).copied().collect::<Vec<_>>().join(", ");
    if all.len() > most { format!("{shown} and {} more", all.len() - most) } else { shown }
}

/// The rules that a group breaks, with its worst level.
pub(super) fn rules_of(group: &Group) -> String {
    let rules: Vec<&str> = group.rules.iter().map(String::as_str).collect();
    format!("{} ({})", first_of(&rules, 3), group.level)
}

/// In how many cases a group was seen, and how often.
pub(super) fn extent_of(group: &Group) -> String {
    let cases = counted(group.cases.len(), "case");
    if group.violations > group.cases.len() {
        format!("{} in {cases}", counted(group.violations, "time"))
    } else {
        format!("in {cases}")
    }
}

/// The times of all turns against the limit; on a busy machine only what can be told there.
pub(super) fn times(timing: &Timing) -> String {
    let turns = counted(timing.turns, "turn");
    let slowest =
        format!("{:.1} of {:.0} ms ({:.1} %)", timing.max_ms, timing.limit_ms, timing.share * 100.0);
    match timing.host {
        Host::Busy => {
            // It was judged by what it took at the least.
            let waits = if timing.share > 1.0 { ", the machine's waits with it" } else { "" };
            format!("{turns} timed on a busy machine: slowest at most {slowest}{waits}")
        }
        Host::Quiet | Host::Unknown => format!(
            "{turns} timed: median {:.1} ms, 99 % in {:.1} ms, slowest {slowest}",
            timing.p50_ms, timing.p99_ms
        ),
    }
}

/// The times as of another machine, and beside them those of this one.
pub(super) fn elsewhere(there: &Elsewhere, timing: &Timing) -> String {
    let range = if there.p99_to_ms > 1.3 * there.p99_from_ms {
        format!(" ({} to {})", ms(there.p99_from_ms), ms(there.p99_to_ms))
    } else {
        String::new()
    };
    format!(
        "on {} predicted: 99 % within {} ms{range} of {:.0} there, {} ms here; slowest {} ms",
        there.profile,
        ms(there.p99_ms),
        there.limit_ms,
        ms(timing.p99_ms),
        ms(there.max_ms)
    )
}

/// All that is said of another machine.
pub(super) fn prediction(there: &Elsewhere, timing: &Timing) -> String {
    format!("{}; {}", elsewhere(there, timing), prospect(there))
}

/// What would come of that there, with what makes it doubtful.
pub(super) fn prospect(there: &Elsewhere) -> String {
    let verdict = match there.prospect {
        Prospect::InTime => "would be in time there",
        Prospect::Late => "would be TOO SLOW there",
        Prospect::CannotTell => "cannot tell whether it would be in time there",
    };
    match there.doubts.as_slice() {
        [] => verdict.to_owned(),
        doubts => format!("{verdict}: {}", doubts.join("; ")),
    }
}

/// As many digits as matter.
fn ms(time: f64) -> String {
    if time < 10.0 { format!("{time:.1}") } else { format!("{time:.0}") }
}

/// What is left of the limit, as the end of a sentence; none if it was passed, or if that cannot be told.
pub(super) fn headroom(timing: &Timing) -> Option<String> {
    let factor = timing.headroom?;
    Some(if factor >= MAX_HEADROOM {
        format!("on a machine {MAX_HEADROOM:.0} times slower and more")
    } else if factor >= 10.0 {
        format!("on a machine {factor:.0} times slower")
    } else {
        format!("on a machine {factor:.1} times slower")
    })
}

/// Beyond that, nobody needs to know.
const MAX_HEADROOM: f64 = 100.0;

/// The violations of a group, its example first.
pub(super) fn members<'a>(report: &'a CheckReport, group: &'a Group) -> Vec<(&'a CaseReport, &'a Violation)> {
    let shown = |case: &CaseReport, violation: &Violation| {
        case.id == group.example.case
            && case.violations.get(group.example.violation).is_some_and(|it| std::ptr::eq(it, violation))
    };
    let mut members: Vec<_> = group.members(report.findings.cases()).collect();
    members.sort_by_key(|(case, violation)| !shown(case, violation));
    members
}
