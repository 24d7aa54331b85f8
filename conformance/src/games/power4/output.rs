//! `power4/output/…`: the file a bot answers with.

use botspec_sdk::games::power4::OutputText;

use crate::evidence::decoded;
use crate::file_session::Miswritten;
use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `power4/output/written`.
pub(super) static WRITTEN: Requirement = Requirement {
    id: "power4/output/written",
    level: Level::Must,
    demand: "after a turn `output.txt` exists and was written by that turn, any older content fully replaced",
    why: "The referee reads output.txt as soon as your program has ended. If the file is missing, left over, or still has the tail of a longer text after your two integers, the try has failed; the third failure loses the set.",
    source: "contest text, \"Game Explanation\": \"The codes will have to produce the output.txt file when they are called\"; Decision P4: a missing answer is a failed try",
    fix: "Open output.txt for writing with truncation (\"w\" in C and Python, new FileWriter in Java, std::ofstream), write both integers, close the file, and only then end. Do not append, and do not open it for update.",
    right: "open(\"output.txt\", \"w\").write(\"5 4\\n\")",
    wrong: "open(\"output.txt\", \"a\").write(\"5 4\\n\"), or an answer on stdout only",
    applies: Applies::Always,
};

/// `power4/output/format`.
pub(super) static FORMAT: Requirement = Requirement {
    id: "power4/output/format",
    level: Level::Must,
    demand: "`output.txt` holds two integers without sign or leading zeros, separated by blanks (spaces, tabs, line ends); blanks around them are allowed, and nothing else",
    why: "The referee reads two words and takes them for integers. Anything else cannot be played, and the try has failed.",
    source: "contest text, \"Text Files\": \"The team's code output will be 2 integers in this text file\"; the organizers' program reads word by word",
    fix: "Write the number of the disk, one blank, the number of the column, and a line end if you like; no comma, no words, nothing after it.",
    right: "5 4",
    wrong: "5,4; 54; (5, 4); column 4; 5 4 1",
    applies: Applies::Always,
};

/// Reads the answer. `before` is what `output.txt` held before the turn, if it was there.
///
/// # Errors
/// A violation of [`WRITTEN`] if old text is still there, else of [`FORMAT`].
pub(super) fn read(bytes: &[u8], before: Option<&[u8]>) -> Result<OutputText, Box<Miswritten<OutputText>>> {
    let parsed = OutputText::from_bytes(bytes);
    if let Some((kept, answer)) = before.and_then(|before| left_over(bytes, before, parsed.is_ok())) {
        let violation = WRITTEN
            .violated(format!("output.txt was not replaced as a whole: {kept}"))
            .hint("open output.txt with truncation (mode \"w\"), not for update or appending");
        let meant = answer.map(|answer| (answer, "old text is left"));
        return Err(Box::new(Miswritten { violation, meant }));
    }
    let error = match parsed {
        Ok(output) => return Ok(output),
        Err(error) => error,
    };
    let mut violation = FORMAT.violated(format!("output.txt is malformed: {error}")).at(&error);
    violation.hint = format_hint(bytes).map(str::to_owned);
    Err(Box::new(Miswritten { violation, meant: meant(bytes) }))
}

/// How old text shows in the new one, if it does, and the new answer.
fn left_over(bytes: &[u8], before: &[u8], well_formed: bool) -> Option<(&'static str, Option<OutputText>)> {
    if well_formed || before.is_empty() || bytes == before {
        return None;
    }
    if let Some(new) = bytes.strip_prefix(before) {
        return Some(("the new answer was appended to the old text", OutputText::from_bytes(new).ok()));
    }
    let answer = (3..=6).find_map(|len| {
        let (new, rest) = bytes.split_at_checked(len)?;
        // A line end alone may as well be the bot's own.
        let kept = bytes.len() == before.len() && !rest.trim_ascii().is_empty() && rest == &before[len..];
        OutputText::from_bytes(new).ok().filter(|_| kept)
    })?;
    Some(("after the new answer the end of the old text is still there", Some(answer)))
}

