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
        let opening = if at < record.opening.unwrap_or(0) { "  (opening)" } else { "" };
        let _ = writeln!(out, "{:>2} {side} {}{opening}", at + 1, mv.text());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{GameName, Move, Variant};

    #[test]
    fn an_opening_of_a_file_is_not_called_drawn() {
        let mut record = GameRecord::new(GameName::new("linkage").unwrap(), Variant::default());
        record.moves = ["RA1A2", "GC1C2"].map(|order| Move::Text(order.to_owned())).into();
        record.opening = Some(1);
        let written = orders(&record);
        assert!(written.ends_with("\n 1 More  RA1A2  (opening)\n 2 Fewer GC1C2\n\n"), "{written}");
    }
}
