//! From the times of single turns to the figures of a report.

use std::ops::Add;
use std::time::Duration;

use crate::process::Elapsed;
use crate::record::{Host, Timing};

/// The share of wall time that turns may have spent waiting for a core on a quiet machine.
const QUIET: f64 = 0.05;

/// Percentiles over all turns; `None` without any.
#[must_use]
pub fn summarize(elapsed: &[Elapsed], limit: Duration) -> Option<Timing> {
    let charged = charged(elapsed);
    let max = *charged.last()?;
    let largest =
        |of: fn(&Elapsed) -> Duration| elapsed.iter().map(|turn| millis(of(turn))).fold(0.0, f64::max);
    let sum = |of: fn(&Elapsed) -> Duration| elapsed.iter().map(|turn| of(turn).as_secs_f64()).sum::<f64>();
    let (wall, charge) = (sum(|turn| turn.wall), sum(|turn| turn.charged));
    Some(Timing {
        limit_ms: millis(limit),
        turns: charged.len(),
        p50_ms: percentile(&charged, 50),
        p99_ms: percentile(&charged, 99),
        max_ms: max,
        cpu_max_ms: largest(|turn| turn.cpu),
        wall_max_ms: largest(|turn| turn.wall),
        share: max / millis(limit),
        host: if wall - charge <= wall * QUIET { Host::Quiet } else { Host::Busy },
    })
}

/// The charged times in milliseconds, in ascending order.
#[must_use]
pub fn charged(elapsed: &[Elapsed]) -> Vec<f64> {
    let mut charged: Vec<f64> = elapsed.iter().map(|turn| millis(turn.charged)).collect();
    charged.sort_by(f64::total_cmp);
    charged
}

/// The smallest value that `percent` of all values do not exceed; `sorted` is not empty.
#[must_use]
pub fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted[rank.clamp(1, sorted.len()) - 1]
}

/// Two waits for the same thing, one after the other.
impl Add for Elapsed {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            wall: self.wall + more.wall,
            charged: self.charged + more.charged,
            cpu: self.cpu + more.cpu,
            waited: self.waited + more.waited,
            several: self.several || more.several,
        }
    }
}

/// In milliseconds.
#[must_use]
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let values: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(percentile(&values, 50).to_bits(), 100_f64.to_bits());
        assert_eq!(percentile(&values, 99).to_bits(), 198_f64.to_bits());
        assert_eq!(percentile(&[7.0], 99).to_bits(), 7_f64.to_bits());
    }
}