/// The answer that a malformed text plainly means, and the slip by which it was written so. Nothing is guessed: each
/// of these texts can mean one answer only.
pub(super) fn meant(bytes: &[u8]) -> Option<(OutputText, &'static str)> {
    let text: String = decoded(bytes).chars().map(plain).collect();
    let answer = |text: &str| OutputText::from_bytes(text.as_bytes()).ok();
    if let Some(found) = answer(&text) {
        return Some((found, "encoding"));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let column = |word: &str| match word.as_bytes() {
        [letter @ (b'a'..=b'g' | b'A'..=b'G')] => Some(letter.to_ascii_lowercase() - b'a' + 1),
        _ => None,
    };
    match words.as_slice() {
        [both] if both.len() == 2 && both.bytes().all(|byte| byte.is_ascii_digit()) => {
            return Some((answer(&format!("{} {}", &both[..1], &both[1..]))?, "no blank"));
        }
        [kind, letter] if column(letter).is_some() => {
            return Some((answer(&format!("{} {}", integer(kind)?, column(letter)?))?, "letters"));
        }
        [kind, column, remark, ..]
            if integer(kind).is_some() && integer(column).is_some() && integer(remark).is_none() =>
        {
            return Some((answer(&format!("{} {}", integer(kind)?, integer(column)?))?, "remark"));
        }
        _ => {}
    }
    let numbers = integers(&text)?;
    let [kind, column, rest @ ..] = numbers.as_slice() else { return None };
    let again = rest.len() % 2 == 0 && rest.chunks(2).all(|pair| pair == [kind.clone(), column.clone()]);
    let slip = if rest.is_empty() { "signs" } else { "several times" };
    again.then(|| answer(&format!("{kind} {column}"))).flatten().map(|found| (found, slip))
}

/// A character as ASCII has it: blanks of any kind, and digits of scripts that programs write by mistake.
fn plain(c: char) -> char {
    let digit = |zero: u32| char::from_digit(u32::from(c).wrapping_sub(zero), 10);
    if c.is_whitespace() {
        return if c == '\n' { '\n' } else { ' ' };
    }
    // Arabic-Indic, extended Arabic-Indic, Devanagari, full width.
    [0x0660, 0x06F0, 0x0966, 0xFF10].into_iter().find_map(digit).unwrap_or(c)
}

/// A word that is an integer but for a plus sign, leading zeros or a fraction of zeros.
fn integer(word: &str) -> Option<String> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let digits = digits
        .split_once('.')
        .map_or(digits, |(whole, zeros)| if zeros.bytes().all(|byte| byte == b'0') { whole } else { digits });
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    Some(if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") })
}

/// All integers in a text of words, brackets and commas; none if something else holds a digit.
fn integers(text: &str) -> Option<Vec<String>> {
    let words = text.split(|c: char| c.is_whitespace() || "()[]{},;:=\"".contains(c));
    let mut numbers = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        match integer(word) {
            Some(number) => numbers.push(number),
            None if word.contains(|c: char| c.is_ascii_digit()) => return None,
            None => {}
        }
    }
    Some(numbers)
}

