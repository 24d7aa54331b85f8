//! Why a stream bot does not answer: shared by the games whose bots talk.

use std::time::Duration;

use crate::channel::{Answer, Line};
use crate::process::Limit;
use crate::tape::Conversation;

/// How long a late answer is waited for, beyond the limit.
pub const PATIENCE: Duration = Duration::from_millis(800);
/// How long an answer is waited for that a further message, or the end of the input, sets free.
const NUDGE: Duration = Duration::from_millis(200);

/// What is behind an answer that did not come in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Silence {
    /// It came later.
    Late(Line),
    /// It came when a further message was sent: the bot reads ahead, or flushes too early.
    Nudged(Line),
    /// It came when stdin was closed: the bot does not flush.
    Buffered(Vec<u8>),
    /// There is no line end behind it.
    Unended(Vec<u8>),
    /// The bot has ended, or closed its stdout; the bytes are the beginning of a line.
    Ended(Vec<u8>),
    /// Nothing came at all.
    Hangs,
    /// The run was interrupted.
    Interrupted,
}

impl Silence {
    /// Finds out, in no more than a second and a half unless the machine is busy. `nudge` is a message that brings at least one more line
    /// from a bot that is well. The conversation is of no use afterwards, unless the answer was late.
    pub fn explain(conversation: &mut Conversation, nudge: &[u8]) -> Self {
        let text = match conversation.wait_line(&patiently(PATIENCE)) {
            Answer::Line(line) => return Self::Late(line),
            Answer::Ended { text, .. } => return Self::Ended(text),
            Answer::Interrupted => return Self::Interrupted,
            Answer::Overrun { text, .. } => text,
            Answer::TooLong { .. } | Answer::HostTooBusy { .. } => Vec::new(),
        };
        if !text.is_empty() {
            return Self::Unended(text);
        }
        conversation.send(nudge);
        match conversation.wait_line(&patiently(NUDGE)) {
            Answer::Line(line) => return Self::Nudged(line),
            Answer::Interrupted => return Self::Interrupted,
            _ => {}
        }
        conversation.close_stdin();
        match conversation.wait_line(&patiently(NUDGE)) {
            Answer::Line(line) => Self::Buffered([line.bytes.as_slice(), b"\n"].concat()),
            Answer::Ended { text, .. } | Answer::Overrun { text, .. } if !text.is_empty() => {
                Self::Unended(text)
            }
            Answer::Interrupted => Self::Interrupted,
            _ => Self::Hangs,
        }
    }
}

/// So long, and longer only for a bot that has to wait for a core.
const fn patiently(time: Duration) -> Limit {
    Limit { wall: time, hard_cap: time.saturating_mul(3) }
}

/// More than this printed during one turn is no remark.
const FLOOD: u64 = 64 * 1024;

/// What a bot was doing while it was waited for in vain, for a hint: by the processor time it used, and by how many
/// bytes it printed.
#[must_use]
pub fn pastime(cpu: Duration, limit: Duration, printed: u64) -> String {
    if printed > FLOOD {
        let (size, unit) =
            if printed > 100 * FLOOD { (printed >> 20, "MiB") } else { (printed >> 10, "KiB") };
        format!("it printed {size} {unit} until it was stopped: does a loop that prints never end?")
    } else if cpu < limit / 10 {
        "it used hardly any processor time: it waits for something (input from stdin, a lock, a pause)"
            .to_owned()
    } else {
        "it was computing all the time: an endless loop, or a search that does not look at the clock"
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_does_instead_of_answering_is_named() {
        let ms = Duration::from_millis;
        assert!(pastime(ms(10), ms(2000), 0).contains("waits for something"));
        assert!(pastime(ms(1500), ms(2000), 500).contains("computing"));
        assert!(pastime(ms(1500), ms(2000), 70_000).contains("printed 68 KiB"));
        assert!(pastime(ms(10), ms(2000), 1 << 20).contains("printed 1024 KiB"));
    }
}
