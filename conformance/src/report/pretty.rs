//! The report for people, with colours as escape sequences; whoever writes it strips them where they do not
//! belong.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::{audit, words};
use crate::record::{At, CaseReport, CheckReport, Diagram, Mark, Shape, Verdict, Violation};

/// How much the report tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The verdict in one line, and what is broken.
    Quiet,
    /// The first violations of each rule in full.
    Usual,
    /// Every violation, and every case.
    Verbose,
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const CYAN: Style = AnsiColor::Cyan.on_default();

/// How many violations of one rule are shown in full, unless asked for all.
const SHOWN_A_RULE: usize = 2;

/// The whole report.
#[must_use]
pub fn pretty(report: &CheckReport, detail: Detail) -> Vec<u8> {
    let mut out = String::new();
    head(&mut out, report);
    if detail == Detail::Verbose {
        cases(&mut out, report);
    }
    if detail >= Detail::Usual {
        violations(&mut out, report, detail);
        unjudged(&mut out, report, detail);
    }
    if let Some(found) = &report.audit {
        audit::pretty(&mut out, found);
    }
    rules(&mut out, report, detail);
    timing(&mut out, report);
    verdict(&mut out, report);
    out.into_bytes()
}

/// A board with its labels; offending squares in brackets, the rest of the answer in parentheses.
#[must_use]
pub fn draw(diagram: &Diagram) -> String {
    let mut out = String::new();
    let margin = diagram.rows.iter().map(String::len).max().unwrap_or(0);
    let _ = write!(out, "{:margin$} ", "");
    for column in &diagram.columns {
        let _ = write!(out, "{DIM}{column:^3}{DIM:#}");
    }
    out.push('\n');
    for (number, (label, spots)) in diagram.rows.iter().zip(&diagram.spots).enumerate() {
        let shift = if diagram.shape == Shape::Rhombus { number * 3 / 2 } else { 0 };
        let _ = write!(out, "{:shift$}{DIM}{label:>margin$}{DIM:#} ", "");
        for spot in spots {
            let _ = match spot.mark {
                Mark::None => write!(out, " {} ", spot.symbol),
                Mark::Offending => write!(out, "{RED}[{}]{RED:#}", spot.symbol),
                Mark::Answer => write!(out, "{CYAN}({}){CYAN:#}", spot.symbol),
            };
        }
        while out.ends_with(' ') {
            out.pop();
        }
        out.push('\n');
    }
    out
}

fn head(out: &mut String, report: &CheckReport) {
    let variant = report.variant.as_ref().map(|variant| format!(", variant {variant}")).unwrap_or_default();
    let _ =
        writeln!(out, "{BOLD}{}{BOLD:#} · {}{variant} · seed {}", report.bot.name, report.game, report.seed);
    if let Some(identity) = &report.bot.identity {
        let _ = writeln!(out, "{DIM}{}{DIM:#}", crate::evidence::excerpt(identity.as_bytes()));
    }
    out.push('\n');
}

fn style_of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Pass => GREEN,
        Verdict::Fail => RED.bold(),
        Verdict::Warn | Verdict::Inconclusive => YELLOW,
        Verdict::Skip | Verdict::Known => DIM,
    }
}

fn cases(out: &mut String, report: &CheckReport) {
    for case in &report.cases {
        let style = style_of(case.verdict);
        let _ = write!(out, "{style}{:>12}{style:#} {} ({:.1} ms)", case.verdict, case.id, case.duration_ms);
        let _ =
            writeln!(out, "{}", case.skip_reason.as_ref().map(|why| format!(": {why}")).unwrap_or_default());
    }
    out.push('\n');
}

/// The violations, rule by rule: the first ones in full, the number of the others.
fn violations(out: &mut String, report: &CheckReport, detail: Detail) {
    for rule in &report.rules {
        let broken = words::broken(report, rule);
        if broken.is_empty() {
            continue;
        }
        let style = style_of(rule.verdict);
        let _ = writeln!(out, "{style}{}{style:#} {BOLD}{}{BOLD:#} ({})", rule.verdict, rule.id, rule.level);
        let most = if detail == Detail::Verbose { usize::MAX } else { SHOWN_A_RULE };
        for (case, violation) in broken.iter().take(most) {
            one(out, case, violation);
        }
        if broken.len() > most {
            let more = broken.len() - most;
            let _ = writeln!(
                out,
                "  … and {more} more of this rule ({} cases in all; -v shows them)",
                words::cases_of(&broken)
            );
        }
        let _ = writeln!(out, "  {DIM}more about this rule: botspec explain {}{DIM:#}\n", rule.id);
    }
}

/// The violations of one case, each with the rule that it breaks.
#[must_use]
pub fn violations_of(case: &CaseReport) -> String {
    let mut out = String::new();
    for violation in &case.violations {
        let _ = writeln!(out, "{RED}{}{RED:#} ({})", violation.rule, violation.level);
        one(&mut out, case, violation);
    }
    out
}

