//! Why a stream bot does not answer: shared by the games whose bots talk.
//!
//! A silence has many causes, and most of them are no fault of the output: a bot may compute, sleep, or not read at
//! all. What it does is looked at while it is silent; a further message is sent only to one that waits for input,
//! for from any other it would prove nothing.

use std::fmt;
use std::time::Duration;

use crate::channel::{Answer, Line};
use crate::process::{Activity, Limit, State};
use crate::recorder::Conversation;

/// How long a late answer is waited for, beyond the limit.
pub const PATIENCE: Duration = Duration::from_millis(800);
/// How much longer a bot is waited for that is at work on something, or asleep.
const MORE_PATIENCE: Duration = Duration::from_millis(2_400);
/// How long an answer is waited for that a further message, or the end of the input, sets free.
const NUDGE: Duration = Duration::from_millis(200);
/// How long after the first look at a bot the second one is taken, where a line is not to be expected.
const SECOND_LOOK: Duration = Duration::from_millis(100);
/// So often a bot is looked at that has been silent for long, until it waits for input.
const LOOKS: u32 = 5;
/// Less processor time than this, in [`PATIENCE`], is what waiting costs.
const IDLE: Duration = Duration::from_millis(40);
/// After so long without a message a bot may have ended because of that.
const PAUSE: Duration = Duration::from_secs(1);

/// The hint where a bot has ended that nothing was said to for so long; none if that was too short to end because of it.
#[must_use]
pub fn after_a_pause(paused: Duration) -> Option<String> {
    (paused >= PAUSE).then(|| {
        format!("nothing had been said to it for {paused:?}, as where others think: it must go on waiting")
    })
}

/// What is behind an answer that did not come in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// It came later, by itself.
    Late(Line),
    /// The bot waited for input, and a line came at once when a further message was sent. If it has the form of the
    /// answer, the bot reads ahead, or does not flush: to be sure, ask another process the same and see whether it
    /// [stays silent](stays_silent). If it answers the further message, the bot does not know the request.
    Nudged(Line),
    /// The bot waited for input, and the answer came when stdin was closed: the bot does not flush.
    Buffered(Vec<u8>),
    /// There is no line end behind it.
    Unended(Vec<u8>),
    /// The bot has ended, or closed its stdout; the bytes are the beginning of a line.
    Ended(Vec<u8>),
    /// Nothing came at all: what the bot did instead.
    Hangs(Doing),
    /// The run was interrupted.
    Interrupted,
}

/// What a bot does that says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// It uses the processor.
    Computing,
    /// It waits for a time to come.
    Sleeping,
    /// It has read everything, and waits for more.
    WaitingForInput,
    /// It has read nothing of all that it was sent.
    NeverReading,
    /// It has read something, and does not read on.
    NoLongerReading,
    /// It waits for its output to be read.
    Writing,
    /// A signal has stopped it.
    Stopped,
    /// It waits for something else: a lock, another process.
    Waiting,
    /// Nobody knows.
    Unknown,
}

impl NoAnswer {
    /// Finds out, in no more than three and a half seconds unless the machine is busy. `nudge` is a message that
    /// brings at least one more line from a bot that is well; it is sent only if the bot waits for input. The
    /// conversation is of no use afterwards, unless the answer was late.
    pub fn explain(conversation: &mut Conversation, nudge: &[u8]) -> Self {
        let before = conversation.activity();
        if let Some(told) = Self::heard(conversation.wait_line(&patiently(PATIENCE))) {
            return told;
        }
        let doing = Doing::between(before, conversation.activity(), conversation.told());
        match doing {
            Doing::WaitingForInput | Doing::Unknown => Self::set_free(conversation, nudge, doing),
            Doing::NeverReading | Doing::NoLongerReading | Doing::Stopped => Self::Hangs(doing),
            Doing::Computing | Doing::Sleeping | Doing::Writing | Doing::Waiting => {
                Self::heard(conversation.wait_line(&patiently(MORE_PATIENCE))).unwrap_or(Self::Hangs(doing))
            }
        }
    }

    /// The same of a silence that has been explained before: whether it comes again is all that is asked.
    pub fn glance(conversation: &mut Conversation) -> Self {
        Self::heard(conversation.wait_line(&patiently(NUDGE))).unwrap_or(Self::Hangs(Doing::Unknown))
    }

    /// What an answer, or a part of one, says. None if there is nothing of it yet.
    fn heard(answer: Answer) -> Option<Self> {
        match answer {
            Answer::Line(line) => Some(Self::Late(line)),
            Answer::Ended { text, .. } => Some(Self::Ended(text)),
            Answer::Interrupted => Some(Self::Interrupted),
            Answer::Overrun { text, .. } | Answer::HostTooBusy { text, .. } if !text.is_empty() => {
                Some(Self::Unended(text))
            }
            Answer::Overrun { .. } | Answer::TooLong { .. } | Answer::HostTooBusy { .. } => None,
        }
    }

    /// Sends a further message, and then closes stdin, to a bot that waits for input.
    fn set_free(conversation: &mut Conversation, nudge: &[u8], doing: Doing) -> Self {
        conversation.send(nudge);
        match conversation.wait_line(&patiently(NUDGE)) {
            Answer::Line(line) => return Self::Nudged(line),
            Answer::Interrupted => return Self::Interrupted,
            _ => {}
        }
        conversation.close_stdin();
        match conversation.wait_line(&patiently(NUDGE)) {
            Answer::Line(line) => Self::Buffered([line.bytes.as_slice(), b"\n"].concat()),
            Answer::Ended { text, .. } | Answer::Overrun { text, .. } | Answer::HostTooBusy { text, .. }
                if !text.is_empty() =>
            {
                Self::Unended(text)
            }
            Answer::Interrupted => Self::Interrupted,
            _ => Self::Hangs(doing),
        }
    }
}

