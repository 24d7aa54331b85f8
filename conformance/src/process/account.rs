//! What a turn cost: wall time, and what of it the bot can be blamed for.

use super::launch::Limit;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The time a bot took.
///
/// On a busy machine a process waits for a core, and that is not its fault.
/// `charged` is `wall` less that waiting, but never less than the CPU time the
/// bot used, and all of `wall` for a bot with several threads or processes (it
/// could otherwise hide behind threads that only wait).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elapsed {
    /// From the start, or the request, to the end, or the answer.
    pub wall: Duration,
    /// What is held against the limit.
    pub charged: Duration,
    /// CPU time of the bot's processes, as far as it is known: not for an
    /// answer that comes within a millisecond, and of a stream bot only that
    /// of the process that was started, all its threads together.
    pub cpu: Duration,
    /// Time spent waiting for a core, by the bot, and by its supervisor after
    /// the end (at most: what the supervisor missed may have been the bot's
    /// time). The bot's share is not looked at in a file turn that takes less
    /// than a quarter of its limit, nor for an answer that comes within a
    /// millisecond.
    pub waited: Duration,
    /// Whether the bot had several threads or processes.
    pub several: bool,
}

/// Whether a turn kept its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Punctuality {
    /// It did.
    InTime,
    /// It did not, beyond doubt.
    Late,
    /// The machine was too busy to tell: run it again when it is quiet.
    Doubtful,
}

/// Share of the limit within which a busy machine leaves a doubt.
const DOUBT: f64 = 0.10;
/// Looking at the time of a bot more often than this would cost more than it is worth.
#[cfg(target_os = "linux")]
const LOOK_AGAIN: Duration = Duration::from_micros(200);
/// How soon to look again at a bot that can only be told late by a second look.
#[cfg(target_os = "linux")]
const SECOND_LOOK: Duration = Duration::from_millis(5);
/// Waiting for a core above this share of the wall time means a busy machine.
const BUSY: f64 = 0.05;

impl Elapsed {
    /// The accounting rule: see the type.
    #[must_use]
    pub fn charge(wall: Duration, cpu: Duration, waited: Duration, several: bool) -> Self {
        Self::between(wall, cpu, waited, waited, several)
    }

    /// The same for an end that was not seen at once: of the time that its supervisor waited for a core meanwhile,
    /// `surely` leaves out what `at_most` has in it.
    pub(crate) fn between(
        wall: Duration,
        cpu: Duration,
        surely: Duration,
        at_most: Duration,
        several: bool,
    ) -> Self {
        let charged = if several { wall } else { least(wall, cpu, surely) };
        Self { wall, charged, cpu, waited: at_most, several }
    }

    /// Whether the machine was busy with other work meanwhile.
    #[must_use]
    pub fn on_busy_machine(&self) -> bool {
        self.waited.as_secs_f64() > BUSY * self.wall.as_secs_f64()
    }

    /// Holds the time against a limit.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec::process::{Elapsed, Limit, Punctuality};
    /// use std::time::Duration;
    ///
    /// let ms = Duration::from_millis;
    /// let limit = Limit::new(ms(50));
    /// let quiet = Elapsed::charge(ms(60), ms(60), ms(0), false);
    /// assert_eq!(quiet.punctuality(&limit), Punctuality::Late);
    /// let crowded_out = Elapsed::charge(ms(80), ms(40), ms(40), false);
    /// assert_eq!(crowded_out.punctuality(&limit), Punctuality::InTime);
    /// let threads_crowded_out = Elapsed::charge(ms(80), ms(40), ms(40), true);
    /// assert_eq!(threads_crowded_out.punctuality(&limit), Punctuality::Doubtful);
    /// ```
    #[must_use]
    pub fn punctuality(&self, limit: &Limit) -> Punctuality {
        if self.charged <= limit.wall {
            return Punctuality::InTime;
        }
        if !self.on_busy_machine() || self.surely() > beyond_doubt(limit) {
            return Punctuality::Late;
        }
        Punctuality::Doubtful
    }

    /// What can be held against a bot by whoever does not try again: on a busy machine no more than what the turn
    /// took at the very least.
    #[must_use]
    pub fn undoubted(&self) -> Duration {
        if self.on_busy_machine() { self.surely() } else { self.charged }
    }

    /// What it took at the very least.
    fn surely(&self) -> Duration {
        if self.several {
            self.wall.saturating_sub(self.waited)
        } else {
            least(self.wall, self.cpu, self.waited)
        }
    }

    /// How much longer to wait for a bot that is still at it, before its time is worth another look; `None` if it
    /// is late beyond doubt. It may be waiting for a core for so long already, and it is not in `waited` yet;
    /// without a number nobody knows for how long.
    #[cfg(target_os = "linux")]
    pub(crate) fn credit(&self, limit: &Limit, waiting: Option<Duration>) -> Option<Duration> {
        let left = match self.punctuality(limit) {
            Punctuality::InTime => limit.wall.saturating_sub(self.charged),
            Punctuality::Doubtful => beyond_doubt(limit).saturating_sub(self.surely()).min(SECOND_LOOK),
            Punctuality::Late => match waiting {
                Some(waiting) if self.surely().saturating_sub(waiting) >= limit.wall => return None,
                _ if !self.several && self.cpu > beyond_doubt(limit) => return None,
                _ => SECOND_LOOK,
            },
        };
        Some(left.max(LOOK_AGAIN))
    }
}

/// Of `wall` what a single thread took if it waited so long for a core.
fn least(wall: Duration, cpu: Duration, waited: Duration) -> Duration {
    wall.min(wall.saturating_sub(waited).max(cpu))
}

fn beyond_doubt(limit: &Limit) -> Duration {
    limit.wall.mul_f64(1.0 + DOUBT)
}
