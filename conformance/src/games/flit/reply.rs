//! `flit/reply/…`: the line a bot answers with.

use botspec_sdk::games::flit::{Answer, Variant};

use crate::channel::LineEnd;
use crate::evidence::excerpt;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `flit/reply/one-line`.
pub(super) static ONE_LINE: Requirement = Requirement {
    id: "flit/reply/one-line",
    level: Level::Must,
    demand: "each `M` gets exactly one line",
    why: "The referee matches answers to requests in order. A request without a line costs the time limit, and five of them in a row freeze the bot. A line too many is taken for the answer to the next request, and from then on every answer belongs to a board that is no longer there.",
    source: "contest text, \"Bot STDOUT\": \"The response must be terminated by a newline. A bot responds with a move\"; Decision F5: answers are matched to requests in order",
    fix: "Write one line for each M and nothing else: no greeting, no prompt, no debugging output (that belongs on stderr), and a line even when nothing can move.",
    right: "M is answered with 3 0 17 31",
    wrong: "M is answered with two lines, \"thinking...\" and 3 0 17 31",
    applies: Applies::Always,
};

/// `flit/reply/format`.
pub(super) static FORMAT: Requirement = Requirement {
    id: "flit/reply/format",
    level: Level::Must,
    demand: "the line is four decimal numbers without sign or leading zeros, with single spaces and nothing else",
    why: "A line of another form is not a move: the turn is lost.",
    source: "contest text, \"Bot STDOUT\": \"A bot responds with a move in the following format: x0 y0 x1 y1\"; Decision F4",
    fix: "Write x and y of the origin, then x and y of the destination, as integers with one space between them.",
    right: "3 0 17 31",
    wrong: "(3,0) (17,31); 3.0 0 17 31; 3 0 17 31 with a blank at the end; M 3 0 17 31",
    applies: Applies::Always,
};

/// `flit/reply/line-end`.
pub(super) static LINE_END: Requirement = Requirement {
    id: "flit/reply/line-end",
    level: Level::Should,
    demand: "answers end in LF, not CRLF",
    why: "The text asks for a newline. A referee that takes the line as it is finds a CR after the last number, and may not take \"31\\r\" for a number.",
    source: "contest text, \"Bot STDOUT\": \"The response must be terminated by a newline\"",
    fix: "Write \"\\n\". On Windows set stdout to binary mode (_setmode in C, sys.stdout.reconfigure(newline=\"\\n\") in Python), in Java print \"\\n\" instead of println.",
    right: "3 0 17 31\\n",
    wrong: "3 0 17 31\\r\\n",
    applies: Applies::Always,
};

/// `flit/reply/range`.
pub(super) static RANGE: Requirement = Requirement {
    id: "flit/reply/range",
    level: Level::Must,
    demand: "each number is on the board (0–31; 0–15 in `duel`)",
    why: "A square that does not exist cannot be moved to: the turn is lost. It happens where a bot looks beyond an edge and does not wrap round, or counts from 1.",
    source: "contest text: \"The board is a 32 by 32 square grid. It wraps toroidally\"",
    fix: "Take coordinates modulo the side of the board, and see that the remainder is not negative: (x + 31) % 32 is the neighbour to the left.",
    right: "the neighbour to the right of (31, 4) is (0, 4)",
    wrong: "30 4 32 4",
    applies: Applies::Always,
};

/// `flit/reply/flushed`.
pub(super) static FLUSHED: Requirement = Requirement {
    id: "flit/reply/flushed",
    level: Level::Must,
    demand: "the line arrives without a further message having to be sent",
    why: "The referee sends nothing more until it has the answer. A line that stays in the bot's buffer, or a bot that first wants to see the next line of its input, stops the game until the time is up, at every turn.",
    source: "contest text, \"Time limit\": the answer counts when it is read; common practice for bots on pipes",
    fix: "Flush stdout after every line: print(..., flush=True), fflush(stdout), System.out.flush(), std::cout << std::endl, io::stdout().flush(). Read line by line, and do not look ahead.",
    right: "print(x0, y0, x1, y1, flush=True)",
    wrong: "print(x0, y0, x1, y1), which on a pipe is written when 8 KiB have come together or the bot ends",
    applies: Applies::Always,
};

