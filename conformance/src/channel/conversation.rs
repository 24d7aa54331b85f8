//! A stream bot: one process for a whole game, lines in, lines out.

use super::environment::Environment;
use super::installed::{FolderStyle, Installed};
use super::lines::{Line, LineEnd, Taken, Unread};
use crate::process::{
    Activity, Captured, Deadline, Elapsed, Ending, Finished, Host, Limit, Program, Received, Running,
    SandboxError, Stopwatch,
};
use std::time::{Duration, Instant};

/// Messages are kept for a bot that does not read, up to this many bytes.
const BACKLOG: usize = 4 * 1024 * 1024;
/// Unasked lines are taken, up to this many bytes at once,
const UNASKED: usize = 256 * 1024;
/// and so many of them are kept.
const MAX_KEPT: usize = 100;
/// How long it may take at least to find out whether a bot ends in time on a machine that is short of cores.
const PATIENCE: Duration = Duration::from_secs(5);

/// A stream bot and what has been said. Dropping it kills the bot.
///
/// Nothing in it waits longer than it is told to, whatever the bot does, and
/// it keeps a bounded number of bytes.
#[derive(Debug)]
pub struct Conversation {
    running: Running,
    unread: Unread,
    backlog: Vec<u8>,
    /// The bot's stdout is closed.
    output_ended: bool,
    input: Input,
}

/// The state of the bot's stdin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    Open,
    /// The bot closed it, or ended.
    Broken,
    /// We closed it.
    Closed,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The bot can read it.
    Whole,
    /// The bot has so much unread that some of it waits on our side.
    Waiting,
    /// The bot has 4 MiB unread: the message was thrown away.
    Refused,
    /// The bot, or we, closed its stdin.
    Closed,
}

/// What came of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A line. It may be late: see [`Elapsed::punctuality`].
    Line(Line),
    /// None in time, beyond doubt: the charged time is over the limit. `text` is what came
    /// without a line end. The conversation can go on.
    Overrun {
        /// The beginning of a line that has not ended; empty if there is none.
        text: Vec<u8>,
        /// What was waited.
        elapsed: Elapsed,
    },
    /// A line of more than 4 KiB; its rest is thrown away.
    TooLong {
        /// What was waited.
        elapsed: Elapsed,
    },
    /// The bot has closed its stdout or ended: see [`Conversation::finish`].
    Ended {
        /// The beginning of a line that will not end; empty if there is none.
        text: Vec<u8>,
        /// What was waited.
        elapsed: Elapsed,
    },
    /// The bot is not over the limit by charge, but the hard cap has come.
    HostTooBusy {
        /// The beginning of a line, or nothing.
        text: Vec<u8>,
        /// What was waited.
        elapsed: Elapsed,
    },
    /// The run was interrupted.
    Interrupted,
}

/// What ended a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It ended while its stdin was open.
    ByItself,
    /// It ended when its stdin was closed.
    AfterStdinClosed,
    /// It was killed.
    Killed,
}

/// A conversation that is over. Nothing of the bot is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// How its process ended, and what it printed on stderr.
    pub finished: Finished,
    /// What ended it.
    pub how: How,
    /// From the beginning of [`finish`](Conversation::finish) to its end.
    pub took: Duration,
    /// What it printed on stdout that nobody has taken as a line.
    pub late_output: Captured,
}

impl Conversation {
    /// Starts a bot in a fresh folder, with `args` after those of its command.
    ///
    /// A bot that cannot be started is found out by the first question, and
    /// [`finish`](Self::finish) says why.
    ///
    /// # Errors
    ///
    /// If one of its files cannot be read, its program is not installed, or
    /// the machine has no room left.
    pub fn open(host: &Host, program: &Program, args: &[String]) -> Result<Self, SandboxError> {
        Self::open_in(host, program, args, FolderStyle::default(), &Environment::default())
    }

