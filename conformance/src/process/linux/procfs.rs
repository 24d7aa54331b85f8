//! The few files of `/proc` that are read, and how.

use rustix::buffer::spare_capacity;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::path::Arg;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

/// Bytes read at once.
const AT_ONCE: usize = 4096;
/// Of a process's clocks the one that counts what the scheduler has given to all its threads.
const SCHEDULED: libc::clockid_t = 2;

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

/// CPU time of a process and all its threads, those that have ended included.
pub(super) fn cpu_clock(pid: i32) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // Its number, by `clock_getcpuclockid`, which asks the kernel whether there is such a process: so does reading it.
    let clock = (!pid << 3) | SCHEDULED;
    #[expect(unsafe_code, reason = "no crate of ours reads the clock of another process")]
    // SAFETY: the call writes to the value it is given, which is plain data.
    let read = unsafe { libc::clock_gettime(clock, &raw mut time) == 0 };
    let (seconds, nanos) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    read.then(|| Duration::new(seconds, nanos))
}

/// A file that the kernel writes while it is read, whose size nobody can be asked for: in as few calls as it takes.
pub(super) fn read(path: impl Arg) -> io::Result<Vec<u8>> {
    let file = rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    let mut bytes = Vec::new();
    loop {
        bytes.reserve(AT_ONCE);
        match rustix::io::read(&file, spare_capacity(&mut bytes)) {
            Ok(0) => return Ok(bytes),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Such a file if it is shorter than the buffer, otherwise its beginning: the kernel hands out as many lines as there is
/// room for.
pub(super) fn read_short(path: impl Arg, buffer: &mut [u8]) -> io::Result<&[u8]> {
    let file = rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    loop {
        match rustix::io::read(&file, &mut *buffer) {
            Ok(count) => return Ok(&buffer[..count]),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Whether this namespace holds no System V memory, semaphores or messages.
pub(super) fn has_no_ipc() -> bool {
    let mut text = [0; 512];
    ["shm", "sem", "msg"].iter().all(|kind| {
        // The first line names the columns.
        read_short(format!("/proc/sysvipc/{kind}"), &mut text).is_ok_and(|text| {
            text.iter().position(|byte| *byte == b'\n').is_some_and(|at| at + 1 == text.len())
        })
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
    // Two names of 64 bytes at the most, and 51 numbers, few of them long.
    let mut line = [0; 1024];
    parse_stat(read_short(format!("/proc/{pid}/stat"), &mut line).ok()?)
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
    let mut rest = std::str::from_utf8(bytes.get(close + 1..)?).ok()?.split_ascii_whitespace();
    let (state, parent) = (rest.next()?, rest.next()?.parse().ok()?);
    // Nine fields further on are four of ticks: its own ones in user mode and in the kernel, and its children's.
    let mut ticks = rest.by_ref().skip(9).map(|ticks| tick().checked_mul(ticks.parse().ok()?));
    let (cpu, cpu_of_children) = (ticks.next()?? + ticks.next()??, ticks.next()?? + ticks.next()??);
    let threads = rest.nth(2)?.parse().ok()?;
    Some(Process {
        pid,
        parent,
        name,
        ended: matches!(state, "Z" | "X" | "x"),
        threads,
        cpu,
        cpu_of_children,
    })
}

/// Time that a hypervisor has taken from each of this machine's cores until a moment, in ticks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stolen(Arc<[u64]>);

impl Stolen {
    /// What it has taken by now.
    pub(super) fn now() -> Self {
        let text = read("/proc/stat").ok().and_then(|bytes| String::from_utf8(bytes).ok());
        text.map(|text| Self::parse(&text)).unwrap_or_default()
    }

    /// `cpu0 USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL …`, a line for each core behind one for all of them.
    fn parse(text: &str) -> Self {
        let cores = text.lines().skip(1).take_while(|line| line.starts_with("cpu"));
        let ticks = |line: &str| line.split_ascii_whitespace().nth(8).and_then(|ticks| ticks.parse().ok());
        Self(cores.map(|line| ticks(line).unwrap_or_default()).collect())
    }

    /// What it has taken since `before` from all cores together, and from the one that has lost most; at most a tick
    /// more of it is not entered yet.
    pub(super) fn since(&self, before: &Self) -> (Duration, Duration) {
        let gained = self.0.iter().zip(before.0.iter()).map(|(now, before)| now.saturating_sub(*before));
        let (all, most) = gained.fold((0, 0), |(all, most), ticks| (all + ticks, ticks.max(most)));
        let time = |ticks| tick() * u32::try_from(ticks).unwrap_or(u32::MAX);
        (time(all), time(most))
    }
}

pub(super) fn tick() -> Duration {
    Duration::from_secs(1) / u32::try_from(rustix::param::clock_ticks_per_second()).unwrap_or(100)
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

/// CPU time of these processes, of their threads that have ended too, and of children of theirs that they have waited for.
pub(super) fn cpu_with_ended(processes: &[i32]) -> Duration {
    let own = processes.iter().filter_map(|pid| cpu_clock(*pid));
    let children = processes.iter().filter_map(|pid| process(*pid)).map(|process| process.cpu_of_children);
    own.chain(children).sum()
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
        assert!(!Stolen::now().0.is_empty(), "/proc/stat has no line for a core");
    }

    #[test]
    fn what_a_hypervisor_takes_is_counted_for_each_core() {
        let stat = |one, two| {
            Stolen::parse(&format!(
                "cpu  9 9 9 9 9 9 9 99 0 0\ncpu0 1 2 3 4 5 6 7 {one} 0 0\ncpu1 1 2 3 4 5 6 7 {two} 0 0\nintr 5 8\n"
            ))
        };
        let (all, most) = stat(15, 42).since(&stat(10, 40));
        assert_eq!((all, most), (7 * tick(), 5 * tick()));
        assert_eq!(stat(15, 42).since(&Stolen::default()), (Duration::ZERO, Duration::ZERO));
    }
}
