//! What was said, side by side: the tester on the left, the bot on the right.

use std::fmt::Write as _;

use anstyle::Style;

use crate::evidence::excerpt;
use crate::record::{Direction, Event};

const DIM: Style = Style::new().dimmed();
/// Characters a column.
const LEFT: usize = 42;
const RIGHT: usize = 56;

/// All events; what went to the bot stands beside what came back next.
#[must_use]
pub fn dialogue(events: &[Event]) -> String {
    let mut out = String::new();
    let mut process_number = None;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for event in events {
        if process_number != Some(event.process_number) {
            rows(&mut out, &mut left, &mut right);
            let label = format!("to process {}", event.process_number);
            let _ = writeln!(out, "{DIM}{label:LEFT$}│ from it{DIM:#}");
            process_number = Some(event.process_number);
        }
        match event.direction {
            Direction::ToBot => {
                if !right.is_empty() {
                    rows(&mut out, &mut left, &mut right);
                }
                lines(&mut left, event, LEFT);
            }
            Direction::FromBot => lines(&mut right, event, RIGHT),
            Direction::Note => {
                rows(&mut out, &mut left, &mut right);
                let took = event.took_ms.map(|took| format!(" ({took:.1} ms)")).unwrap_or_default();
                let _ = writeln!(out, "{DIM}— {}{took}{DIM:#}", excerpt(&event.bytes.0));
            }
        }
    }
    rows(&mut out, &mut left, &mut right);
    out
}

/// An event as lines that fit: its channel and time, then its text.
fn lines(column: &mut Vec<String>, event: &Event, width: usize) {
    let took = event.took_ms.map(|took| format!(", took {took:.1} ms")).unwrap_or_default();
    column.push(format!("[{} at {:.1} ms{took}]", event.channel, event.at_ms));
    let text = excerpt(&event.bytes.0);
    for line in text.lines() {
        let letters: Vec<char> = line.chars().collect();
        if letters.is_empty() {
            column.push(String::new());
        }
        column.extend(letters.chunks(width).map(String::from_iter));
    }
    if !text.is_empty() && !text.ends_with('\n') {
        column.push("(no line end)".to_owned());
    }
}

fn rows(out: &mut String, left: &mut Vec<String>, right: &mut Vec<String>) {
    for at in 0..left.len().max(right.len()) {
        let cell = |column: &[String]| column.get(at).cloned().unwrap_or_default();
        let row = format!("{:LEFT$}│ {}", cell(left), cell(right));
        let _ = writeln!(out, "{}", row.trim_end());
    }
    left.clear();
    right.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Bytes;

    #[test]
    fn question_and_answer_stand_side_by_side() {
        let event = |direction, channel: &str, bytes: &[u8]| Event {
            process_number: 1,
            at_ms: 0.5,
            direction,
            channel: channel.to_owned(),
            bytes: Bytes(bytes.to_vec()),
            took_ms: None,
        };
        let shown = dialogue(&[
            event(Direction::ToBot, "input.txt", b"M6666\n...\n"),
            event(Direction::FromBot, "order.txt", b"RA1\xff"),
            event(Direction::Note, "", b"the process ended"),
        ]);
        let plain = anstream::adapter::strip_str(&shown).to_string();
        let rows: Vec<&str> = plain.lines().collect();
        assert!(rows[1].starts_with("[input.txt at 0.5 ms]") && rows[1].contains("│ [order.txt at"));
        assert!(rows[2].starts_with("M6666 ") && rows[2].ends_with("│ RA1\\xff"), "{plain}");
        assert_eq!(rows.last(), Some(&"— the process ended"));
    }
}
