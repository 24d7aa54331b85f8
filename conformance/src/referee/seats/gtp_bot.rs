//! One program at the board that speaks GTP, the Go Text Protocol, version 2, which programs for other games use too.
//!
//! ```text
//! > genmove black
//! = c3
//!
//! > play black c3
//! ? illegal move
//!
//! answer = ("=" / "?") [id] [" " text] *(LF line) LF LF      an empty line ends it
//! ```
//! Leniencies: CRLF; empty lines before an answer; an id that was not asked for; drawings for GoGui (`gogui-gfx:`) between
//! answers.

use std::time::Duration;

use botspec_sdk::seat::Seat;

use super::stream_bot::{Reply, StreamBot, text};
use super::{Closing, Failure, Loss, Stop};
use crate::channel::How;
use crate::process::{Elapsed, Host, Limit, Program, SandboxError};

/// No answer has more bytes.
const MAX_ANSWER: usize = 64 << 10;

/// A program that speaks GTP, as long as it lives.
pub struct GtpBot {
    bot: StreamBot,
    seat: Seat,
    /// The rule that a late answer breaks.
    time: &'static str,
}

/// The time of a turn, over all that is asked in it.
pub struct Clock {
    limit: Duration,
    /// What has been taken of it.
    pub spent: Elapsed,
}

/// What came of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `=`, with what stands behind it.
    Done(String),
    /// `?`, with what stands behind it.
    Refused(String),
}

impl Clock {
    /// A turn that begins.
    #[must_use]
    pub fn new(limit: Duration) -> Self {
        Self { limit, spent: Elapsed::default() }
    }

    fn left(&self) -> Limit {
        Limit::new(self.limit).rest(&self.spent)
    }
}

impl GtpBot {
    /// Starts a program. An answer that comes too late breaks the rule `time`.
    ///
    /// # Errors
    /// If the machine has no room for it, or its files cannot be read.
    pub fn open(
        host: &Host,
        program: &Program,
        seat: Seat,
        time: &'static str,
    ) -> Result<Self, SandboxError> {
        Ok(Self { bot: StreamBot::open(host, program, &[])?, seat, time })
    }

    /// Sends a command and waits for the answer, all of it.
    ///
    /// # Errors
    /// If the bot cannot be judged. The inner error is why it has lost: it is late, has ended, or breaks the protocol.
    pub fn ask(&mut self, command: &str, clock: &mut Clock) -> Result<Result<Answer, Failure>, Stop> {
        let mut question = Some(format!("{command}\n"));
        let mut reading = Reading::default();
        loop {
            let limit = clock.left();
            let reply = self.bot.ask(self.seat, question.take().as_deref().map(str::as_bytes), &limit)?;
            let (line, elapsed) = match reply {
                Reply::Line { bytes, elapsed } => (bytes, elapsed),
                other => return Ok(Err(self.no_answer(other, command, clock, &reading))),
            };
            clock.spent = clock.spent + elapsed;
            match reading.add(&text(&line)) {
                Ok(None) => {}
                Ok(Some(answer)) => return Ok(Ok(answer)),
                Err(problem) => {
                    let message = format!("its answer to `{command}` {problem}");
                    return Ok(Err(Failure::new(Loss::Malformed, None, message)));
                }
            }
        }
    }

    /// Why there is no answer in time.
    fn no_answer(&self, reply: Reply, command: &str, clock: &Clock, reading: &Reading) -> Failure {
        let all = |elapsed| clock.spent + elapsed;
        let reply = match reply {
            Reply::Late { bytes, elapsed } => Reply::Late { bytes, elapsed: all(elapsed) },
            Reply::Overrun { elapsed } => Reply::Overrun { elapsed: all(elapsed) },
            other => other,
        };
        if matches!(reply, Reply::TooLong { .. }) {
            let message = format!("its answer to `{command}` has a line of more than 4 KiB");
            return Failure::new(Loss::Malformed, None, message);
        }
        match reply.in_time(self.time, self.time, clock.limit) {
            Ok(_) => unreachable!("a line in time is an answer"),
            Err(mut failure) => {
                failure.message += &match reading.begun() {
                    Some(text) => format!(
                        "; its answer to `{command}` is {text:?}, without the empty line that ends it"
                    ),
                    None => format!("; it was asked `{command}`"),
                };
                failure
            }
        }
    }

