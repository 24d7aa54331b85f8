//! The few files of `/proc` that are read, and how.

use rustix::fs::{Mode, OFlags};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

/// CPU time and time spent waiting for a core, of one thread since its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Schedule {
    pub(super) cpu: Duration,
    pub(super) waited: Duration,
}

/// Opens the scheduling statistics of a process's first thread.
pub(super) fn open_schedule(pid: &str) -> Option<OwnedFd> {
    let path = format!("/proc/{pid}/schedstat");
    rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok()
}

/// Reads them; works until the process has been waited for.
pub(super) fn schedule(file: impl AsFd) -> Option<Schedule> {
    let mut buffer = [0; 96];
    let count = rustix::io::pread(file, &mut buffer, 0).ok()?;
    parse_schedule(std::str::from_utf8(&buffer[..count]).ok()?)
}

fn parse_schedule(text: &str) -> Option<Schedule> {
    let mut fields = text.split_ascii_whitespace().map(|field| field.parse().ok().map(Duration::from_nanos));
    Some(Schedule { cpu: fields.next()??, waited: fields.next()?? })
}

/// Whether this namespace holds no System V memory, semaphores or messages.
pub(super) fn has_no_ipc() -> bool {
    ["shm", "sem", "msg"].iter().all(|kind| {
        // The first line names the columns.
        std::fs::read_to_string(format!("/proc/sysvipc/{kind}")).is_ok_and(|text| text.lines().count() == 1)
    })
}

/// A line of the process table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) pid: i32,
    pub(super) parent: i32,
    pub(super) name: String,
    pub(super) ended: bool,
    pub(super) threads: usize,
    /// CPU time of all its threads, and of its children that it has waited for, in whole ticks.
    pub(super) cpu: Duration,
    pub(super) cpu_of_children: Duration,
}

/// One process, if it is there.
pub(super) fn process(pid: i32) -> Option<Process> {
    parse_stat(&std::fs::read(format!("/proc/{pid}/stat")).ok()?)
}

/// The process table as this process sees it.
pub(super) fn processes() -> Vec<Process> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries.flatten().filter_map(|entry| process(pid_of(&entry.file_name())?)).collect()
}

/// The processes below one, at any depth.
pub(super) fn below(root: i32) -> Vec<Process> {
    let mut others = processes();
    let (mut found, mut above) = (Vec::new(), BTreeSet::from([root]));
    while !above.is_empty() {
        let (children, rest): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|each| above.contains(&each.parent) && each.pid != root);
        above = children.iter().map(|each| each.pid).collect();
        found.extend(children);
        others = rest;
    }
    found
}

fn pid_of(name: &OsStr) -> Option<i32> {
    name.to_str()?.parse().ok()
}

/// `pid (name) state ppid …`, where the name may hold anything.
fn parse_stat(bytes: &[u8]) -> Option<Process> {
    let open = bytes.iter().position(|byte| *byte == b'(')?;
    let close = bytes.iter().rposition(|byte| *byte == b')')?;
    let pid = std::str::from_utf8(&bytes[..open]).ok()?.trim().parse().ok()?;
    let name = String::from_utf8_lossy(bytes.get(open + 1..close)?).into_owned();
    let rest = std::str::from_utf8(bytes.get(close + 1..)?).ok()?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let ticks = |at: usize| -> Option<Duration> {
        let ticks: u64 = fields.get(at)?.parse().ok()?;
        tick().checked_mul(u32::try_from(ticks).ok()?)
    };
    Some(Process {
        pid,
        parent: fields.get(1)?.parse().ok()?,
        name,
        ended: matches!(*fields.first()?, "Z" | "X" | "x"),
        threads: fields.get(17)?.parse().ok()?,
        cpu: ticks(11)? + ticks(12)?,
        cpu_of_children: ticks(13)? + ticks(14)?,
    })
}

