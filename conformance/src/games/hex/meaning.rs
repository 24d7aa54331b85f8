//! What a malformed answer plainly means: it is noted once that it is malformed, and what was meant is judged.

use botspec_sdk::games::hex::{Board, BoardText, Cell, MoveText, Size, Standing};

/// The move that a line plainly names: in capitals, with blanks, zeros in front, a full stop or words before it, numbers
/// behind it, or with the number first.
#[must_use]
pub(super) fn of_move(line: &[u8]) -> Option<MoveText> {
    let text = std::str::from_utf8(line).ok()?.to_lowercase();
    let read = |text: &str| MoveText::from_bytes(text.as_bytes()).ok();
    let is_blank = |c: char| c.is_whitespace() || c == '\0' || c == '.';
    let trimmed = text.trim_matches(is_blank);
    let last = trimmed.split(|c: char| !c.is_ascii_alphanumeric()).next_back().unwrap_or_default();
    let (first, more) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
    let more: Vec<&str> = more.split_whitespace().collect();
    // A letter and a number may stand apart. What comes behind both is about the move: a depth, a value.
    let compact: String = trimmed.chars().filter(|&c| !is_blank(c)).collect();
    let compact = if more.len() > 1 { "" } else { compact.as_str() };
    let has_figures = !more.is_empty() && more.iter().all(|word| word.parse::<f64>().is_ok());
    let parted = |text: &str| {
        let (letters, digits): (String, String) = text.chars().partition(char::is_ascii_alphabetic);
        let whole = text == format!("{letters}{digits}") || text == format!("{digits}{letters}");
        let number = digits.trim_start_matches('0');
        if whole && !number.is_empty() { read(&format!("{letters}{number}")) } else { None }
    };
    let with_figures = if has_figures { read(first).or_else(|| parted(first)) } else { None };
    read(trimmed).or(with_figures).or_else(|| parted(compact)).or_else(|| read(last)).or_else(|| parted(last))
}

/// Who has won by a line that says it with a sign, with blanks, or in a word.
#[must_use]
pub(super) fn of_standing(line: &[u8]) -> Option<Standing> {
    let text =
        std::str::from_utf8(line).ok()?.to_lowercase().replace(['\u{2212}', '\u{2013}', '\u{2014}'], "-");
    match text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '.') {
        "1" | "+1" | "win" | "won" => Some(Standing::Won),
        "-1" | "loss" | "lost" => Some(Standing::Lost),
        "0" | "+0" | "-0" | "none" | "nobody" => Some(Standing::Open),
        _ => None,
    }
}

/// The board that these lines plainly show: its cells are all there and in order, whatever stands between them. Of
/// another size than this it is only if bars part its rows.
#[must_use]
pub(super) fn of_board<'a>(lines: impl Iterator<Item = &'a [u8]>, size: Size) -> Option<BoardText> {
    let mut text = String::new();
    for &byte in lines.flatten().filter(|byte| !byte.is_ascii_whitespace()) {
        match byte.to_ascii_uppercase() {
            letter @ (b'B' | b'W' | b'.' | b'|') => text.push(char::from(letter)),
            _ => return None,
        }
    }
    let side = usize::from(size.get());
    let cells: Vec<char> = text.chars().filter(|&letter| letter != '|').collect();
    let rows = if cells.len() == side * side {
        cells.chunks(side).map(|row| row.iter().chain(&['|']).collect::<String>()).collect()
    } else {
        format!("{}|", text.trim_end_matches('|'))
    };
    BoardText::from_bytes(rows.as_bytes()).ok()
}

/// The board whose columns these rows are.
#[must_use]
pub(super) fn transposed(shown: &BoardText) -> BoardText {
    let mut board = Board::empty(shown.size());
    for (cell, colour) in shown.stones() {
        // Each cell is named once.
        let _ = board.place(Cell::transposed(cell), colour);
    }
    BoardText::from(&board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_known_however_it_is_written() {
        for line in [
            "C8",
            "c 8",
            "8 c",
            "c8 ",
            "c08",
            "8c",
            "c8.",
            "My move: c8",
            "seto c8",
            "c8\0",
            " c8\t",
            "c8 7",
            "c8 0.5 12",
        ] {
            assert_eq!(of_move(line.as_bytes()), MoveText::from_bytes(b"c8").ok(), "{line}");
        }
        assert_eq!(of_move(b"SWAP"), Some(MoveText::Swap));
        for line in ["", "3 8", "resign", "c", "8", "c8 d9x", "c 8 7", "\u{fffd}"] {
            assert_eq!(of_move(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn who_has_won_is_known_however_it_is_written() {
        assert_eq!(of_standing(b" +1"), Some(Standing::Won));
        assert_eq!(of_standing("\u{2212}1".as_bytes()), Some(Standing::Lost));
        assert_eq!(of_standing(b"none"), Some(Standing::Open));
        assert_eq!(of_standing(b"black"), None);
    }

    #[test]
    fn a_board_is_known_however_its_rows_are_parted() {
        let size = Size::new(2).unwrap();
        let read = |lines: &[&str]| of_board(lines.iter().map(|line| line.as_bytes()), size);
        let board = BoardText::from_bytes(b"B.|.W|").ok();
        for lines in
            [&["B.|.W"][..], &["B . | . W |"], &["b.|.w|"], &["B.", ".W"], &["B..W"], &["", "B.|", ".W|"]]
        {
            assert_eq!(read(lines), board, "{lines:?}");
        }
        assert_eq!(read(&["B..|.W.|..."]), BoardText::from_bytes(b"B..|.W.|...|").ok());
        for lines in [&["B.|.|"][..], &["B.|.W.|"], &["10|02|"], &[]] {
            assert_eq!(read(lines), None, "{lines:?}");
        }
    }
}
