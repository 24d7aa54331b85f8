//! How much memory processes have, where no control group counts it.

use std::fs;
use std::time::Duration;

/// How often a bot is weighed. Where it has no process table of its own, the whole machine's is read each time.
pub(super) const OFTEN: Duration = Duration::from_millis(100);
pub(super) const SELDOM: Duration = Duration::from_millis(250);

/// How much the kernel lets wait in one socket, and in the last message that it takes: whoever sends can not have it
/// larger, see `confine/seccomp.rs`.
const SOCKET_FILE: &str = "/proc/sys/net/core/wmem_default";
const SOCKET: u64 = 212_992;

/// What can be in the sockets of a network that only these processes are in.
pub(super) fn in_sockets(processes: &[i32]) -> u64 {
    let used = processes.iter().find_map(|pid| sockets(*pid)).unwrap_or(0);
    let each = fs::read_to_string(SOCKET_FILE).ok().and_then(|text| text.trim().parse().ok());
    used.saturating_mul(each.unwrap_or(SOCKET))
}

/// How many sockets there are in a process's network.
fn sockets(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/net/sockstat")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("sockets: used "))?.trim().parse().ok()
}

/// Whether these processes have more than so many bytes mapped and in use, each page counted once, and `besides`.
pub(super) fn exceeds(processes: &[i32], besides: u64, most: u64) -> bool {
    let most = most.saturating_sub(besides);
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
        assert!(exceeds(&own, 0, 4096));
        assert!(!exceeds(&own, 0, 1 << 50));
        assert!(exceeds(&own, 1 << 50, 1 << 50));
        assert!(!exceeds(&[], 0, 0));
        assert!(share(own[0]).is_some_and(|bytes| bytes > 4096));
        assert!(!exceeds(&[], 1, 0), "nobody is left to be ended");
    }

    #[test]
    fn sockets_are_counted() {
        let own = [i32::try_from(std::process::id()).unwrap()];
        let before = in_sockets(&own);
        let kept: Vec<_> = (0..200).map(|_| std::os::unix::net::UnixStream::pair().unwrap()).collect();
        // Others on this machine may close some meanwhile.
        assert!(in_sockets(&own) >= before + 300 * 4096, "{before}");
        drop(kept);
    }
}
