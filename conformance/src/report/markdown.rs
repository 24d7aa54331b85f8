//! The report for comments, wikis and step summaries.

use std::fmt::Write as _;

use super::{audit, draw, words};
use crate::record::{CaseReport, CheckReport, Verdict, Violation};

/// How many violations of one rule are shown in full.
const SHOWN_A_RULE: usize = 2;

/// The whole report, as GitHub's Markdown.
#[must_use]
pub fn markdown(report: &CheckReport) -> Vec<u8> {
    let mut out = String::new();
    let variant = report.variant.as_ref().map(|variant| format!(", variant {variant}")).unwrap_or_default();
    let _ = writeln!(
        out,
        "# {}: {}\n\n{}{variant}, seed {}: {}.\n",
        plain(&report.bot.name),
        words::verdict(report.verdict).to_lowercase(),
        report.game,
        report.seed,
        words::counts(&report.summary)
    );
    if let Some(timing) = &report.timing {
        let room = words::headroom(timing).map(|room| format!("; it would still be in time {room}"));
        let _ = writeln!(out, "{}{}.\n", words::times(timing), room.unwrap_or_default());
    }
    table(&mut out, report);
    for rule in &report.rules {
        let broken = words::broken(report, rule);
        if broken.is_empty() {
            continue;
        }
        let _ = writeln!(out, "## {} ({})\n", rule.id, rule.level);
        for (case, violation) in broken.iter().take(SHOWN_A_RULE) {
            one(&mut out, case, violation);
        }
        if broken.len() > SHOWN_A_RULE {
            let more = broken.len() - SHOWN_A_RULE;
            let cases = words::number(words::cases_of(&broken), "case");
            let _ = writeln!(out, "… and {more} more of this rule ({cases} in all).\n");
        }
    }
    if let Some(found) = &report.audit {
        audit::markdown(&mut out, found, plain, block);
    }
    out.into_bytes()
}

/// The rules that are not simply kept, and the number of those that are.
fn table(out: &mut String, report: &CheckReport) {
    let others = || report.rules.iter().filter(|rule| rule.verdict != Verdict::Pass);
    if others().next().is_some() {
        out.push_str("| rule | level | verdict |\n|---|---|---|\n");
        for rule in others() {
            let _ = writeln!(out, "| {} | {} | {} |", rule.id, rule.level, rule.verdict);
        }
        out.push('\n');
    }
    let kept = report.rules.len() - others().count();
    let _ = writeln!(out, "{kept} of {} rules kept.\n", report.rules.len());
}

fn one(out: &mut String, case: &CaseReport, violation: &Violation) {
    let turn = violation.turn.filter(|_| case.turns > 1).map(|turn| format!(", turn {turn}"));
    let known = if case.verdict == Verdict::Known { " (known to fail)" } else { "" };
    let turn = turn.unwrap_or_default();
    let _ = writeln!(out, "**{}**{turn}{known} — {}\n", case.id, plain(&case.title));
    let _ = writeln!(out, "{}\n", plain(&violation.message));
    let shrunk = violation.shrunk.as_ref().map(ToString::to_string);
    for (label, text) in [("Hint", &violation.hint), ("Shrunk", &shrunk)] {
        if let Some(text) = text {
            let _ = writeln!(out, "{label}: {}\n", plain(text));
        }
    }
    if let Some(received) = &violation.received {
        let shown = if received.is_empty() { "(nothing)" } else { received };
        block(out, "Answered", shown);
    }
    if let Some(diagram) = &violation.diagram {
        let first = violation.sent.as_deref().and_then(|sent| sent.lines().next());
        let board = anstream::adapter::strip_str(&draw(diagram)).to_string();
        block(out, "Given", &format!("{}\n{board}", first.unwrap_or_default()));
    } else if let Some(sent) = &violation.sent {
        block(out, "Given", sent);
    }
    if let Some(repro) = &violation.repro {
        block(out, "See it again", repro);
    }
}

/// A text as it is, fenced so that nothing in it ends the fence.
fn block(out: &mut String, label: &str, text: &str) {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = writeln!(out, "{label}:\n\n{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'));
}

/// A text in which nothing is mark-up.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            '\n' => out.push_str("<br>"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_prints_is_no_mark_up() {
        assert_eq!(plain("<b> *x* `y` @all"), "&lt;b&gt; \\*x\\* \\`y\\` &#64;all");
        let mut out = String::new();
        block(&mut out, "Answered", "````\nRA1B1");
        assert_eq!(out, "Answered:\n\n`````text\n````\nRA1B1\n`````\n\n");
    }
}
