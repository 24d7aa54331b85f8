//! Values of properties: what is between the brackets.

/// A value of the type SimpleText: one line. Bytes that are not UTF-8 are Latin-1, as the format has it.
#[must_use]
pub fn simple(raw: &[u8]) -> String {
    let text = std::str::from_utf8(raw)
        .map_or_else(|_| raw.iter().map(|&byte| char::from(byte)).collect(), str::to_owned);
    let mut line = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // A line end behind a backslash is none; the two bytes of one are one.
                Some(end @ ('\n' | '\r')) => drop(chars.next_if(|&c| is_other_half(end, c))),
                Some(blank) if is_blank(blank) => line.push(' '),
                Some(escaped) => line.push(escaped),
                None => {}
            },
            end @ ('\n' | '\r') => {
                chars.next_if(|&c| is_other_half(end, c));
                line.push(' ');
            }
            blank if is_blank(blank) => line.push(' '),
            other => line.push(other),
        }
    }
    line
}

fn is_other_half(first: char, second: char) -> bool {
    matches!((first, second), ('\n', '\r') | ('\r', '\n'))
}

fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\x0b' | '\x0c')
}

/// A property with this value. Only what is one line without tabs is read again as it is; a control character, which a
/// terminal may obey, is written as a blank.
#[must_use]
pub fn property(name: &str, value: &str) -> String {
    let mut text = format!("{name}[");
    for c in value.chars() {
        if matches!(c, '\\' | ']') {
            text.push('\\');
        }
        text.push(if c.is_control() { ' ' } else { c });
    }
    text.push(']');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_it_was_written() {
        for text in ["", "a", r"\", r"a]\]b[", "  é: 日本 ", "(;B[a1])"] {
            let written = property("PB", text);
            let raw = &written.as_bytes()[3..written.len() - 1];
            assert_eq!(simple(raw), text);
        }
    }

    #[test]
    fn line_ends_and_tabs_are_blanks_and_escaped_line_ends_nothing() {
        assert_eq!(simple(b"a\r\nb\tc\\\nd\\\te\n\nf"), "a b cd e  f");
        assert_eq!(simple(b"caf\xe9"), "caf\u{e9}");
    }

    #[test]
    fn nothing_is_written_that_a_terminal_obeys() {
        assert_eq!(property("PB", "a\x1b[31m\u{9b}b\n"), "PB[a [31m b ]");
    }
}
