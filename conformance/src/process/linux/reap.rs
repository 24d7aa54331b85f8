//! Finding, naming and killing everything that a bot has started.
//!
//! The helper is the parent of every orphan below it. So "it has no children
//! left" means that nothing is left at all, and that is one system call.

use super::procfs::{self, Process, Threads};
use crate::process::finished::Survivor;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, WaitStatus};
use std::collections::BTreeSet;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

/// A process that is just ending needs a moment.
const GRACE: Duration = Duration::from_millis(100);
/// The longest that it is given.
const LONGEST_GRACE: Duration = Duration::from_secs(2);
/// How long to wait before looking again for what is there but was not seen.
const GLANCE: Duration = Duration::from_millis(1);
/// A process that cannot be killed for so long is stuck in the kernel.
const GIVE_UP: Duration = Duration::from_secs(10);
/// How long a round of killing may take before the next one.
const ROUND: Duration = Duration::from_millis(5);
/// How often to look for processes that were started while others were stopped.
const ROUNDS: usize = 16;
/// No more survivors than this are named.
const NAMED: usize = 32;

/// Everything below the helper.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessTree {
    /// Whether the helper is process 1 of its own process table.
    pub(super) is_init: bool,
}

impl ProcessTree {
    /// Waits up to 100 ms, and until this moment if there is one, for what is left to end by itself, longer if it gets no
    /// core meanwhile, and names what does not. The status of `main` is collected on the way.
    pub(super) fn survivors(
        self,
        main: Pid,
        status: &mut Option<WaitStatus>,
        until: Option<Instant>,
    ) -> Vec<Survivor> {
        let began = Instant::now();
        let until = until.map(|until| until.min(began + LONGEST_GRACE));
        let mut deadline = until.into_iter().fold(began + GRACE, Instant::max);
        let mut before = None;
        loop {
            if collect(main, status) {
                return Vec::new();
            }
            let left = self.alive();
            let now = Instant::now();
            let used = || procfs::threads(&left.iter().map(|process| process.pid).collect::<Vec<_>>());
            let since = *before.get_or_insert_with(&used);
            if now >= deadline && !left.is_empty() {
                if now >= began + LONGEST_GRACE || !has_lacked_core(since, used(), now - began) {
                    return named(left);
                }
                deadline = now + GRACE;
            }
            // There is something left, and yet it was not seen: it has ended just now, or has handed on to
            // another process behind the back of the one that looked.
            if now >= deadline + GRACE {
                return vec![Survivor { name: "(always another one)".to_owned(), pid: 0 }];
            }
            let longest = if left.is_empty() { GLANCE } else { deadline - now };
            wait_for_one(&left, longest);
        }
    }

    /// Kills everything; returns whether nothing is left.
    pub(super) fn kill(self, main: Pid, status: &mut Option<WaitStatus>) -> bool {
        let deadline = Instant::now() + GIVE_UP;
        loop {
            if collect(main, status) {
                return true;
            }
            if self.is_init {
                // The process group "1" is everything but the caller.
                let _ = rustix::process::kill_process_group(Pid::INIT, Signal::KILL);
            } else {
                for process in self.alive() {
                    if let Some(pid) = Pid::from_raw(process.pid) {
                        let _ = rustix::process::kill_process(pid, Signal::KILL);
                    }
                }
            }
            if collect(main, status) {
                return true;
            }
            if Instant::now() > deadline {
                return false;
            }
            wait_for_one(&self.alive(), ROUND);
        }
    }

    /// Stops everything, or lets it go on.
    pub(super) fn signal(self, signal: Signal) {
        if self.is_init {
            // All at once: none of them could let another go on.
            let _ = rustix::process::kill_process_group(Pid::INIT, signal);
            return;
        }
        // What is started meanwhile is found in the next round.
        let mut known = BTreeSet::new();
        for _ in 0..ROUNDS {
            let before = known.len();
            for process in self.alive() {
                if known.insert(process.pid)
                    && let Some(pid) = Pid::from_raw(process.pid)
                {
                    let _ = rustix::process::kill_process(pid, signal);
                }
            }
            if known.len() == before {
                return;
            }
        }
    }

    /// Whether nothing is left of the bots before: no process, and no memory,
    /// semaphores or messages that outlive processes.
    pub(super) fn is_gone(self) -> bool {
        let no_children =
            rustix::process::wait(WaitOptions::NOHANG).is_err_and(|errno| errno == Errno::CHILD);
        // Without namespaces of its own these are the whole machine's.
        no_children && (!self.is_init || procfs::has_no_ipc())
    }

    /// What cannot even be killed.
    pub(super) fn named_alive(self) -> Vec<Survivor> {
        named(self.alive())
    }

    /// The processes below this one that have not ended.
    pub(super) fn alive(self) -> Vec<Process> {
        self.all().into_iter().filter(|each| !each.ended).collect()
    }

    /// The processes below this one, with those that have ended and have not been waited for.
    pub(super) fn all(self) -> Vec<Process> {
        let own = rustix::process::getpid().as_raw_pid();
        if self.is_init {
            return procfs::processes().into_iter().filter(|each| each.pid != own).collect();
        }
        procfs::below(own)
    }
}

/// Whether processes whose threads had used so much before, and this much after some time, have waited for a core for much of
/// it.
fn has_lacked_core(before: Threads, after: Threads, time: Duration) -> bool {
    let used = after.used.cpu.saturating_sub(before.used.cpu);
    let waited = after.used.waited.saturating_sub(before.used.waited);
    // What waits right now is in no accounts yet.
    waited > time / 2 || (after.running > 0 && used < time / 2)
}

/// Whether a process has ended, whoever is to wait for it.
pub(super) fn has_ended(pidfd: &OwnedFd) -> bool {
    is_readable(pidfd)
}

/// Whether there is something to read here now, or the end of it.
pub(super) fn is_readable(fd: &impl AsFd) -> bool {
    let mut polled = [PollFd::new(fd, PollFlags::IN)];
    matches!(rustix::event::poll(&mut polled, Some(&Timespec::default())), Ok(1))
}

fn named(processes: Vec<Process>) -> Vec<Survivor> {
    processes.into_iter().take(NAMED).map(|each| Survivor { name: each.name, pid: each.pid }).collect()
}

/// Collects every child that has ended; returns whether none is left.
pub(super) fn collect(main: Pid, status: &mut Option<WaitStatus>) -> bool {
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some((pid, ended))) if pid == main => *status = Some(ended),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return false,
            Err(_) => return true,
        }
    }
}

/// Waits until one of these ends, or for so long.
fn wait_for_one(processes: &[Process], timeout: Duration) {
    let open =
        |each: &Process| rustix::process::pidfd_open(Pid::from_raw(each.pid)?, PidfdFlags::empty()).ok();
    let pidfds: Vec<OwnedFd> = processes.iter().take(NAMED).filter_map(open).collect();
    if pidfds.is_empty() && !processes.is_empty() {
        return;
    }
    let mut polled: Vec<PollFd<'_>> = pidfds.iter().map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
    let timeout = Timespec::try_from(timeout).ok();
    let _ = rustix::event::poll(&mut polled, timeout.as_ref());
}
