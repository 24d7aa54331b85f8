//! One stream bot at the board.

use std::time::Duration;

use botspec_sdk::seat::Seat;

use super::{Closing, Failure, Loss, Overstay, Stop};
use crate::channel::{Answer, Conversation, How};
use crate::ending::fallen_silent;
use crate::evidence::excerpt;
use crate::process::{Elapsed, Ending, Host, Limit, Program, Punctuality, SandboxError};
use crate::stderr;
use crate::timing::millis;

/// Of what a bot prints on stderr, this many bytes are kept.
const STDERR: usize = 8 * 1024;
/// How long a bot that has closed its stdout is given to end.
const BURIAL: Duration = Duration::from_millis(200);

/// A bot's process, as long as it lives.
pub struct StreamBot {
    conversation: Option<Conversation>,
    stderr: Vec<u8>,
    /// How it ended, once it has.
    exit_description: String,
}

/// What came of a question.
pub enum Reply {
    /// A line, in time.
    Line {
        /// What was on it.
        bytes: Vec<u8>,
        /// What it took.
        elapsed: Elapsed,
    },
    /// A line, too late.
    Late {
        /// Its bytes.
        bytes: Vec<u8>,
        /// What it took.
        elapsed: Elapsed,
    },
    /// A line of more than 4 KiB.
    TooLong {
        /// What it took until then.
        elapsed: Elapsed,
    },
    /// No line in time.
    Overrun {
        /// What was waited.
        elapsed: Elapsed,
    },
    /// The bot has ended, like this.
    Ended {
        /// In a sentence.
        how: String,
    },
}

impl StreamBot {
    /// Starts a bot with these arguments.
    ///
    /// # Errors
    /// If the machine has no room for it, or its files cannot be read.
    pub fn open(host: &Host, program: &Program, args: &[String]) -> Result<Self, SandboxError> {
        let conversation = Conversation::open(host, program, args)?;
        Ok(Self { conversation: Some(conversation), stderr: Vec::new(), exit_description: String::new() })
    }

    /// Keeps a message to be sent with the next question.
    pub fn queue(&mut self, message: &[u8]) {
        if let Some(conversation) = &mut self.conversation {
            conversation.queue(message);
        }
    }

    /// Sends what is kept.
    pub fn send(&mut self, message: &[u8]) {
        if let Some(conversation) = &mut self.conversation {
            conversation.send(message);
        }
    }

    /// Closes its stdin.
    pub fn close_stdin(&mut self) {
        if let Some(conversation) = &mut self.conversation {
            conversation.close_stdin();
        }
    }

    /// Lines that have come without being asked for; never waits.
    pub fn unasked(&mut self) -> Vec<Vec<u8>> {
        let lines = self.conversation.as_mut().map(Conversation::unsolicited).unwrap_or_default();
        lines.into_iter().map(|line| line.bytes).collect()
    }

    /// Sends a question and waits for a line; with no question, only waits.
    pub fn ask(&mut self, seat: Seat, question: Option<&[u8]>, limit: &Limit) -> Result<Reply, Stop> {
        let Some(conversation) = &mut self.conversation else {
            return Ok(Reply::Ended { how: self.exit_description.clone() });
        };
        let answer = match question {
            Some(question) => conversation.ask(question, limit),
            None => conversation.wait_line(limit),
        };
        Ok(match answer {
            Answer::Line(line) if line.elapsed.punctuality(limit) == Punctuality::Late => {
                Reply::Late { bytes: line.bytes, elapsed: line.elapsed }
            }
            Answer::Line(line) => Reply::Line { bytes: line.bytes, elapsed: line.elapsed },
            Answer::TooLong { elapsed } => Reply::TooLong { elapsed },
            Answer::Overrun { elapsed, .. } => Reply::Overrun { elapsed },
            Answer::Ended { .. } => Reply::Ended { how: self.finish_dead(seat)? },
            Answer::HostTooBusy { .. } => return Err(Stop::HostTooBusy { seat }),
            Answer::Interrupted => return Err(Stop::Interrupted),
        })
    }

    /// Makes sure that there is a process.
    ///
    /// # Errors
    /// If the bot could not be started. One that has ended since is found out by the first question.
    pub fn check_start(&mut self, seat: Seat) -> Result<(), Stop> {
        if self.conversation.as_mut().is_some_and(Conversation::has_ended) {
            self.finish_dead(seat)?;
        }
        Ok(())
    }

    /// Says how a process ended that has ended, or closed its stdout.
    fn finish_dead(&mut self, seat: Seat) -> Result<String, Stop> {
        let Some(conversation) = self.conversation.take() else { return Ok(String::new()) };
        let finished = conversation.finish(BURIAL)?.finished;
        self.stderr.extend(finished.stderr.head.iter().take(STDERR));
        let seen = stderr::behind_message(&finished.stderr);
        self.exit_description = match finished.ending {
            Ending::NotStarted(why) => return Err(Stop::NotStarted { seat, why }),
            Ending::Interrupted => return Err(Stop::Interrupted),
            ending => format!("the bot {}{seen}", fallen_silent(&ending)),
        };
        Ok(self.exit_description.clone())
    }

    /// Ends the bot, gently at first, and says how it ended; `None` if it was gone before.
    pub fn finish(&mut self, grace: Duration) -> Result<Option<crate::channel::Closed>, SandboxError> {
        let Some(conversation) = self.conversation.take() else { return Ok(None) };
        let closed = conversation.finish(grace)?;
        self.stderr.extend(closed.finished.stderr.head.iter().take(STDERR));
        Ok(Some(closed))
    }

    /// Ends the bot when its game is over. `due` is how it is to end.
    pub fn close(mut self, grace: Duration, due: How) -> Result<Closing, SandboxError> {
        let closed = self.finish(grace)?;
        let in_time = |how| how == How::ByItself || how == due;
        let overstay = closed
            // Of one nobody knows whether it ended in time, if the machine was too busy.
            .filter(|closed| !in_time(closed.how) && closed.finished.ending != Ending::HostTooBusy)
            // One that was waited for less was ended by the user.
            .filter(|closed| closed.took >= grace)
            .map(|closed| Overstay { waited: closed.took, killed: closed.how == How::Killed });
        Ok(Closing { stderr: self.stderr, overstay })
    }

    /// How it ended, if it was found to have ended.
    pub fn exit_description(&self) -> &str {
        &self.exit_description
    }
}

impl Reply {
    /// The line that came in time, and what it took. One that came too late breaks the rule `time`, one that is too
    /// long the rule `format`.
    ///
    /// # Errors
    /// Why there is none: the bot has lost the game by that.
    pub fn in_time(
        self,
        time: &'static str,
        format: &'static str,
        limit: Duration,
    ) -> Result<(Vec<u8>, Elapsed), Failure> {
        match self {
            Self::Line { bytes, elapsed } => Ok((bytes, elapsed)),
            Self::Late { elapsed, .. } | Self::Overrun { elapsed } => {
                let (took, limit) = (millis(elapsed.charged), millis(limit));
                let message = format!("it took {took:.1} ms, the limit is {limit:.0} ms");
                Err(Failure::new(Loss::Timeout, Some(time), message))
            }
            Self::TooLong { .. } => {
                let message = "the answer has more than 4 KiB and no line end";
                Err(Failure::new(Loss::Malformed, Some(format), message))
            }
            Self::Ended { how } => Err(Failure::new(Loss::Crash, None, how)),
        }
    }
}

/// A line as a text to be judged and recorded.
pub fn text(line: &[u8]) -> String {
    std::str::from_utf8(line).map_or_else(|_| excerpt(line), str::to_owned)
}
