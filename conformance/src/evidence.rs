//! Bytes from bots, made fit to be shown.

use crate::process::Captured;

/// At most this many bytes of an answer are shown.
const LONGEST: usize = 2_000;

/// Bytes as text: what is not UTF-8 or would disturb a terminal is escaped, line ends stay, and what is too
/// long is cut.
#[must_use]
pub fn excerpt(bytes: &[u8]) -> String {
    let (head, cut) = if bytes.len() > LONGEST { (&bytes[..LONGEST], true) } else { (bytes, false) };
    let mut text = String::new();
    for chunk in head.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => text.push('\n'),
                '\r' => text.push_str("\\r"),
                c if c.is_control() => text.extend(c.escape_default()),
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

/// Like [`excerpt`], with tabs kept and nothing cut: for texts that are bounded already.
#[must_use]
pub fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    text.chars().filter(|&c| c == '\n' || c == '\t' || !c.is_control()).collect()
}

/// The line of what a bot wrote on stderr that says the most, shortened; none if it wrote nothing. That is the
/// last one, but for what runtimes put behind their message: the way they came, and advice.
#[must_use]
pub fn stderr_tail(stderr: &Captured) -> Option<String> {
    let text = excerpt(stderr.last(LONGEST));
    let lines = || text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let told = lines().find(|line| !is_baggage(line)).or_else(|| lines().next())?;
    Some(told.chars().take(200).collect())
}

/// Whether a line is part of what Rust, Java and Node print behind what went wrong.
fn is_baggage(line: &str) -> bool {
    // A tab has been escaped by now.
    let line = line.trim_start_matches("\\t");
    let rust = line.starts_with("note: run with `RUST_BACKTRACE");
    let java = line.starts_with("at ") || (line.starts_with("... ") && line.ends_with(" more"));
    rust || java || line.starts_with("Node.js v")
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
        assert_eq!(tail("at home\n").as_deref(), Some("at home"));
        assert_eq!(tail("ValueError: no move\n\n").as_deref(), Some("ValueError: no move"));
        assert_eq!(tail(" \n"), None);
    }

    #[test]
    fn whatever_a_bot_prints_can_be_shown() {
        assert_eq!(excerpt(b"a\r\nb\xff\x1b[31m\0"), "a\\r\nb\\xff\\u{1b}[31m\\u{0}");
        assert!(excerpt(&[b'x'; 5_000]).ends_with("… (5000 bytes in all)"));
    }
}
