//! What the threads of a bot are doing, as the kernel tells it.
//!
//! A thread that sleeps in the kernel does so in a system call, and `/proc` says in which one and with which
//! arguments. Whether it waits for the bot's input shows in the file descriptors that it waits for.

use super::procfs::{self, Process};
use super::reap::ProcessTree;
use crate::process::activity::{Activity, State};
use std::fs;
use std::os::fd::BorrowedFd;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::time::Duration;

/// No more threads than this are looked at.
const MAX: usize = 512;
/// No more descriptors of one `poll` are looked at.
const MAX_POLLED: u64 = 64;

/// A file, however it was opened.
type Identity = (u64, u64);

/// The standard streams of a bot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Streams([Option<Identity>; 3]);

impl Streams {
    pub(super) fn of(stdio: [BorrowedFd<'_>; 3]) -> Self {
        Self(stdio.map(|fd| rustix::fs::fstat(fd).ok().map(|it| (it.st_dev, it.st_ino))))
    }

    fn is_input(&self, file: Option<Identity>) -> bool {
        file.is_some() && file == self.0[0]
    }

    fn is_output(&self, file: Option<Identity>) -> bool {
        file.is_some() && self.0[1..].contains(&file)
    }
}

/// Looks at everything below the helper, whose children that were waited for have used so much since the bot was
/// started.
pub(super) fn look(tree: ProcessTree, streams: &Streams, waited_for: Duration) -> Activity {
    let processes = tree.all();
    let cpu = sum_of_cpu(&processes, waited_for);
    let alive = processes.iter().filter(|process| !process.ended);
    let mut states =
        alive.flat_map(|process| threads(process.pid)).take(MAX).filter_map(|thread| thread.state(streams));
    // Where one computes, no other matters. Each look at one more takes long beside many that compute.
    let state = states.try_fold(State::Unknown, |least, state| match state {
        State::Computing => Err(state),
        _ => Ok(least.min(state)),
    });
    Activity { state: state.unwrap_or_else(|computing| computing), cpu, unread: None }
}

/// CPU time that everything below the helper has used, which has so much from children that were waited for.
pub(super) fn cpu(tree: ProcessTree, waited_for: Duration) -> Duration {
    sum_of_cpu(&tree.all(), waited_for)
}

fn sum_of_cpu(processes: &[Process], waited_for: Duration) -> Duration {
    processes.iter().map(cpu_of).fold(waited_for, |sum, cpu| sum.saturating_add(cpu))
}

fn cpu_of(process: &Process) -> Duration {
    // What has ended has no clock any more.
    let own = if process.ended { None } else { procfs::cpu_clock(process.pid) };
    own.unwrap_or(process.cpu).saturating_add(process.cpu_of_children)
}

/// A thread of a process.
struct Thread {
    pid: i32,
    folder: std::path::PathBuf,
}

fn threads(pid: i32) -> impl Iterator<Item = Thread> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.map(move |entry| Thread { pid, folder: entry.path() })
}

impl Thread {
    /// `None` if it has ended.
    fn state(&self, streams: &Streams) -> Option<State> {
        match procfs::state_letter(&fs::read(self.folder.join("stat")).ok()?)? {
            b'R' => Some(State::Computing),
            b'T' | b't' => Some(State::Stopped),
            b'Z' | b'X' | b'x' => None,
            _ => Some(match fs::read_to_string(self.folder.join("syscall")) {
                Ok(text) => self.waiting(&text, streams),
                Err(_) => State::Unknown,
            }),
        }
    }

