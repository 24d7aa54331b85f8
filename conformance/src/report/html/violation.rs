//! One broken rule, and one violation of it, with everything that proves it.

use maud::{Markup, html};

use super::board::{board, natural_width};
use crate::evidence::excerpt;
use crate::record::{At, CaseReport, Direction, Event, Mark, RuleReport, Violation};
use crate::report::words;
use crate::requirement::Requirement;

/// How many violations of one rule are shown in full; the others are listed.
const SHOWN_A_RULE: usize = 4;
/// So many events are shown of the beginning and of the end of a case.
const HEAD: usize = 20;
const TAIL: usize = 80;

/// A rule with all that breaks it.
pub(super) fn rule(
    report: &RuleReport,
    requirement: Option<&Requirement>,
    broken: &[(&CaseReport, &Violation)],
) -> Markup {
    html! {
        section class="rule" id=(report.id) {
            h3 {
                span class=(format!("verdict {}", report.verdict)) { (report.verdict) }
                " " (report.id) " " span class="level" { (report.level) }
            }
            @if let Some(rule) = requirement {
                p { "A bot conforms if " (rule.demand) "." }
                dl {
                    dt { "Fix" } dd { (rule.fix) }
                    dt { "Why" } dd { (rule.why) }
                    dt { "Source" } dd { (rule.source) }
                    dt { "Right" } dd { pre { (rule.right) } }
                    dt { "Wrong" } dd { pre { (rule.wrong) } }
                }
            }
            @for (case, violation) in broken.iter().take(SHOWN_A_RULE) {
                (one(case, violation))
            }
            @if broken.len() > SHOWN_A_RULE {
                details {
                    summary { (words::number(broken.len() - SHOWN_A_RULE, "further violation")) }
                    ul {
                        @for (case, violation) in &broken[SHOWN_A_RULE..] {
                            li { code { (case.id) } ": " (violation.message) }
                        }
                    }
                }
            }
        }
    }
}

fn one(case: &CaseReport, violation: &Violation) -> Markup {
    html! {
        article {
            h4 {
                (case.id)
                @if let Some(turn) = violation.turn.filter(|_| case.turns > 1) { ", turn " (turn) }
            }
            p class="title" { (case.title) }
            p class="message" { (violation.message) }
            @if let Some(hint) = &violation.hint { p class="hint" { b { "Hint: " } (hint) } }
            @if let Some(shrunk) = &violation.shrunk { p class="shrunk" { b { "Shrunk: " } (shrunk.to_string()) } }
            div class="evidence" {
                @if let Some(diagram) = &violation.diagram {
                    figure style=(format!("flex: 0 1 {}px", natural_width(diagram))) {
                        (board(diagram))
                        figcaption {
                            @let marked = |mark| diagram.spots.iter().flatten().any(|spot| spot.mark == mark);
                            @if marked(Mark::Offending) { span class="key offending" { "✕" } " at fault " }
                            @if marked(Mark::Answer) { span class="key answer" { "\u{a0}" } " the rest of the answer" }
                        }
                    }
                }
                div {
                    @if let Some(received) = &violation.received {
                        h5 { "Answered" }
                        (answer(received, violation.at))
                    }
                    @if let Some(sent) = &violation.sent {
                        h5 { "Given" }
                        pre class="given" tabindex="0" { (sent) }
                    }
                }
            }
            @if let Some(repro) = &violation.repro {
                h5 { "See it again" }
                pre class="command" tabindex="0" { (repro) }
            }
            @if !case.transcript.is_empty() { (transcript(&case.transcript)) }
        }
    }
}

/// The answer, with what is wrong with it marked.
pub(super) fn answer(received: &str, at: Option<At>) -> Markup {
    let lines: Vec<&str> = received.split('\n').collect();
    html! {
        pre class="answered" {
            @if received.is_empty() { i { "(nothing)" } }
            @for (number, line) in lines.iter().enumerate() {
                @if number > 0 { "\n" }
                @match at.filter(|at| at.line as usize == number + 1) {
                    Some(at) => {
                        @let before = at.column.saturating_sub(1) as usize;
                        @let length = at.length.max(1) as usize;
                        (line.chars().take(before).collect::<String>())
                        @let marked = line.chars().skip(before).take(length).collect::<String>();
                        mark { @if marked.is_empty() { "␣" } @else { (marked) } }
                        (line.chars().skip(before + length).collect::<String>())
                    }
                    None => { (line) }
                }
            }
        }
    }
}

/// What was said, byte by byte.
fn transcript(events: &[Event]) -> Markup {
    let left_out = events.len().saturating_sub(HEAD + TAIL);
    let (head, tail) =
        if left_out > 0 { (&events[..HEAD], &events[events.len() - TAIL..]) } else { (events, &events[..0]) };
    html! {
        details {
            summary { "Every byte of this case (" (words::number(events.len(), "event")) ")" }
            div class="wide" tabindex="0" {
                table class="transcript" {
                    thead { tr { th { "at" } th { "process" } th { "channel" } th { "bytes" } th { "took" } } }
                    tbody {
                        @for event in head { (row(event)) }
                        @if left_out > 0 {
                            tr { td colspan="5" { "… " (left_out) " events left out here; --save keeps them all" } }
                        }
                        @for event in tail { (row(event)) }
                    }
                }
            }
        }
    }
}

fn row(event: &Event) -> Markup {
    let (class, arrow) = match event.direction {
        Direction::ToBot => ("to", "→ "),
        Direction::FromBot => ("from", "← "),
        Direction::Note => ("note", ""),
    };
    html! {
        tr class=(class) {
            td class="time" { (format!("{:.1} ms", event.at_ms)) }
            td { (event.sitting) }
            td { (arrow) (event.channel) }
            td {
                @if event.direction == Direction::Note {
                    (excerpt(&event.bytes.0))
                } @else {
                    pre { (visible(&event.bytes.0)) }
                }
            }
            td class="time" { @if let Some(took) = event.took_ms { (format!("{took:.1} ms")) } }
        }
    }
}

/// Bytes with their line ends to be seen.
fn visible(bytes: &[u8]) -> String {
    excerpt(bytes).replace('\n', "⏎\n").trim_end_matches('\n').to_owned()
}
