//! The report for comments, wikis and step summaries.

use std::fmt::Write as _;

use super::{audit, draw, words};
use crate::record::{CaseReport, CheckReport, Verdict, Violation};

/// Of the cases that a fault shows in, so many are named.
const NAMED: usize = 10;

/// The whole report, as GitHub's Markdown.
#[must_use]
pub fn markdown(report: &CheckReport) -> Vec<u8> {
    let mut out = String::new();
    let variant = report.variant.as_ref().map(|variant| format!(", variant {variant}")).unwrap_or_default();
    let _ = writeln!(
        out,
        "# {}: {}\n\n{}{variant}, seed {}: {}.\n",
        plain(&report.bot.name),
        words::headline(report),
        report.game,
        report.seed,
        words::counts(report.findings.summary())
    );
    if let Some(timing) = &report.timing {
        let room = words::headroom(timing).map(|room| format!("; it would still be in time {room}"));
        let _ = writeln!(out, "{}{}.\n", words::times(timing), room.unwrap_or_default());
    }
    if let (Some(there), Some(timing)) = (&report.elsewhere, &report.timing) {
        let warning = if there.differs { "**Warning**: " } else { "" };
        let _ = writeln!(out, "{warning}{}.\n", plain(&words::prediction(there, timing)));
    }
    if let Some(over) = words::over_budget(report) {
        let _ = writeln!(out, "**It is {over}.**\n");
    }
    if let Some(confined) = words::short_of_layers(report) {
        let _ = writeln!(out, "Bot confined: {}.\n", plain(confined));
    }
    not_tried(&mut out, report);
    table(&mut out, report);
    for group in report.findings.groups() {
        let _ = writeln!(out, "## {}\n", words::rules_of(group));
        let members = words::members(report, group);
        if let Some((case, violation)) = members.first() {
            one(&mut out, case, violation);
        }
        if members.len() > 1 {
            let mut others: Vec<&str> = members[1..].iter().map(|(case, _)| case.id.as_str()).collect();
            others.dedup();
            let (more, named) = (members.len() - 1, words::first_of(&others, NAMED));
            let _ = writeln!(out, "… and {more} more like it: {named}.\n");
        }
    }
    if let Some(found) = &report.audit {
        audit::markdown(&mut out, found, plain, block);
    }
    out.into_bytes()
}

/// What keeps a bot from passing that breaks nothing.
fn not_tried(out: &mut String, report: &CheckReport) {
    let blockers = report.findings.blockers();
    for blocker in &blockers {
        let ids = words::named(blocker, NAMED).map_or_else(String::new, |ids| format!(" ({ids})"));
        let what = words::not_tried(blocker);
        let _ = writeln!(out, "- **{what} not tried**: {}{ids}", plain(blocker.reason));
    }
    if !blockers.is_empty() {
        out.push('\n');
    }
}

/// The rules that are not simply kept, and the number of those that are.
fn table(out: &mut String, report: &CheckReport) {
    let mut others = report
        .findings
        .rules()
        .iter()
        .filter(|rule| rule.verdict != Verdict::Pass && rule.applies)
        .peekable();
    if others.peek().is_some() {
        out.push_str("| rule | level | verdict | |\n|---|---|---|---|\n");
        for rule in others {
            let reason = plain(rule.reason.as_deref().unwrap_or_default());
            let _ = writeln!(out, "| {} | {} | {} | {reason} |", rule.id, rule.level, words::state(rule));
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}.\n", words::kept(report));
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
