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

/// What stands between two backticks is code, as in the texts of the rules.
fn plain(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let code = || parts.iter().skip(1).step_by(2);
    if parts.len().is_multiple_of(2) || code().any(|part| part.is_empty()) {
        return escaped(text);
    }
    let mut out = String::new();
    for (at, part) in parts.iter().enumerate() {
        if at.is_multiple_of(2) {
            out.push_str(&escaped(part));
        } else {
            out.push_str(&format!("`{}`", part.replace('\n', " ")));
        }
    }
    out
}

fn escaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_backticks_are_code_and_all_else_is_text() {
        assert_eq!(plain("`B`, `.` or a_b"), "`B`, `.` or a\\_b");
        assert_eq!(plain("a ` alone"), "a \\` alone");
        assert_eq!(plain("``"), "\\`\\`");
        assert_eq!(plain("a < `<|>`"), "a &lt; `<|>`");
    }
}
