//! What nobody asked for, and which of several lines is the answer.

use super::known::MISSPELT;
use super::{PARTING, Session};
use crate::games::flit::{reply, update};
use crate::record::Violation;
use crate::requirement::by_id;

impl Session<'_> {
    /// Notes lines that are no answers, once in a conversation.
    pub(super) fn noise(&mut self, rule: &'static str, bytes: &[u8]) {
        let spoke = rule == update::SILENT.id;
        let violation =
            if spoke { update::spoke(bytes, self.told) } else { too_many(bytes, self.stream.asked) };
        self.once(violation);
    }

    /// Notes what was heard of a bot that is known to say more than it should, and goes on; false for any other bot.
    pub(crate) fn takes_noise(&mut self, bytes: &[u8]) -> bool {
        let Some(rule) = self.chatty else { return false };
        self.noise(rule, bytes);
        true
    }

    /// What was heard although nobody had asked.
    #[must_use]
    pub(crate) fn extra(&self, bytes: &[u8]) -> Violation {
        if self.sent_ahead > 0 {
            update::spoke(bytes, self.sent_ahead)
        } else {
            too_many(bytes, self.stream.asked)
        }
    }

    /// What stands before the first answer of a bot whose answers are malformed, on the same line.
    pub(crate) fn prompt(&self, bytes: &[u8]) -> Option<Violation> {
        if self.stream.asked > 0 || self.chatty.is_some() || bytes.is_empty() || bytes.contains(&b'\n') {
            return None;
        }
        let rule =
            by_id(&crate::games::flit::REQUIREMENTS, self.stream.context.observations.blocked_by(MISSPELT)?)?;
        let prompt =
            rule.violated("the bot wrote something that its first answer would follow on the same line");
        Some(prompt.received(bytes))
    }

    /// Whether the bot said something that nobody had asked for; it is blamed then.
    pub(crate) fn overheard(&mut self) -> bool {
        let lines = self.stream.unsolicited();
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
        let heard = self.stream.listen(PARTING);
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
    reply::ONE_LINE.violated(message).hint(hint).received(bytes)
}
