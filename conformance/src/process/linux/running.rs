//! A stream bot that is running: its pipes and its clock.

mod stopwatch;

pub use stopwatch::{Deadline, Moment, Stopwatch};

use super::cell::Cell;
use super::message::{Reply, Request};
use super::quarters::unexpected;
use super::reap::has_ended;
use super::watchdog::{Leash, MARK};
use crate::process::error::{CellError, Doing};
use crate::process::finished::{Ending, Finished, Received};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

/// Bytes read at once.
const CHUNK: usize = 16 * 1024;

/// A stream bot. Dropping it kills it.
#[derive(Debug)]
pub struct Running {
    // Before the pipe it watches.
    leash: Leash,
    stdin: Option<OwnedFd>,
    stdout: OwnedFd,
    pidfd: Option<OwnedFd>,
    schedule: Option<OwnedFd>,
    /// Its process id as this process sees it.
    pid: Option<i32>,
    chunk: Box<[u8; CHUNK]>,
    /// The accounts when they were last read.
    last: std::cell::Cell<Option<stopwatch::Mark>>,
    not_started: Option<Finished>,
    cell: Cell,
}

impl Running {
    pub(super) fn new(
        cell: Cell,
        stdin: OwnedFd,
        stdout: OwnedFd,
        fds: Vec<OwnedFd>,
    ) -> Result<Self, CellError> {
        rustix::io::ioctl_fionbio(&stdin, true).doing("cannot prepare a pipe")?;
        let mut fds = fds.into_iter();
        let pidfd = fds.next();
        let pid = pidfd.as_ref().and_then(pid_of);
        let leash = cell.shared.watchdog.leash(&stdout, secret().doing("cannot get random bytes")?);
        let chunk = Box::new([0; CHUNK]);
        let (schedule, last) = (fds.next(), std::cell::Cell::new(None));
        Ok(Self {
            leash,
            stdin: Some(stdin),
            stdout,
            pidfd,
            schedule,
            pid,
            chunk,
            last,
            not_started: None,
            cell,
        })
    }

    pub(super) fn not_started(cell: Cell, stdin: OwnedFd, stdout: OwnedFd, finished: Finished) -> Self {
        drop(stdin);
        let leash = cell.shared.watchdog.leash(&stdout, [0; MARK]);
        Self {
            leash,
            stdin: None,
            stdout,
            pidfd: None,
            schedule: None,
            pid: None,
            chunk: Box::new([0; CHUNK]),
            last: std::cell::Cell::new(None),
            not_started: Some(finished),
            cell,
        }
    }

    /// The cell it runs in.
    #[must_use]
    pub fn cell(&self) -> &Cell {
        &self.cell
    }

