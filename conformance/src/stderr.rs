//! What a bot says on stderr: the line that tells the most.

use std::fmt;

use crate::evidence::{MAX_LENGTH, excerpt};
use crate::process::Captured;
use crate::record::Violation;

/// An exception's message may go on for so many lines.
const LINES_BEHIND: usize = 10;
/// How a hint begins that tells it.
const SAYS: &str = "its stderr ends with: ";
/// What stands between a message and the hint behind it.
const BEHIND: &str = "; ";

/// The hint that tells it.
#[must_use]
pub fn hint(tail: &str) -> String {
    format!("{SAYS}{tail}")
}

/// What a hint tells, if it is one of these.
#[must_use]
pub fn told(hint: &str) -> Option<&str> {
    hint.strip_prefix(SAYS)
}

/// What a message is followed by that tells it, too; empty if the bot wrote nothing.
#[must_use]
pub fn behind_message(stderr: &Captured) -> String {
    tail(stderr).map(|tail| format!("{BEHIND}{}", hint(&tail))).unwrap_or_default()
}

/// A message without what [`behind_message`] has put there.
#[must_use]
pub fn bare_message(message: &str) -> &str {
    message.find(&format!("{BEHIND}{SAYS}")).map_or(message, |at| &message[..at])
}

/// An exception that a bot has logged tells why an answer did not come; what it does since tells less.
pub fn explain(violation: &mut Violation, stderr: &Captured) {
    let text = end(stderr);
    if violation.received.is_none()
        && is_exception_last(&text)
        && let Some(logged) = telling(&text)
    {
        violation.hint = Some(hint(&logged));
    }
}

/// Whether a text ends with what Python, Java, Node or Rust print of an exception.
fn is_exception_last(text: &str) -> bool {
    let is_trace = |line: &str| {
        let panic = line.starts_with("thread '") && line.contains(" panicked at ");
        // A tab has been escaped by now.
        let way = line.trim_start_matches("\\t").trim_start();
        panic || (way != line && way.starts_with("at ") && way.ends_with(')'))
    };
    traceback(text).is_some() || text.lines().rev().take(LINES_BEHIND).any(is_trace)
}

/// The line of what a bot wrote on stderr that says the most, shortened; none if it wrote nothing. That is the
/// last one, but for what runtimes put behind their message: the way they came, and advice. Of what Python prints
/// it is the exception, with the place where it was raised.
#[must_use]
pub fn tail(stderr: &Captured) -> Option<String> {
    telling(&end(stderr))
}

/// The end of what a bot wrote, as text.
fn end(stderr: &Captured) -> String {
    // The C library of Windows ends lines with CR LF.
    let lines = stderr.last(MAX_LENGTH).split(|byte| *byte == b'\n');
    let lines: Vec<_> = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    excerpt(&lines.join(&b'\n'))
}

fn telling(text: &str) -> Option<String> {
    if let Some(told) = traceback(text) {
        return Some(told);
    }
    let says_something = |line: &&str| !line.is_empty() && !is_of_tester(line);
    let lines = || text.lines().rev().map(str::trim).filter(says_something);
    // Where every thread was stands behind it.
    let fatal = || lines().find(|line| line.starts_with("Fatal Python error:"));
    let told = fatal().or_else(|| lines().find(|line| !is_baggage(line))).or_else(|| lines().next())?;
    Some(shortened(told))
}

