//! The report for people, with colours as escape sequences; whoever writes it strips them where they do not
//! belong.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::{audit, last_screen, words};
use crate::counted::counted;
use crate::record::{At, CaseReport, CheckReport, Diagram, Mark, Shape, Spot, Verdict, Violation};

/// How much the report tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The last screen alone: the verdict, and what is broken.
    Quiet,
    /// An example of each fault in full.
    Usual,
    /// Every violation, and every case.
    Verbose,
}

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
pub(super) const CYAN: Style = AnsiColor::Cyan.on_default();

/// No more faults than this are shown in full, unless asked for all.
const MAX_SHOWN: usize = 20;
/// Of the cases that a fault shows in, so many are named.
const NAMED: usize = 4;

/// More empty rows than this, one after the other, are not drawn.
const MAX_EMPTY_ROWS: usize = 4;
/// Boards with no more rows than this are drawn in full.
const MAX_ROWS: usize = 12;
/// So many of the lines that were said are shown above a position.
const LAST_LINES: usize = 6;

/// The whole report: what is wrong in full, and at the end all that matters on one screen.
#[must_use]
pub fn pretty(report: &CheckReport, detail: Detail) -> Vec<u8> {
    let mut out = String::new();
    head(&mut out, report);
    if detail == Detail::Verbose {
        cases(&mut out, report);
    }
    if detail >= Detail::Usual {
        faults(&mut out, report, detail);
    }
    if detail == Detail::Verbose {
        unjudged(&mut out, report);
        rules(&mut out, report);
    }
    if let Some(found) = &report.audit {
        audit::pretty(&mut out, found);
    }
    last_screen::write(&mut out, report, detail >= Detail::Usual);
    out.into_bytes()
}

/// A board with its labels; offending squares in brackets, the rest of the answer in parentheses.
#[must_use]
pub fn draw(diagram: &Diagram) -> String {
    let mut out = labels(diagram);
    for (number, row) in diagram.rows.iter().enumerate() {
        out.push_str(&drawn_row(diagram, number, row));
    }
    out
}

/// The same, with a line in place of many empty rows one after the other.
fn draw_briefly(diagram: &Diagram) -> String {
    let empty = |spots: &Vec<Spot>| spots.iter().all(|spot| spot.symbol == '.' && spot.mark == Mark::None);
    let mut out = labels(diagram);
    let mut number = 0;
    while let Some(row) = diagram.rows.get(number) {
        let run = diagram.spots[number..].iter().take_while(|spots| empty(spots)).count();
        if run > MAX_EMPTY_ROWS && diagram.rows.len() > MAX_ROWS {
            let _ = writeln!(
                out,
                "{:width$} {DIM}… {run} empty rows{DIM:#}",
                "",
                width = indent_of(diagram, number)
            );
            number += run;
        } else {
            out.push_str(&drawn_row(diagram, number, row));
            number += 1;
        }
    }
    out
}

fn margin(diagram: &Diagram) -> usize {
    diagram.rows.iter().map(String::len).max().unwrap_or(0)
}

/// How far the spots of a row stand from the left.
fn indent_of(diagram: &Diagram, number: usize) -> usize {
    margin(diagram) + if diagram.shape == Shape::Rhombus { number * 3 / 2 } else { 0 }
}

fn labels(diagram: &Diagram) -> String {
    let mut out = format!("{:width$} ", "", width = margin(diagram));
    for column in &diagram.columns {
        let _ = write!(out, "{DIM}{column:^3}{DIM:#}");
    }
    out.push('\n');
    out
}