    /// Writes as much as its stdin takes now; 0 if it takes nothing.
    ///
    /// # Errors
    ///
    /// `BrokenPipe` if the bot has closed its stdin or ended, or
    /// [`close_stdin`](Self::close_stdin) was called.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stdin = self.stdin.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        match rustix::io::write(stdin, bytes) {
            Ok(count) => Ok(count),
            Err(Errno::AGAIN | Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Closes its stdin: the bot reads end of file.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Waits for output until the deadline and adds it to `into`, at most 16 KiB at once.
    pub fn read(&mut self, into: &mut Vec<u8>, watch: &mut Stopwatch) -> Received {
        let deadline = watch.deadline();
        loop {
            if self.cell.shared.is_interrupted() {
                return Received::Interrupted;
            }
            self.leash.arm(deadline);
            // An interrupt between the look and the arming would find nobody to wake.
            if self.cell.shared.is_interrupted() {
                self.leash.disarm();
                return Received::Interrupted;
            }
            self.settle(watch);
            let result = rustix::io::read(&self.stdout, &mut self.chunk[..]);
            let marks = self.leash.disarm();
            match result {
                Ok(0) => return Received::End,
                Ok(count) => {
                    watch.woken_by_mark = marks > 0 && self.chunk.starts_with(&self.leash.mark);
                    let kept =
                        if marks == 0 { self.keep(count, into) } else { self.keep_unmarked(count, into) };
                    if kept > 0 {
                        return Received::Bytes(kept);
                    }
                }
                Err(Errno::INTR) => {}
                Err(_) => return Received::End,
            }
            if Instant::now() >= deadline {
                return if self.cell.shared.is_interrupted() {
                    Received::Interrupted
                } else {
                    Received::Deadline
                };
            }
        }
    }

    /// Adds what output there is now to `into`; never waits.
    pub fn read_now(&mut self, into: &mut Vec<u8>) -> Received {
        match rustix::io::ioctl_fionread(&self.stdout) {
            // Nothing there, or nobody to print anything any more: a read that does not wait would tell.
            Ok(0) | Err(_) => {
                let mut polled = [PollFd::new(&self.stdout, PollFlags::IN)];
                let ended = matches!(rustix::event::poll(&mut polled, Some(&Timespec::default())), Ok(1))
                    && polled[0].revents() == PollFlags::HUP;
                if ended { Received::End } else { Received::Deadline }
            }
            Ok(_) => match rustix::io::read(&self.stdout, &mut self.chunk[..]) {
                Ok(0) | Err(_) => Received::End,
                Ok(count) => match self.keep_unmarked(count, into) {
                    0 => Received::Deadline,
                    kept => Received::Bytes(kept),
                },
            },
        }
    }

    /// Whether there may be output to read: one system call, for the moment before a request.
    #[must_use]
    pub fn has_output(&mut self) -> bool {
        rustix::io::ioctl_fionread(&self.stdout).is_ok_and(|count| count > 0)
    }

    fn keep(&self, count: usize, into: &mut Vec<u8>) -> usize {
        into.extend_from_slice(&self.chunk[..count]);
        count
    }

    /// Adds what was read without the watchdog's marks.
    fn keep_unmarked(&mut self, count: usize, into: &mut Vec<u8>) -> usize {
        let start = into.len();
        self.keep(count, into);
        // A mark is written at once, so if its beginning was read the rest is there.
        while ends_with_start_of(&into[start..], &self.leash.mark) && self.has_output() {
            match rustix::io::read(&self.stdout, &mut self.chunk[..MARK]) {
                Ok(more) if more > 0 => self.keep(more, into),
                _ => break,
            };
        }
        while let Some(at) = into[start..].windows(MARK).position(|bytes| bytes == self.leash.mark) {
            into.drain(start + at..start + at + MARK);
            self.leash.taken();
        }
        into.len() - start
    }

    /// Waits until its stdin takes bytes or its stdout gives some.
    pub fn wait_either(&mut self, deadline: Instant) -> Received {
        self.wait_for(deadline, &[(Some(&self.stdout), PollFlags::IN), (self.stdin.as_ref(), PollFlags::OUT)])
    }

    /// Waits until its main process has ended, or there is something to do
    /// meanwhile: to read, unless its output has ended, or to write, if that
    /// is wanted.
    pub fn wait_end(&mut self, deadline: Instant, output_ended: bool, writing: bool) -> Received {
        let stdout = (!output_ended).then_some(&self.stdout);
        let stdin = self.stdin.as_ref().filter(|_| writing);
        self.wait_for(
            deadline,
            &[(self.pidfd.as_ref(), PollFlags::IN), (stdout, PollFlags::IN), (stdin, PollFlags::OUT)],
        )
    }

    fn wait_for(&self, deadline: Instant, wanted: &[(Option<&OwnedFd>, PollFlags)]) -> Received {
        let left = Timespec::try_from(deadline.saturating_duration_since(Instant::now())).ok();
        let mut polled = vec![PollFd::new(&self.cell.shared.interrupt, PollFlags::IN)];
        polled.extend(wanted.iter().filter_map(|(fd, flags)| Some(PollFd::new((*fd)?, *flags))));
        match rustix::event::poll(&mut polled, left.as_ref()) {
            Ok(0) => Received::Deadline,
            Ok(_) if !polled[0].revents().is_empty() => Received::Interrupted,
            _ => Received::Bytes(0),
        }
    }

    /// Whether its main process has ended.
    #[must_use]
    pub fn has_ended(&mut self) -> bool {
        self.pidfd.as_ref().is_none_or(has_ended)
    }

    /// Gives it so long to end by itself, then kills it; what it prints
    /// meanwhile goes to `sink`. When this returns, nothing it started is left.
    ///
    /// # Errors
    ///
    /// If the helper fails.
    pub fn finish(self, grace: Duration, sink: &mut dyn FnMut(&[u8])) -> Result<(Finished, Cell), CellError> {
        self.end(&Request::Finish(grace), grace, sink)
    }

    /// Kills it and everything it started.
    ///
    /// # Errors
    ///
    /// If the helper fails.
    pub fn kill(self) -> Result<(Finished, Cell), CellError> {
        self.end(&Request::Stop(Ending::Killed), Duration::ZERO, &mut |_| {})
    }

    fn end(
        mut self,
        request: &Request,
        grace: Duration,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<(Finished, Cell), CellError> {
        if let Some(finished) = self.not_started.take() {
            return Ok((finished, self.cell));
        }
        self.cell.request(request, &[])?;
        let patience = Instant::now() + grace.saturating_add(Duration::from_secs(30));
        let mut bytes = Vec::new();
        let mut open = true;
        let mut told = false;
        loop {
            let (replied, printed, interrupted) = {
                let mut polled = vec![PollFd::new(self.cell.wire()?, PollFlags::IN)];
                polled.push(PollFd::new(
                    &self.cell.shared.interrupt,
                    if told { PollFlags::empty() } else { PollFlags::IN },
                ));
                if open {
                    polled.push(PollFd::new(&self.stdout, PollFlags::IN));
                }
                let left = Timespec::try_from(patience.saturating_duration_since(Instant::now())).ok();
                match rustix::event::poll(&mut polled, left.as_ref()) {
                    Ok(0) => return Err(CellError::text("the helper did not answer")),
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(error) => return Err(CellError::new("cannot wait for the helper", error)),
                }
                let ready = |index: usize| polled.get(index).is_some_and(|fd| !fd.revents().is_empty());
                (ready(0), ready(2), ready(1))
            };
            if interrupted {
                told = true;
                self.cell.request(&Request::Stop(Ending::Interrupted), &[])?;
            }
            if printed {
                open = !matches!(self.read_now(&mut bytes), Received::End);
                sink(&bytes);
                bytes.clear();
            }
            if replied {
                break;
            }
        }
        // All writers are gone: what is left is at most a pipe full.
        while let Received::Bytes(_) = self.read_now(&mut bytes) {
            sink(&bytes);
            bytes.clear();
        }
        match self.cell.reply(Duration::from_secs(30), false)?.value {
            Reply::Ended(finished) => Ok((*finished, self.cell)),
            other => Err(unexpected(other)),
        }
    }
}

/// Whether `bytes` ends with a proper beginning of `mark`.
fn ends_with_start_of(bytes: &[u8], mark: &[u8; MARK]) -> bool {
    (1..MARK).any(|length| bytes.ends_with(&mark[..length]))
}

fn secret() -> Result<[u8; MARK], Errno> {
    let mut bytes = [0; MARK];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
    Ok(bytes)
}

/// The process id behind a pidfd, as this process sees it.
fn pid_of(pidfd: &OwnedFd) -> Option<i32> {
    let info = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", pidfd.as_raw_fd())).ok()?;
    let pid = info.lines().find_map(|line| line.strip_prefix("Pid:"))?.trim().parse().ok()?;
    (pid > 0).then_some(pid)
}
