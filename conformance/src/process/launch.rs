//! What to start, and for how long.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// One start of a program. Nothing is inherited: the environment is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Absolute path of the program, as the bot sees it (see [`Area`](super::Area)).
    pub program: PathBuf,
    /// Its arguments, the program's own name not included.
    pub args: Vec<OsString>,
    /// The current directory it starts in.
    pub current_dir: PathBuf,
    /// All of its environment.
    pub env: Vec<(OsString, OsString)>,
}

/// How long a program may take.
///
/// # Examples
///
/// ```
/// use botspec::process::Limit;
/// use std::time::Duration;
///
/// let limit = Limit::new(Duration::from_millis(50));
/// assert_eq!(limit.hard_cap, Duration::from_millis(500));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// The contest's limit. A bot is over it when its charged time is
    /// (see [`Elapsed::charged`](super::Elapsed)).
    pub wall: Duration,
    /// Wall time after which a bot that is not over the limit by charge is
    /// given up with [`Ending::HostTooBusy`](super::Ending::HostTooBusy).
    pub hard_cap: Duration,
}

impl Limit {
    /// `wall` with a hard cap of ten times as much.
    #[must_use]
    pub const fn new(wall: Duration) -> Self {
        Self { wall, hard_cap: wall.saturating_mul(10) }
    }
}