fn one(out: &mut String, case: &CaseReport, violation: &Violation) {
    let turn =
        violation.turn.filter(|_| case.turns > 1).map(|turn| format!(", turn {turn}")).unwrap_or_default();
    let known = if case.verdict == Verdict::Known { " (known to fail)" } else { "" };
    let _ = writeln!(out, "  {BOLD}{}{BOLD:#}{turn}{known} — {}", case.id, case.title);
    indented(out, "    ", &violation.message);
    if let Some(hint) = &violation.hint {
        indented(out, "    ", &format!("{CYAN}hint:{CYAN:#} {hint}"));
    }
    if let Some(shrunk) = &violation.shrunk {
        indented(out, "    ", &format!("{DIM}shrunk:{DIM:#}   {shrunk}"));
    }
    if let Some(received) = &violation.received {
        answer(out, received, violation.at);
    }
    match (&violation.diagram, &violation.sent) {
        (Some(diagram), Some(sent)) => {
            let first = sent.lines().next().unwrap_or_default();
            let _ = writeln!(out, "    {DIM}given:{DIM:#}    {first}");
            indented(out, "      ", &draw(diagram));
        }
        (Some(diagram), None) => indented(out, "      ", &draw(diagram)),
        (None, Some(sent)) => {
            let _ = writeln!(out, "    {DIM}given:{DIM:#}");
            indented(out, "      ", sent);
        }
        (None, None) => {}
    }
    if let Some(repro) = &violation.repro {
        let _ = writeln!(out, "    {DIM}again:{DIM:#}    {repro}");
    }
    out.push('\n');
}

/// The answer, with a caret under what is wrong with it.
fn answer(out: &mut String, received: &str, at: Option<At>) {
    let lines: Vec<&str> = if received.is_empty() { vec![""] } else { received.lines().collect() };
    let fault_line = at.map_or(1, |at| at.line as usize);
    for (number, line) in lines.iter().enumerate().take(12) {
        let label = if number == 0 { "answered:" } else { "" };
        let shown = if line.is_empty() && lines.len() == 1 { "(nothing)" } else { line };
        let _ = writeln!(out, "    {DIM}{label:9}{DIM:#} {shown}");
        if let Some(at) = at.filter(|_| number + 1 == fault_line) {
            let before: usize = at.column.saturating_sub(1) as usize;
            let carets = "^".repeat(at.length.max(1) as usize);
            let _ = writeln!(out, "    {:9} {:before$}{RED}{carets}{RED:#}", "", "");
        }
    }
    if lines.len() > 12 {
        let _ = writeln!(out, "    {:9} … ({} lines)", "", lines.len());
    }
}

fn indented(out: &mut String, indent: &str, text: &str) {
    for line in text.lines() {
        let _ = writeln!(out, "{indent}{line}");
    }
}

/// What was not judged, and what stood in the way.
fn unjudged(out: &mut String, report: &CheckReport, detail: Detail) {
    let mut reasons: BTreeMap<(&str, &str), Vec<&CaseReport>> = BTreeMap::new();
    for case in &report.cases {
        if let (Verdict::Skip | Verdict::Inconclusive, Some(reason)) = (case.verdict, &case.skip_reason) {
            let word = if case.verdict == Verdict::Skip { "skipped" } else { "inconclusive" };
            reasons.entry((word, reason)).or_default().push(case);
        }
    }
    for ((word, reason), cases) in &reasons {
        let count = if cases.len() == 1 { "1 case".to_owned() } else { format!("{} cases", cases.len()) };
        let example = if cases.len() == 1 { cases[0].id.clone() } else { format!("{}, …", cases[0].id) };
        let style = if *word == "skipped" { DIM } else { YELLOW };
        let _ = writeln!(out, "{style}{word}{style:#} {count} ({example}): {reason}");
        if detail == Detail::Verbose {
            for case in cases {
                let _ = writeln!(out, "  {}", case.id);
            }
        }
    }
    if !reasons.is_empty() {
        out.push('\n');
    }
}

/// The rules that are broken or were not judged, in a line each, and the number of the others.
fn rules(out: &mut String, report: &CheckReport, detail: Detail) {
    let passed = report.rules.iter().filter(|rule| rule.verdict == Verdict::Pass).count();
    for rule in &report.rules {
        if rule.verdict == Verdict::Pass && detail != Detail::Verbose {
            continue;
        }
        let style = style_of(rule.verdict);
        let _ = writeln!(out, "{style}{:>12}{style:#} {} ({})", rule.verdict, rule.id, rule.level);
    }
    let _ = writeln!(out, "{passed} of {} rules kept", report.rules.len());
}

fn timing(out: &mut String, report: &CheckReport) {
    let Some(timing) = &report.timing else { return };
    let room = words::headroom(timing).map(|room| format!("; still in time {room}")).unwrap_or_default();
    let _ = writeln!(out, "{}{room}", words::times(timing));
    if let Some(budget) = report.budget.filter(|budget| !budget.kept) {
        let _ = writeln!(out, "{RED}over its budget{RED:#} of {} % of the limit", budget.percent);
    }
}

fn verdict(out: &mut String, report: &CheckReport) {
    let style = style_of(report.verdict);
    let (word, counts) = (words::verdict(report.verdict), words::counts(&report.summary));
    let _ = writeln!(out, "{style}{word}{style:#}: {} cases: {counts}", report.cases.len());
}
