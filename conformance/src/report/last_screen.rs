//! The end of the report for people: all that matters, on one screen of 80 columns and 24 lines.

use anstyle::{AnsiColor, Style};

use super::pretty::{BOLD, CYAN, DIM, style_of};
use super::words;
use crate::counted::counted;
use crate::record::{CheckReport, Group, Host, Verdict};

/// How wide a screen is.
const COLUMNS: usize = 80;
/// How many lines it has, but for the prompt that comes next and an empty line.
const LINES: usize = 22;
/// At most so many reasons are given for what was not tried.
const REASONS: usize = 4;
/// They take no more lines than this, but for the first.
const REASON_LINES: usize = 11;

const YELLOW: Style = AnsiColor::Yellow.on_default();
const RED: Style = AnsiColor::Red.on_default();

/// A line with one style for its first word and none, or another, for the rest.
struct Line {
    style: Style,
    head: String,
    rest: String,
}

impl Line {
    fn new(style: Style, head: impl Into<String>, rest: impl Into<String>) -> Self {
        Self { style, head: head.into(), rest: rest.into() }
    }

    fn plain(text: impl Into<String>) -> Self {
        Self::new(Style::new(), "", text)
    }

    fn width(&self) -> usize {
        self.head.chars().count() + self.rest.chars().count()
    }

    /// Cut to the width of the screen, since it stands in full above.
    fn cut(mut self) -> Self {
        self.rest = self.rest.replace('\n', " ");
        if self.width() > COLUMNS {
            let room = COLUMNS.saturating_sub(self.head.chars().count() + 1);
            self.rest = self.rest.chars().take(room).chain(['…']).collect();
        }
        self
    }

    /// The same words on as many lines of the screen as they take, with each number beside its per cent sign.
    fn wrapped(self) -> Vec<Self> {
        let text = self.rest.trim_start_matches(' ').replace(" %", "\u{a0}%");
        let margin = " ".repeat(self.rest.len() - self.rest.trim_start_matches(' ').len());
        let mut words =
            text.split([' ', '\n']).filter(|word| !word.is_empty()).map(|word| word.replace('\u{a0}', " "));
        let first = words.next().unwrap_or_default();
        let mut lines = vec![Self::new(self.style, self.head, margin + &first)];
        for word in words {
            match lines.last_mut() {
                Some(last) if last.width() + 1 + word.chars().count() <= COLUMNS => {
                    last.rest.push(' ');
                    last.rest.push_str(&word);
                }
                _ => lines.push(Self::plain(format!("      {word}"))),
            }
        }
        lines
    }

    fn write(&self, out: &mut String) {
        let Self { style, head, rest } = self;
        if !head.is_empty() {
            out.push_str(&format!("{style}{head}{style:#}"));
        }
        out.push_str(rest);
        out.push('\n');
    }
}

/// The faults with their hints, what was not tried, the times, and at last the verdict. What is told `in_full` above
/// need not be so here.
pub(super) fn write(out: &mut String, report: &CheckReport, in_full: bool) {
    let below = [figures(report), verdict(report)].into_iter().flatten().flat_map(Line::wrapped);
    let below: Vec<Line> = not_tried(report).into_iter().chain(below).collect();
    let above = faults(report.findings.groups(), LINES.saturating_sub(below.len()), in_full);
    above.iter().chain(&below).for_each(|line| line.write(out));
}

/// As many faults as there is room for, and how many there are besides.
fn faults(groups: &[Group], room: usize, in_full: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut shown = 0;
    for group in groups {
        let fault = fault(group).into_iter();
        let fault: Vec<Line> =
            if in_full { fault.map(Line::cut).collect() } else { fault.flat_map(Line::wrapped).collect() };
        let left_out = usize::from(shown + 1 < groups.len());
        // One is told whatever there is room for.
        if !lines.is_empty() && lines.len() + fault.len() + left_out > room {
            break;
        }
        lines.extend(fault);
        shown += 1;
    }
    if shown < groups.len() {
        let more = counted(groups.len() - shown, "more fault");
        lines.push(Line::new(DIM, "… ", format!("and {more}, in {}", cases_of(&groups[shown..]))));
    }
    lines
}

fn cases_of(groups: &[Group]) -> String {
    let ids: std::collections::BTreeSet<&String> = groups.iter().flat_map(|group| &group.cases).collect();
    counted(ids.len(), "case")
}

/// What is wrong, and what probably went wrong.
fn fault(group: &Group) -> Vec<Line> {
    let head = Line::new(style_of(group.verdict), format!("{:>5} ", group.verdict), "");
    let what = format!("{} {}", words::rules_of(group), words::extent_of(group));
    match &group.hint {
        Some(hint) => vec![
            Line { rest: format!("{what}: {}", group.message), ..head },
            Line::new(CYAN, "      hint: ", hint.clone()),
        ],
        None => vec![Line { rest: what, ..head }, Line::plain(format!("      {}", group.message))],
    }
}

