//! A game as readable text.

use std::fmt::Write as _;

use crate::evidence::excerpt;
use crate::record::GameRecord;

/// The orders of a game, one a line, with a blank line at the end.
#[must_use]
pub(super) fn orders(record: &GameRecord) -> String {
    let name = |seat: usize| record.players.get(seat).map_or("?", |player| player.name.as_str());
    let number = record.number.map(|number| format!("Game {number}: ")).unwrap_or_default();
    let mut out = format!("{number}{} (More) against {} (Fewer)\n", name(0), name(1));
    for (at, mv) in record.moves.iter().enumerate() {
        let side = if at % 2 == 0 { "More " } else { "Fewer" };
        let drawn = if at < record.opening.unwrap_or(0) { "  (drawn at random)" } else { "" };
        let _ = writeln!(out, "{:>2} {side} {}{drawn}", at + 1, mv.text());
    }
    if let Some(fault) = &record.fault {
        let side = if record.moves.len().is_multiple_of(2) { "More " } else { "Fewer" };
        let answer = fault.answer.as_deref().map(|text| excerpt(text.as_bytes()));
        let answer = answer.map(|text| text.replace('\n', "\\n")).unwrap_or_else(|| "-".to_owned());
        let message = fault.message.replace('\n', " ");
        let _ = writeln!(out, "{:>2} {side} {answer}  ({message})", record.moves.len() + 1);
    }
    if let Some(result) = &record.result {
        let _ = writeln!(out, "{}", result.in_words());
    }
    out.push('\n');
    out
}
