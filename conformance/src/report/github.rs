//! The report for GitHub Actions: annotations on stdout; the step summary is the [`markdown`](super::markdown) one.

use std::fmt::Write as _;

use super::words;
use crate::counted::counted;
use crate::record::{CheckReport, Level, Verdict};

/// One workflow command for each fault, one for each reason why something was not tried, and one for the verdict.
/// (GitHub shows ten of a kind: one for each violation would hide most faults.)
#[must_use]
pub fn github(report: &CheckReport) -> Vec<u8> {
    let mut out = String::new();
    for group in report.findings.groups() {
        let Some(&(case, first)) = words::members(report, group).first() else { continue };
        let level = match (group.verdict, group.level) {
            (Verdict::Known, _) | (_, Level::Info) => "notice",
            (_, Level::Must) => "error",
            (_, Level::Should) if report.findings.is_strict() => "error",
            (_, Level::Should) => "warning",
        };
        let mut text = format!("{} — {}\n{}", case.id, case.title, first.message);
        if let Some(hint) = &first.hint {
            let _ = write!(text, "\nhint: {hint}");
        }
        if let Some(received) = &first.received {
            let _ = write!(text, "\nanswered: {received}");
        }
        if let Some(repro) = &first.repro {
            let _ = write!(text, "\nagain: {repro}");
        }
        command(&mut out, level, &format!("{} {}", words::rules_of(group), words::extent_of(group)), &text);
    }
    for blocker in report.findings.blockers() {
        let title = format!("{} not tried", words::not_tried(&blocker));
        let ids = words::named(&blocker, 10).map_or_else(String::new, |ids| format!(": {ids}"));
        let text = format!("{}{ids}", blocker.reason);
        command(&mut out, "warning", &title, &text);
    }
    if let Some(over) = words::over_budget(report) {
        command(&mut out, "error", "over budget", &over);
    }
    if let (Some(there), Some(timing)) = (&report.elsewhere, &report.timing) {
        let level = if there.differs { "warning" } else { "notice" };
        command(&mut out, level, "times on another machine", &words::prediction(there, timing));
    }
    if let Some(confined) = words::short_of_layers(report) {
        command(&mut out, "notice", "bot not fully confined", confined);
    }
    let cases = counted(report.findings.cases().len(), "case");
    let text = format!("{}: {cases}: {}", words::headline(report), words::counts(report.findings.summary()));
    let level = match report.findings.verdict() {
        Verdict::Pass if report.findings.summary().recovered.is_none() => "notice",
        Verdict::Pass => "error",
        Verdict::Fail => "error",
        _ => "warning",
    };
    command(&mut out, level, &format!("{} · {}", report.bot.name, report.game), &text);
    out.into_bytes()
}

fn command(out: &mut String, level: &str, title: &str, text: &str) {
    let property = data(title).replace(':', "%3A").replace(',', "%2C");
    let _ = writeln!(out, "::{level} title={property}::{}", data(text));
}

/// A text in one line, as the runner takes it: nothing that a bot printed can end the command or begin another.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_begins_a_command_of_its_own() {
        let mut out = String::new();
        command(&mut out, "error", "a,b:c\n::x", "one\r\n::set-env name=PATH::evil 100%");
        assert_eq!(out, "::error title=a%2Cb%3Ac%0A%3A%3Ax::one%0D%0A::set-env name=PATH::evil 100%25\n");
    }
}