/// Whether a bot that was asked says nothing for so long, and waits for input at the end of it: then it is not slow,
/// it has said all that it will say.
pub fn stays_silent(conversation: &mut Conversation, time: Duration) -> bool {
    let nothing = |answer: &Answer| matches!(answer, Answer::Overrun { text, .. } if text.is_empty());
    if !nothing(&conversation.wait_line(&patiently(time))) {
        return false;
    }
    // On a busy machine it may be on its way to its input still.
    for _ in 0..LOOKS {
        // What it did before, starting, say, is of no interest.
        let before = conversation.activity();
        if !nothing(&conversation.wait_line(&patiently(SECOND_LOOK))) {
            return false;
        }
        let doing = Doing::between(before, conversation.activity(), conversation.told());
        if matches!(doing, Doing::WaitingForInput | Doing::Unknown) {
            return true;
        }
    }
    false
}

impl Doing {
    /// What a bot did between two looks at it, [`PATIENCE`] or longer apart, that was sent so many bytes.
    #[must_use]
    pub fn between(before: Activity, after: Activity, told: usize) -> Self {
        let unread = after.unread.unwrap_or(0);
        let idle = after.cpu.saturating_sub(before.cpu) < IDLE;
        match (before.state, after.state) {
            (State::Ended, _) | (_, State::Ended | State::Unknown) => Self::Unknown,
            (_, State::Stopped) => Self::Stopped,
            (State::Writing, State::Writing) => Self::Writing,
            (State::Computing, State::Computing) => Self::Computing,
            _ if !idle => Self::Computing,
            _ if unread > 0 && unread >= told => Self::NeverReading,
            (State::Reading, State::Reading) if unread == 0 => Self::WaitingForInput,
            _ if unread > 0 => Self::NoLongerReading,
            (_, State::Asleep) => Self::Sleeping,
            (_, State::Computing) => Self::Computing,
            _ => Self::Waiting,
        }
    }

    /// How long it is waited for beyond the limit that does this, before nothing more is expected of it.
    #[must_use]
    pub const fn waited_for(self) -> Duration {
        match self {
            Self::Computing | Self::Sleeping | Self::Writing | Self::Waiting => {
                PATIENCE.saturating_add(MORE_PATIENCE)
            }
            _ => PATIENCE,
        }
    }

    /// Whether an answer may still come by itself, as far as can be seen.
    #[must_use]
    pub const fn may_answer(self) -> bool {
        matches!(self, Self::Computing | Self::Sleeping | Self::Waiting | Self::Unknown)
    }

    /// What may be the cause, for the bot's author.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Computing => "an endless loop, or a search that does not look at the clock",
            Self::Sleeping => "a pause in the program",
            Self::WaitingForInput => {
                "it does not know the message, answers nothing to it, loses lines that arrive together, waits for a line \
                 that nobody sends, or prints its answer into a buffer that it never flushes"
            }
            Self::NeverReading => "does the bot read its stdin at all?",
            Self::NoLongerReading => "does the loop that reads messages go on after each of them?",
            Self::Writing => "does a loop that prints never end?",
            Self::Stopped => "a signal has stopped it, as a debugger would",
            Self::Waiting => "a lock, a thread or another process that it waits for",
            Self::Unknown => "an endless loop, or waiting for something that never comes",
        }
    }
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Computing => "it was computing",
            Self::Sleeping => "it was asleep",
            Self::WaitingForInput => "it had read everything and was waiting for more input",
            Self::NeverReading => "it had read nothing of what it was sent",
            Self::NoLongerReading => "it had stopped reading",
            Self::Writing => "it was waiting for its output to be read",
            Self::Stopped => "it had been stopped by a signal",
            Self::Waiting => "it was waiting for something other than input",
            Self::Unknown => "what it was doing is not known",
        })
    }
}

/// So long, and longer only for a bot that has to wait for a core.
const fn patiently(time: Duration) -> Limit {
    Limit { wall: time, hard_cap: time.saturating_mul(3) }
}

/// More than this printed during one turn is no remark.
const FLOOD: u64 = 64 * 1024;

/// What a bot was doing while it was waited for in vain, for a hint: by the processor time it used, which is 0 where
/// that is not counted, and by how many bytes it printed.
#[must_use]
pub fn hang_hint(cpu: Duration, limit: Duration, printed: u64) -> String {
    if printed > FLOOD {
        let (size, unit) =
            if printed > 100 * FLOOD { (printed >> 20, "MiB") } else { (printed >> 10, "KiB") };
        format!("it printed {size} {unit} until it was stopped: does a loop that prints never end?")
    } else if cpu.is_zero() {
        Doing::Unknown.hint().to_owned()
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
        assert!(hang_hint(ms(10), ms(2000), 0).contains("waits for something"));
        assert!(hang_hint(ms(1500), ms(2000), 500).contains("computing"));
        assert!(hang_hint(ms(1500), ms(2000), 70_000).contains("printed 68 KiB"));
        assert!(hang_hint(ms(10), ms(2000), 1 << 20).contains("printed 1024 KiB"));
        let unknown = hang_hint(Duration::ZERO, ms(2000), 0);
        assert!(unknown.contains("loop") && unknown.contains("waiting"), "{unknown}");
    }
}