fn drawn_row(diagram: &Diagram, number: usize, label: &str) -> String {
    let mut out = format!("{DIM}{label:>width$}{DIM:#} ", width = margin(diagram));
    let shift = indent_of(diagram, number) - margin(diagram);
    out.insert_str(0, &" ".repeat(shift));
    for spot in &diagram.spots[number] {
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
    out
}

fn head(out: &mut String, report: &CheckReport) {
    let variant = report.variant.as_ref().map(|variant| format!(", variant {variant}")).unwrap_or_default();
    let _ =
        writeln!(out, "{BOLD}{}{BOLD:#} · {}{variant} · seed {}", report.bot.name, report.game, report.seed);
    if let Some(identity) = &report.bot.identity {
        let _ = writeln!(out, "{DIM}{}{DIM:#}", crate::evidence::excerpt(identity.as_bytes()));
    }
    if let Some(confined) = words::short_of_layers(report) {
        let _ = writeln!(out, "{DIM}confined: {confined}{DIM:#}");
    }
    out.push('\n');
}

pub(super) const fn style_of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Pass => GREEN,
        Verdict::Fail => RED.bold(),
        Verdict::Warn | Verdict::Inconclusive => YELLOW,
        Verdict::Skip | Verdict::Known => DIM,
    }
}

fn cases(out: &mut String, report: &CheckReport) {
    for case in report.findings.cases() {
        let style = style_of(case.verdict);
        let _ = write!(out, "{style}{:>12}{style:#} {} ({:.1} ms)", case.verdict, case.id, case.duration_ms);
        let _ =
            writeln!(out, "{}", case.skip_reason.as_ref().map(|why| format!(": {why}")).unwrap_or_default());
    }
    out.push('\n');
}