/// Why the bot cannot pass though nothing is broken; for one that fails, only how much was not tried.
fn not_tried(report: &CheckReport) -> Vec<Line> {
    let blockers = report.findings.blockers();
    let failed = report.findings.verdict() == Verdict::Fail;
    let most = if failed { 1 } else { REASONS };
    let (mut lines, mut shown) = (Vec::new(), 0);
    for blocker in blockers.iter().take(most) {
        let head = format!("{} not tried: ", words::not_tried(blocker));
        let mut told = Line::new(YELLOW, head, blocker.reason).wrapped();
        let named = words::named(blocker, 2).filter(|_| !failed);
        told.extend(named.map(|ids| Line::new(DIM, "      ", ids).cut()));
        if shown > 0 && lines.len() + told.len() > REASON_LINES {
            break;
        }
        lines.extend(told);
        shown += 1;
    }
    if blockers.len() > shown {
        let more = counted(blockers.len() - shown, "more reason");
        lines.push(Line::new(DIM, "… ", format!("and {more} for what was not tried (-v shows all)")));
    }
    lines
}

/// Rules and times.
fn figures(report: &CheckReport) -> Vec<Line> {
    let mut lines = vec![Line::plain(words::kept(report))];
    let Some(timing) = &report.timing else { return lines };
    lines.push(Line::plain(words::times(timing)));
    if let Some(room) = words::headroom(timing) {
        lines.push(Line::plain(format!("still in time {room}")));
    } else if timing.host == Host::Busy {
        lines.push(Line::plain("how much time the bot has left cannot be told on a busy machine"));
    }
    if let Some(there) = &report.elsewhere {
        lines.push(Line::plain(words::elsewhere(there, timing)));
        let style = if there.differs { YELLOW } else { Style::new() };
        lines.push(Line::new(style, if there.differs { "warning: " } else { "" }, words::prospect(there)));
    }
    if let Some(budget) = report.budget.filter(|budget| !budget.kept) {
        lines.push(Line::new(RED, "over its budget", format!(" of {} % of the limit", budget.percent)));
    }
    lines
}

