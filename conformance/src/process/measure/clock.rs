//! The two clocks of a thread.

use std::time::{Duration, Instant};

/// What a piece of work took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Time of the processor; the same as `wall` where the system does not tell.
    pub cpu: Duration,
    /// Time on the wall.
    pub wall: Duration,
}

/// Both clocks, started.
pub(super) struct Watch {
    began: Instant,
    used: Option<Duration>,
}

impl Watch {
    pub(super) fn start() -> Self {
        Self { used: used(), began: Instant::now() }
    }

    pub(super) fn cost(&self) -> Cost {
        let wall = self.began.elapsed();
        let cpu = used().zip(self.used).map(|(now, before)| now.saturating_sub(before));
        // The two are not read at once, so a thread may seem to have computed for longer than it was there.
        Cost { cpu: cpu.map_or(wall, |cpu| cpu.min(wall)), wall }
    }
}

/// The processor time of this thread so far.
#[cfg(target_os = "linux")]
pub(super) fn used() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

/// Elsewhere bots are timed by the wall alone, and so is everything that is held against them.
#[cfg(not(target_os = "linux"))]
pub(super) const fn used() -> Option<Duration> {
    None
}
