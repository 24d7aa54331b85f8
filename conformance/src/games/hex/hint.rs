//! What a wrong answer was probably meant to be.

use botspec_sdk::games::hex::{MoveText, Position, Reason, Standing};

/// What to say about bytes that are no text.
const GARBAGE: &str = "the line holds bytes that are not plain text (a byte order mark, colours for a terminal, memory that was never written?)";

/// Whether a line has bytes that no answer has.
fn is_garbage(line: &[u8]) -> bool {
    line.iter().any(|byte| !(byte.is_ascii_graphic() || byte.is_ascii_whitespace()))
}

/// What a malformed answer to `make_move` was probably meant to be.
#[must_use]
pub(super) fn malformed_move(line: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(line);
    let is_move = |text: &str| MoveText::from_bytes(text.as_bytes()).is_ok();
    let trimmed = text.trim();
    let lower = trimmed.to_lowercase();
    let compact: String = lower.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters: String = compact.chars().filter(char::is_ascii_alphabetic).collect();
    let digits: String = compact.chars().filter(char::is_ascii_digit).collect();
    if trimmed.is_empty() {
        Some("an empty line is not a move")
    } else if is_garbage(line) {
        Some(GARBAGE)
    } else if ["resign", "pass", "quit", "none", "null", "error"].iter().any(|word| lower.starts_with(word)) {
        Some("there is always a move until the game is decided, and no other answer")
    } else if is_move(trimmed) {
        Some("it would be right without the blanks around it")
    } else if is_move(&lower) {
        Some("write it in lower case")
    } else if digits.len() > 1
        && digits.starts_with('0')
        && is_move(&format!("{letters}{}", digits.trim_start_matches('0')))
    {
        Some("write the number without zeros in front")
    } else if lower.split(|c: char| !c.is_ascii_alphanumeric()).next_back().is_some_and(is_move) {
        Some("write the move and nothing else: no prompt, no text")
    } else if is_move(&compact) {
        Some("write letter and number without anything between or after them")
    } else if is_move(&format!("{letters}{digits}")) && !letters.is_empty() {
        Some("the letter (row) comes first, then the number (column)")
    } else if letters.is_empty() && !digits.is_empty() {
        Some("the row is a letter: a is the first row")
    } else {
        None
    }
}

/// What is to be said of an illegal move, whatever the cell was meant to be.
#[must_use]
pub(super) fn illegal_move(position: &Position, text: MoveText, reason: &Reason) -> Option<String> {
    if *reason == Reason::SwapNotSecond {
        let stones = position.board().stone_count();
        return Some(match stones {
            0 => "the board is empty: there is nothing to swap yet".to_owned(),
            1 => "the only stone is the bot's own, or it has swapped already".to_owned(),
            _ => format!("there are {stones} stones on the board: the second move is over"),
        });
    }
    let MoveText::Place(at) = text else { return None };
    (at.number() == 0).then(|| "columns are counted from 1, not from 0".to_owned())
}

/// What is odd about a line that is no board.
#[must_use]
pub(super) fn malformed_board(line: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(line);
    if text.trim().is_empty() {
        Some("the whole board goes on this line")
    } else if MoveText::from_bytes(line).is_ok() {
        Some("that is an answer to make_move: is show_board taken for it?")
    } else if Standing::from_bytes(line).is_ok() {
        Some("that is an answer to check_win: is show_board taken for it?")
    } else if is_garbage(line) {
        Some(GARBAGE)
    } else if text.contains(' ') {
        Some("no blanks")
    } else if text.ends_with('|') && text.matches('|').count() == 1 && text.len() > 2 {
        Some("one line for the whole board, not one for each row")
    } else if !text.ends_with('|') && text.contains('|') {
        Some("each row is followed by |, the last one too")
    } else if !text.contains('|') {
        Some("each row is followed by |")
    } else if text.chars().any(|c| "bwxoXO012-_*".contains(c)) {
        Some("black stones are B, white ones W, empty cells .")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_get_a_hint_that_fits() {
        for (text, hint) in [
            ("", "empty line"),
            ("a1 ", "blanks around"),
            ("A1", "lower case"),
            ("SWAP", "lower case"),
            ("resign", "always a move"),
            ("a01", "zeros in front"),
            ("a 1", "between"),
            ("a1.", "between or after"),
            ("Move: a1", "nothing else"),
            ("1a", "letter (row) comes first"),
            ("3 8", "row is a letter"),
            ("\u{feff}a1", "byte order mark"),
            ("\u{1b}[31ma1", "colours for a terminal"),
        ] {
            let found = malformed_move(text.as_bytes()).unwrap_or_default();
            assert!(found.contains(hint), "{text:?}: {found}");
        }
        for (text, hint) in
            [("", "whole board"), ("b2", "answer to make_move"), ("-1", "answer to check_win")]
        {
            let found = malformed_board(text.as_bytes()).unwrap_or_default();
            assert!(found.contains(hint), "{text:?}: {found}");
        }
    }
}
