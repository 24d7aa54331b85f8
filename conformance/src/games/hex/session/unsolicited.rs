//! What nobody asked for.

use std::time::{Duration, Instant};

use super::Session;
use super::death::LOOK;
use super::known::{EVERYTHING, TALKS};
use crate::channel::Answer;
use crate::games::hex::request::Kind;
use crate::games::hex::{output, set};
use crate::process::{Activity, Limit, State};
use crate::stream_session::SessionState;

/// How long a bot may take until it has read everything.
const SETTLED: Duration = Duration::from_millis(500);

impl Session<'_> {
    /// Waits until the bot has read everything and waits for more: then all that it has to say has been said, and
    /// what it said unasked is not taken for an answer.
    pub(crate) fn drain(&mut self) {
        self.stream.send(b"");
        let mut heard = Vec::new();
        let until = Instant::now() + SETTLED;
        while Instant::now() < until {
            let settled = |seen: Activity| {
                seen.state == State::Ended || (seen.state == State::Reading && seen.unread == Some(0))
            };
            if self.stream.activity().is_none_or(settled) {
                break;
            }
            if let Answer::Line(line) = self.stream.wait_line(&Limit { wall: LOOK / 10, hard_cap: LOOK }) {
                heard.extend([line.bytes.as_slice(), b"\n"].concat());
            }
        }
        if !heard.is_empty() {
            self.unsolicited(&heard, None);
        }
        self.overhear();
    }

    /// A bot that prints on and on: no answer can be told from the rest.
    pub(crate) fn drowned(&mut self) {
        self.findings.blocks.push((EVERYTHING, output::UNSOLICITED.id));
        self.stream.seen.cut_short = true;
        self.stream.end(SessionState::Over);
    }

    /// Lines that have come without being asked for.
    pub(crate) fn overhear(&mut self) {
        if self.keeps_back() {
            return;
        }
        let lines = self.stream.unsolicited();
        if !lines.is_empty() {
            let bytes: Vec<u8> =
                lines.iter().flat_map(|line| [line.bytes.as_slice(), b"\n"].concat()).collect();
            self.unsolicited(&bytes, None);
        }
    }

    /// Sends what waits to be sent and hears for so long whether anything comes back.
    pub(crate) fn listen(&mut self, time: Duration) {
        // Nobody knows then which message a line belongs to.
        if self.keeps_back() {
            return;
        }
        self.stream.send(b"");
        let heard = self.stream.listen(time);
        if heard.is_empty() {
            self.exchange.quiet = self.exchange.since.len();
        } else {
            self.unsolicited(&heard.bytes, None);
        }
    }

    /// Lines that nobody had asked for; `before` which answer, if they came when it was asked for.
    pub(crate) fn unsolicited(&mut self, bytes: &[u8], before: Option<Kind>) {
        let deceptive = |line: &[u8]| {
            [Kind::MakeMove, Kind::CheckWin, Kind::ShowBoard].iter().any(|kind| kind.fits(line))
        };
        self.coverage.judged = true;
        let request = self.stream.said.iter().rev().find(|line| !line.starts_with("    "));
        let fresh = self.exchange.since.get(self.exchange.quiet..).filter(|fresh| !fresh.is_empty());
        // After all these messages nothing was heard.
        let before = before.filter(|_| fresh.is_none() && !self.exchange.since.is_empty());
        let after = fresh.unwrap_or(&self.exchange.since);
        let place = match before {
            Some(kind) => format!("before its answer to {}", kind.name()),
            None => output::place(after, request),
        };
        // No referee of a contest sends what should change nothing.
        let is_idle = |message: &String| {
            self.knowledge.rule_of(message).is_some_and(|rule| rule.id == set::OCCUPIED.id)
        };
        let known = self.stream.context.observations.blocked_by(output::UNSOLICITED.id).is_some();
        if !known && before.is_none() && !after.is_empty() && after.iter().all(is_idle) {
            return self.once(output::unsolicited(&set::OCCUPIED, bytes, &place));
        }
        self.findings.blocks.push((output::UNSOLICITED.id, output::UNSOLICITED.id));
        if bytes.split(|&byte| byte == b'\n').any(deceptive) {
            self.findings.blocks.push((TALKS, output::UNSOLICITED.id));
        }
        if !known {
            let violation = output::unsolicited(&output::UNSOLICITED, bytes, &place);
            let is_of_swap = before.is_none() && after.last().is_some_and(|message| message == "swap");
            self.once(if is_of_swap { violation.hint(output::OF_SWAP) } else { violation });
        }
    }
}
