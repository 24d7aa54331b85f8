//! A stream bot that is running: its pipes and its clock.

mod stopwatch;

pub(crate) use stopwatch::{Moment, Stopwatch};

use super::freezer::Freezer;
use super::helper_slot::{PATIENCE, unexpected};
use super::message::{Reply, Request};
use super::procfs;
use super::reap::has_ended;
use super::sandbox::Sandbox;
use crate::process::activity::Activity;
use crate::process::error::{Doing, SandboxError};
use crate::process::finished::{Ending, Finished, Received};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the helper may take for what it does at once.
const PROMPTLY: Duration = Duration::from_secs(2);
/// Bytes read at once.
const CHUNK: usize = 16 * 1024;

/// A stream bot. Dropping it kills it.
#[derive(Debug)]
pub(crate) struct Running {
    /// Both ends are this process's own and never wait: a bot that reopens its end gets one of its own.
    stdin: Option<OwnedFd>,
    stdout: OwnedFd,
    pidfd: Option<OwnedFd>,
    schedule: Option<OwnedFd>,
    /// Its process id as this process sees it.
    pid: Option<i32>,
    /// That of its parent; whatever the bot starts stays below that.
    helper: Option<i32>,
    chunk: Box<[u8; CHUNK]>,
    /// The accounts when they were last read.
    last: std::cell::Cell<Option<stopwatch::Mark>>,
    /// Replies of the helper that have not come yet.
    owed: usize,
    not_started: Option<Finished>,
    /// Not for one that was not started. Before the cell, whose helper ends when nobody can ask it any more.
    freezer: Option<Arc<Freezer>>,
    cell: Sandbox,
}

impl Running {
    pub(super) fn new(
        cell: Sandbox,
        stdin: OwnedFd,
        stdout: OwnedFd,
        fds: Vec<OwnedFd>,
    ) -> Result<Self, SandboxError> {
        rustix::io::ioctl_fionbio(&stdin, true).doing("cannot prepare a pipe")?;
        rustix::io::ioctl_fionbio(&stdout, true).doing("cannot prepare a pipe")?;
        let mut fds = fds.into_iter();
        let pidfd = fds.next();
        let pid = pidfd.as_ref().and_then(pid_of);
        let helper = pid.and_then(procfs::process).map(|bot| bot.parent);
        let freezer = Freezer::new(cell.wire()?.as_fd()).doing("cannot duplicate a socket")?;
        let chunk = Box::new([0; CHUNK]);
        let (schedule, last) = (fds.next(), std::cell::Cell::new(None));
        Ok(Self {
            stdin: Some(stdin),
            stdout,
            pidfd,
            schedule,
            pid,
            helper,
            chunk,
            last,
            owed: 0,
            not_started: None,
            freezer: Some(freezer),
            cell,
        })
    }

    pub(super) fn not_started(cell: Sandbox, stdin: OwnedFd, stdout: OwnedFd, finished: Finished) -> Self {
        drop(stdin);
        Self {
            stdin: None,
            stdout,
            pidfd: None,
            schedule: None,
            pid: None,
            helper: None,
            chunk: Box::new([0; CHUNK]),
            last: std::cell::Cell::new(None),
            owed: 0,
            not_started: Some(finished),
            freezer: None,
            cell,
        }
    }

