//! The report for GitHub Actions: annotations on stdout; the step summary is the [`markdown`](super::markdown) one.

use std::fmt::Write as _;

use super::words;
use crate::record::{CheckReport, Level, Verdict};

/// One workflow command for each broken rule, one for what could not be judged, and one for the verdict.
/// (GitHub shows ten of a kind: one for each violation would hide most rules.)
#[must_use]
pub fn github(report: &CheckReport) -> Vec<u8> {
    let mut out = String::new();
    for rule in &report.rules {
        let broken = words::broken(report, rule);
        let Some((case, first)) = broken.first() else { continue };
        let level = match (rule.verdict, rule.level) {
            (Verdict::Known, _) | (_, Level::Info) => "notice",
            (_, Level::Must) => "error",
            (_, Level::Should) if report.strict => "error",
            (_, Level::Should) => "warning",
        };
        let cases = words::number(words::cases_of(&broken), "case");
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
        command(&mut out, level, &format!("{} ({}) in {cases}", rule.id, rule.level), &text);
    }
    for rule in report.rules.iter().filter(|rule| rule.verdict == Verdict::Inconclusive) {
        command(&mut out, "warning", &rule.id, "could not be judged: the machine was too busy");
    }
    let cases = words::number(report.cases.len(), "case");
    let text = format!("{}: {cases}: {}", words::verdict(report.verdict), words::counts(&report.summary));
    let level = if report.verdict == Verdict::Fail { "error" } else { "notice" };
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