/// On one line if there is room for it.
fn verdict(report: &CheckReport) -> Vec<Line> {
    let style = match report.findings.verdict() {
        Verdict::Fail => style_of(Verdict::Fail),
        other => style_of(other).effects(BOLD.get_effects()),
    };
    let headline = words::headline(report);
    let cases = counted(report.findings.cases().len(), "case");
    let counts = format!("{cases}: {}", words::counts(report.findings.summary()));
    if headline.chars().count() + 2 + counts.chars().count() <= COLUMNS {
        vec![Line::new(style, headline, format!(": {counts}"))]
    } else {
        vec![Line::plain(counts), Line::new(style, headline, "")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{BotInfo, CaseReport, Findings, Gap, Level, Terms, Timing, Tool, Violation};
    use crate::requirement::Requirement;

    fn violation(rule: &str, number: usize) -> Violation {
        let level = if number.is_multiple_of(2) { Level::Must } else { Level::Should };
        let requirement = Requirement::bare("game/subject/rule", level);
        let words = "a sentence that goes on and on, and is cut at the end of the line in any case whatever";
        let violation =
            requirement.violated(format!("fault {number}: {words}")).hint(format!("because {words}"));
        Violation { rule: rule.to_owned(), ..violation }
    }

    fn case(number: usize, gap: Option<Gap>, violations: Vec<Violation>) -> CaseReport {
        CaseReport {
            rules: vec![format!("game/subject/rule-{number}")],
            gap,
            skip_reason: gap.map(|gap| format!("for the reason {gap:?} number {number}")),
            violations,
            ..CaseReport::passed(&format!("game/subject/case-{number}"))
        }
    }

    fn report(cases: Vec<CaseReport>) -> CheckReport {
        let rules =
            cases.iter().flat_map(|case| &case.rules).map(|rule| (rule.clone(), Level::Must)).collect();
        CheckReport {
            schema: "botspec.check/1",
            tool: Tool::this(),
            game: "game".to_owned(),
            variant: None,
            seed: 1,
            thorough: true,
            shortened_by: None,
            bot: BotInfo { name: "bot".to_owned(), command: Vec::new(), identity: None },
            findings: Findings::new(cases, Terms { rules, ..Terms::default() }),
            timing: Some(Timing {
                limit_ms: 120_000.0,
                turns: 123_456,
                p50_ms: 10.0,
                p99_ms: 20.0,
                max_ms: 40_000.0,
                cpu_max_ms: 1.0,
                wall_p99_ms: Some(1.0),
                wall_max_ms: 1.0,
                share: 1.0 / 3.0,
                headroom: Some(3.0),
                host: Host::Quiet,
                pressure: Some(0.0),
            }),
            elsewhere: None,
            budget: None,
            audit: None,
            turn_times_ms: Vec::new(),
            isolation: String::new(),
        }
    }

    fn screen(report: &CheckReport) -> Vec<String> {
        let lines = shown(report, true);
        assert!(lines.len() <= LINES, "{} lines:\n{lines:#?}", lines.len());
        lines
    }

    fn shown(report: &CheckReport, in_full: bool) -> Vec<String> {
        let mut out = String::new();
        write(&mut out, report, in_full);
        let text = anstream::adapter::strip_str(&out).to_string();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert!(lines.iter().all(|line| line.chars().count() <= COLUMNS), "{text}");
        lines
    }

    #[test]
    fn many_faults_fit_on_a_screen_and_those_left_out_are_counted() {
        let broken = |at: usize| case(at, None, vec![violation(&format!("game/subject/rule-{at}"), at)]);
        let lines = screen(&report((0..40).map(broken).collect()));
        let shown = lines.iter().filter(|line| line.starts_with(" fail ")).count();
        let hints = lines.iter().filter(|line| line.starts_with("      hint: because")).count();
        assert_eq!((shown, hints), (8, 8), "{lines:#?}");
        assert!(lines.iter().any(|line| line == "… and 32 more faults, in 32 cases"), "{lines:#?}");
        assert_eq!(lines.last().unwrap(), "DOES NOT CONFORM: 40 cases: 20 failed, 20 with warnings");
        // What few there are is all there.
        let lines = screen(&report((0..3).map(broken).collect()));
        assert!(lines[0].starts_with(" fail game/subject/rule-0 (must) in 1 case: fault 0: a sentence"));
        assert!(lines[4].starts_with(" warn game/subject/rule-1 (should) in 1 case"), "{lines:#?}");
    }

    #[test]
    fn what_was_not_tried_is_told_with_its_reason() {
        let gaps = (0..9).map(|at| case(at, Some(Gap::NotTried), Vec::new()));
        let lines = screen(&report(gaps.collect()));
        let reasons = lines.iter().filter(|line| line.starts_with("1 must rule not tried: for the")).count();
        assert_eq!(reasons, REASONS, "{lines:#?}");
        assert!(lines.iter().any(|line| line.starts_with("… and 5 more reasons")), "{lines:#?}");
        assert!(lines.iter().any(|line| line == "0 of 9 rules kept"));
        assert_eq!(lines.last().unwrap(), "INCONCLUSIVE: 9 cases: 9 skipped");
        let lines =
            screen(&report(vec![case(0, None, Vec::new()), case(1, Some(Gap::NotApplicable), Vec::new())]));
        assert!(
            lines.iter().any(|line| line == "1 of 1 rule kept; 1 does not apply to this bot"),
            "{lines:#?}"
        );
    }

    /// It was cut as well, and stood nowhere else.
    #[test]
    fn what_stands_nowhere_else_is_told_in_full() {
        let gaps = (0..9).map(|at| CaseReport {
            skip_reason: Some(format!("reason {at} {} to its end", "goes on and on ".repeat(9))),
            ..case(at, Some(Gap::NotTried), Vec::new())
        });
        let text = screen(&report(gaps.collect())).join(" ");
        assert!(text.contains("reason 0 goes on and on") && text.contains("on to its end"), "{text}");
        assert!(text.contains("more reasons for what was not tried"), "{text}");
        let broken = |at: usize| case(at, None, vec![violation(&format!("game/subject/rule-{at}"), at)]);
        let text = shown(&report((0..2).map(broken).collect()), false).join(" ");
        assert_eq!(text.matches("whatever").count(), 4, "two messages and two hints: {text}");
    }

    #[test]
    fn a_number_is_not_parted_from_its_per_cent_sign() {
        for head in 60..80 {
            let lines = Line::plain(format!("{} (0.2 %) of it", "x".repeat(head))).wrapped();
            assert!(lines.iter().any(|line| line.rest.contains("(0.2 %)")), "{head}");
        }
    }

    #[test]
    fn a_verdict_that_is_too_long_for_a_line_stands_alone() {
        let tried = case(0, None, Vec::new());
        let left_out = (1..200).map(|at| case(at, Some(Gap::LeftOut), Vec::new()));
        let lines = screen(&report([tried].into_iter().chain(left_out).collect()));
        assert_eq!(lines[lines.len() - 2], "200 cases: 1 passed, 199 skipped");
        assert_eq!(lines.last().unwrap(), "INCONCLUSIVE, 1 of 200 cases tried (--max-time)");
    }
}
