//! What a bot is doing at a moment: evidence about one that is silent.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A look at a running bot: all threads of its main process and of whatever it has started.
///
/// It is a moment only. A bot that is seen [`Reading`](State::Reading) twice, some time apart and with hardly any
/// [`cpu`](Self::cpu) in between, has waited for input all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// What it was doing.
    pub state: State,
    /// CPU time that it has used since it was started: all its processes, those that have ended included as far as
    /// they were waited for. Never less than at an earlier look but for processes that ended unwaited for.
    pub cpu: Duration,
    /// Bytes sent that nobody has read from its stdin; `None` if that is not known.
    pub unread: Option<usize>,
}

/// What a bot was doing. Of several threads the first in this order counts, so that a bot is only said to wait if
/// none of its threads computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum State {
    /// A thread ran, or wanted a core.
    Computing,
    /// A thread was held up writing to its stdout or stderr, which was full.
    Writing,
    /// A thread waited for something to read from its stdin.
    Reading,
    /// A thread had been stopped by a signal.
    Stopped,
    /// A thread waited for a time to come.
    Asleep,
    /// It waited for something else: another process, a lock, another file.
    Waiting,
    /// Its main process had ended.
    Ended,
    /// This system does not tell.
    Unknown,
}

impl Activity {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self::bare(State::Unknown);
    /// The main process has ended.
    #[cfg(target_os = "linux")]
    pub(crate) const ENDED: Self = Self::bare(State::Ended);

    const fn bare(state: State) -> Self {
        Self { state, cpu: Duration::ZERO, unread: None }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Computing => "computing",
            Self::Writing => "waiting for its output to be read",
            Self::Reading => "waiting for input",
            Self::Asleep => "asleep",
            Self::Waiting => "waiting for something other than its input",
            Self::Stopped => "stopped",
            Self::Ended => "ended",
            Self::Unknown => "unknown",
        })
    }
}