/// Reads an answer.
///
/// # Errors
/// A violation of [`FORMAT`].
pub(super) fn read(line: &[u8]) -> Result<Answer, Box<Violation>> {
    Answer::from_bytes(line).map_err(|error| {
        let violation = FORMAT.violated(format!("the answer is malformed: {error}"));
        let mut violation = violation.at(&error).received(line);
        violation.hint = format_hint(line).map(str::to_owned);
        Box::new(violation)
    })
}

/// What a malformed answer means, where that is plain: four whole numbers in a row, whatever stands around them that is
/// no number.
#[must_use]
pub(super) fn meant(line: &[u8]) -> Option<Answer> {
    let text = std::str::from_utf8(line).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_apart = |c: char| c.is_ascii_whitespace() || ",;:()[]{}<>|".contains(c);
    let mut numbers = Vec::new();
    for word in text.split(is_apart).filter(|word| word.contains(|c: char| c.is_ascii_digit())) {
        let word = word.trim_start_matches(['.', '>']);
        let word = word
            .strip_prefix('+')
            .or_else(|| word.strip_prefix('-').filter(|rest| *rest == "0"))
            .unwrap_or(word);
        let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
        let digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
        if !digits || fraction.bytes().any(|byte| byte != b'0') {
            return None;
        }
        let significant = whole.trim_start_matches('0');
        numbers.push(if significant.is_empty() { "0" } else { significant });
    }
    let printable = text.bytes().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace());
    (printable && numbers.len() == 4).then(|| Answer::from_bytes(numbers.join(" ").as_bytes()).ok())?
}

/// The line end of an answer.
#[must_use]
pub(super) fn judge_line_end(ending: LineEnd, line: &[u8]) -> Option<Violation> {
    (ending == LineEnd::CrLf).then(|| {
        let mut violation = LINE_END.violated("the answer ends in CR LF");
        violation.received = Some(format!("{}\\r\\n", excerpt(line)));
        violation
    })
}

/// The largest coordinate, for messages.
#[must_use]
pub(super) const fn last(variant: Variant) -> u8 {
    variant.side() - 1
}

/// What to say about zero bytes.
pub(super) const ZERO: &str =
    "the line holds zero bytes: write one byte a character (not UTF-16), without the 0 that ends a C string";

