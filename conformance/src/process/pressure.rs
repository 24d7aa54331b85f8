//! How many programs want a core at once, over a stretch of time: what the kernel counts.

use std::fs;
use std::time::{Duration, Instant};

/// A moment, and what the kernel had counted until then.
#[derive(Debug, Clone, Copy)]
pub struct HostLoad {
    at: Instant,
    counted: Option<Counted>,
}

/// A running total; which one depends on the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// The time in which at least one program waited for a core.
    Stalled(Duration),
    /// The time that all programs together waited for a core.
    Waited(Duration),
}

/// The share of a stretch of time in which some program waited for a core, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Pressure(f64);

/// Bots that are tried side by side on a machine of their own wait for each other now and then, but not half of the
/// time.
const LOW: f64 = 0.5;
/// Over less time than this the kernel's figures say nothing.
const SHORTEST: Duration = Duration::from_millis(20);

impl HostLoad {
    /// The beginning of a stretch of time.
    #[must_use]
    pub fn sample() -> Self {
        Self { at: Instant::now(), counted: counted() }
    }

    /// What the machine was like since then; none where nobody counts that, or if it was but a moment.
    #[must_use]
    pub fn pressure(&self) -> Option<Pressure> {
        let took = self.at.elapsed();
        if took < SHORTEST {
            return None;
        }
        Pressure::between(self.counted?, counted()?, took)
    }

    /// Whether programs have waited for each other since then, as far as the machine tells.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.pressure().is_some_and(|pressure| !pressure.is_low())
    }
}

impl Default for HostLoad {
    fn default() -> Self {
        Self::sample()
    }
}

impl Pressure {
    fn between(before: Counted, after: Counted, took: Duration) -> Option<Self> {
        let stalled = match (before, after) {
            (Counted::Stalled(before), Counted::Stalled(after))
            | (Counted::Waited(before), Counted::Waited(after)) => after.saturating_sub(before),
            _ => return None,
        };
        Some(Self((stalled.as_secs_f64() / took.as_secs_f64()).clamp(0.0, 1.0)))
    }

    #[cfg(test)]
    pub(crate) const fn of(share: f64) -> Self {
        Self(share)
    }

    /// From 0 to 1.
    #[must_use]
    pub const fn share(self) -> f64 {
        self.0
    }

    /// Whether what bots waited can be neglected.
    #[must_use]
    pub fn is_low(self) -> bool {
        self.0 < LOW
    }
}

/// What Linux tells: since 4.20 the pressure, before that how long was waited in all run queues.
fn counted() -> Option<Counted> {
    let pressure = fs::read_to_string("/proc/pressure/cpu").ok().and_then(|text| stalled(&text));
    pressure.map(Counted::Stalled).or_else(|| {
        let text = fs::read_to_string("/proc/schedstat").ok()?;
        waited(&text).map(Counted::Waited)
    })
}

/// `some avg10=0.00 avg60=0.00 avg300=0.00 total=12345`, in microseconds.
fn stalled(text: &str) -> Option<Duration> {
    let line = text.lines().find(|line| line.starts_with("some "))?;
    let total = line.split_whitespace().find_map(|field| field.strip_prefix("total="))?;
    total.parse().ok().map(Duration::from_micros)
}

/// `cpu0 0 0 0 0 0 0 RUN WAIT TIMES`, in nanoseconds, a line for each core.
fn waited(text: &str) -> Option<Duration> {
    let cores = text.lines().filter(|line| line.starts_with("cpu"));
    let waits: Option<Vec<u64>> =
        cores.map(|line| line.split_whitespace().nth(8).and_then(|field| field.parse().ok())).collect();
    waits.filter(|waits| !waits.is_empty()).map(|waits| Duration::from_nanos(waits.iter().sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_tells_is_understood() {
        let pressure =
            "some avg10=99.37 avg60=99.47 avg300=99.23 total=2053795302\nfull avg10=0.00 total=7\n";
        assert_eq!(stalled(pressure), Some(Duration::from_micros(2_053_795_302)));
        assert_eq!(stalled("full avg10=0.00 total=7\n"), None);
        let queues = "version 15\ntimestamp 4295\ncpu0 0 0 0 0 0 0 900 200 3\ndomain0 3 1 2\ncpu1 0 0 0 0 0 0 8 50 3\n";
        assert_eq!(waited(queues), Some(Duration::from_nanos(250)));
        assert_eq!(waited("version 15\n"), None);
        assert_eq!(waited("cpu0 0 0\n"), None);
    }

    #[test]
    fn pressure_is_a_share_of_the_time_that_went_by() {
        let ms = Duration::from_millis;
        let over = |before, after, took| Pressure::between(before, after, took).map(Pressure::share);
        let stalled = |at| Counted::Stalled(ms(at));
        assert_eq!(over(stalled(1_000), stalled(1_970), ms(1_000)), Some(0.97));
        assert_eq!(over(Counted::Waited(ms(0)), Counted::Waited(ms(9_000)), ms(1_000)), Some(1.0));
        assert_eq!(over(stalled(0), Counted::Waited(ms(1)), ms(1)), None);
        assert!(Pressure(0.1).is_low() && !Pressure(0.97).is_low());
    }
}