    /// Like [`open`](Self::open), in a folder and environment of another kind.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_in(
        host: &Host,
        program: &Program,
        args: &[String],
        style: FolderStyle,
        environment: &Environment,
    ) -> Result<Self, SandboxError> {
        let installed = Installed::new(host, program, style)?;
        let launch = installed.launch(args, installed.seen().to_owned(), environment);
        let running = installed.cell.start(&launch)?;
        let (unread, backlog) = (Unread::default(), Vec::new());
        Ok(Self { running, unread, backlog, output_ended: false, input: Input::Open })
    }

    /// Keeps a message to be sent together with the next one, in one write.
    pub fn queue(&mut self, message: &[u8]) -> Sent {
        self.running.claim();
        match self.input {
            Input::Open if self.backlog.len() + message.len() > BACKLOG => Sent::Refused,
            Input::Open => {
                self.backlog.extend_from_slice(message);
                Sent::Waiting
            }
            Input::Broken | Input::Closed => Sent::Closed,
        }
    }

    /// Sends a message, with what is queued before it. Never waits.
    pub fn send(&mut self, message: &[u8]) -> Sent {
        if self.backlog.is_empty() && self.input == Input::Open {
            return match self.running.write(message) {
                Ok(count) if count == message.len() => Sent::Whole,
                Ok(count) => self.queue(&message[count..]),
                Err(_) => self.broken(),
            };
        }
        match self.queue(message) {
            Sent::Waiting => self.flush(),
            other => other,
        }
    }

    fn broken(&mut self) -> Sent {
        self.input = Input::Broken;
        self.backlog = Vec::new();
        Sent::Closed
    }

    /// Sends what it can of what waits.
    fn flush(&mut self) -> Sent {
        while !self.backlog.is_empty() {
            match self.running.write(&self.backlog) {
                Ok(0) => return Sent::Waiting,
                Ok(count) => drop(self.backlog.drain(..count)),
                Err(_) => return self.broken(),
            }
        }
        Sent::Whole
    }

    /// Lines that have come without being asked for, empty ones included;
    /// never waits. Worth calling before every question. Of a flood of them
    /// the first hundred are kept, and of one that is too long the beginning.
    pub fn unsolicited(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut taken = 0;
        let mut keep = |bytes, end| {
            if lines.len() < MAX_KEPT {
                lines.push(Line { bytes, end, elapsed: Elapsed::default() });
            }
        };
        while taken < UNASKED {
            match self.unread.take() {
                Taken::Line(bytes, end) => {
                    taken += bytes.len() + 1;
                    keep(bytes, end);
                }
                Taken::TooLong(beginning) => keep(beginning, LineEnd::Lf),
                Taken::Nothing => {
                    if self.output_ended || !self.running.has_output() {
                        break;
                    }
                    let before = self.unread.len();
                    match self.running.read_now(self.unread.space()) {
                        Received::Bytes(_) => taken += self.unread.len() - before,
                        Received::End => self.output_ended = true,
                        Received::Deadline | Received::Interrupted => break,
                    }
                }
            }
        }
        lines
    }

    /// Sends a message, with what is queued before it, and waits for one line.
    ///
    /// The line is the first that has not been taken: call
    /// [`unsolicited`](Self::unsolicited) before if it must be a new one.
    pub fn ask(&mut self, message: &[u8], limit: &Limit) -> Answer {
        let watch = self.running.stopwatch(limit);
        self.send(message);
        self.wait(watch, limit)
    }

    /// Waits for one line without saying anything.
    pub fn wait_line(&mut self, limit: &Limit) -> Answer {
        let watch = self.running.stopwatch(limit);
        self.wait(watch, limit)
    }

    fn wait(&mut self, mut watch: Stopwatch, limit: &Limit) -> Answer {
        loop {
            match self.unread.take() {
                Taken::Line(bytes, end) => {
                    let elapsed = self.running.answered(&mut watch, limit);
                    return Answer::Line(Line { bytes, end, elapsed });
                }
                Taken::TooLong(_) => {
                    return Answer::TooLong { elapsed: self.running.answered(&mut watch, limit) };
                }
                Taken::Nothing => {}
            }
            if self.output_ended {
                let elapsed = self.running.answered(&mut watch, limit);
                return Answer::Ended { text: self.unread.partial(), elapsed };
            }
            if Instant::now() < watch.deadline() {
                match self.receive(&mut watch) {
                    Received::Bytes(_) | Received::Deadline => {}
                    Received::End => self.output_ended = true,
                    Received::Interrupted => return Answer::Interrupted,
                }
                continue;
            }
            // What it printed before this moment is read: it has not answered until then, or it has.
            let moment = self.running.moment();
            match self.running.read_now(self.unread.space()) {
                Received::Bytes(_) if self.unread.has_line() => continue,
                Received::End => {
                    self.output_ended = true;
                    continue;
                }
                _ => {}
            }
            match self.running.look(&mut watch, moment, limit) {
                Deadline::Moved => {}
                Deadline::Missed(elapsed) => return Answer::Overrun { text: self.unread.partial(), elapsed },
                Deadline::HostTooBusy(elapsed) => {
                    return Answer::HostTooBusy { text: self.unread.partial(), elapsed };
                }
            }
        }
    }

    /// Reads on; if the bot has not taken all it was sent, writes on too.
    fn receive(&mut self, watch: &mut Stopwatch) -> Received {
        if self.backlog.is_empty() {
            return self.running.read(self.unread.space(), watch);
        }
        match self.running.wait_either(watch.deadline()) {
            Received::Bytes(_) => {}
            other => return other,
        }
        self.flush();
        match self.running.read_now(self.unread.space()) {
            // Nothing came, but something was written.
            Received::Deadline => Received::Bytes(0),
            other => other,
        }
    }

    /// Closes the bot's stdin: it reads end of file. What waits to be sent is lost.
    pub fn close_stdin(&mut self) {
        self.backlog = Vec::new();
        self.input = Input::Closed;
        self.running.close_stdin();
    }

    /// What the bot is doing at this moment: for one that does not answer. Takes about a millisecond.
    ///
    /// Bytes that wait on our side count among those that it has not read.
    #[must_use]
    pub fn activity(&mut self) -> Activity {
        let seen = self.running.activity();
        Activity { unread: seen.unread.map(|unread| unread + self.backlog.len()), ..seen }
    }

    /// Whether the bot's main process has ended.
    #[must_use]
    pub fn has_ended(&mut self) -> bool {
        self.running.has_ended()
    }

    /// Gives the bot so long to end by itself, closes its stdin, gives it so
    /// long again, then kills it. If its stdin is closed already it is given
    /// the time once. What it waits for a core is not charged; if nobody can tell
    /// whether it ended in time it is called [`Ending::HostTooBusy`].
    ///
    /// # Errors
    ///
    /// If the helper process fails.
    pub fn finish(mut self, grace: Duration) -> Result<Closed, SandboxError> {
        let since = Instant::now();
        let mut late_output = Captured::default();
        late_output.push(self.unread.space());
        let mut end = if self.input == Input::Closed { End::Late } else { self.end(grace, &mut late_output) };
        let mut how = How::ByItself;
        let in_doubt = end == End::InDoubt;
        if end != End::InTime {
            how = How::AfterStdinClosed;
            self.close_stdin();
            end = self.end(grace, &mut late_output);
        }
        let took = since.elapsed();
        // One that ended leaves at once; the helper names what it has left behind.
        let rest = if end == End::InTime { Duration::from_secs(1) } else { Duration::ZERO };
        let (mut finished, _cell) = self.running.finish(rest, &mut |bytes| late_output.push(bytes))?;
        if in_doubt || end == End::InDoubt {
            finished.ending = Ending::HostTooBusy;
        }
        if matches!(finished.ending, Ending::Killed | Ending::Interrupted) {
            how = How::Killed;
        }
        Ok(Closed { finished, how, took, late_output })
    }

    /// Kills the bot now.
    ///
    /// # Errors
    ///
    /// If the helper process fails.
    pub fn kill(self) -> Result<Closed, SandboxError> {
        let (finished, _cell) = self.running.kill()?;
        Ok(Closed { finished, how: How::Killed, took: Duration::ZERO, late_output: Captured::default() })
    }

    /// Whether the bot's process ends in so much time, of which it is not charged with what it waited for a core; takes
    /// what it prints, and goes on sending what waits to be sent.
    fn end(&mut self, grace: Duration, late_output: &mut Captured) -> End {
        let limit = Limit { hard_cap: (grace * 10).max(PATIENCE), ..Limit::new(grace) };
        let mut watch = self.running.stopwatch(&limit);
        let mut bytes = Vec::new();
        let end = loop {
            if self.input == Input::Open {
                self.flush();
            }
            if self.running.has_ended() {
                break End::InTime;
            }
            if Instant::now() >= watch.deadline() {
                let moment = self.running.moment();
                match self.running.look(&mut watch, moment, &limit) {
                    _ if self.running.has_ended() => break End::InTime,
                    Deadline::Moved => {}
                    Deadline::Missed(_) => break End::Late,
                    Deadline::HostTooBusy(_) => break End::InDoubt,
                }
            }
            match self.running.wait_end(watch.deadline(), self.output_ended, !self.backlog.is_empty()) {
                Received::Interrupted => break End::Late,
                Received::Deadline | Received::End | Received::Bytes(_) => {}
            }
            if matches!(self.running.read_now(&mut bytes), Received::End) {
                self.output_ended = true;
            }
            late_output.push(&bytes);
            bytes.clear();
        };
        // The other bots of its game may go on; how long it took is not of interest.
        let _ = self.running.answered(&mut watch, &limit);
        end
    }
}

/// Whether a bot ended in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    InTime,
    Late,
    /// The machine was too busy to tell.
    InDoubt,
}
