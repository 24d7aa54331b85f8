//! From the times of single turns to the figures of a report.

use std::ops::Add;
use std::time::Duration;

use crate::process::{Elapsed, Pressure};
use crate::record::{Host, Timing};

/// The share of wall time that turns may have spent waiting for a core on a quiet machine.
const QUIET: f64 = 0.05;

/// Percentiles over all turns; `None` without any. `pressure` is that of the whole run, and `overran` whether a turn
/// was broken off: it is not among those that were timed.
#[must_use]
pub fn summarize(
    elapsed: &[Elapsed],
    limit: Duration,
    pressure: Option<Pressure>,
    overran: bool,
) -> Option<Timing> {
    let charged = charged(elapsed);
    let max = *charged.last()?;
    let wall = sorted(elapsed, |turn| turn.wall);
    let largest =
        |of: fn(&Elapsed) -> Duration| elapsed.iter().map(|turn| millis(of(turn))).fold(0.0, f64::max);
    let host = host(elapsed, pressure);
    let share = max / millis(limit);
    let told = host != Host::Busy && !overran && max > 0.0 && share < 1.0;
    Some(Timing {
        limit_ms: millis(limit),
        turns: charged.len(),
        p50_ms: percentile(&charged, 50),
        p99_ms: percentile(&charged, 99),
        max_ms: max,
        cpu_max_ms: largest(|turn| turn.cpu),
        wall_p99_ms: Some(percentile(&wall, 99)),
        wall_max_ms: largest(|turn| turn.wall),
        share,
        headroom: told.then(|| share.recip()),
        host,
        pressure: pressure.map(Pressure::share),
    })
}

/// What the machine was like. Short turns do not tell how long they waited: the kernel's figures count for them, too.
fn host(elapsed: &[Elapsed], pressure: Option<Pressure>) -> Host {
    let sum = |of: fn(&Elapsed) -> Duration| elapsed.iter().map(|turn| of(turn).as_secs_f64()).sum::<f64>();
    let wall = sum(|turn| turn.wall);
    if wall - sum(|turn| turn.charged) > wall * QUIET {
        return Host::Busy;
    }
    match pressure {
        Some(pressure) if pressure.is_low() => Host::Quiet,
        Some(_) => Host::Busy,
        None => Host::Unknown,
    }
}

/// The charged times in milliseconds, in ascending order.
#[must_use]
pub fn charged(elapsed: &[Elapsed]) -> Vec<f64> {
    sorted(elapsed, |turn| turn.charged)
}

fn sorted(elapsed: &[Elapsed], of: fn(&Elapsed) -> Duration) -> Vec<f64> {
    let mut all: Vec<f64> = elapsed.iter().map(|turn| millis(of(turn))).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// The smallest value that `percent` of all values do not exceed; `sorted` is not empty.
#[must_use]
pub fn percentile(sorted: &[f64], percent: usize) -> f64 {
    quantile(sorted, 10 * percent)
}

/// The same for so many in a thousand.
#[must_use]
pub fn quantile(sorted: &[f64], per_mille: usize) -> f64 {
    let rank = (sorted.len() * per_mille).div_ceil(1000);
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

    fn turn(ms: u64) -> Elapsed {
        Elapsed::charge(Duration::from_millis(ms), Duration::from_millis(ms), Duration::ZERO, false)
    }

    #[test]
    fn short_turns_on_a_crowded_machine_are_not_called_quiet() {
        let limit = Duration::from_millis(100);
        let told = |pressure: Option<f64>, overran| {
            let timing = summarize(&[turn(4), turn(20)], limit, pressure.map(Pressure::of), overran).unwrap();
            (timing.host, timing.headroom)
        };
        assert_eq!(told(Some(0.97), false), (Host::Busy, None));
        assert_eq!(told(Some(0.02), false), (Host::Quiet, Some(5.0)));
        assert_eq!(told(None, false), (Host::Unknown, Some(5.0)));
        assert_eq!(
            told(Some(0.02), true),
            (Host::Quiet, None),
            "a turn that was broken off leaves no headroom"
        );
    }

    #[test]
    fn turns_that_waited_make_a_machine_busy_whatever_the_kernel_counts() {
        let ms = Duration::from_millis;
        let waited = Elapsed::charge(ms(20), ms(10), ms(8), false);
        let timing = summarize(&[waited], ms(100), Some(Pressure::of(0.0)), false).unwrap();
        assert_eq!((timing.host, timing.headroom), (Host::Busy, None));
    }
}
