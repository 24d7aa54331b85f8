//! The report for Jenkins, GitLab and whatever else reads `JUnit`'s XML.
//!
//! The root is one `testsuite`: what the schemas of Jenkins and of Surefire have in common.

use std::fmt::Write as _;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::words;
use crate::record::{CaseReport, CheckReport, Level, Verdict, Violation};

/// The whole report. What XML cannot hold is escaped. A bot that does not pass though no case fails has an
/// error of its own: what is skipped counts as good wherever the format is read.
///
/// # Panics
/// Never: writing to memory does not fail.
#[must_use]
pub fn junit(report: &CheckReport) -> Vec<u8> {
    let mut suite = TestSuite::new(escaped(&format!("botspec {} {}", report.game, report.bot.name)));
    let took: f64 = report.findings.cases().iter().map(|case| case.duration_ms).sum();
    suite.set_time(duration(took));
    for (name, value) in [
        ("tool", format!("{} {}", report.tool.name, report.tool.version)),
        ("variant", report.variant.clone().unwrap_or_default()),
        ("seed", report.seed.to_string()),
        ("command", report.bot.command.join(" ")),
        ("identity", report.bot.identity.clone().unwrap_or_default()),
        ("verdict", report.findings.verdict().to_string()),
        ("headline", words::headline(report)),
        ("isolation", report.isolation.clone()),
    ] {
        suite.add_property((name, escaped(&value).as_str()));
    }
    if let (Some(there), Some(timing)) = (&report.elsewhere, &report.timing) {
        suite.add_property(("elsewhere", escaped(&words::prediction(there, timing)).as_str()));
    }
    for case in report.findings.cases() {
        suite.add_test_case(test_case(case, report.findings.is_strict()));
    }
    let summary = report.findings.summary();
    let fails = summary.fail > 0 || (report.findings.is_strict() && summary.warn > 0);
    let is_good = report.findings.verdict() == Verdict::Pass && summary.recovered.is_none();
    if !is_good && !fails {
        suite.add_test_case(whole_run(report));
    }
    let mut whole = Report::new("botspec");
    whole.add_test_suite(suite);
    let text = whole.to_string().expect("memory takes whatever is written to it");
    // Whatever a bot printed is escaped, so these are the tags themselves.
    let (head, rest) = text.split_once("<testsuites ").unwrap_or(("", &text));
    let from = rest.find("<testsuite ").unwrap_or(0);
    let to = rest.rfind("</testsuites>").unwrap_or(rest.len());
    format!("{head}{}\n", rest[from..to].trim_end()).into_bytes()
}

/// The run as a whole as a test that has not come to a result.
fn whole_run(report: &CheckReport) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    let stale = report.findings.summary().recovered.is_some();
    let verdict = report.findings.verdict().to_string();
    status.set_type(if stale { "known-failing" } else { &verdict });
    status.set_message(escaped(&words::headline(report)));
    let mut text = String::new();
    for blocker in report.findings.blockers() {
        let _ = writeln!(text, "{} not tried: {}", words::not_tried(&blocker), blocker.reason);
        for id in words::ids_of(&blocker) {
            let _ = writeln!(text, "  {id}");
        }
    }
    if let Some(over) = words::over_budget(report) {
        let _ = writeln!(text, "{over}");
    }
    status.set_description(escaped(&text));
    let mut test = TestCase::new("verdict", status);
    test.set_classname(report.game.as_str());
    test.set_time(Duration::ZERO);
    test
}

fn test_case(case: &CaseReport, strict: bool) -> TestCase {
    let skipped = |reason: String| {
        let mut status = TestCaseStatus::skipped();
        status.set_message(escaped(&reason));
        status
    };
    let reason = || case.skip_reason.clone().unwrap_or_default();
    let fails = case.verdict.fails(strict);
    let status = match case.verdict {
        _ if fails => failure(&case.violations),
        Verdict::Skip => skipped(reason()),
        Verdict::Inconclusive => skipped(format!("inconclusive: {}", reason())),
        Verdict::Known => skipped("known to fail".to_owned()),
        _ => TestCaseStatus::success(),
    };
    let mut test = TestCase::new(case.id.as_str(), status);
    let subject = case.id.rsplit_once('/').map_or(case.id.as_str(), |(subject, _)| subject);
    test.set_classname(subject.replace('/', "."));
    test.set_time(duration(case.duration_ms));
    if !fails && !case.violations.is_empty() {
        test.set_system_out(escaped(&case.violations.iter().map(in_full).collect::<String>()));
    }
    test
}

/// All violations in one failure: readers of the format show only one.
fn failure(violations: &[Violation]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    let worst = violations.iter().min_by_key(|violation| violation.level);
    status.set_type(worst.map_or("failure", |violation| violation.rule.as_str()));
    status.set_message(escaped(worst.map_or("", |violation| violation.message.as_str())));
    status.set_description(escaped(&violations.iter().map(in_full).collect::<String>()));
    status
}

fn in_full(violation: &Violation) -> String {
    let level = if violation.level == Level::Must { "" } else { " (warning)" };
    let mut out = format!("{}{level}: {}\n", violation.rule, violation.message);
    let shrunk = violation.shrunk.as_ref().map(ToString::to_string);
    for (label, text) in [
        ("hint", &violation.hint),
        ("shrunk", &shrunk),
        ("answered", &violation.received),
        ("given", &violation.sent),
        ("again", &violation.repro),
    ] {
        if let Some(text) = text {
            let gap = if text.contains('\n') { "\n" } else { " " };
            let _ = writeln!(out, "{label}:{gap}{}", text.trim_end());
        }
    }
    out.push('\n');
    out
}

/// With what XML cannot hold in the form `\u{1b}`.
fn escaped(text: &str) -> String {
    let is_held =
        |c: char| matches!(c, '\t' | '\n' | '\r') || c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        if is_held(c) {
            out.push(c);
        } else {
            out.extend(c.escape_unicode());
        }
        out
    })
}

fn duration(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_escaped() {
        assert_eq!(escaped("a\u{1b}[31m\0\tb\u{ffff}\n"), "a\\u{1b}[31m\\u{0}\tb\\u{ffff}\n");
    }
}
