//! How long turns took, drawn against the limit.

use maud::{Markup, html};

use crate::counted::counted;
use crate::record::{CheckReport, Host, Timing};
use crate::report::words;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 36.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 30.0;
const BARS: usize = 48;

/// The section about time; empty if no turn was timed.
pub(super) fn timing(report: &CheckReport) -> Markup {
    html! {
        @if let Some(timing) = &report.timing {
            section id="timing" aria-labelledby="timing-title" {
                h2 id="timing-title" { "Timing" }
                p { (words::times(timing)) "." }
                p class="headroom" {
                    @if let Some(room) = words::headroom(timing) {
                        "This bot would still be in time " (room) "."
                    } @else if timing.host == Host::Busy {
                        "How much time the bot has left cannot be told: the machine was busy"
                        @if let Some(pressure) = timing.pressure { " (" (format!("{:.0}", pressure * 100.0)) " % of the time some program waited for a core)" }
                        "."
                    } @else {
                        "No headroom: a turn took the whole limit."
                    }
                    @if let Some(over) = words::over_budget(report) { " It is " (over) "." }
                }
                @if let Some(there) = &report.elsewhere {
                    p class="elsewhere" {
                        @if there.differs { strong { "Warning: " } }
                        (words::prediction(there, timing)) "."
                    }
                }
                (distribution(&report.turn_times_ms, timing))
            }
        }
    }
}

/// A logarithmic axis from below the fastest turn to beyond the limit.
struct Axis {
    from: f64,
    to: f64,
}

impl Axis {
    fn x(&self, ms: f64) -> f64 {
        let share = (ms.max(self.from).ln() - self.from.ln()) / (self.to.ln() - self.from.ln());
        LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
    }
}

fn distribution(times: &[f64], timing: &Timing) -> Markup {
    let Some(fastest) = times.first() else { return html! {} };
    let from = (fastest.max(0.01) / 2.0).min(timing.limit_ms / 2.0);
    let axis = Axis { from, to: timing.limit_ms.max(timing.max_ms) * 2.0 };
    let bar = (WIDTH - LEFT - RIGHT) / BARS as f64;
    let mut counts = [0_usize; BARS];
    for time in times {
        let at = (0..BARS).rev().find(|&at| axis.x(*time) >= LEFT + bar * at as f64).unwrap_or(0);
        counts[at] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let floor = HEIGHT - BOTTOM;
    let limit = axis.x(timing.limit_ms);
    let ticks = (-3..7).map(|power| 10_f64.powi(power)).filter(|ms| (axis.from..=axis.to).contains(ms));
    let label =
        format!("distribution of {} turn times; the limit is at {:.0} ms", times.len(), timing.limit_ms);
    html! {
        svg class="chart" role="img" aria-label=(label) viewBox=(format!("0 0 {WIDTH} {HEIGHT}"))
            xmlns="http://www.w3.org/2000/svg" {
            rect class="over" x=(fixed(limit)) y=(TOP) width=(fixed(WIDTH - RIGHT - limit)) height=(floor - TOP) {}
            @for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                @let height = ((floor - TOP) * (count as f64) / (most as f64)).max(2.0);
                rect class="bar" x=(fixed(LEFT + bar * at as f64 + 0.5)) y=(fixed(floor - height))
                    width=(fixed(bar - 1.0)) height=(fixed(height)) {
                    title { (counted(count, "turn")) }
                }
            }
            line class="axis" x1=(LEFT) y1=(floor) x2=(WIDTH - RIGHT) y2=(floor) {}
            @for ms in ticks {
                line class="axis" x1=(fixed(axis.x(ms))) y1=(floor) x2=(fixed(axis.x(ms))) y2=(floor + 4.0) {}
                text class="label" x=(fixed(axis.x(ms))) y=(floor + 18.0) { (short(ms)) }
            }
            line class="limit" x1=(fixed(limit)) y1=(TOP - 6.0) x2=(fixed(limit)) y2=(floor) {}
            text class="label limit-label" x=(fixed(limit)) y=(TOP - 12.0) { "limit " (short(timing.limit_ms)) }
            text class="label" x=(LEFT - 6.0) y=(TOP + 4.0) text-anchor="end" { (most) }
        }
        p class="note" { "Turns by charged time; the axis is logarithmic." }
    }
}

fn fixed(number: f64) -> String {
    format!("{number:.1}")
}

fn short(ms: f64) -> String {
    if ms >= 1000.0 { format!("{} s", ms / 1000.0) } else { format!("{ms} ms") }
}
