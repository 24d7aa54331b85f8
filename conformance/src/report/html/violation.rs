//! One broken rule, and one violation of it, with everything that proves it.

use maud::{Markup, html};

use super::board::{board, natural_width};
use crate::counted::counted;
use crate::evidence::excerpt;
use crate::record::{At, CaseReport, Direction, Event, Group, Mark, Violation};
use crate::report::words;
use crate::requirement::Requirement;

/// So many events are shown of the beginning and of the end of a case.
const HEAD: usize = 20;
const TAIL: usize = 80;

/// A fault with its example; the other violations that it explains are listed. `requirement` is the rule of the
/// example, told in full if `first`.
pub(super) fn group(
    number: usize,
    group: &Group,
    members: &[(&CaseReport, &Violation)],
    requirement: Option<&Requirement>,
    first: bool,
) -> Markup {
    html! {
        section class="rule" id=(format!("fault-{}", number + 1)) {
            h3 {
                span class=(format!("verdict {}", group.verdict)) { (group.verdict) }
                @for rule in &group.rules { " " (rule) }
                " " span class="level" { (group.level) ", " (words::extent_of(group)) }
            }
            @if let Some(rule) = requirement {
                p { "A bot conforms if " (rule.demand) "." }
                dl {
                    dt { "Fix" } dd { (rule.fix) }
                    @if first { dt { "Why" } dd { (rule.why) } }
                    dt { "Source" } dd { (rule.source) }
                    @if first {
                        dt { "Right" } dd { pre { (rule.right) } }
                        dt { "Wrong" } dd { pre { (rule.wrong) } }
                    }
                }
            }
            @if let Some((case, violation)) = members.first() { (one(case, violation)) }
            @if members.len() > 1 {
                details {
                    summary { (counted(members.len() - 1, "more violation")) " like it" }
                    ul {
                        @for (case, violation) in &members[1..] {
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
            summary { "Every byte of this case (" (counted(events.len(), "event")) ")" }
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
            td { (event.process_number) }
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
