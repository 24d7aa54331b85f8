//! The report as one page that needs nothing else: no network, no script.

mod audit;
mod board;
mod timing;
mod violation;

use maud::{DOCTYPE, Markup, html};

use super::{head, words};
use crate::counted::counted;
use crate::record::{CaseReport, CheckReport, Level, Verdict};
use crate::requirement::Requirement;

const STYLE: &str = include_str!("style.css");

/// The whole page. `requirements` are the rules of the game.
#[must_use]
pub fn html(report: &CheckReport, requirements: &[&Requirement]) -> Vec<u8> {
    let title = format!("{} · {} · {}", report.bot.name, report.game, words::headline(report));
    let by = format!("{} {}", report.tool.name, report.tool.version);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head::head(&title, &by, &[STYLE]))
            body {
                a class="skip" href="#main" { "Skip to the report" }
                (head(report))
                main id="main" {
                    (summary(report))
                    (not_tried(report))
                    (violations(report, requirements))
                    (unjudged(report))
                    (rules(report))
                    (timing::timing(report))
                    @if let Some(audit) = &report.audit { (audit::section(audit)) }
                    (cases(report))
                }
                footer { p { (report.tool.name) " " (report.tool.version) " · bot confined: " (report.isolation) } }
            }
        }
    };
    page.into_string().into_bytes()
}

fn head(report: &CheckReport) -> Markup {
    html! {
        header {
            p class=(format!("banner {}", report.findings.verdict())) { (words::headline(report)) }
            h1 { (report.bot.name) }
            p {
                (report.game)
                @if let Some(variant) = &report.variant { ", variant " (variant) }
                " · seed " (report.seed) " · " code { (report.bot.command.join(" ")) }
            }
            @if let Some(identity) = &report.bot.identity { p class="identity" { (crate::evidence::excerpt(identity.as_bytes())) } }
            nav aria-label="Sections" {
                a href="#summary" { "Summary" }
                @if report.findings.cases().iter().any(|case| !case.violations.is_empty()) { a href="#violations" { "Faults" } }
                a href="#rules" { "Rules" }
                @if report.timing.is_some() { a href="#timing" { "Timing" } }
                @if report.audit.is_some() { a href="#audit" { "Audit" } }
                a href="#cases" { "Cases" }
            }
        }
    }
}

fn summary(report: &CheckReport) -> Markup {
    let counts = report.findings.summary();
    html! {
        section id="summary" aria-labelledby="summary-title" {
            h2 id="summary-title" { "Summary" }
            ul class="tiles" {
                @for (count, word, class) in [
                    (counts.fail, "failed", "fail"),
                    (counts.warn, "with warnings", "warn"),
                    (counts.known, "known to fail", "known"),
                    (counts.inconclusive, "inconclusive", "inconclusive"),
                    (counts.skip, "skipped", "skip"),
                    (counts.pass, "passed", "pass"),
                ] {
                    @if count > 0 { li class=(class) { b { (count) } " " (word) } }
                }
            }
            p { (words::kept(report)) "." }
        }
    }
}

/// What keeps a bot from passing that breaks nothing.
fn not_tried(report: &CheckReport) -> Markup {
    let blockers = report.findings.blockers();
    html! {
        @if !blockers.is_empty() {
            section id="not-tried" aria-labelledby="not-tried-title" {
                h2 id="not-tried-title" { "Not tried" }
                @for blocker in &blockers {
                    details {
                        summary {
                            span class="verdict inconclusive" { (words::not_tried(blocker)) }
                            " " (blocker.reason)
                        }
                        ul { @for id in words::ids_of(blocker) { li { code { (id) } } } }
                    }
                }
            }
        }
    }
}

fn violations(report: &CheckReport, requirements: &[&Requirement]) -> Markup {
    let groups = report.findings.groups();
    let mut explained = std::collections::BTreeSet::new();
    html! {
        @if !groups.is_empty() {
            section id="violations" aria-labelledby="violations-title" {
                h2 id="violations-title" { (counted(groups.len(), "fault")) }
                @for (number, group) in groups.iter().enumerate() {
                    @let of_example = group.rules.first().map_or("", String::as_str);
                    @let requirement = requirements.iter().find(|known| known.id == of_example).copied();
                    @let first = explained.insert(of_example);
                    (violation::group(number, group, &words::members(report, group), requirement, first))
                }
            }
        }
    }
}

fn unjudged(report: &CheckReport) -> Markup {
    let mut reasons: std::collections::BTreeMap<(Verdict, &str), Vec<&CaseReport>> =
        std::collections::BTreeMap::new();
    for case in report.findings.cases() {
        if let (Verdict::Skip | Verdict::Inconclusive, Some(reason)) = (case.verdict, &case.skip_reason) {
            reasons.entry((case.verdict, reason)).or_default().push(case);
        }
    }
    html! {
        @if !reasons.is_empty() {
            section id="unjudged" aria-labelledby="unjudged-title" {
                h2 id="unjudged-title" { "Cases not judged" }
                @for ((verdict, reason), cases) in &reasons {
                    details {
                        summary {
                            span class=(format!("verdict {verdict}")) { (verdict) }
                            " " (counted(cases.len(), "case")) ": " (reason)
                        }
                        ul { @for case in cases { li { code { (case.id) } } } }
                    }
                }
            }
        }
    }
}

fn rules(report: &CheckReport) -> Markup {
    let groups = report.findings.groups();
    html! {
        section id="rules" aria-labelledby="rules-title" {
            h2 id="rules-title" { "Rules" }
            @for level in [Level::Must, Level::Should, Level::Info] {
                @let rules: Vec<_> = report.findings.rules().iter().filter(|rule| rule.level == level).collect();
                @if !rules.is_empty() {
                    div class="wide" tabindex="0" {
                        table {
                            caption { (level) }
                            thead { tr { th { "rule" } th { "verdict" } th { "cases" } th { "tried" } } }
                            tbody {
                                @for rule in rules {
                                    @let group = groups.iter().position(|group| group.rules.contains(&rule.id));
                                    tr {
                                        td {
                                            @if let Some(number) = group { a href=(format!("#fault-{}", number + 1)) { (rule.id) } } @else { (rule.id) }
                                            @if let Some(reason) = &rule.reason { br; span class="title" { (reason) } }
                                        }
                                        td { span class=(format!("verdict {}", rule.verdict)) { (words::state(rule)) } }
                                        td class="number" { (rule.cases) }
                                        td class="number" { (rule.tried) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cases(report: &CheckReport) -> Markup {
    html! {
        section id="cases" aria-labelledby="cases-title" {
            h2 id="cases-title" { "Cases" }
            details open[report.findings.cases().len() <= 40] {
                summary { (counted(report.findings.cases().len(), "case")) }
                div class="wide" tabindex="0" {
                    table {
                        thead { tr { th { "case" } th { "verdict" } th { "turns" } th { "took" } } }
                        tbody {
                            @for case in report.findings.cases() {
                                tr {
                                    td { code { (case.id) } br; span class="title" { (case.title) } }
                                    td { span class=(format!("verdict {}", case.verdict)) { (case.verdict) } }
                                    td class="number" { (case.turns) }
                                    td class="number time" { (format!("{:.1} ms", case.duration_ms)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
