//! The rules of a game as a reference page.

use std::fmt::Write as _;

use crate::decision::{Decision, cited};
use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// A page in Markdown: every rule with everything there is about it, and the decisions.
#[must_use]
pub fn rules_page(game: &str, rules: &[&Requirement], decisions: &[&Decision]) -> Vec<u8> {
    let mut out = format!(
        "# Rules of {game}\n\nMade by `botspec explain {game} --format markdown` from what the tester itself goes by.\n\n"
    );
    for level in [Level::Must, Level::Should, Level::Info] {
        let of_level = rules.iter().filter(|rule| rule.level == level);
        let links: Vec<String> = of_level.map(|rule| link(rule)).collect();
        if !links.is_empty() {
            let _ = writeln!(out, "**{level}**: {}\n", links.join(" · "));
        }
    }
    for rule in rules {
        let applies = match rule.applies {
            Applies::Always => "",
            Applies::Submission => " This applies to a submitted folder (`check --submission`).",
        };
        let _ = writeln!(out, "## {}\n\nLevel: {}.{applies}\n", rule.id, rule.level);
        let _ = writeln!(out, "A bot conforms if {}.\n", plain(rule.demand));
        for (label, text) in [("Why", rule.why), ("Fix", rule.fix), ("Source", rule.source)] {
            let _ = writeln!(out, "- {label}: {}", plain(text));
        }
        for (label, text) in [("Right", rule.right), ("Wrong", rule.wrong)] {
            let _ = writeln!(out, "\n{label}:\n\n```text\n{text}\n```");
        }
        out.push('\n');
    }
    if !decisions.is_empty() {
        out.push_str(
            "## Decisions\n\nWhat holds where the contest's text is silent or contradicts itself.\n\n",
        );
    }
    for decision in decisions {
        let _ = writeln!(out, "### Decision {}\n\n{}\n", decision.id, plain(decision.open));
        let _ = writeln!(out, "**{}**\n", plain(decision.settled));
        let citing = rules.iter().filter(|rule| cited(rule.source).any(|id| id == decision.id));
        let links: Vec<String> = citing.map(|rule| link(rule)).collect();
        if !links.is_empty() {
            let _ = writeln!(out, "Cited by {}.\n", links.join(", "));
        }
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out.into_bytes()
}

fn link(rule: &Requirement) -> String {
    format!("[{}](#{})", rule.id, rule.id.replace('/', ""))
}

fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' => out.extend(['\\', c]),
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
