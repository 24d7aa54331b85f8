//! Bytes from bots, made fit to be shown.

/// At most this many bytes of an answer are shown.
pub(crate) const MAX_LENGTH: usize = 2_000;

/// Bytes as text: what is not UTF-8 or would disturb a terminal is escaped, line ends stay, and what is too
/// long is cut.
#[must_use]
pub fn excerpt(bytes: &[u8]) -> String {
    let (head, cut) = if bytes.len() > MAX_LENGTH { (&bytes[..MAX_LENGTH], true) } else { (bytes, false) };
    let mut text = String::new();
    for chunk in head.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => text.push('\n'),
                '\r' => text.push_str("\\r"),
                c if c.is_control() || turns_text(c) => text.extend(c.escape_default()),
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    if cut {
        text.push_str(&format!("… ({} bytes in all)", bytes.len()));
    }
    text
}

/// The same on one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    excerpt(text.as_bytes()).replace('\n', "\\n")
}

/// Like [`excerpt`], with tabs kept and nothing cut: for texts that are bounded already.
#[must_use]
pub fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    text.chars().filter(|&c| c == '\n' || c == '\t' || !(c.is_control() || turns_text(c))).collect()
}

/// Whether a character makes what follows it run from right to left, or ends that: with these a text shows
/// something else than it says.
#[must_use]
pub const fn turns_text(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text as it may stand in the log of a machine that obeys certain lines of it.
///
/// The runner of GitHub takes a line that begins with `::`, blanks aside, and `##[` anywhere, for a command. A lone
/// CR ends a line there. None of these is ever ours, nor is a character that turns a text around, or one that a terminal
/// obeys unless it sets a style: they are escaped.
///
/// # Examples
///
/// ```
/// use botspec::evidence::disarmed;
/// assert_eq!(disarmed("it said\n ::error::no, a::b"), "it said\n \\x3a:error::no, a::b");
/// assert_eq!(disarmed("##[group]"), "##\\x5bgroup]");
/// ```
#[must_use]
pub fn disarmed(text: &str) -> String {
    escaped(text, Log::Prose)
}

/// The same for a text in which each line that begins with `::` is a command of ours.
#[must_use]
pub fn disarmed_commands(text: &str) -> String {
    escaped(text, Log::Commands)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Log {
    Prose,
    Commands,
}

fn escaped(text: &str, log: Log) -> String {
    // Nearly every text is as it may be.
    let is_plain =
        !text.contains("##[") && (log == Log::Commands || !text.contains("::")) && !text.contains(disturbs);
    if is_plain {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut line_begins = true;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let behind = rest.as_str();
        if let Some(style) = style(c, behind) {
            // Where it is shown, a line begins behind it.
            out.push(c);
            out.push_str(style);
            rest = behind[style.len()..].chars();
            continue;
        }
        match c {
            ':' if line_begins && log == Log::Prose && behind.starts_with(':') => out.push_str("\\x3a"),
            '[' if out.ends_with("##") => out.push_str("\\x5b"),
            '\r' if behind.starts_with('\n') => out.push(c),
            c if disturbs(c) => out.extend(c.escape_default()),
            c => out.push(c),
        }
        line_begins = c == '\n' || (line_begins && (c.is_whitespace() || c == '\u{feff}'));
    }
    out
}

/// Whether a character may do something else than be shown, or begin a line.
fn disturbs(c: char) -> bool {
    turns_text(c) || (c.is_control() && c != '\n' && c != '\t')
}

/// What follows ESC, if it sets a style.
fn style(c: char, behind: &str) -> Option<&str> {
    let digits = behind.strip_prefix('[').filter(|_| c == '\u{1b}')?;
    let end = digits.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
    digits[end..].starts_with('m').then(|| &behind[..end + 2])
}

/// The marker that a merge has left in a line, if one has.
#[must_use]
pub fn merge_marker(line: &[u8]) -> Option<&'static str> {
    let markers = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];
    markers.into_iter().find(|marker| {
        let behind = line.strip_prefix(marker.as_bytes());
        behind.is_some_and(|behind| behind.first().is_none_or(u8::is_ascii_whitespace))
    })
}

/// What a line with such a marker is, and what to do.
#[must_use]
pub fn told_of_merge(marker: &str) -> String {
    format!("`{marker}` is left over from an unfinished merge: keep one side, and remove the markers")
}

/// Bytes as text, without what an encoding has added: a byte order mark, zero bytes.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    let wide = |from: fn([u8; 2]) -> u16, bytes: &[u8]| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| from([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return wide(u16::from_le_bytes, rest);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return wide(u16::from_be_bytes, rest);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    String::from_utf8_lossy(bytes).replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_log_obeys_is_left() {
        for (text, safe) in [
            ("::error::x", "\\x3a:error::x"),
            ("a\n\t ::set-env name=PATH::x", "a\n\t \\x3a:set-env name=PATH::x"),
            ("a\r::error::x\r\n::b", "a\\r::error::x\r\n\\x3a:b"),
            ("a ::b ##[error]c", "a ::b ##\\x5berror]c"),
            ("###[x] # #[y]", "###\\x5bx] # #[y]"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
            (": a", ": a"),
            ("\u{1b}]0;x\u{7} \u{1b}[2J\tb\u{9b}", "\\u{1b}]0;x\\u{7} \\u{1b}[2J\tb\\u{9b}"),
            ("\u{1b}[31m\u{1b}[1;2m::a", "\u{1b}[31m\u{1b}[1;2m\\x3a:a"),
        ] {
            assert_eq!(disarmed(text), safe, "{text:?}");
        }
        assert_eq!(disarmed_commands("::error::x ##[y]\n"), "::error::x ##\\x5by]\n");
    }

    #[test]
    fn the_marks_of_a_merge_are_known() {
        for line in ["<<<<<<< HEAD", "=======", "=======\r", ">>>>>>> branch", "||||||| base"] {
            assert!(merge_marker(line.as_bytes()).is_some(), "{line}");
        }
        for line in ["", "======", "========", " =======", "<<<<<<<x", "b a1,B"] {
            assert_eq!(merge_marker(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn whatever_a_bot_prints_can_be_shown() {
        assert_eq!(excerpt(b"a\r\nb\xff\x1b[31m\0"), "a\\r\nb\\xff\\u{1b}[31m\\u{0}");
        assert!(excerpt(&[b'x'; 5_000]).ends_with("… (5000 bytes in all)"));
    }
}
