//! What nobody asked for, and which of several lines is the answer.

use std::time::Duration;

use super::{MISSPELT, PARTING, Session, TOO_LONG};
use crate::channel::Answer;
use crate::evidence::excerpt;
use crate::games::flit::{reply, update};
use crate::process::Limit;
use crate::record::Violation;
use crate::requirement::by_id;

/// Whoever writes for longer than so many times the quiet that is waited for, writes for ever.
const ENDLESS: u32 = 5;

/// No more bytes than this are kept of the beginning of what nobody asked for, nor of its end.
const MAX_KEPT: usize = 2048;

impl Session<'_> {
    /// Notes lines that are no answers, once in a conversation.
    pub(super) fn noise(&mut self, rule: &'static str, bytes: &[u8]) {
        let spoke = rule == update::SILENT.id;
        let violation = if spoke { update::spoke(bytes, self.told) } else { too_many(bytes, self.asked) };
        self.once(violation);
    }

    /// Notes what was heard of a bot that is known to say more than it should, and goes on; false for any other bot.
    pub(crate) fn takes_noise(&mut self, bytes: &[u8]) -> bool {
        let Some(rule) = self.chatty else { return false };
        self.noise(rule, bytes);
        true
    }

    /// Listens until nothing has come for so long although nothing was asked, and takes whole lines and what is
    /// not yet one. It does not listen to one who writes for ever.
    pub(crate) fn listen(&mut self, quiet: Duration) -> Heard {
        let mut heard = Heard::default();
        // On a busy machine longer: a bot that waits for a core has not had the time to say anything.
        let limit = Limit::new(quiet);
        let mut time = Duration::ZERO;
        while time < quiet * ENDLESS {
            match self.conversation.wait_line(&limit) {
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

    /// What was heard although nobody had asked.
    #[must_use]
    pub(crate) fn extra(&self, bytes: &[u8]) -> Violation {
        if self.sent_ahead > 0 { update::spoke(bytes, self.sent_ahead) } else { too_many(bytes, self.asked) }
    }

    /// What stands before the first answer of a bot whose answers are malformed, on the same line.
    pub(crate) fn prompt(&self, bytes: &[u8]) -> Option<Violation> {
        if self.asked > 0 || self.chatty.is_some() || bytes.is_empty() || bytes.contains(&b'\n') {
            return None;
        }
        let rule = by_id(&crate::games::flit::REQUIREMENTS, self.context.observations.blocked_by(MISSPELT)?)?;
        let mut prompt =
            rule.violated("the bot wrote something that its first answer would follow on the same line");
        prompt.received = Some(excerpt(bytes));
        Some(prompt)
    }

    /// Whether the bot said something that nobody had asked for; it is blamed then.
    pub(crate) fn overheard(&mut self) -> bool {
        let lines = self.conversation.unsolicited();
        // A line that is due is no line too many.
        let Some(extra) = lines.get(self.missed as usize) else { return false };
        let bytes = [extra.bytes.as_slice(), b"\n"].concat();
        if self.takes_noise(&bytes) {
            return false;
        }
        let violation = self.extra(&bytes);
        self.blame(violation);
        true
    }

    /// Listens for a line too many that is on its way, before the process is ended; false if one is blamed.
    pub(crate) fn parts(&mut self) -> bool {
        if self.missed > 0 || self.unended {
            return true;
        }
        let heard = self.listen(PARTING);
        let well = heard.is_empty() || self.takes_noise(&heard.bytes);
        if !well {
            let violation = self.extra(&heard.bytes);
            self.blame(violation);
        }
        well
    }
}

/// The answer among several lines: the last one that is one, or else can be read as one. What has no line end is not
/// looked at.
#[must_use]
pub(crate) fn answer_in(lines: &[u8]) -> Option<Vec<u8>> {
    let whole = lines.strip_suffix(b"\n").unwrap_or(lines).split(|&byte| byte == b'\n');
    let lines: Vec<&[u8]> = whole.collect();
    let last = |is_one: &dyn Fn(&[u8]) -> bool| {
        lines.iter().rev().find(|line| is_one(line)).map(|line| line.to_vec())
    };
    last(&|line| reply::read(line).is_ok()).or_else(|| last(&|line| reply::meant(line).is_some()))
}

/// What was heard although nobody had asked.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// Lines, and the beginning of one; of more than a few thousand bytes the first and the last ones.
    pub bytes: Vec<u8>,
    /// Whether it did not come to an end.
    pub endless: bool,
}

impl Heard {
    /// Whether it was nothing.
    #[must_use]
    pub(crate) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > 2 * MAX_KEPT {
            self.bytes.drain(MAX_KEPT..self.bytes.len() - MAX_KEPT);
        }
    }
}

/// A line too many.
#[must_use]
pub(crate) fn too_many(bytes: &[u8], asked: u32) -> Violation {
    let message = if asked == 0 {
        "the bot wrote something before anything was asked".to_owned()
    } else {
        "the bot wrote more than one line for a request".to_owned()
    };
    let hint = if bytes.contains(&0) {
        reply::ZERO
    } else if bytes.ends_with(b"\n\n") {
        "an empty line is a line too: write one line end after the answer"
    } else {
        "only answers belong on stdout; write the rest to stderr"
    };
    let mut violation = reply::ONE_LINE.violated(message).hint(hint);
    violation.received = Some(excerpt(bytes));
    violation
}