    /// What a thread waits for that is in this system call: its number and arguments.
    fn waiting(&self, syscall: &str, streams: &Streams) -> State {
        let mut fields = syscall.split_ascii_whitespace();
        let number = fields.next().and_then(|number| number.parse::<i64>().ok());
        // It runs by now, or it waits for a page of its memory.
        let Some(number) = number.filter(|number| *number >= 0) else { return State::Computing };
        let mut args = [0; 6];
        for (arg, field) in args.iter_mut().zip(fields) {
            *arg = field.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok()).unwrap_or(0);
        }
        match Call::of(number, &args) {
            Call::Sleep => State::Asleep,
            Call::Read(file) if streams.is_input(self.file(file)) => State::Reading,
            Call::Write(file) if streams.is_output(self.file(file)) => State::Writing,
            Call::Select { files, until } => self.selecting(&files, until, streams),
            Call::Read(_) | Call::Write(_) | Call::Other => State::Waiting,
        }
    }

    /// What a thread waits for that waits for several files at once.
    fn selecting(&self, files: &Files, until: Option<bool>, streams: &Streams) -> State {
        let (inputs, outputs) = self.selected(files);
        if inputs.into_iter().any(|file| streams.is_input(self.file(file))) {
            State::Reading
        } else if outputs.into_iter().any(|file| streams.is_output(self.file(file))) {
            State::Writing
        } else if until == Some(true) {
            State::Asleep
        } else {
            State::Waiting
        }
    }

    /// The descriptors that are to be read from and written to.
    fn selected(&self, files: &Files) -> (Vec<u64>, Vec<u64>) {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        let mut add = |file: u64, events: u64| {
            if events & POLL_IN != 0 {
                inputs.push(file);
            }
            if events & POLL_OUT != 0 {
                outputs.push(file);
            }
        };
        match *files {
            Files::Polled { at, count } => {
                let count = count.min(MAX_POLLED);
                let bytes = self.memory(at, usize::try_from(count * 8).unwrap_or(0));
                for entry in bytes.chunks_exact(8) {
                    let [a, b, c, d, e, f, _, _] = *entry else { continue };
                    let file = i32::from_ne_bytes([a, b, c, d]);
                    if let Ok(file) = u64::try_from(file) {
                        add(file, u64::from(u16::from_ne_bytes([e, f])));
                    }
                }
            }
            Files::Selected { most, reading, writing } => {
                for (at, events) in [(reading, POLL_IN), (writing, POLL_OUT)] {
                    let length = usize::try_from(most.min(MAX_POLLED).div_ceil(8)).unwrap_or(0);
                    let bytes = if at == 0 { Vec::new() } else { self.memory(at, length) };
                    for (byte, first) in bytes.into_iter().zip((0_u64..).step_by(8)) {
                        (0..8).filter(|bit| byte >> bit & 1 == 1).for_each(|bit| add(first + bit, events));
                    }
                }
            }
            Files::Watched { by } => {
                let info = fs::read_to_string(format!("/proc/{}/fdinfo/{by}", self.pid)).unwrap_or_default();
                for line in info.lines().filter(|line| line.starts_with("tfd:")) {
                    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
                    if let ["tfd:", file, "events:", events, ..] = fields[..]
                        && let (Ok(file), Ok(events)) = (file.parse(), u64::from_str_radix(events, 16))
                    {
                        add(file, events);
                    }
                }
            }
        }
        (inputs, outputs)
    }

    /// What is open under this number.
    fn file(&self, number: u64) -> Option<Identity> {
        let found = fs::metadata(format!("/proc/{}/fd/{number}", self.pid)).ok()?;
        Some((found.dev(), found.ino()))
    }

    /// Some of its memory; nothing if it may not be read.
    fn memory(&self, at: u64, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        let read = fs::File::open(format!("/proc/{}/mem", self.pid))
            .and_then(|memory| memory.read_exact_at(&mut bytes, at));
        if read.is_ok() { bytes } else { Vec::new() }
    }
}

const POLL_IN: u64 = 0x1;
const POLL_OUT: u64 = 0x4;

/// A system call in which a thread may wait.
enum Call {
    Read(u64),
    Write(u64),
    /// For one of these files, or until a time comes, if it is known whether there is one.
    Select {
        files: Files,
        until: Option<bool>,
    },
    Sleep,
    Other,
}

/// Where it stands which files a call waits for.
enum Files {
    /// In memory, as `poll` has it.
    Polled { at: u64, count: u64 },
    /// In memory, as `select` has it.
    Selected { most: u64, reading: u64, writing: u64 },
    /// In an epoll instance.
    Watched { by: u64 },
}

impl Call {
    fn of(number: i64, args: &[u64; 6]) -> Self {
        let [first, second, third, fourth, fifth, _] = *args;
        // Milliseconds, where a negative number is for ever.
        let milliseconds = |arg: u64| Some(arg & 0x8000_0000 == 0);
        let pointer = |arg: u64| Some(arg != 0);
        match number {
            libc::SYS_read
            | libc::SYS_readv
            | libc::SYS_pread64
            | libc::SYS_preadv
            | libc::SYS_preadv2
            | libc::SYS_recvfrom
            | libc::SYS_recvmsg
            | libc::SYS_splice
            | libc::SYS_tee => Self::Read(first),
            libc::SYS_write
            | libc::SYS_writev
            | libc::SYS_pwrite64
            | libc::SYS_pwritev
            | libc::SYS_pwritev2
            | libc::SYS_sendto
            | libc::SYS_sendmsg
            | libc::SYS_vmsplice
            | libc::SYS_sendfile => Self::Write(first),
            libc::SYS_nanosleep | libc::SYS_clock_nanosleep => Self::Sleep,
            libc::SYS_futex if fourth != 0 => Self::Sleep,
            libc::SYS_ppoll => {
                Self::Select { files: Files::Polled { at: first, count: second }, until: pointer(third) }
            }
            libc::SYS_pselect6 => Self::Select {
                files: Files::Selected { most: first, reading: second, writing: third },
                until: pointer(fifth),
            },
            libc::SYS_epoll_pwait => {
                Self::Select { files: Files::Watched { by: first }, until: milliseconds(fourth) }
            }
            libc::SYS_epoll_pwait2 => {
                Self::Select { files: Files::Watched { by: first }, until: pointer(fourth) }
            }
            #[cfg(target_arch = "x86_64")]
            libc::SYS_poll => {
                Self::Select { files: Files::Polled { at: first, count: second }, until: milliseconds(third) }
            }
            #[cfg(target_arch = "x86_64")]
            libc::SYS_select => Self::Select {
                files: Files::Selected { most: first, reading: second, writing: third },
                until: pointer(fifth),
            },
            #[cfg(target_arch = "x86_64")]
            libc::SYS_epoll_wait => {
                Self::Select { files: Files::Watched { by: first }, until: milliseconds(fourth) }
            }
            _ => Self::Other,
        }
    }
}
