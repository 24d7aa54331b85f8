//! Lines out of a stream of bytes, never more of them than is reasonable.

use crate::process::Elapsed;

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
}

/// One line that a bot printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its bytes, without the line end.
    pub bytes: Vec<u8>,
    /// How it ended.
    pub end: LineEnd,
    /// From the request to its arrival; zero for a line nobody asked for.
    pub elapsed: Elapsed,
}

/// What a bot has printed and nobody has taken yet.
#[derive(Debug, Default)]
pub(super) struct Unread {
    bytes: Vec<u8>,
    /// Up to here there is no line end.
    searched: usize,
    /// Whether the rest of a line that was too long is being thrown away.
    skipping: bool,
}

/// No line is longer than this, its end not included.
pub(super) const MAX_LENGTH: usize = 4096;

/// What taking a line gave.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Line(Vec<u8>, LineEnd),
    /// The beginning of a line that is, or would become, too long; the rest of it is thrown away.
    TooLong(Vec<u8>),
    /// No whole line is there yet.
    Nothing,
}

impl Unread {
    /// Where what is read is to be added.
    pub(super) fn space(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Whether there is a line to take, or too much for one.
    pub(super) fn has_line(&self) -> bool {
        self.bytes.len() > MAX_LENGTH || self.bytes[self.searched..].contains(&b'\n')
    }

    /// Takes the first line.
    pub(super) fn take(&mut self) -> Taken {
        if self.skipping {
            self.skip();
        }
        let found = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n');
        let Some(end) = found.map(|at| self.searched + at) else {
            self.searched = self.bytes.len();
            if self.bytes.len() > MAX_LENGTH {
                let beginning = self.bytes[..MAX_LENGTH].to_vec();
                self.skipping = true;
                self.skip();
                return Taken::TooLong(beginning);
            }
            return Taken::Nothing;
        };
        let rest = self.bytes.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.bytes, rest);
        self.searched = 0;
        line.pop();
        if line.len() > MAX_LENGTH {
            line.truncate(MAX_LENGTH);
            return Taken::TooLong(line);
        }
        let end = if line.last() == Some(&b'\r') { LineEnd::CrLf } else { LineEnd::Lf };
        if end == LineEnd::CrLf {
            line.pop();
        }
        Taken::Line(line, end)
    }

    /// Throws the rest of a line away, as far as it is there.
    fn skip(&mut self) {
        self.searched = 0;
        match self.bytes.iter().position(|byte| *byte == b'\n') {
            Some(at) => {
                self.bytes.drain(..=at);
                self.skipping = false;
            }
            None => self.bytes.clear(),
        }
    }

    /// The beginning of a line that has not ended.
    pub(super) fn partial(&self) -> Vec<u8> {
        if self.bytes.contains(&b'\n') { Vec::new() } else { self.bytes.clone() }
    }

    /// Number of bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fed(bytes: &[u8]) -> Unread {
        let mut unread = Unread::default();
        unread.space().extend_from_slice(bytes);
        unread
    }

    #[test]
    fn lines_come_out_one_by_one() {
        let mut unread = fed(b"a1\nb2\r\n\nrest");
        assert_eq!(unread.take(), Taken::Line(b"a1".to_vec(), LineEnd::Lf));
        assert_eq!(unread.take(), Taken::Line(b"b2".to_vec(), LineEnd::CrLf));
        assert_eq!(unread.take(), Taken::Line(Vec::new(), LineEnd::Lf));
        assert_eq!(unread.take(), Taken::Nothing);
        assert_eq!(unread.partial(), b"rest");
        unread.space().extend_from_slice(b"!\n");
        assert_eq!(unread.take(), Taken::Line(b"rest!".to_vec(), LineEnd::Lf));
    }

    #[test]
    fn a_line_without_end_is_thrown_away_and_the_next_one_is_not() {
        let mut unread = fed(&[b'x'; MAX_LENGTH + 1]);
        assert_eq!(unread.take(), Taken::TooLong(vec![b'x'; MAX_LENGTH]));
        for _ in 0..100 {
            unread.space().extend_from_slice(&[b'x'; 10_000]);
            assert_eq!(unread.take(), Taken::Nothing);
            assert!(unread.len() < 20_000);
        }
        unread.space().extend_from_slice(b"xx\nnext\n");
        assert_eq!(unread.take(), Taken::Line(b"next".to_vec(), LineEnd::Lf));
    }

    #[test]
    fn the_longest_line_is_a_line() {
        let mut longest = vec![b'x'; MAX_LENGTH];
        longest.push(b'\n');
        assert!(matches!(fed(&longest).take(), Taken::Line(..)));
        longest.insert(0, b'x');
        assert_eq!(fed(&longest).take(), Taken::TooLong(vec![b'x'; MAX_LENGTH]));
    }
}
