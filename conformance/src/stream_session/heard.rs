//! What is heard although nobody has asked.

use std::time::Duration;

use super::StreamSession;
use crate::channel::Answer;
use crate::process::Limit;

/// Whoever writes for longer than so many times the quiet that is waited for, writes for ever.
const ENDLESS: u32 = 5;
/// No more bytes than this are kept of the beginning of what nobody asked for, nor of its end.
const MAX_KEPT: usize = 2048;
/// What stands for a line that is thrown away.
pub(crate) const TOO_LONG: &[u8] = b"(more than 4 KiB without a line end)\n";

/// What was heard although nobody had asked.
#[derive(Debug, Default)]
pub struct Heard {
    /// Lines, and the beginning of one; of more than a few thousand bytes the first and the last ones.
    pub bytes: Vec<u8>,
    /// Whether it did not come to an end.
    pub endless: bool,
}

impl Heard {
    /// Whether it was nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > 2 * MAX_KEPT {
            self.bytes.drain(MAX_KEPT..self.bytes.len() - MAX_KEPT);
        }
    }
}

impl StreamSession<'_> {
    /// Listens until nothing has come for so long although nothing was asked, and takes whole lines and what is
    /// not yet one. It does not listen to one who writes for ever.
    pub fn listen(&mut self, quiet: Duration) -> Heard {
        let mut heard = Heard::default();
        self.paused += quiet;
        // On a busy machine longer: a bot that waits for a core has not had the time to say anything.
        let limit = Limit::new(quiet);
        let mut time = Duration::ZERO;
        while time < quiet * ENDLESS {
            match self.wait_line(&limit) {
                Answer::Line(line) => {
                    heard.add(line.bytes.get(self.begun..).unwrap_or_default());
                    heard.add(b"\n");
                    self.begun = 0;
                    time += line.elapsed.wall;
                }
                Answer::TooLong { elapsed } => {
                    heard.add(TOO_LONG);
                    time += elapsed.wall;
                }
                Answer::Overrun { text, .. } | Answer::Ended { text, .. } => {
                    heard.add(text.get(self.begun..).unwrap_or_default());
                    self.begun = text.len();
                    return heard;
                }
                Answer::HostTooBusy { .. } | Answer::Interrupted => return heard,
            }
        }
        heard.endless = true;
        heard
    }
}
