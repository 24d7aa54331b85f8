//! How much memory processes have, where no control group counts it.

use std::collections::HashSet;
use std::fs;
use std::time::Duration;

/// How often a bot is weighed. Where it has no process table of its own, the whole machine's is read each time.
pub(super) const OFTEN: Duration = Duration::from_millis(100);
pub(super) const SELDOM: Duration = Duration::from_millis(250);

/// How much the kernel lets wait in one socket, and in the last message that it takes: whoever sends can not have it
/// larger, see `confine/seccomp.rs`.
const SOCKET_FILE: &str = "/proc/sys/net/core/wmem_default";
const SOCKET: u64 = 212_992;

/// Descriptors that are looked at, at the most. Further ones are taken for sockets.
const MAX_DESCRIPTORS: usize = 20_000;

/// What can be in the sockets of these processes. If nobody else is in their network, all of them are counted; otherwise
/// those that are open, and not those that one hands to another at this moment.
pub(super) fn in_sockets(processes: &[i32], has_own_network: bool) -> u64 {
    let used = if has_own_network {
        processes.iter().find_map(|pid| sockets(*pid)).unwrap_or(0)
    } else {
        open_sockets(processes)
    };
    let each = fs::read_to_string(SOCKET_FILE).ok().and_then(|text| text.trim().parse().ok());
    used.saturating_mul(each.unwrap_or(SOCKET))
}

/// How many sockets there are in a process's network.
fn sockets(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/net/sockstat")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("sockets: used "))?.trim().parse().ok()
}

/// How many sockets are open in these processes, those that several have open once. Where a process forbids to look at
/// its descriptors, all that it has room for are taken for sockets.
fn open_sockets(processes: &[i32]) -> u64 {
    let (mut seen, mut looked_at, mut unknown) = (HashSet::new(), 0, 0);
    for pid in processes {
        let Ok(descriptors) = fs::read_dir(format!("/proc/{pid}/fd")) else {
            unknown += room_for_descriptors(*pid).unwrap_or(0);
            continue;
        };
        for descriptor in descriptors.flatten() {
            looked_at += 1;
            if looked_at > MAX_DESCRIPTORS {
                unknown += 1;
            } else if let Ok(open) = fs::read_link(descriptor.path())
                && open.as_os_str().as_encoded_bytes().starts_with(b"socket:")
            {
                seen.insert(open);
            }
        }
    }
    seen.len() as u64 + unknown
}

/// How many descriptors a process has room for at present.
fn room_for_descriptors(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("FDSize:"))?.trim().parse().ok()
}

/// Whether these processes have more than so many bytes mapped and in use, each page counted once, and `besides`; no if that
/// is not known by the time when it no longer `goes_on`.
pub(super) fn exceeds(processes: &[i32], besides: u64, most: u64, goes_on: impl Fn() -> bool) -> bool {
    let most = most.saturating_sub(besides);
    let page = rustix::param::page_size() as u64;
    let resident = |pid: &i32| {
        let text = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
        let pages = text.split_ascii_whitespace().nth(1).and_then(|pages| pages.parse().ok());
        pages.unwrap_or(0_u64).saturating_mul(page)
    };
    // What several share is in each of these.
    let at_most: u64 = processes.iter().map(resident).sum();
    if at_most <= most {
        return false;
    }
    // The kernel goes through all pages of a process for that.
    let mut shares = processes
        .iter()
        .take_while(|_| goes_on())
        .map(|pid| share(*pid).unwrap_or_else(|| resident(pid)))
        .scan(0_u64, |sum, share| {
            *sum += share;
            Some(*sum)
        });
    shares.any(|sum| sum > most)
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
        assert!(exceeds(&own, 0, 4096, || true));
        assert!(!exceeds(&own, 0, 4096, || false), "there is no time to find out");
        assert!(!exceeds(&own, 0, 1 << 50, || true));
        assert!(exceeds(&own, 1 << 50, 1 << 50, || true));
        assert!(!exceeds(&[], 0, 0, || true));
        assert!(share(own[0]).is_some_and(|bytes| bytes > 4096));
        assert!(!exceeds(&[], 1, 0, || true), "nobody is left to be ended");
    }

    #[test]
    fn sockets_are_counted() {
        let own = [i32::try_from(std::process::id()).unwrap()];
        let before = [true, false].map(|all| in_sockets(&own, all));
        let kept: Vec<_> = (0..200).map(|_| std::os::unix::net::UnixStream::pair().unwrap()).collect();
        // Others on this machine, or in this process, may close some meanwhile.
        let after = [true, false].map(|all| in_sockets(&own, all));
        assert!(
            after[0] >= before[0] + 300 * 4096 && after[1] >= before[1] + 300 * 4096,
            "{before:?} {after:?}"
        );
        assert!(room_for_descriptors(own[0]).is_some_and(|room| room >= 400));
        drop(kept);
    }
}
