//! The report as one page that needs nothing else: no network, no script.

mod audit;
mod board;
mod timing;
mod violation;

use maud::{DOCTYPE, Markup, html};

use super::{head, words};
use crate::record::{CaseReport, CheckReport, Level, Verdict};
use crate::requirement::Requirement;

const STYLE: &str = include_str!("style.css");

/// The whole page. `requirements` are the rules of the game.
#[must_use]
pub fn html(report: &CheckReport, requirements: &[&Requirement]) -> Vec<u8> {
    let title = format!("{} · {} · {}", report.bot.name, report.game, words::verdict(report.verdict));
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
            p class=(format!("banner {}", report.verdict)) { (words::verdict(report.verdict)) }
            h1 { (report.bot.name) }
            p {
                (report.game)
                @if let Some(variant) = &report.variant { ", variant " (variant) }
                " · seed " (report.seed) " · " code { (report.bot.command.join(" ")) }
            }
            @if let Some(identity) = &report.bot.identity { p class="identity" { (crate::evidence::excerpt(identity.as_bytes())) } }
            nav aria-label="Sections" {
                a href="#summary" { "Summary" }
                @if report.cases.iter().any(|case| !case.violations.is_empty()) { a href="#violations" { "Violations" } }
                a href="#rules" { "Rules" }
                @if report.timing.is_some() { a href="#timing" { "Timing" } }
                @if report.audit.is_some() { a href="#audit" { "Audit" } }
                a href="#cases" { "Cases" }
            }
        }
    }
}

fn summary(report: &CheckReport) -> Markup {
    let counts = &report.summary;
    let kept = report.rules.iter().filter(|rule| rule.verdict == Verdict::Pass).count();
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
            p { (kept) " of " (words::number(report.rules.len(), "rule")) " kept." }
        }
    }
}

fn violations(report: &CheckReport, requirements: &[&Requirement]) -> Markup {
    html! {
        @if report.cases.iter().any(|case| !case.violations.is_empty()) {
            section id="violations" aria-labelledby="violations-title" {
                h2 id="violations-title" { "Violations" }
                @for rule in &report.rules {
                    @let broken = words::broken(report, rule);
                    @if !broken.is_empty() {
                        @let requirement = requirements.iter().find(|known| known.id == rule.id).copied();
                        (violation::rule(rule, requirement, &broken))
                    }
                }
            }
        }
    }
}

fn unjudged(report: &CheckReport) -> Markup {
    let mut reasons: std::collections::BTreeMap<(Verdict, &str), Vec<&CaseReport>> =
        std::collections::BTreeMap::new();
    for case in &report.cases {
        if let (Verdict::Skip | Verdict::Inconclusive, Some(reason)) = (case.verdict, &case.skip_reason) {
            reasons.entry((case.verdict, reason)).or_default().push(case);
        }
    }
    html! {
        @if !reasons.is_empty() {
            section id="unjudged" aria-labelledby="unjudged-title" {
                h2 id="unjudged-title" { "Not judged" }
                @for ((verdict, reason), cases) in &reasons {
                    details {
                        summary {
                            span class=(format!("verdict {verdict}")) { (verdict) }
                            " " (words::number(cases.len(), "case")) ": " (reason)
                        }
                        ul { @for case in cases { li { code { (case.id) } } } }
                    }
                }
            }
        }
    }
}

fn rules(report: &CheckReport) -> Markup {
    html! {
        section id="rules" aria-labelledby="rules-title" {
            h2 id="rules-title" { "Rules" }
            @for level in [Level::Must, Level::Should, Level::Info] {
                @let rules: Vec<_> = report.rules.iter().filter(|rule| rule.level == level).collect();
                @if !rules.is_empty() {
                    div class="wide" tabindex="0" {
                        table {
                            caption { (level) }
                            thead { tr { th { "rule" } th { "verdict" } th { "cases" } } }
                            tbody {
                                @for rule in rules {
                                    @let broken = !words::broken(report, rule).is_empty();
                                    tr {
                                        td { @if broken { a href=(format!("#{}", rule.id)) { (rule.id) } } @else { (rule.id) } }
                                        td { span class=(format!("verdict {}", rule.verdict)) { (rule.verdict) } }
                                        td class="number" { (rule.cases) }
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
            details open[report.cases.len() <= 40] {
                summary { (words::number(report.cases.len(), "case")) }
                div class="wide" tabindex="0" {
                    table {
                        thead { tr { th { "case" } th { "verdict" } th { "turns" } th { "took" } } }
                        tbody {
                            @for case in &report.cases {
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
