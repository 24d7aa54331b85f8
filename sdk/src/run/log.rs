//! What a conversation has been so far, to be gone through again.

#![cfg_attr(not(unix), expect(dead_code, reason = "only where a process can begin anew"))]

use crate::stream_game::{Heard, StreamGame};

/// The messages that were heard and the moves that were played, in order: a line each, after a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Log {
    bytes: Vec<u8>,
    /// Whether there was more than [`Log::MAX`], and nothing is kept any more.
    is_too_long: bool,
}

const HEARD: u8 = b'<';
const PLAYED: u8 = b'>';

impl Log {
    /// The most bytes that are kept.
    pub(super) const MAX: usize = 256 << 10;

    /// From what [`Log::bytes`] returned in an earlier life of the process.
    pub(super) const fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { bytes, is_too_long: false }
    }

    /// What brings a new memory to where this one is, in the place of the conversation, if the game can tell.
    pub(super) fn shorten<G: StreamGame>(&mut self, memory: &G::Memory) {
        if let Some(messages) = G::retell(memory) {
            *self = Self::from_bytes(Vec::new());
            for message in messages {
                self.heard(message.as_bytes());
            }
        }
    }

    /// All of it, unless it was too long to be kept.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        (!self.is_too_long).then_some(&self.bytes)
    }

    /// Notes a message: a line without its end.
    pub(super) fn heard(&mut self, line: &[u8]) {
        self.add(HEARD, line);
    }

    /// Notes the move that answered it: its line without its end.
    pub(super) fn played(&mut self, line: &str) {
        self.add(PLAYED, line.as_bytes());
    }

    fn add(&mut self, sign: u8, line: &[u8]) {
        if self.bytes.len() + line.len() + 2 > Self::MAX {
            (self.bytes, self.is_too_long) = (Vec::new(), true);
        }
        if !self.is_too_long {
            self.bytes.push(sign);
            self.bytes.extend_from_slice(line);
            self.bytes.push(b'\n');
        }
    }

    /// Brings a new memory to where the conversation has come.
    pub(super) fn replay<G: StreamGame>(&self, memory: &mut G::Memory) {
        let mut asked = None;
        for line in self.bytes.split(|&byte| byte == b'\n') {
            match line.split_first() {
                Some((&HEARD, message)) => {
                    asked = match G::hear(memory, message) {
                        Heard::Choose { position, .. } => Some(position),
                        _ => None,
                    };
                }
                Some((&PLAYED, text)) => {
                    let Some(position) = asked.take() else { continue };
                    if let Some(mv) = G::move_of(&position, text) {
                        // It was legal when it was played.
                        let _ = G::answer(memory, mv);
                    }
                }
                _ => {}
            }
        }
    }
}
