//! What to start, and for how long.

use super::account::Elapsed;
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
    /// `wall` with a hard cap of ten times as much, and of no more than a minute beyond it.
    #[must_use]
    pub const fn new(wall: Duration) -> Self {
        let (tenfold, minute) = (wall.saturating_mul(10), wall.saturating_add(Duration::from_secs(60)));
        Self { wall, hard_cap: if tenfold.as_millis() < minute.as_millis() { tenfold } else { minute } }
    }

    /// What is left of it when `spent` has been taken: never nothing, since a line may be there already. The hard cap stays,
    /// so that a short rest can still be judged on a busy machine.
    #[must_use]
    pub fn rest(self, spent: &Elapsed) -> Self {
        let wall = self.wall.saturating_sub(spent.undoubted()).max(Duration::from_micros(1));
        Self { wall, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_limit_is_waited_for_no_longer_than_a_minute_more() {
        let cap = |seconds| Limit::new(Duration::from_secs(seconds)).hard_cap.as_secs();
        assert_eq!([cap(2), cap(5), cap(120)], [20, 50, 180]);
    }

    #[test]
    fn the_rest_of_a_limit_is_judged_for_as_long_as_the_whole() {
        let ms = Duration::from_millis;
        let limit = Limit::new(ms(50));
        // A bot that answers what it owed just before the limit, and then nothing.
        let rest = limit.rest(&Elapsed::charge(ms(49), ms(49), ms(0), false));
        assert_eq!(rest, Limit { wall: ms(1), hard_cap: ms(500) });
        // Of what the machine leaves a doubt about, only the sure part is taken off.
        let doubtful = Elapsed::between(ms(49), ms(10), ms(0), ms(30), false);
        assert_eq!(limit.rest(&doubtful).wall, ms(31));
        let late = limit.rest(&Elapsed::charge(ms(60), ms(60), ms(0), false));
        assert_eq!(late, Limit { wall: Duration::from_micros(1), hard_cap: ms(500) });
    }
}
