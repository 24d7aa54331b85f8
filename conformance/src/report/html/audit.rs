//! Whether the bot answers the same in other circumstances.

use maud::{Markup, html};

use super::board::{board, natural_width};
use crate::record::{Audit, Difference, Finding};
use crate::report::audit::{found, summary};

pub(super) fn section(audit: &Audit) -> Markup {
    html! {
        section id="audit" aria-labelledby="audit-title" {
            h2 id="audit-title" { "Audit" }
            p { "For information, since no rule asks for it: " (summary(audit)) "." }
            ul class="audit" {
                @for comparison in &audit.comparisons {
                    li {
                        span class=(class(comparison.finding)) { (found(comparison)) }
                        " " (comparison.description)
                        @if let Some(remark) = &comparison.remark { " — " span class="note" { (remark) } }
                    }
                }
            }
            @if let Some((comparison, difference)) = audit.first_difference() {
                article {
                    h3 { "First difference, " (comparison.circumstance.words()) }
                    p class="title" { (difference.position) }
                    p class="hint" { b { "Hint: " } (comparison.circumstance.usual_cause()) }
                    (answers(difference))
                }
            }
        }
    }
}

fn answers(difference: &Difference) -> Markup {
    html! {
        div class="evidence" {
            @if let Some(diagram) = &difference.diagram { figure style=(format!("flex: 0 1 {}px", natural_width(diagram))) { (board(diagram)) } }
            div {
                h5 { "Usually" }
                pre { (difference.usually) }
                h5 { "Here" }
                (super::violation::answer(&difference.here, Some(difference.at)))
                details {
                    summary { "Given" }
                    pre class="given" tabindex="0" { (difference.given) }
                }
            }
        }
    }
}

const fn class(finding: Finding) -> &'static str {
    match finding {
        Finding::Same => "verdict pass",
        Finding::Differs => "verdict warn",
        Finding::Unclear | Finding::NotCompared => "verdict known",
    }
}
