//! Bytes from bots, made fit to be shown.

use std::fmt;

use crate::process::Captured;

/// At most this many bytes of an answer are shown.
const MAX_LENGTH: usize = 2_000;

/// An exception's message may go on for so many lines.
const LINES_BEHIND: usize = 10;

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
/// CR ends a line there. None of these, and no character that turns a text around, is ever ours: they are escaped.
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
    let is_plain = !text.contains("##[")
        && !text.contains('\r')
        && (log == Log::Commands || !text.contains("::"))
        && (text.is_ascii() || !text.contains(turns_text));
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
            '\r' if !behind.starts_with('\n') => out.push_str("\\r"),
            c if turns_text(c) => out.extend(c.escape_default()),
            c => out.push(c),
        }
        line_begins = c == '\n' || (line_begins && (c.is_whitespace() || c == '\u{feff}'));
    }
    out
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

/// The line of what a bot wrote on stderr that says the most, shortened; none if it wrote nothing. That is the
/// last one, but for what runtimes put behind their message: the way they came, and advice. Of what Python prints
/// it is the exception, with the place where it was raised.
#[must_use]
pub fn stderr_tail(stderr: &Captured) -> Option<String> {
    let text = excerpt(stderr.last(MAX_LENGTH));
    if let Some(told) = traceback(&text) {
        return Some(told);
    }
    let lines = || text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    // Where every thread was stands behind it.
    let fatal = || lines().find(|line| line.starts_with("Fatal Python error:"));
    let told = fatal().or_else(|| lines().find(|line| !is_baggage(line))).or_else(|| lines().next())?;
    Some(shortened(told))
}

fn shortened(line: &str) -> String {
    line.chars().take(200).collect()
}

/// Whether a line is part of what Rust, Java and Node print behind what went wrong.
fn is_baggage(line: &str) -> bool {
    // A tab has been escaped by now.
    let line = line.trim_start_matches("\\t");
    let rust = line.starts_with("note: run with `RUST_BACKTRACE");
    let java = line.starts_with("at ") || (line.starts_with("... ") && line.ends_with(" more"));
    rust || java || line.starts_with("Node.js v")
}

/// The exception of a Python traceback at the end of a text, with the file, line and function of its last frame,
/// and of the caller in the file where it all began, if that is another one. None if no traceback is there.
fn traceback(text: &str) -> Option<String> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut exception = None;
    let mut behind = 0;
    for line in text.lines() {
        behind += usize::from(!line.trim().is_empty());
        if line.starts_with("Traceback (most recent call last):") {
            (frames, exception) = (Vec::new(), None);
        } else if let Some(frame) = Frame::of(line) {
            frames.push(frame);
            exception = None;
        } else if exception.is_none() && !frames.is_empty() && !line.starts_with(' ') && is_exception(line) {
            (exception, behind) = (Some(line), 0);
        }
    }
    // With so much behind it, it was a message on the way: the bot went on.
    if behind > LINES_BEHIND {
        return None;
    }
    let (exception, last) = (exception?, frames.last()?);
    let mut told = format!("{} ({last}", shortened(exception.trim_end()));
    let first = frames.first()?;
    if let Some(caller) = frames.iter().rev().find(|frame| frame.file == first.file)
        && first.file != last.file
    {
        told.push_str(&format!(", called from {caller}"));
    }
    told.push(')');
    Some(told)
}

/// Whether a line may be the one with which a traceback ends: `ValueError`, `json.JSONDecodeError: …`.
fn is_exception(line: &str) -> bool {
    let name = line.split_once(':').map_or(line, |(name, _)| name).trim_end();
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "._".contains(c))
}

/// A frame of a Python traceback.
struct Frame<'a> {
    file: &'a str,
    line: &'a str,
    function: Option<&'a str>,
}

