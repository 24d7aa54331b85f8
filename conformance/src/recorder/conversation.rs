//! A conversation that is taken down.

use std::time::Duration;

use super::Recorder;
use crate::channel::{self, Answer, Closed, Line, LineEnd, Sent};
use crate::process::{Activity, Host, Limit, Program, SandboxError};
use crate::record::Direction;

/// A stream bot and what has been said: see [`channel::Conversation`], whose functions these are.
#[derive(Debug)]
pub struct Conversation {
    inner: channel::Conversation,
    recorder: Recorder,
    process_number: u32,
    /// Bytes sent or kept to be sent.
    told: usize,
}

impl Conversation {
    /// Starts a bot in a fresh folder, with `args` after those of its command.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub fn open(
        recorder: &Recorder,
        host: &Host,
        program: &Program,
        args: &[String],
    ) -> Result<Self, SandboxError> {
        let process_number = recorder.process_number();
        recorder.note(process_number, Direction::ToBot, "arguments", args.join(" ").as_bytes(), None);
        let inner = channel::Conversation::open(host, program, args)?;
        Ok(Self { inner, recorder: recorder.clone(), process_number, told: 0 })
    }

    /// Keeps a message to be sent together with the next one, in one write.
    pub fn queue(&mut self, message: &[u8]) -> Sent {
        self.sent(message);
        self.inner.queue(message)
    }

    /// Sends a message, with what is queued before it. Never waits.
    pub fn send(&mut self, message: &[u8]) -> Sent {
        self.sent(message);
        self.inner.send(message)
    }

    /// Lines that have come without being asked for; never waits.
    pub fn unsolicited(&mut self) -> Vec<Line> {
        let lines = self.inner.unsolicited();
        for line in &lines {
            self.line(line, None);
        }
        lines
    }

    /// Sends a message, with what is queued before it, and waits for one line.
    pub fn ask(&mut self, message: &[u8], limit: &Limit) -> Answer {
        self.sent(message);
        let answer = self.inner.ask(message, limit);
        self.answered(&answer);
        answer
    }

    /// Waits for one line without saying anything.
    pub fn wait_line(&mut self, limit: &Limit) -> Answer {
        let answer = self.inner.wait_line(limit);
        self.answered(&answer);
        answer
    }

    /// Closes the bot's stdin: it reads end of file.
    pub fn close_stdin(&mut self) {
        self.recorder.remark(self.process_number, "stdin is closed", None);
        self.inner.close_stdin();
    }

    /// What the bot is doing at this moment: see [`channel::Conversation::activity`].
    #[must_use]
    pub fn activity(&mut self) -> Activity {
        self.inner.activity()
    }

    /// How many bytes it was sent so far, those that wait to be sent included.
    #[must_use]
    pub const fn told(&self) -> usize {
        self.told
    }

    /// Whether the bot's main process has ended.
    #[must_use]
    pub fn has_ended(&mut self) -> bool {
        self.inner.has_ended()
    }

    /// Gives the bot so long to end by itself, closes its stdin, gives it so long again, then kills it.
    ///
    /// # Errors
    /// If the helper process fails.
    pub fn finish(self, grace: Duration) -> Result<Closed, SandboxError> {
        let closed = self.inner.finish(grace)?;
        ended(&self.recorder, self.process_number, &closed);
        Ok(closed)
    }

    /// Kills the bot now.
    ///
    /// # Errors
    /// If the helper process fails.
    pub fn kill(self) -> Result<Closed, SandboxError> {
        let closed = self.inner.kill()?;
        ended(&self.recorder, self.process_number, &closed);
        Ok(closed)
    }

    fn sent(&mut self, message: &[u8]) {
        self.told += message.len();
        if !message.is_empty() {
            self.recorder.note(self.process_number, Direction::ToBot, "stdin", message, None);
        }
    }

    fn line(&self, line: &Line, took: Option<Duration>) {
        let end = if line.end == LineEnd::CrLf { b"\r\n".as_slice() } else { b"\n" };
        self.recorder.note(
            self.process_number,
            Direction::FromBot,
            "stdout",
            &[&line.bytes, end].concat(),
            took,
        );
    }

    fn answered(&self, answer: &Answer) {
        let partial = |text: &[u8]| {
            if !text.is_empty() {
                self.recorder.note(self.process_number, Direction::FromBot, "stdout", text, None);
            }
        };
        match answer {
            Answer::Line(line) => self.line(line, Some(line.elapsed.charged)),
            Answer::Overrun { text, elapsed } => {
                partial(text);
                self.recorder.remark(self.process_number, "no line in time", Some(elapsed.charged));
            }
            Answer::TooLong { elapsed } => {
                self.recorder.remark(
                    self.process_number,
                    "a line of more than 4 KiB, thrown away",
                    Some(elapsed.charged),
                );
            }
            Answer::Ended { text, elapsed } => {
                partial(text);
                self.recorder.remark(self.process_number, "stdout is closed", Some(elapsed.charged));
            }
            Answer::HostTooBusy { text, elapsed } => {
                partial(text);
                self.recorder.remark(
                    self.process_number,
                    "the machine is too busy to tell",
                    Some(elapsed.charged),
                );
            }
            Answer::Interrupted => self.recorder.remark(self.process_number, "interrupted", None),
        }
    }
}

fn ended(recorder: &Recorder, process_number: u32, closed: &Closed) {
    for (channel, bytes) in [("stdout", &closed.late_output.head), ("stderr", &closed.finished.stderr.head)] {
        if !bytes.is_empty() {
            recorder.note(process_number, Direction::FromBot, channel, bytes, None);
        }
    }
    recorder.remark(process_number, &format!("the process {}", closed.finished.ending), None);
}
