//! What a bot has done to a file that it was to read.

use super::directory::Directory;
use super::output::is_readable;
use crate::counted::counted;
use crate::evidence::excerpt;
use std::io::ErrorKind;

/// A file of the referee's that is no longer as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputChange {
    /// Its name in the bot's folder.
    pub name: String,
    /// What has become of it, as the end of a sentence that begins with its name.
    pub how: String,
}

/// So many bytes beyond those that were written are looked at.
const MORE: usize = 64 * 1024;
/// So many bytes are shown of what was added.
const MAX_SHOWN: usize = 40;

impl InputChange {
    /// Compares a file with what was written into it.
    pub(super) fn look(directory: &Directory, name: &str, written: &[u8]) -> Option<Self> {
        let is_closed = directory.metadata(name).is_ok_and(|it| it.is_file() && !is_readable(&it));
        let how = match directory.read(name, written.len() + MORE) {
            _ if is_closed => "may no longer be read: its permissions were changed".to_owned(),
            Ok(now) if now == written => return None,
            Ok(now) => difference(written, &now),
            Err(error) if error.kind() == ErrorKind::NotFound => "was deleted".to_owned(),
            Err(_) => "is no longer a regular file".to_owned(),
        };
        Some(Self { name: name.to_owned(), how })
    }
}

fn difference(written: &[u8], now: &[u8]) -> String {
    if now.is_empty() {
        return "was emptied".to_owned();
    }
    if let Some(added) = now.strip_prefix(written) {
        let more = if now.len() > written.len() + MORE { "more than " } else { "" };
        let count = if more.is_empty() { added.len() } else { MORE };
        return format!("has {more}{} more at its end: {}", counted(count, "byte"), quoted(added));
    }
    if written.starts_with(now) {
        return format!(
            "was cut off after {} of {}",
            counted(now.len(), "byte"),
            counted(written.len(), "byte")
        );
    }
    let at = written.iter().zip(now).take_while(|(old, new)| old == new).count();
    let line = written[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = written[..at].iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    format!(
        "holds something else from line {line}, column {column} on: {} instead of {}",
        quoted(&now[at..]),
        quoted(&written[at..])
    )
}

/// The first line of a text, or what of it is short enough to stand in a sentence.
fn quoted(text: &[u8]) -> String {
    let line = text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
    let shown = &line[..line.len().min(MAX_SHOWN)];
    let cut = if shown.len() < text.len() { "…" } else { "" };
    format!("\"{}\"{cut}", excerpt(shown).replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_named() {
        let written = b"M6666\n.......\n.......\n";
        for (now, how) in [
            (&b""[..], "was emptied"),
            (b"M6666\n.......\n.......\nRA1A2", "has 5 bytes more at its end: \"RA1A2\""),
            (b"M6666\n.......\n.......\n\n", "has 1 byte more at its end: \"\\n\""),
            (b"M6666\n", "was cut off after 6 bytes of 22 bytes"),
            (
                b"M6666\n.RR....\n.......\n",
                "holds something else from line 2, column 2 on: \"RR....\\n\"… instead of \"......\\n\"…",
            ),
            (b"xyz", "holds something else from line 1, column 1 on: \"xyz\" instead of \"M6666\\n\"…"),
        ] {
            assert_eq!(difference(written, now), how);
        }
        let flood = [&written[..], &b"x".repeat(MORE + 1)].concat();
        assert!(difference(written, &flood).starts_with("has more than 65536 bytes more"));
    }
}