/// What a malformed answer was probably meant to be.
fn format_hint(line: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(line);
    let is_answer = |text: &str| Answer::from_bytes(text.as_bytes()).is_ok();
    let numbers: Vec<&str> = text
        .split(|c: char| !(c.is_ascii_digit() || c == '-' || c == '+' || c == '.'))
        .filter(|word| !word.is_empty())
        .collect();
    let joined = numbers.join(" ");
    let hexadecimal = || text.split_whitespace().all(|word| word.to_ascii_lowercase().starts_with("0x"));
    if line.is_empty() {
        Some("an empty line is not an answer: to move nothing, name the same square twice, such as 0 0 0 0")
    } else if line.starts_with(b"\xef\xbb\xbf") {
        Some("the line begins with a byte order mark: write plain ASCII")
    } else if line.contains(&0) {
        Some(ZERO)
    } else if line.ends_with(b"\r") {
        Some("the line ends in CR CR LF: write LF alone; a stream in text mode puts a CR before it by itself")
    } else if numbers.is_empty() && text.chars().any(char::is_alphabetic) {
        Some("to move nothing, name the same square twice, such as 0 0 0 0")
    } else if hexadecimal() {
        Some("write decimal numbers")
    } else if numbers.contains(&"-0") {
        Some("write 0 without a sign")
    } else if is_answer(text.trim()) {
        Some("it would be right without the blanks around it")
    } else if is_answer(&text.split_whitespace().collect::<Vec<_>>().join(" ")) {
        Some("write one space between the numbers")
    } else if numbers.iter().any(|word| word.starts_with('-')) {
        Some("there are no negative coordinates: the board wraps round, so -1 is the last column or row")
    } else if numbers.iter().any(|word| word.starts_with('+')) {
        Some("write the numbers without a sign")
    } else if numbers.iter().any(|word| word.contains('.')) {
        Some("write integers")
    } else if [7, 8].contains(&numbers.len()) {
        Some("these are two answers in one line: end each with a line end")
    } else if numbers.iter().any(|word| word.len() > 1 && word.starts_with('0')) {
        Some("write the numbers without leading zeros")
    } else if numbers.len() == 2 {
        Some("name two squares, the origin and the destination; to move nothing, the same one twice")
    } else if numbers.len() > 4 {
        Some("write four numbers and nothing after them")
    } else if is_answer(&joined) {
        Some("write the four numbers with single spaces, and nothing else")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::At;

    #[test]
    fn slips_get_a_hint_that_fits() {
        for (text, hint) in [
            ("", "same square twice"),
            (" 1 2 3 4", "without the blanks around"),
            ("1 2 3 4 ", "without the blanks around"),
            ("1  2 3 4", "one space"),
            ("1\t2\t3\t4", "one space"),
            ("-1 2 3 4", "negative"),
            ("+1 2 3 4", "sign"),
            ("1.0 2.0 3 4", "integers"),
            ("01 2 3 4", "leading zeros"),
            ("1 2", "two squares"),
            ("(1,2) (3,4)", "nothing else"),
            ("M 1 2 3 4", "nothing else"),
            ("\u{feff}1 2 3 4", "byte order mark"),
            ("1 2 3 4\0", "zero bytes"),
            ("1 2 3 4\r", "CR CR LF"),
            ("pass", "same square twice"),
            ("0x1 0x2 0x3 0x4", "decimal"),
            ("1 2 3 -0", "0 without a sign"),
            ("1 2 3 4 5", "nothing after"),
            ("0 0 0 011 11 6 5", "two answers in one line"),
        ] {
            let violation = read(text.as_bytes()).unwrap_err();
            assert_eq!(violation.rule, FORMAT.id);
            let found = violation.hint.unwrap_or_default();
            assert!(found.contains(hint), "{text:?}: {found}");
        }
        assert!(read(b"0 0 99 1000").is_ok());
    }

    #[test]
    fn what_is_meant_is_told_where_it_is_plain() {
        for text in [
            "01 02 03 04",
            " 1 2 3 4",
            "1 2 3 4 ",
            "1  2 3 4",
            "1\t2\t3\t4",
            "+1 +2 3 4",
            "1.0 2.0 3 4",
            "(1,2) (3,4)",
            "M 1 2 3 4",
            "\u{feff}1 2 3 4",
            "1 2 3 4\r",
            "> 1 2 3 4",
            "........1 2 3 4",
        ] {
            let meant = meant(text.as_bytes()).map(|answer| answer.to_string());
            assert_eq!(meant.as_deref(), Some("1 2 3 4"), "{text:?}");
        }
        assert_eq!(meant(b"-0 00 3 4").map(|answer| answer.to_string()).as_deref(), Some("0 0 3 4"));
        for text in
            ["", "pass", "1 2", "1 2 3", "1 2 3 4 5", "-1 2 3 4", "1.5 2 3 4", "0x1 0x2 0x3 0x4", "1 2 3 4\0"]
        {
            assert_eq!(meant(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn the_fault_is_pointed_at() {
        let at = |line: &[u8]| read(line).unwrap_err().at.unwrap();
        assert_eq!(at(b"1 2  3 4"), At { line: 1, column: 5, length: 1 });
        assert_eq!(at(b"1 2 3"), At { line: 1, column: 6, length: 0 });
    }

    #[test]
    fn only_cr_lf_is_a_wrong_line_end() {
        assert_eq!(judge_line_end(LineEnd::Lf, b"1 2 3 4"), None);
        assert_eq!(judge_line_end(LineEnd::CrLf, b"1 2 3 4").unwrap().rule, LINE_END.id);
    }
}