impl<'a> Frame<'a> {
    /// Reads `  File "bot.py", line 7, in choose`.
    fn of(text: &'a str) -> Option<Self> {
        let rest = text.strip_prefix("  File \"")?;
        let (path, rest) = rest.split_once("\", line ")?;
        let (line, function) = match rest.split_once(", in ") {
            Some((line, function)) => (line, Some(function.trim_end())),
            None => (rest.trim_end(), None),
        };
        let file = path.rsplit('/').next().unwrap_or(path);
        line.bytes().all(|byte| byte.is_ascii_digit()).then_some(Self { file, line, function })
    }
}

impl fmt::Display for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", shortened(self.file), self.line)?;
        match self.function {
            Some("<module>") | None => Ok(()),
            Some(function) => write!(f, ", in {}", shortened(function)),
        }
    }
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
    fn the_message_is_told_and_not_what_is_behind_it() {
        let tail = |text: &str| {
            let mut stderr = Captured::default();
            stderr.push(text.as_bytes());
            stderr_tail(&stderr)
        };
        let rust = "thread 'main' (7) panicked at src/main.rs:5:9:\nno move\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
        assert_eq!(tail(rust).as_deref(), Some("no move"));
        let java = "Exception in thread \"main\" java.lang.Error: no move\n\tat Bot.main(Bot.java:3)\n\t... 2 more\n";
        assert_eq!(tail(java).as_deref(), Some("Exception in thread \"main\" java.lang.Error: no move"));
        let python = "Fatal Python error: Aborted\n\nCurrent thread 0x7f (most recent call first):\n  File \"bot.py\", line 7 in <module>\n";
        assert_eq!(tail(python).as_deref(), Some("Fatal Python error: Aborted"));
        assert_eq!(tail("at home\n").as_deref(), Some("at home"));
        assert_eq!(tail("ValueError: no move\n\n").as_deref(), Some("ValueError: no move"));
        assert_eq!(tail(" \n"), None);
    }

    #[test]
    fn a_traceback_is_told_with_its_last_frame() {
        let tail = |text: &str| {
            let mut stderr = Captured::default();
            stderr.push(text.as_bytes());
            stderr_tail(&stderr).unwrap()
        };
        let plain = "loading\nTraceback (most recent call last):\n  File \"/bot/bot.py\", line 9, in <module>\n    main()\n  \
                     File \"/bot/bot.py\", line 7, in choose\n    raise ValueError('no move')\n    ^^^^^\nValueError: no move\n";
        assert_eq!(tail(plain), "ValueError: no move (bot.py, line 7, in choose)");
        let library = "Traceback (most recent call last):\n  File \"/bot/bot.py\", line 3, in main\n    json.loads('')\n  \
                       File \"/usr/lib/python3/json/decoder.py\", line 355, in raw_decode\n    raise\njson.decoder.JSONDecodeError: Expecting value: line 1\n";
        assert_eq!(
            tail(library),
            "json.decoder.JSONDecodeError: Expecting value: line 1 (decoder.py, line 355, in raw_decode, called from bot.py, line 3, in main)"
        );
        // A chain of exceptions: the last one ended the bot.
        let chain = format!(
            "{plain}\nDuring handling of the above exception, another exception occurred:\n\n{library}"
        );
        assert!(tail(&chain).starts_with("json.decoder.JSONDecodeError"));
        let syntax = "  File \"/bot/bot.py\", line 2\n    def (\n        ^\nSyntaxError: invalid syntax\n";
        assert_eq!(tail(syntax), "SyntaxError: invalid syntax (bot.py, line 2)");
        let bare = "Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\n    input()\nKeyboardInterrupt\n";
        assert_eq!(tail(bare), "KeyboardInterrupt (bot.py, line 1)");
        let several = "Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\n    f()\nError: first\nand more of it\n";
        assert_eq!(tail(several), "Error: first (bot.py, line 1)");
        // Cut before its end, or only like one.
        assert_eq!(
            tail("Traceback (most recent call last):\n  File \"bot.py\", line 1, in f\n"),
            "File \"bot.py\", line 1, in f"
        );
        assert_eq!(tail("  File \"x\", line y\nError: z\n"), "Error: z");
    }

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
