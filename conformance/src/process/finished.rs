//! How a process ended, and what it left.

use super::account::Elapsed;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::SystemTime;

/// Why a process is no longer there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// It ended by itself with this status.
    Exited(i32),
    /// It was ended by a signal that was not ours (11 is a segmentation fault).
    Signalled(i32),
    /// Its charged time passed the limit, and it was killed.
    Overrun,
    /// It was not over the limit by charge when the hard cap came: the machine
    /// was too busy to tell. It was killed.
    HostTooBusy,
    /// The run was interrupted (see [`Interrupter`](super::Interrupter)); it was killed.
    Interrupted,
    /// It went on computing although it had been stopped for another player's turn; it was killed.
    OutOfTurn,
    /// The caller ended it.
    Killed,
    /// It could not be started; the text says why.
    NotStarted(String),
}

impl Ending {
    /// Whether it ended by itself with status 0.
    #[must_use]
    pub fn is_success(&self) -> bool {
        *self == Self::Exited(0)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(0) => write!(f, "ended with status 0"),
            Self::Exited(status) => write!(f, "ended with status {status}"),
            Self::Signalled(signal) => write!(f, "ended by signal {signal}{}", signal_name(*signal)),
            Self::Overrun => write!(f, "still running at the time limit and killed"),
            Self::HostTooBusy => write!(f, "given up: the machine was too busy to judge its time"),
            Self::Interrupted => write!(f, "killed because the run was interrupted"),
            Self::OutOfTurn => write!(f, "killed because it went on computing in another player's turn"),
            Self::Killed => write!(f, "killed"),
            Self::NotStarted(why) => write!(f, "could not be started: {why}"),
        }
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        1 => " (SIGHUP)",
        2 => " (SIGINT)",
        4 => " (SIGILL, illegal instruction)",
        6 => " (SIGABRT, aborted)",
        7 => " (SIGBUS)",
        8 => " (SIGFPE, often a division by zero)",
        9 => " (SIGKILL, often out of memory)",
        11 => " (SIGSEGV, invalid memory access)",
        13 => " (SIGPIPE)",
        15 => " (SIGTERM)",
        24 => " (SIGXCPU, CPU time limit)",
        25 => " (SIGXFSZ, file size limit)",
        31 => " (SIGSYS, forbidden system call)",
        _ => "",
    }
}

/// Output of a process: its beginning, and how much there was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Captured {
    /// The first 64 KiB.
    pub head: Vec<u8>,
    /// The last 4 KiB, if they are not in `head`.
    pub tail: Vec<u8>,
    /// Number of bytes printed (as far as they were read before it was killed).
    pub total: u64,
}

impl Captured {
    /// Bytes kept from the beginning.
    pub const HEAD: usize = 64 * 1024;
    /// Bytes kept from the end.
    pub const TAIL: usize = 4 * 1024;

    /// Adds what was read.
    pub fn push(&mut self, bytes: &[u8]) {
        let space = Self::HEAD - self.head.len();
        let (head, rest) = bytes.split_at(space.min(bytes.len()));
        self.head.extend_from_slice(head);
        self.tail.extend_from_slice(&rest[rest.len().saturating_sub(Self::TAIL)..]);
        let surplus = self.tail.len().saturating_sub(Self::TAIL);
        self.tail.drain(..surplus);
        self.total = self.total.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
    }

    /// Whether nothing was printed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The last bytes, at most `count` of them (and at most [`TAIL`](Self::TAIL)
    /// if there were more than fit in the head).
    #[must_use]
    pub fn last(&self, count: usize) -> &[u8] {
        let from = if self.tail.is_empty() { &self.head } else { &self.tail };
        &from[from.len().saturating_sub(count)..]
    }
}

/// A process that was still alive when the main one had ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survivor {
    /// Its name, as the system shows it (at most 15 bytes).
    pub name: String,
    /// Its process id, as the bot's own processes see it.
    pub pid: i32,
}

/// A process that has ended. Nothing it started is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// What it took.
    pub elapsed: Elapsed,
    /// What it printed (empty for a stream bot, whose reader has seen it).
    pub stdout: Captured,
    /// What it printed on stderr.
    pub stderr: Captured,
    /// Its processes that were alive 100 ms after the main one had ended by
    /// itself: at most 32 of them. They were killed.
    pub survivors: Vec<Survivor>,
    /// When the main one had ended by itself, by the clock that files are dated by, if something that it had started
    /// went on then, however shortly. The portable runner does not know.
    pub outlived_at: Option<SystemTime>,
}

impl Finished {
    /// One that could not be started.
    pub(crate) fn not_started(why: &str) -> Self {
        Self {
            ending: Ending::NotStarted(why.to_owned()),
            elapsed: Elapsed::default(),
            stdout: Captured::default(),
            stderr: Captured::default(),
            survivors: Vec::new(),
            outlived_at: None,
        }
    }
}

/// What a read from a stream bot gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// So many bytes.
    Bytes(usize),
    /// Nothing until the deadline.
    Deadline,
    /// The other end is closed.
    End,
    /// The run was interrupted.
    Interrupted,
}
