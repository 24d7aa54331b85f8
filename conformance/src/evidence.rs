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

/// The last line that is not blank of what a bot wrote on stderr, shortened; none if it wrote nothing.
#[must_use]
pub fn stderr_tail(stderr: &Captured) -> Option<String> {
    let text = excerpt(stderr.last(LONGEST));
    let last = text.lines().rev().find(|line| !line.trim().is_empty())?.trim();
    Some(last.chars().take(200).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_bot_prints_can_be_shown() {
        assert_eq!(excerpt(b"a\r\nb\xff\x1b[31m\0"), "a\\r\nb\\xff\\u{1b}[31m\\u{0}");
        assert!(excerpt(&[b'x'; 5_000]).ends_with("… (5000 bytes in all)"));
    }
}