/// What a malformed answer was probably meant to be.
fn format_hint(bytes: &[u8]) -> Option<&'static str> {
    if bytes.is_empty() {
        return Some(
            "output.txt is empty: if you use buffered output, close the file before the program ends",
        );
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Some("the file begins with a byte order mark: write plain ASCII");
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || bytes.get(1) == Some(&0) {
        return Some("the file is UTF-16: write plain ASCII, one byte a character");
    }
    if bytes.contains(&0) {
        return Some(
            "the file holds a NUL: write the characters of the text, without the 0 that ends a C string",
        );
    }
    let text = String::from_utf8_lossy(bytes);
    let is_answer = |text: &str| OutputText::from_bytes(text.as_bytes()).is_ok();
    let numbers: String = text.chars().map(|c| if c.is_ascii_digit() { c } else { ' ' }).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let trimmed_zeros: Vec<&str> = words.iter().map(|word| word.trim_start_matches(['+', '0'])).collect();
    let digits = text.trim().len() == 2 && text.trim().bytes().all(|byte| byte.is_ascii_digit());
    if digits {
        Some("there is no blank between the two integers")
    } else if words.len() == 1 && is_answer(&format!("5 {}", words[0])) {
        Some("only one integer is there: write the kind of disk and then the column")
    } else if text.chars().any(|c| !c.is_ascii() && c.is_whitespace()) {
        Some("there is a non-ASCII blank, such as a non-breaking space: write a plain space")
    } else if text.chars().any(|c| !c.is_ascii() && c.is_numeric()) {
        Some("write the digits 0 to 9")
    } else if text.contains('.')
        && words.len() == 2
        && is_answer(
            &words
                .iter()
                .map(|word| word.split('.').next().unwrap_or_default())
                .collect::<Vec<_>>()
                .join(" "),
        )
    {
        Some("write integers, without a fraction")
    } else if words.len() == 2 && words[1].len() == 1 && words[1].chars().all(char::is_alphabetic) {
        Some("columns are numbers, 1 to 7, not letters")
    } else if text.contains('\r') && is_answer(&text.replace('\r', "\n")) {
        Some("a CR alone is not a line end: write LF or CRLF")
    } else if words.len() == 2 && is_answer(&trimmed_zeros.join(" ")) {
        Some("write the integers without plus sign and without leading zeros")
    } else if words.len() > 2 && words.iter().all(|word| is_answer(&format!("5 {word}"))) {
        Some(if text.trim().contains('\n') {
            "write two integers and nothing else: the file is not a log"
        } else {
            "write two integers and nothing else: the kind of disk and the column, not the team"
        })
    } else if is_answer(&numbers) {
        Some("write the two integers with a blank between them and nothing around them")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_text_is_told_from_a_slip() {
        let stale = b"1 7 was the last answer\n".as_slice();
        let rule = |bytes: &[u8], before: Option<&[u8]>| read(bytes, before).unwrap_err().violation.rule;
        assert_eq!(rule(b"5 4 was the last answer\n", Some(stale)), WRITTEN.id);
        assert_eq!(rule(b"1 7 was the last answer\n5 4\n", Some(stale)), WRITTEN.id);
        assert_eq!(rule(b"5 4 # mine", Some(stale)), FORMAT.id);
        assert_eq!(rule(b"1 7 5 4", Some(b"1 7 ")), WRITTEN.id);
        assert_eq!(rule(b"5 04", Some(b"5 4\n")), FORMAT.id);
        assert!(read(b"5 4\n", Some(b"5 4\n")).is_ok());
    }

    #[test]
    fn what_is_plainly_meant_is_read() {
        for text in [
            "5,4",
            "(5, 4)\n",
            "[5;4]",
            "54\n",
            "05 +4",
            "5.0 4.00",
            "5 d",
            "5 D\n",
            "5 4\n5 4\n",
            "5\r4",
            "5 4\0",
            "\u{feff}5 4",
            "5\u{a0}4",
            "\u{665} \u{664}",
            "kind 5 column 4\n",
            "5 4 # the best of 35",
        ] {
            let found = meant(text.as_bytes()).map(|(answer, _)| answer.to_string());
            assert_eq!(found.as_deref(), Some("5 4"), "{text:?}");
        }
        // One integer, three, two answers and nothing at all may mean anything.
        for unknown in ["", "4", "1 5 4", "5 4\n1 1", "hello", "5x 4y", "5.5 4"] {
            assert!(meant(unknown.as_bytes()).is_none(), "{unknown:?}");
        }
    }

    #[test]
    fn slips_get_a_hint_that_fits() {
        for (text, hint) in [
            ("", "empty"),
            ("5,4", "blank between them and nothing around"),
            ("(5 4)", "nothing around"),
            ("54\n", "no blank between"),
            ("5", "only one integer"),
            ("05 +4", "leading zeros"),
            ("5 4\n1 1", "not a log"),
            ("1 5 4", "not the team"),
            ("5\u{a0}4", "non-breaking"),
            ("\u{665} \u{664}", "digits 0 to 9"),
            ("5.0 4.0", "without a fraction"),
            ("5 d", "not letters"),
            ("5 4\r", "CR alone"),
            ("5 4\0", "NUL"),
            ("\u{feff}5 4", "byte order mark"),
        ] {
            let found = format_hint(text.as_bytes()).unwrap_or_default();
            assert!(found.contains(hint), "{text:?}: {found}");
        }
        assert_eq!(format_hint(b"hello"), None);
    }
}
