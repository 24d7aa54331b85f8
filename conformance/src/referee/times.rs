//! How long a bot's answers took, over any number of games in a bounded space.

use std::time::Duration;

use crate::process::Elapsed;
use crate::record::{Host, Timing};
use crate::timing::millis;

/// Each bucket begins this much above the one before: percentiles are right to within so much.
const STEP: f64 = 1.02;
/// Milliseconds at which the buckets begin.
const LEAST: f64 = 1e-3;
/// Up to 86,400 s.
const BUCKETS: usize = 1_300;
/// The share of wall time that turns may have spent waiting for a core on a quiet machine.
const QUIET: f64 = 0.05;

/// Times of answers, added up.
#[derive(Debug, Clone)]
pub struct Times {
    buckets: Vec<u64>,
    turns: usize,
    max_ms: f64,
    cpu_max_ms: f64,
    wall_max_ms: f64,
    wall: f64,
    charged: f64,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            buckets: vec![0; BUCKETS],
            turns: 0,
            max_ms: 0.0,
            cpu_max_ms: 0.0,
            wall_max_ms: 0.0,
            wall: 0.0,
            charged: 0.0,
        }
    }
}

impl Times {
    /// Adds one answer.
    pub fn add(&mut self, elapsed: &Elapsed) {
        let charged = millis(elapsed.charged);
        self.buckets[bucket(charged)] += 1;
        self.turns += 1;
        self.max_ms = self.max_ms.max(charged);
        self.cpu_max_ms = self.cpu_max_ms.max(millis(elapsed.cpu));
        self.wall_max_ms = self.wall_max_ms.max(millis(elapsed.wall));
        self.wall += millis(elapsed.wall);
        self.charged += charged;
    }

    /// The figures; `None` without any answer.
    #[must_use]
    pub fn summary(&self, limit: Duration) -> Option<Timing> {
        (self.turns > 0).then(|| Timing {
            limit_ms: millis(limit),
            turns: self.turns,
            p50_ms: self.percentile(50).min(self.max_ms),
            p99_ms: self.percentile(99).min(self.max_ms),
            max_ms: self.max_ms,
            cpu_max_ms: self.cpu_max_ms,
            wall_p99_ms: None,
            wall_max_ms: self.wall_max_ms,
            share: self.max_ms / millis(limit),
            host: if self.wall - self.charged <= self.wall * QUIET { Host::Quiet } else { Host::Busy },
            headroom: None,
            pressure: None,
        })
    }

    /// The upper end of the bucket in which this percentile lies.
    fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.turns * percent).div_ceil(100).max(1) as u64;
        let mut seen = 0;
        let mut upper = LEAST;
        for count in &self.buckets {
            seen += count;
            if seen >= rank {
                break;
            }
            upper *= STEP;
        }
        upper
    }
}

/// The first bucket whose upper end is not below.
fn bucket(ms: f64) -> usize {
    let above = (ms.max(LEAST) / LEAST).ln() / STEP.ln();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the logarithm of a number from 1 on, and no more than the number of buckets is kept"
    )]
    let bucket = above.ceil() as usize;
    bucket.min(BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_near_the_true_ones() {
        let mut times = Times::default();
        for ms in 1..=1_000 {
            let time = Duration::from_millis(ms);
            times.add(&Elapsed { wall: time, charged: time, ..Elapsed::default() });
        }
        let timing = times.summary(Duration::from_secs(2)).unwrap();
        assert!((500.0..=511.0).contains(&timing.p50_ms), "{timing:?}");
        assert!((990.0..=1_000.0).contains(&timing.p99_ms), "{timing:?}");
        assert!((timing.share - 0.5).abs() < 1e-9);
        assert_eq!(Times::default().summary(Duration::from_secs(1)), None);
    }

    #[test]
    fn no_time_is_too_short_or_too_long() {
        assert_eq!(bucket(0.0), 0);
        assert_eq!(bucket(1e300), BUCKETS - 1);
        assert!(bucket(86_400e3) < BUCKETS);
    }
}