    /// Writes as much as its stdin takes now; 0 if it takes nothing.
    ///
    /// # Errors
    ///
    /// `BrokenPipe` if the bot has closed its stdin or ended, or
    /// [`close_stdin`](Self::close_stdin) was called.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.claim();
        let stdin = self.stdin.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        match rustix::io::write(stdin, bytes) {
            Ok(count) => Ok(count),
            Err(Errno::AGAIN | Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Closes its stdin: the bot reads end of file.
    pub(crate) fn close_stdin(&mut self) {
        self.wake();
        self.stdin = None;
    }

    /// It plays with the other bots that this thread deals with: only one of them computes at a time.
    pub(crate) fn claim(&self) {
        if let Some(freezer) = &self.freezer {
            freezer.claim();
        }
    }

    /// Lets it go on if it was stopped for the time of another's turn.
    pub(super) fn wake(&mut self) {
        let Some(freezer) = &self.freezer else { return };
        if freezer.claim() {
            let freezer = Arc::clone(freezer);
            self.tell(&Request::Thaw);
            freezer.thawed();
        }
    }

    /// Waits for output until the deadline and adds it to `into`, at most 16 KiB at once. If it does not come at
    /// once, the other bots that this thread has asked are stopped until they are asked again.
    pub(crate) fn read(&mut self, into: &mut Vec<u8>, watch: &mut Stopwatch) -> Received {
        let deadline = watch.deadline();
        let freezer = self.freezer.clone().filter(|freezer| !watch.alone && freezer.has_others());
        loop {
            self.sync(watch);
            let crowded = freezer.as_ref().filter(|_| !watch.alone);
            let until =
                if crowded.is_some() { deadline.min(Instant::now() + watch.at_once) } else { deadline };
            let waited = self.wait_for(until, &[(Some(self.stdout.as_fd()), PollFlags::IN)]);
            if let Some(freezer) = crowded.filter(|_| waited == Received::Deadline && until < deadline) {
                freezer.freeze_others(false);
                watch.alone = true;
                continue;
            }
            watch.woken_by_deadline = waited == Received::Deadline;
            if !matches!(waited, Received::Bytes(_)) {
                return waited;
            }
            match self.read_now(into) {
                // What was there is gone: the bot has read it itself.
                Received::Deadline if Instant::now() < deadline => {}
                received => return received,
            }
        }
    }

    /// Adds what output there is now to `into`; never waits.
    pub(crate) fn read_now(&mut self, into: &mut Vec<u8>) -> Received {
        loop {
            return match rustix::io::read(&self.stdout, &mut self.chunk[..]) {
                Err(Errno::INTR) => continue,
                Err(Errno::AGAIN) => Received::Deadline,
                Ok(0) | Err(_) => Received::End,
                Ok(count) => {
                    into.extend_from_slice(&self.chunk[..count]);
                    Received::Bytes(count)
                }
            };
        }
    }

    /// Whether there may be output to read: one system call, for the moment before a request.
    #[must_use]
    pub(crate) fn has_output(&mut self) -> bool {
        rustix::io::ioctl_fionread(&self.stdout).is_ok_and(|count| count > 0)
    }

    /// Waits until its stdin takes bytes or its stdout gives some.
    pub(crate) fn wait_either(&mut self, deadline: Instant) -> Received {
        self.wake();
        let stdin = self.stdin.as_ref().map(AsFd::as_fd);
        self.wait_for(deadline, &[(Some(self.stdout.as_fd()), PollFlags::IN), (stdin, PollFlags::OUT)])
    }

    /// Waits until its main process has ended, or there is something to do
    /// meanwhile: to read, unless its output has ended, or to write, if that
    /// is wanted.
    pub(crate) fn wait_end(&mut self, deadline: Instant, output_ended: bool, writing: bool) -> Received {
        self.wake();
        let end = self.pidfd.as_ref().map(AsFd::as_fd);
        let stdout = (!output_ended).then(|| self.stdout.as_fd());
        let stdin = self.stdin.as_ref().filter(|_| writing).map(AsFd::as_fd);
        self.wait_for(deadline, &[(end, PollFlags::IN), (stdout, PollFlags::IN), (stdin, PollFlags::OUT)])
    }

    /// Waits for any of these that are there, and for an interrupt.
    fn wait_for(&self, deadline: Instant, wanted: &[(Option<BorrowedFd<'_>>, PollFlags)]) -> Received {
        let left = Timespec::try_from(deadline.saturating_duration_since(Instant::now())).ok();
        let mut polled = Vec::with_capacity(4);
        polled.push(PollFd::new(&self.cell.shared.interrupt, PollFlags::IN));
        polled.extend(wanted.iter().filter_map(|(fd, flags)| Some(PollFd::from_borrowed_fd((*fd)?, *flags))));
        match rustix::event::poll(&mut polled, left.as_ref()) {
            Ok(0) => Received::Deadline,
            Ok(_) if !polled[0].revents().is_empty() => Received::Interrupted,
            _ => Received::Bytes(0),
        }
    }

    /// What it is doing. Takes about a millisecond.
    #[must_use]
    pub(crate) fn activity(&mut self) -> Activity {
        if self.not_started.is_some() {
            return Activity::ENDED;
        }
        let seen = match self.tell(&Request::Look) {
            Some(Reply::Seen(seen)) => seen,
            _ => Activity::UNKNOWN,
        };
        let unread = self.stdin.as_ref().and_then(|stdin| rustix::io::ioctl_fionread(stdin).ok());
        Activity { unread: unread.and_then(|unread| usize::try_from(unread).ok()), ..seen }
    }

    /// Asks something of the helper and returns what it replies; `None` if it does not in time.
    fn tell(&mut self, request: &Request) -> Option<Reply> {
        self.cell.request(request, &[]).ok()?;
        self.owed += 1;
        let deadline = Instant::now() + PROMPTLY;
        loop {
            let wire = self.cell.wire().ok()?;
            let wanted = [(Some(wire.as_fd()), PollFlags::IN)];
            if !wire.has_more() && !matches!(self.wait_for(deadline, &wanted), Received::Bytes(_)) {
                return None;
            }
            let reply = self.cell.reply(PROMPTLY, false).ok()?.value;
            self.owed = self.owed.saturating_sub(1);
            // What is late is the reply to something that was asked before.
            if self.owed == 0 {
                return Some(reply);
            }
        }
    }

    /// Whether its main process has ended.
    #[must_use]
    pub(crate) fn has_ended(&mut self) -> bool {
        self.claim();
        self.pidfd.as_ref().is_none_or(has_ended)
    }

    /// Gives it so long to end by itself, then kills it; what it prints
    /// meanwhile goes to `sink`. When this returns, nothing it started is left.
    ///
    /// # Errors
    ///
    /// If the helper fails.
    pub(crate) fn finish(
        self,
        grace: Duration,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<(Finished, Sandbox), SandboxError> {
        self.end(&Request::Finish(grace), grace, sink)
    }

    /// Kills it and everything it started.
    ///
    /// # Errors
    ///
    /// If the helper fails.
    pub(crate) fn kill(self) -> Result<(Finished, Sandbox), SandboxError> {
        self.end(&Request::Stop(Ending::Killed), Duration::ZERO, &mut |_| {})
    }

    fn end(
        mut self,
        request: &Request,
        grace: Duration,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<(Finished, Sandbox), SandboxError> {
        if let Some(finished) = self.not_started.take() {
            return Ok((finished, self.cell));
        }
        self.cell.request(request, &[])?;
        let patience = Instant::now() + grace.saturating_add(PATIENCE);
        let mut bytes = Vec::new();
        let mut open = true;
        let mut told = false;
        let finished = loop {
            let mut replied = self.cell.wire()?.has_more();
            if !replied {
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
                    Ok(0) => return Err(SandboxError::text("the helper did not answer")),
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(error) => return Err(SandboxError::new("cannot wait for the helper", error)),
                }
                let ready = |index: usize| polled.get(index).is_some_and(|fd| !fd.revents().is_empty());
                let (interrupted, printed) = (ready(1), ready(2));
                replied = ready(0);
                if interrupted {
                    told = true;
                    self.cell.request(&Request::Stop(Ending::Interrupted), &[])?;
                }
                if printed {
                    open = !matches!(self.read_now(&mut bytes), Received::End);
                    sink(&bytes);
                    bytes.clear();
                }
            }
            if replied {
                match self.cell.reply(PATIENCE, false)?.value {
                    Reply::Ended(finished) => break finished,
                    // It was asked for long ago.
                    Reply::Seen(_) | Reply::Thawed => {}
                    other => return Err(unexpected(other)),
                }
            }
        };
        // All writers are gone: what is left is at most a pipe full.
        while let Received::Bytes(_) = self.read_now(&mut bytes) {
            sink(&bytes);
            bytes.clear();
        }
        Ok((*finished, self.cell))
    }
}

/// The process id behind a pidfd, as this process sees it.
fn pid_of(pidfd: &OwnedFd) -> Option<i32> {
    let mut info = [0; 512];
    let info = procfs::read_short(format!("/proc/self/fdinfo/{}", pidfd.as_raw_fd()), &mut info).ok()?;
    let info = std::str::from_utf8(info).ok()?;
    let pid = info.lines().find_map(|line| line.strip_prefix("Pid:"))?.trim().parse().ok()?;
    (pid > 0).then_some(pid)
}
