//! Waking a reader that blocks in `read` when its deadline comes.
//!
//! A blocking read of a pipe is the cheapest way to wait for a bot's line, but
//! it has no timeout. One thread per host sleeps until the earliest deadline
//! and then writes a secret mark into that pipe, through a write end that it
//! opens for the purpose: the reader wakes up and takes the mark out again.
//! Deadlines are rarely reached, so this thread sleeps nearly all the time.

use rustix::fs::{Mode, OFlags};
use std::collections::BTreeMap;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Number of bytes of a mark: no bot guesses them.
pub(super) const MARK: usize = 16;

/// The thread and what it watches.
#[derive(Debug)]
pub(super) struct Watchdog {
    watched: Arc<Watched>,
}

#[derive(Debug, Default)]
struct Watched {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    running: bool,
    closed: bool,
    /// When the thread will look again; `None` is never.
    sleeps_until: Option<Instant>,
    next_key: u64,
    readers: BTreeMap<u64, Reader>,
}

#[derive(Debug)]
struct Reader {
    pipe: RawFd,
    mark: [u8; MARK],
    deadline: Option<Instant>,
    /// Marks written and not yet taken out.
    marks: u32,
}

/// A reader's registration.
#[derive(Debug)]
pub(super) struct Leash {
    watched: Arc<Watched>,
    key: u64,
    pub(super) mark: [u8; MARK],
}

impl Watchdog {
    pub(super) fn new() -> Self {
        Self { watched: Arc::default() }
    }

    /// Registers the reader of a pipe. The pipe must stay open as long as the leash.
    pub(super) fn leash(&self, pipe: &impl AsRawFd, mark: [u8; MARK]) -> Leash {
        let mut state = self.watched.lock();
        if !state.running {
            state.running = true;
            let watched = Arc::clone(&self.watched);
            std::thread::spawn(move || watched.watch());
        }
        let key = state.next_key;
        state.next_key += 1;
        state.readers.insert(key, Reader { pipe: pipe.as_raw_fd(), mark, deadline: None, marks: 0 });
        Leash { watched: Arc::clone(&self.watched), key, mark }
    }

    /// Wakes every reader that is waiting now.
    pub(super) fn fire_all(&self) {
        for reader in self.watched.lock().readers.values_mut() {
            if reader.deadline.is_some() {
                reader.fire();
            }
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.watched.lock().closed = true;
        self.watched.changed.notify_all();
    }
}

impl Watched {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The thread.
    fn watch(&self) {
        let mut state = self.lock();
        while !state.closed {
            let now = Instant::now();
            for reader in state.readers.values_mut() {
                if reader.deadline.is_some_and(|deadline| deadline <= now) {
                    reader.fire();
                }
            }
            state.sleeps_until = state.readers.values().filter_map(|reader| reader.deadline).min();
            state = match state.sleeps_until {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

impl Reader {
    /// Writes the mark. A pipe that is full needs none: its reader does not wait.
    fn fire(&mut self) {
        self.deadline = None;
        let path = format!("/proc/self/fd/{}", self.pipe);
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        if let Ok(pipe) = rustix::fs::open(path, flags, Mode::empty())
            && rustix::io::write(&pipe, &self.mark).is_ok()
        {
            self.marks += 1;
        }
    }
}

impl Leash {
    /// From now on the reader is woken at `deadline`.
    pub(super) fn arm(&self, deadline: Instant) {
        let mut state = self.watched.lock();
        let sooner = state.sleeps_until.is_none_or(|until| deadline < until);
        if let Some(reader) = state.readers.get_mut(&self.key) {
            reader.deadline = Some(deadline);
        }
        if sooner {
            state.sleeps_until = Some(deadline);
            drop(state);
            self.watched.changed.notify_one();
        }
    }

    /// From now on it is not; returns how many marks are in the pipe or in what
    /// was read from it.
    pub(super) fn disarm(&self) -> u32 {
        self.watched.lock().readers.get_mut(&self.key).map_or(0, |reader| {
            reader.deadline = None;
            reader.marks
        })
    }

    /// A mark has been taken out.
    pub(super) fn taken(&self) {
        if let Some(reader) = self.watched.lock().readers.get_mut(&self.key) {
            reader.marks = reader.marks.saturating_sub(1);
        }
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.watched.lock().readers.remove(&self.key);
    }
}
