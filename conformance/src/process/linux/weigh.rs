//! How much memory processes have, where no control group counts it.

use std::fs;
use std::time::Duration;

/// How often a bot is weighed. Where it has no process table of its own, the whole machine's is read each time.
pub(super) const OFTEN: Duration = Duration::from_millis(100);
pub(super) const SELDOM: Duration = Duration::from_millis(250);

/// Whether these processes have more than so many bytes mapped and in use, each page counted once.
pub(super) fn exceeds(processes: &[i32], most: u64) -> bool {
    let page = rustix::param::page_size() as u64;
    let resident = |pid: &i32| {
        let text = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
        let pages = text.split_ascii_whitespace().nth(1).and_then(|pages| pages.parse().ok());
        pages.unwrap_or(0_u64).saturating_mul(page)
    };
    // What several share is in each of these.
    let at_most: u64 = processes.iter().map(resident).sum();
    at_most > most
        && processes.iter().map(|pid| share(*pid).unwrap_or_else(|| resident(pid))).sum::<u64>() > most
}

/// A process's memory in bytes, its share alone of what it shares; `None` if that is not told.
fn share(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let of = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_ascii_whitespace().next()?.parse::<u64>().ok()
    };
    Some((of("Pss:")? + of("SwapPss:").unwrap_or(0)) * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_weighs_something_and_not_everything() {
        let own = [i32::try_from(std::process::id()).unwrap()];
        assert!(exceeds(&own, 4096));
        assert!(!exceeds(&own, 1 << 50));
        assert!(!exceeds(&[], 0));
        assert!(share(own[0]).is_some_and(|bytes| bytes > 4096));
    }
}