/// Whether a line says no more than that Java has taken the options that the tester gives it.
pub(crate) fn is_of_tester(line: &str) -> bool {
    line.starts_with("NOTE: Picked up JDK_JAVA_OPTIONS")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Level;
    use crate::requirement::Requirement;

    #[test]
    fn a_logged_exception_tells_why_there_is_no_answer() {
        let explained = |stderr: &str, received: Option<&str>| {
            let mut captured = Captured::default();
            captured.push(stderr.as_bytes());
            let silence = Requirement::bare("a", Level::Must).violated("no answer").hint("it waits");
            let mut violation = Violation { received: received.map(str::to_owned), ..silence };
            explain(&mut violation, &captured);
            violation.hint.unwrap()
        };
        let python = "Traceback (most recent call last):\n  File \"bot.py\", line 3, in ask\n    x[9]\nIndexError: too far\n";
        let java = "java.lang.Error: no move\n\tat Bot.main(Bot.java:3)\n";
        let node = "TypeError: no move\n    at choose (/bot/bot.js:3:5)\n";
        let rust =
            "thread 'worker' (7) panicked at src/main.rs:5:9:\nno move\nnote: run with `RUST_BACKTRACE=1`\n";
        assert_eq!(explained(python, None), hint("IndexError: too far (bot.py, line 3, in ask)"));
        assert_eq!(explained(java, None), hint("java.lang.Error: no move"));
        assert_eq!(explained(&java.replace('\n', "\r\n"), None), hint("java.lang.Error: no move"));
        assert_eq!(explained(node, None), hint("TypeError: no move"));
        assert_eq!(explained(rust, None), hint("no move"));
        for usual in ["", "depth 3\n  at best 12\n", "Error: none\n"] {
            assert_eq!(explained(usual, None), "it waits");
        }
        assert_eq!(explained(python, Some("a1")), "it waits", "an answer came");
    }

    #[test]
    fn the_message_is_told_and_not_what_is_behind_it() {
        let told = |text: &str| {
            let mut stderr = Captured::default();
            stderr.push(text.as_bytes());
            tail(&stderr)
        };
        let rust = "thread 'main' (7) panicked at src/main.rs:5:9:\nno move\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
        assert_eq!(told(rust).as_deref(), Some("no move"));
        let java = "Exception in thread \"main\" java.lang.Error: no move\n\tat Bot.main(Bot.java:3)\n\t... 2 more\n";
        assert_eq!(told(java).as_deref(), Some("Exception in thread \"main\" java.lang.Error: no move"));
        let python = "Fatal Python error: Aborted\n\nCurrent thread 0x7f (most recent call first):\n  File \"bot.py\", line 7 in <module>\n";
        assert_eq!(told(python).as_deref(), Some("Fatal Python error: Aborted"));
        assert_eq!(told("at home\n").as_deref(), Some("at home"));
        assert_eq!(told("no move\r\n\r\n").as_deref(), Some("no move"));
        assert_eq!(told("ValueError: no move\n\n").as_deref(), Some("ValueError: no move"));
        assert_eq!(told(" \n"), None);
        assert_eq!(told("NOTE: Picked up JDK_JAVA_OPTIONS: -XX:MaxRAM=2147483648\n"), None);
    }

    #[test]
    fn a_message_is_the_same_without_what_was_printed() {
        for text in ["", "no move\n", "it is gone; its stderr ends with: no move\n"] {
            let mut stderr = Captured::default();
            stderr.push(text.as_bytes());
            let message = format!("the bot is gone{}", behind_message(&stderr));
            assert_eq!(message.contains("; its stderr ends with: "), !text.is_empty());
            assert_eq!(bare_message(&message), "the bot is gone");
        }
    }

    #[test]
    fn a_traceback_is_told_with_its_last_frame() {
        let told = |text: &str| {
            let mut stderr = Captured::default();
            stderr.push(text.as_bytes());
            tail(&stderr).unwrap()
        };
        let plain = "loading\nTraceback (most recent call last):\n  File \"/bot/bot.py\", line 9, in <module>\n    main()\n  \
                     File \"/bot/bot.py\", line 7, in choose\n    raise ValueError('no move')\n    ^^^^^\nValueError: no move\n";
        assert_eq!(told(plain), "ValueError: no move (bot.py, line 7, in choose)");
        let library = "Traceback (most recent call last):\n  File \"/bot/bot.py\", line 3, in main\n    json.loads('')\n  \
                       File \"/usr/lib/python3/json/decoder.py\", line 355, in raw_decode\n    raise\njson.decoder.JSONDecodeError: Expecting value: line 1\n";
        assert_eq!(
            told(library),
            "json.decoder.JSONDecodeError: Expecting value: line 1 (decoder.py, line 355, in raw_decode, called from bot.py, line 3, in main)"
        );
        // A chain of exceptions: the last one ended the bot.
        let chain = format!(
            "{plain}\nDuring handling of the above exception, another exception occurred:\n\n{library}"
        );
        assert!(told(&chain).starts_with("json.decoder.JSONDecodeError"));
        let syntax = "  File \"/bot/bot.py\", line 2\n    def (\n        ^\nSyntaxError: invalid syntax\n";
        assert_eq!(told(syntax), "SyntaxError: invalid syntax (bot.py, line 2)");
        let bare = "Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\n    input()\nKeyboardInterrupt\n";
        assert_eq!(told(bare), "KeyboardInterrupt (bot.py, line 1)");
        let several = "Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\n    f()\nError: first\nand more of it\n";
        assert_eq!(told(several), "Error: first (bot.py, line 1)");
        // Cut before its end, or only like one.
        assert_eq!(
            told("Traceback (most recent call last):\n  File \"bot.py\", line 1, in f\n"),
            "File \"bot.py\", line 1, in f"
        );
        assert_eq!(told("  File \"x\", line y\nError: z\n"), "Error: z");
    }
}
