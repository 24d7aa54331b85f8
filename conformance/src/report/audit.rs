//! The audit in the reports that are text.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::draw;
use crate::counted::counted;
use crate::record::{Audit, Comparison, Difference, Finding};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const CYAN: Style = AnsiColor::Cyan.on_default();

/// In a sentence.
pub(super) fn summary(audit: &Audit) -> String {
    match (audit.finding, audit.first_difference()) {
        (Finding::Differs, Some((comparison, _))) => {
            format!("the bot answers differently {}", comparison.circumstance.words())
        }
        (Finding::Same, _) => format!(
            "the bot answers the same in all circumstances that were tried ({})",
            counted(audit.positions, "position")
        ),
        _ => "there was no answer to compare".to_owned(),
    }
}

/// What was found, in a word and a number.
pub(super) fn found(comparison: &Comparison) -> String {
    match comparison.finding {
        Finding::Differs => {
            format!("differs in {} of {}", comparison.differing, counted(comparison.positions, "position"))
        }
        other => other.word().to_owned(),
    }
}

/// For terminals.
pub(super) fn pretty(out: &mut String, audit: &Audit) {
    let _ = writeln!(out, "{BOLD}audit{BOLD:#}: {}", summary(audit));
    for comparison in &audit.comparisons {
        let style = if comparison.finding == Finding::Same { DIM } else { Style::new() };
        let _ = writeln!(out, "{style}{:>12}{style:#} {}", comparison.finding.word(), comparison.description);
        if let Some(remark) = &comparison.remark {
            let _ = writeln!(out, "{:12} {DIM}{remark}{DIM:#}", "");
        }
    }
    if let Some((comparison, difference)) = audit.first_difference() {
        let _ = writeln!(
            out,
            "  first difference ({}), {}: {}",
            found(comparison),
            comparison.circumstance.words(),
            difference.position
        );
        answers(out, difference);
        let _ = writeln!(out, "    {CYAN}hint:{CYAN:#} {}", comparison.circumstance.usual_cause());
        for line in given(difference).lines() {
            let _ = writeln!(out, "      {line}");
        }
        let _ = writeln!(out, "  {DIM}this is information: no rule asks for it{DIM:#}");
    }
    out.push('\n');
}

/// Both answers, with a caret under the first character that differs.
fn answers(out: &mut String, difference: &Difference) {
    for (label, text) in [("usually:", &difference.usually), ("here:", &difference.here)] {
        for (number, line) in text.lines().take(LINES).enumerate() {
            let label = if number == 0 { label } else { "" };
            let _ = writeln!(out, "    {DIM}{label:9}{DIM:#} {line}");
            if text == &difference.here && difference.at.line as usize == number + 1 {
                let before = difference.at.column.saturating_sub(1) as usize;
                let _ = writeln!(out, "    {:9} {:before$}{CYAN}^{CYAN:#}", "", "");
            }
        }
    }
}

/// No more lines of an answer are shown.
const LINES: usize = 6;

/// The picture of the position, or else its text.
fn given(difference: &Difference) -> String {
    difference.diagram.as_ref().map_or_else(|| difference.given.clone(), draw)
}

/// For comments and wikis; `plain` and `block` are the report's own.
pub(super) fn markdown(
    out: &mut String,
    audit: &Audit,
    plain: fn(&str) -> String,
    block: fn(&mut String, &str, &str),
) {
    let _ = writeln!(out, "## Audit\n\nFor information: {}.\n", summary(audit));
    out.push_str("| circumstance | finding |\n|---|---|\n");
    for comparison in &audit.comparisons {
        let remark = comparison.remark.as_ref().map(|remark| format!(" ({remark})")).unwrap_or_default();
        let _ =
            writeln!(out, "| {} | {}{} |", plain(&comparison.description), found(comparison), plain(&remark));
    }
    out.push('\n');
    if let Some((comparison, difference)) = audit.first_difference() {
        let when = comparison.circumstance.words();
        let _ = writeln!(out, "First difference, {when}: {}.\n", plain(&difference.position));
        block(out, "Usually", &difference.usually);
        block(out, "Here", &difference.here);
        block(out, "Given", &anstream::adapter::strip_str(&given(difference)).to_string());
        let _ = writeln!(out, "Hint: {}.\n", plain(comparison.circumstance.usual_cause()));
    }
}
