//! A bot that keeps its answers back: what it would have said is seen when its input ends.
//!
//! Each request is put to a process of its own, which is told all that was said before as well, and then nothing more.
//! What it prints begins with the answers that are known; the rest is the new one.

use std::time::{Duration, Instant};

use botspec_sdk::games::hex::Hex;

use super::Session;
use super::known::USUAL;
use crate::channel::{Answer, Line, LineEnd};
use crate::games::hex::request::Kind;
use crate::games::hex::{eof, output};
use crate::no_answer::PATIENCE;
use crate::process::{Elapsed, Limit};
use crate::run_context::RunError;
use crate::stream_session::SessionState;

/// The key under which it is noted that this takes long.
const SLOW: &str = "hex: slow to the end";
/// So often it is enough.
const ENOUGH: u32 = 3;
/// No more than this of what is printed is looked at.
const MAX: usize = 64 * 1024;
/// How long a further line is waited for from a bot that does not end with its input.
const LAST_WORDS: Duration = Duration::from_millis(200);

impl Session<'_> {
    /// Asks, and returns the line that answers, as far as it comes at all.
    pub(crate) fn ask_to_the_end(&mut self, kind: Kind) -> Result<Option<Line>, RunError> {
        if self.stream.context.observations.noted(SLOW) >= ENOUGH {
            self.cannot_judge(output::FLUSHED.id);
            self.stream.end(SessionState::Over);
            return Ok(None);
        }
        self.stream.asked += 1;
        self.stream.seen.turns += u32::from(kind == Kind::MakeMove);
        self.send_line(kind.name());
        let answer = self.answer_at_the_end(kind)?;
        match &answer {
            Some(line) => self.note(line),
            None if self.at_end.drowns => {
                self.malformed(
                    kind,
                    kind.rule_of_form().violated("the answer has more than 4 KiB and no line end"),
                );
            }
            None => self.stays_unknown(kind)?,
        }
        Ok(answer)
    }

    /// No answer came at the end either: the bot has ended before, or its answers differ from run to run.
    fn stays_unknown(&mut self, kind: Kind) -> Result<(), RunError> {
        let reason = format!("cannot be judged while {} is broken by {}", output::FLUSHED.id, kind.name());
        self.coverage.blocked.get_or_insert((reason, output::FLUSHED.id));
        self.stream.end(SessionState::Over);
        self.coverage.incomplete = true;
        loop {
            match self.stream.ask(&Limit { wall: PATIENCE, hard_cap: PATIENCE }) {
                Answer::Line(_) | Answer::TooLong { .. } => {}
                Answer::Ended { text, .. } => return self.died(kind, &text),
                _ => return Ok(()),
            }
        }
    }

    /// The answer to the request that was sent last; none if it cannot be told from the others.
    pub(crate) fn answer_at_the_end(&mut self, kind: Kind) -> Result<Option<Line>, RunError> {
        let since = Instant::now();
        let printed = self.printed(b"")?;
        let mut answer = self.last_answer(&printed);
        if answer.is_empty() && !self.at_end.drowns {
            // One that answers when the next message comes.
            let nudge = format!("{}\n", kind.other().name());
            let printed = self.printed(nudge.as_bytes())?;
            let rest = self.last_answer(&printed);
            let length = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
            answer = rest[..length].to_vec();
        }
        if since.elapsed() > USUAL {
            // It would take as long for each request that follows, and longer.
            self.stream.context.observations.note(SLOW);
            self.stream.end(SessionState::Curtailed);
            self.coverage.incomplete = true;
        }
        if answer.is_empty() || self.at_end.drowns {
            return Ok(None);
        }
        self.at_end.heard.extend_from_slice(&answer);
        Ok(Some(self.taken_from(kind, &answer)))
    }

    /// All that a process prints that is told what was said so far, and this.
    fn printed(&mut self, more: &[u8]) -> Result<Vec<u8>, RunError> {
        let mut conversation = self.stream.another()?;
        conversation.send(&[self.stream.sent(), more].concat());
        conversation.close_stdin();
        // One that goes on after the end of its input says no more.
        let hangs = self.stream.context.observations.blocked_by(eof::TERMINATES.id).is_some();
        let mut printed = Vec::new();
        loop {
            let wall = if hangs && !printed.is_empty() { LAST_WORDS } else { Hex::REPLY_LIMIT };
            match conversation.wait_line(&Limit::new(wall)) {
                Answer::Line(line) => {
                    printed.extend_from_slice(&line.bytes);
                    printed.extend_from_slice(if line.end == LineEnd::CrLf { b"\r\n" } else { b"\n" });
                }
                Answer::Ended { text, .. } | Answer::Overrun { text, .. } => {
                    printed.extend_from_slice(&text);
                    break;
                }
                Answer::TooLong { .. } => {
                    self.at_end.drowns = true;
                    break;
                }
                Answer::HostTooBusy { .. } | Answer::Interrupted => break,
            }
            if printed.len() > MAX {
                break;
            }
        }
        conversation.kill()?;
        Ok(printed)
    }

    /// What comes behind the answers that are known; nothing if there are others this time.
    fn last_answer(&self, printed: &[u8]) -> Vec<u8> {
        printed.strip_prefix(self.at_end.heard.as_slice()).unwrap_or_default().to_vec()
    }

    /// The line that answers, of those that came.
    fn taken_from(&mut self, kind: Kind, answer: &[u8]) -> Line {
        let text = answer.strip_suffix(b"\n").unwrap_or(answer);
        let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        let plain = |line: &[u8]| line.strip_suffix(b"\r").unwrap_or(line).to_vec();
        let fitting = lines.iter().position(|line| kind.fits(&plain(line)));
        let line = lines.remove(fitting.unwrap_or_default());
        if fitting.is_none() {
            self.exchange.further = lines.iter().map(|line| plain(line)).collect();
        } else if !lines.is_empty() {
            let asked_for =
                lines.iter().flat_map(|line| [line, b"\n".as_slice()].concat()).collect::<Vec<u8>>();
            self.unsolicited(&asked_for, None);
        }
        let end = if line.ends_with(b"\r") { LineEnd::CrLf } else { LineEnd::Lf };
        Line { bytes: plain(line), end, elapsed: Elapsed::default() }
    }
}
