//! When this process was started.

use std::time::{Duration, Instant};

/// The moment at which the operating system started this process, or now where that cannot be told.
///
/// The referee's clock starts there, not in `main`: on a busy machine a program may wait long before
/// its first instruction. Linux tells, to a hundredth of a second. An age above `plausible` is taken
/// for a wrong clock (some containers show another machine's uptime) and counts as "now".
///
/// # Examples
///
/// ```
/// use botspec_sdk::run::process_start::process_start;
/// use std::time::{Duration, Instant};
/// let start = process_start(Duration::from_secs(3_600));
/// assert!(start <= Instant::now());
/// assert!(start.elapsed() < Duration::from_secs(3_660), "no more than was called plausible");
/// ```
#[must_use]
pub fn process_start(plausible: Duration) -> Instant {
    let now = Instant::now();
    let age = age_of_this_process().filter(|&age| age <= plausible).unwrap_or_default();
    now.checked_sub(age).unwrap_or(now)
}

fn age_of_this_process() -> Option<Duration> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let stat = std::fs::read("/proc/self/stat").ok()?;
    let uptime = std::fs::read_to_string("/proc/uptime").ok()?;
    age(&stat, &uptime)
}

/// The difference between the machine's uptime and field 22 of `stat`, the process's start in
/// hundredths of a second after boot (proc(5); `USER_HZ` is 100 wherever Rust runs).
fn age(stat: &[u8], uptime: &str) -> Option<Duration> {
    // Field 2 is the program's name in brackets, in which anything may stand, brackets and blanks too.
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let after_name = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
    let start_ticks: u64 = after_name.split_ascii_whitespace().nth(22 - 3)?.parse().ok()?;
    let up: f64 = uptime.split_ascii_whitespace().next()?.parse().ok()?;
    let up = Duration::try_from_secs_f64(up).ok()?;
    up.checked_sub(Duration::from_millis(start_ticks.checked_mul(10)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: &[u8] =
        b"42 (a (b) c) S 1 42 42 0 -1 4194560 89 0 0 0 0 0 0 0 20 0 1 0 12345 3088384 200 184467 1 1 0";

    #[test]
    fn the_age_is_uptime_less_start() {
        assert_eq!(age(STAT, "125.45 300.00\n"), Some(Duration::from_millis(2_000)));
        assert_eq!(age(b"42 (\xff) S", "125.45 300.00\n"), None);
        assert_eq!(age(STAT, "12.00 1.00\n"), None, "started in the future");
        assert_eq!(age(STAT, "NaN"), None);
        assert_eq!(age(b"", ""), None);
    }

    #[test]
    fn the_start_is_not_in_the_future() {
        assert!(process_start(Duration::from_secs(3_600)) <= Instant::now());
    }
}