    /// Tells it to end, and does not wait for that.
    pub fn quit(&mut self) {
        self.bot.send(b"quit\n");
    }

    /// Ends it when its game is over.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn close(self, grace: Duration) -> Result<Closing, SandboxError> {
        self.bot.close(grace, How::ByItself)
    }
}

/// An answer in parts.
#[derive(Debug, Default)]
struct Reading {
    answer: Option<Answer>,
    length: usize,
    /// Whether lines of a drawing are passed over.
    is_drawing: bool,
}

impl Reading {
    /// Adds a line; the answer, if that ends it.
    fn add(&mut self, line: &str) -> Result<Option<Answer>, String> {
        let line = line.trim_end_matches('\r');
        self.length += line.len() + 1;
        if self.length > MAX_ANSWER {
            return Err(format!("has more than {} KiB", MAX_ANSWER >> 10));
        }
        match &mut self.answer {
            Some(_) if line.is_empty() => return Ok(self.answer.take().map(Answer::trimmed)),
            Some(Answer::Done(text) | Answer::Refused(text)) => {
                text.push('\n');
                text.push_str(line);
            }
            None if line.trim().is_empty() => self.is_drawing = false,
            None if self.is_drawing || line.starts_with("gogui-gfx:") => self.is_drawing = true,
            None => {
                let begun = Answer::begun(line);
                self.answer = Some(begun.ok_or_else(|| format!("begins with neither = nor ?: {line:?}"))?);
            }
        }
        Ok(None)
    }

    /// What has come of an answer.
    fn begun(&self) -> Option<&str> {
        match self.answer.as_ref()? {
            Answer::Done(text) | Answer::Refused(text) => Some(text.trim()),
        }
    }
}

impl Answer {
    /// From the first line.
    fn begun(line: &str) -> Option<Self> {
        let rest = line.strip_prefix(['=', '?'])?;
        let id = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let text = rest[id..].trim_start().to_owned();
        Some(if line.starts_with('=') { Self::Done(text) } else { Self::Refused(text) })
    }

    fn trimmed(self) -> Self {
        match self {
            Self::Done(text) => Self::Done(text.trim().to_owned()),
            Self::Refused(text) => Self::Refused(text.trim().to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<Answer>, String> {
        let mut reading = Reading::default();
        for line in text.split_terminator('\n') {
            if let Some(answer) = reading.add(line)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    #[test]
    fn an_answer_is_read_to_its_empty_line() {
        let done = |text: &str| Ok(Some(Answer::Done(text.to_owned())));
        assert_eq!(read("= c3\n\n"), done("c3"));
        assert_eq!(read("=\n\n"), done(""));
        assert_eq!(read("\r\n=7 c3\r\n\r\n"), done("c3"));
        assert_eq!(read("= a\nb\n c\n\n"), done("a\nb\n c"));
        assert_eq!(read("gogui-gfx: TEXT x\nVAR\n\n= c3\n\n"), done("c3"));
        assert_eq!(read("?1 no\n\n"), Ok(Some(Answer::Refused("no".to_owned()))));
        assert_eq!(read("= c3\n"), Ok(None));
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        assert!(read("c3\n\n").unwrap_err().contains("neither = nor ?: \"c3\""));
        assert!(read(&"= a\n".repeat(20_000)).unwrap_err().contains("more than 64 KiB"));
        assert!(read(&"\n".repeat(70_000)).unwrap_err().contains("more than 64 KiB"));
    }
}
