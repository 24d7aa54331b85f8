//! How much of a core a program that wants one is denied, because others have it.

use std::time::{Duration, Instant};

/// A look at the clock that comes so late after the last one means that somebody else had the core.
const GAP: Duration = Duration::from_micros(100);
/// How long a look at the machine takes.
const LOOK: Duration = Duration::from_millis(50);
/// A machine that denies less than this share is quiet.
const QUIET: f64 = 0.05;

/// The share of `sample` in which this thread was denied a core, from 0 to 1. It computes all the time.
#[must_use]
pub fn denied(sample: Duration) -> f64 {
    let started = Instant::now();
    let (mut last, mut denied) = (started, Duration::ZERO);
    while started.elapsed() < sample {
        let now = Instant::now();
        let gap = now - last;
        last = now;
        if gap > GAP {
            denied += gap;
        }
    }
    denied.as_secs_f64() / started.elapsed().as_secs_f64()
}

/// Waits until the machine is quiet, for so long at most or until `stop` says so; returns whether it is.
pub fn wait_until_quiet(patience: Duration, stop: impl Fn() -> bool) -> bool {
    let deadline = Instant::now() + patience;
    loop {
        if denied(LOOK) < QUIET {
            return true;
        }
        if Instant::now() >= deadline || stop() {
            return false;
        }
        std::thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_shares_and_waiting_ends() {
        assert!((0.0..=1.0).contains(&denied(Duration::from_millis(5))));
        let before = Instant::now();
        wait_until_quiet(Duration::ZERO, || true);
        assert!(before.elapsed() < Duration::from_secs(5));
    }
}
