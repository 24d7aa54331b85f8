//! No answer in time: what is behind it.

use super::StreamSession;
use crate::channel::Line;
use crate::no_answer::{Doing, NoAnswer};
use crate::run_context::RunError;

/// What is behind an answer that did not come in time, as far as a second process can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Silence {
    /// It came later, by itself.
    Late(Line),
    /// The same, at a moment when something else was sent, which has nothing to do with it.
    Coincidence(Vec<u8>),
    /// It came only when something else happened.
    KeptBack(Release, Vec<u8>),
    /// A message that was sent next was answered at once, and this one was not.
    Skipped,
    /// There is no line end behind it.
    Unended(Vec<u8>),
    /// The bot has ended, or closed its stdout; the bytes are the beginning of a line.
    Ended(Vec<u8>),
    /// Nothing came at all: what the bot did instead.
    Hangs(Doing),
    /// The run was interrupted.
    Interrupted,
}

/// What makes a bot let go of an answer that it kept back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Release {
    /// One more message.
    ByMessage,
    /// The end of the input.
    ByEnd,
}

impl Release {
    /// How the answer came, as the end of a sentence.
    #[must_use]
    pub const fn when(self) -> &'static str {
        match self {
            Self::ByMessage => {
                "the bot was waiting for input, and the answer came when one more message was sent"
            }
            Self::ByEnd => "the bot was waiting for input, and the answer came when stdin was closed",
        }
    }

    /// What may be the cause, for the bot's author.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::ByMessage => {
                "the bot reads ahead, or flushes the answer before only: read line by line, and flush after each answer"
            }
            Self::ByEnd => "buffered: flush after each line, and read line by line (mawk: -W interactive)",
        }
    }
}

/// How thoroughly a silence is looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look<'m> {
    /// A message is sent that brings one more line from a bot that is well.
    Thorough(&'m [u8]),
    /// It has been explained before: whether it comes again is all that is asked.
    Glance,
}

impl StreamSession<'_> {
    /// Finds out why there is no answer. `skips` tells from a line that came when one more message was sent that it
    /// answers that one, and `is_kept_back` whether an answer which came only then is kept back, most often by a
    /// [`Replay`](super::Replay).
    ///
    /// # Errors
    /// Those of `is_kept_back`.
    pub fn silence(
        &mut self,
        look: Look<'_>,
        skips: impl Fn(&[u8]) -> bool,
        is_kept_back: impl FnOnce(&Self) -> Result<bool, RunError>,
    ) -> Result<Silence, RunError> {
        let Some(conversation) = &mut self.conversation else { return Ok(Silence::Ended(Vec::new())) };
        let no_answer = match look {
            Look::Thorough(nudge) => NoAnswer::explain(conversation, nudge),
            Look::Glance => NoAnswer::glance(conversation),
        };
        let (release, bytes) = match no_answer {
            NoAnswer::Late(line) => return Ok(Silence::Late(line)),
            NoAnswer::Ended(text) => return Ok(Silence::Ended(text)),
            NoAnswer::Unended(text) => return Ok(Silence::Unended(text)),
            NoAnswer::Hangs(doing) => return Ok(Silence::Hangs(doing)),
            NoAnswer::Interrupted => return Ok(Silence::Interrupted),
            NoAnswer::Nudged(line) if skips(&line.bytes) => return Ok(Silence::Skipped),
            NoAnswer::Nudged(line) => (Release::ByMessage, line.bytes),
            NoAnswer::Buffered(bytes) => (Release::ByEnd, bytes),
        };
        Ok(if is_kept_back(self)? { Silence::KeptBack(release, bytes) } else { Silence::Coincidence(bytes) })
    }
}