/// Time that a hypervisor has taken from this machine's cores, in whole ticks.
fn stolen() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    let ticks: u64 = text.lines().next()?.split_ascii_whitespace().nth(8)?.parse().ok()?;
    Some(tick() * u32::try_from(ticks).ok()?)
}

fn tick() -> Duration {
    Duration::from_secs(1) / u32::try_from(rustix::param::clock_ticks_per_second()).unwrap_or(100)
}

/// What had been stolen at a moment that is not long ago.
pub(super) fn stolen_before(now: Instant) -> Duration {
    /// Reading it costs more than a short turn.
    const LATELY: Duration = Duration::from_millis(50);
    thread_local! {
        static LAST: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
    }
    match LAST.get() {
        Some((then, stolen)) if now.saturating_duration_since(then) < LATELY => stolen,
        _ => {
            let stolen = stolen().unwrap_or_default();
            LAST.set(Some((now, stolen)));
            stolen
        }
    }
}

/// What may have been stolen since then; less than a tick is nothing.
pub(super) fn stolen_since(before: Duration) -> Duration {
    let more = stolen().unwrap_or_default().saturating_sub(before);
    if more.is_zero() { more } else { more + tick() }
}

/// Number of threads on the machine that run or wait for a core at this
/// moment, this one among them.
pub(super) fn running_threads() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_ascii_whitespace().nth(3)?.split('/').next()?.parse().ok()
}

/// All threads of some processes together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threads {
    pub(super) count: usize,
    /// Number of those that run or wait for a core at this moment.
    pub(super) running: usize,
    /// CPU time and waiting of those that have not ended.
    pub(super) used: Schedule,
}

/// Looks at the threads of some processes.
pub(super) fn threads(processes: &[i32]) -> Threads {
    let folders = processes.iter().filter_map(|pid| std::fs::read_dir(format!("/proc/{pid}/task")).ok());
    folders.flatten().flatten().fold(Threads::default(), |sum, thread| {
        let is_running = std::fs::read(thread.path().join("stat")).is_ok_and(|stat| is_running(&stat));
        let text = std::fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
        let Schedule { cpu, waited } = parse_schedule(&text).unwrap_or_default();
        Threads {
            count: sum.count + 1,
            running: sum.running + usize::from(is_running),
            used: Schedule { cpu: sum.used.cpu + cpu, waited: sum.used.waited + waited },
        }
    })
}

fn is_running(stat: &[u8]) -> bool {
    state_letter(stat) == Some(b'R')
}

/// The state of a thread in its `stat`: R for running, S for asleep and so on.
pub(super) fn state_letter(stat: &[u8]) -> Option<u8> {
    let close = stat.iter().rposition(|byte| *byte == b')')?;
    stat.get(close + 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_line_whose_name_is_meant_to_confuse() {
        let line = b"42 (a) R 7 (b) Z 7 42 42 0 -1 4194560 1 0 0 0 1 2 1 3 20 0 5 0 99 1 1";
        let process = parse_stat(line).unwrap();
        assert_eq!((process.pid, process.parent, process.name.as_str()), (42, 7, "a) R 7 (b"));
        assert!(process.ended);
        assert_eq!(process.threads, 5);
        assert_eq!((process.cpu, process.cpu_of_children), (tick() * 3, tick() * 4));
    }

    #[test]
    fn reads_its_own_line() {
        let own = process(i32::try_from(std::process::id()).unwrap()).unwrap();
        assert!(!own.ended && own.threads >= 1);
        assert!(schedule(open_schedule("self").unwrap()).is_some());
        let threads = threads(&[own.pid]);
        assert!(threads.count >= threads.running && threads.running >= 1 && running_threads().unwrap() >= 1);
        assert!(threads.used.cpu > Duration::ZERO);
        let before = stolen_before(Instant::now());
        assert!(stolen().unwrap() >= before && before <= stolen_before(Instant::now()));
    }
}