/// Each fault with its example in full, and the number of the others like it.
fn faults(out: &mut String, report: &CheckReport, detail: Detail) {
    let groups = report.findings.groups();
    let most = if detail == Detail::Verbose { usize::MAX } else { MAX_SHOWN };
    for group in groups.iter().take(most) {
        let style = style_of(group.verdict);
        let _ = writeln!(out, "{style}{}{style:#} {BOLD}{}{BOLD:#}", group.verdict, words::rules_of(group));
        let members = words::members(report, group);
        let shown = if detail == Detail::Verbose { members.len() } else { 1 };
        for (case, violation) in members.iter().take(shown) {
            one(out, case, violation);
        }
        if members.len() > shown {
            let mut others: Vec<&str> = members[shown..].iter().map(|(case, _)| case.id.as_str()).collect();
            others.dedup();
            let _ = writeln!(
                out,
                "  … and {} more like it: {} (-v shows them)",
                members.len() - shown,
                words::first_of(&others, NAMED)
            );
        }
        for rule in &group.rules {
            let _ = writeln!(out, "  {DIM}more about this rule: botspec explain {rule}{DIM:#}");
        }
        out.push('\n');
    }
    if groups.len() > most {
        let _ = writeln!(out, "… and {} more (-v shows them)\n", counted(groups.len() - most, "fault"));
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
            given(out, sent, is_conversation(case));
            indented(out, "      ", &draw_briefly(diagram));
        }
        (Some(diagram), None) => indented(out, "      ", &draw_briefly(diagram)),
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

/// Whether the bot was talked to, and not given the position in a file.
fn is_conversation(case: &CaseReport) -> bool {
    case.transcript.iter().any(|event| event.channel == "stdin")
}

/// What was given where the position is drawn below: the end of a conversation; of a file the first line.
fn given(out: &mut String, sent: &str, conversation: bool) {
    let lines: Vec<&str> = sent.lines().collect();
    if !conversation || lines.len() < 2 {
        let first = lines.first().copied().unwrap_or_default();
        let _ = writeln!(out, "    {DIM}given:{DIM:#}    {first}");
        return;
    }
    let mut left_out = lines.len().saturating_sub(LAST_LINES);
    // An answer belongs to the line before it.
    while left_out > 0 && lines[left_out].starts_with(' ') {
        left_out -= 1;
    }
    let before = if left_out > 0 { "    …, and last" } else { "" };
    let _ = writeln!(out, "    {DIM}given:{DIM:#}{before}");
    indented(out, "      ", &lines[left_out..].join("\n"));
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
            let length = shown.chars().count();
            let before = " ".repeat(length.min(at.column.saturating_sub(1) as usize));
            let carets = "^".repeat(at.length.max(1) as usize);
            let _ = writeln!(out, "    {:9} {before}{RED}{carets}{RED:#}", "");
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
fn unjudged(out: &mut String, report: &CheckReport) {
    let mut reasons: BTreeMap<(&str, &str), Vec<&CaseReport>> = BTreeMap::new();
    for case in report.findings.cases() {
        if let (Verdict::Skip | Verdict::Inconclusive, Some(reason)) = (case.verdict, &case.skip_reason) {
            let word = if case.verdict == Verdict::Skip { "skipped" } else { "inconclusive" };
            reasons.entry((word, reason)).or_default().push(case);
        }
    }
    for ((word, reason), cases) in &reasons {
        let style = if *word == "skipped" { DIM } else { YELLOW };
        let _ = writeln!(out, "{style}{word}{style:#} {}: {reason}", counted(cases.len(), "case"));
        for case in cases {
            let _ = writeln!(out, "  {}", case.id);
        }
    }
    if !reasons.is_empty() {
        out.push('\n');
    }
}

/// What became of each rule.
fn rules(out: &mut String, report: &CheckReport) {
    for rule in report.findings.rules() {
        let style = style_of(rule.verdict);
        let reason = rule.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        let _ =
            writeln!(out, "{style}{:>16}{style:#} {} ({}){reason}", words::state(rule), rule.id, rule.level);
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formatter panics at a width beyond 65,535.
    #[test]
    fn a_caret_behind_65_536_blanks_is_drawn() {
        let mut out = String::new();
        let received = format!("3{}", " ".repeat(65_535));
        answer(&mut out, &received, Some(At { line: 1, column: 65_537, length: 1 }));
        assert!(out.trim_end().contains(&format!("{}{RED}^", " ".repeat(65_536))));
        let mut short = String::new();
        answer(&mut short, "3", Some(At { line: 1, column: 65_537, length: 1 }));
        assert!(short.len() < 100, "{short}");
    }

    fn diagram(rows: usize, taken: &[usize]) -> Diagram {
        let spot =
            |row: usize| Spot { symbol: if taken.contains(&row) { 'B' } else { '.' }, mark: Mark::None };
        Diagram {
            shape: Shape::Square,
            columns: vec!["1".to_owned()],
            rows: (1..=rows).map(|row| row.to_string()).collect(),
            spots: (0..rows).map(|row| vec![spot(row)]).collect(),
        }
    }

    #[test]
    fn many_empty_rows_of_a_large_board_take_one_line() {
        let large = draw_briefly(&diagram(20, &[0, 3, 19]));
        assert!(large.contains("… 15 empty rows"), "{large}");
        assert_eq!(large.lines().count(), 1 + 4 + 1 + 1, "{large}");
        assert_eq!(draw_briefly(&diagram(12, &[0])), draw(&diagram(12, &[0])));
    }

    #[test]
    fn a_conversation_ends_with_what_came_last() {
        let shown = |sent: &str, conversation: bool| {
            let mut out = String::new();
            given(&mut out, sent, conversation);
            anstream::adapter::strip_str(&out).to_string()
        };
        let sent = "init_board 5\nseto b2\nshow_board\n    .\nsety b3\nmake_move\n    a1\nsety c1\nshow_board\n    .\n";
        let shown_all = shown(sent, true);
        assert!(shown_all.starts_with("    given:    …, and last\n      sety b3\n"), "{shown_all}");
        assert_eq!(
            shown("init_board 5\nmake_move\n", true),
            "    given:\n      init_board 5\n      make_move\n"
        );
        assert_eq!(shown("M6666\n.......\n", false), "    given:    M6666\n");
    }
}
