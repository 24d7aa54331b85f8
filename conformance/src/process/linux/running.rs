//! A stream bot that is running: its pipes and its clock.

use super::cell::Cell;
use super::message::{Reply, Request};
use super::procfs::{self, Schedule};
use super::quarters::unexpected;
use super::suspect::Suspect;
use super::watchdog::{Leash, MARK};
use crate::process::account::Elapsed;
use crate::process::error::{CellError, Doing};
use crate::process::finished::{Ending, Finished, Received};
use crate::process::launch::Limit;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
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
    last: std::cell::Cell<Option<Mark>>,
    not_started: Option<Finished>,
    cell: Cell,
}

/// Accounts that were read so short a time ago are as good as new: half a per
/// cent of the shortest limit of any contest.
const FRESH: Duration = Duration::from_micros(250);
/// An answer that comes sooner, and far within its limit, is not worth a look at its accounts.
const QUICK: Duration = Duration::from_millis(1);

/// A moment, and what had been used by then.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: Instant,
    /// By the bot's first thread.
    bot: Schedule,
    /// By this thread, in waiting for a core.
    own_waited: Duration,
}

/// Takes the time of one answer.
#[derive(Debug)]
pub struct Stopwatch {
    mark: Mark,
    /// When the bot is to be looked at if it has not answered.
    deadline: Instant,
    /// What this thread had waited for a core when there was no answer yet, and when that was.
    own_waited: Duration,
    settled: Instant,
    /// There was an answer before this thread could go to sleep.
    overslept: bool,
    suspect: Suspect,
}

impl Stopwatch {
    /// When the bot is to be looked at if it has not answered.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.deadline
    }
}

/// A moment, and how long this thread had waited for a core until then.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    at: Instant,
    own_waited: Duration,
}

/// What a look at a bot that has not answered by the deadline gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// It is not late beyond doubt: there is a new deadline.
    Moved,
    /// It is late.
    Missed(Elapsed),
    /// Nobody can tell, and the hard cap has come.
    HostTooBusy(Elapsed),
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
        let deadline = watch.deadline;
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
        let Some(pidfd) = &self.pidfd else { return true };
        let mut polled = [PollFd::new(pidfd, PollFlags::IN)];
        matches!(rustix::event::poll(&mut polled, Some(&Timespec::default())), Ok(1))
    }

    /// Starts to take the time of an answer; the first deadline is the limit.
    #[must_use]
    pub fn stopwatch(&self, limit: &Limit) -> Stopwatch {
        let at = Instant::now();
        let mark = match self.last.get() {
            // Nothing that a bot does in so short a time is worth a second look.
            Some(last) if at.saturating_duration_since(last.at) < FRESH => Mark { at, ..last },
            _ => self.read_accounts(at),
        };
        Stopwatch {
            mark,
            deadline: at + limit.wall.min(limit.hard_cap),
            own_waited: mark.own_waited,
            settled: at,
            overslept: false,
            suspect: Suspect::asked(at, mark.bot),
        }
    }

    /// To be called before this thread goes to sleep until the answer comes: what it has waited for a core until then
    /// was the bot's time, unless there is an answer already.
    fn settle(&mut self, watch: &mut Stopwatch) {
        let now = Instant::now();
        if now - watch.settled < FRESH {
            return;
        }
        let own = own_waited();
        if self.has_output() {
            watch.overslept = true;
        } else {
            (watch.own_waited, watch.settled) = (own, now);
        }
    }

    /// This moment: to be taken before the last look whether there is an answer.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { at: Instant::now(), own_waited: own_waited() }
    }

    /// Looks at a bot that had not answered at a moment after its deadline.
    pub fn look(&self, watch: &mut Stopwatch, moment: Moment, limit: &Limit) -> Deadline {
        let look = watch.suspect.look(&self.pid.map(with_children).unwrap_or_default());
        let elapsed = Elapsed::charge(moment.at - watch.mark.at, look.cpu, look.waited, look.several);
        // Whatever this thread has waited until then, it has missed nothing.
        (watch.own_waited, watch.settled, watch.overslept) = (moment.own_waited, moment.at, false);
        let Some(credit) = elapsed.credit(limit, look.waiting) else { return Deadline::Missed(elapsed) };
        let (now, hard_cap) = (Instant::now(), watch.mark.at + limit.hard_cap);
        if now >= hard_cap {
            return Deadline::HostTooBusy(elapsed);
        }
        watch.deadline = (now + credit).min(hard_cap);
        Deadline::Moved
    }

    /// What the bot has taken that has just answered, by the rule of [`Elapsed`].
    #[must_use]
    pub fn answered(&self, watch: &mut Stopwatch, limit: &Limit) -> Elapsed {
        let at = Instant::now();
        let wall = at - watch.mark.at;
        if wall < QUICK.min(limit.wall / 4) {
            return Elapsed::charge(wall, Duration::ZERO, Duration::ZERO, false);
        }
        let now = self.read_accounts(at);
        let cpu = now.bot.cpu.saturating_sub(watch.mark.bot.cpu);
        let waited = now.bot.waited.saturating_sub(watch.mark.bot.waited);
        let missed = now.own_waited.saturating_sub(watch.own_waited);
        // If it was the deadline that woke this thread, the answer came at some time after that.
        let is_exact = !watch.overslept && at - missed < watch.deadline;
        let surely = waited + if is_exact { missed } else { Duration::ZERO };
        if wall > limit.wall {
            let look = watch.suspect.look(&self.pid.map(with_children).unwrap_or_default());
            if look.several {
                return Elapsed::charge(wall, cpu.max(look.cpu), waited.max(look.waited) + missed, true);
            }
        }
        Elapsed::between(wall, cpu, surely, waited + missed, false)
    }

    fn read_accounts(&self, at: Instant) -> Mark {
        let mark = Mark { at, bot: self.schedule(), own_waited: own_waited() };
        self.last.set(Some(mark));
        mark
    }

    fn schedule(&self) -> Schedule {
        self.schedule.as_ref().and_then(procfs::schedule).unwrap_or_default()
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

/// A process and its children.
fn with_children(pid: i32) -> Vec<i32> {
    let children = procfs::processes().into_iter().filter(|process| process.parent == pid && !process.ended);
    std::iter::once(pid).chain(children.map(|process| process.pid)).collect()
}

/// Time that this thread has spent waiting for a core.
fn own_waited() -> Duration {
    thread_local! {
        static OWN: Option<OwnedFd> = procfs::open_schedule("thread-self");
    }
    OWN.with(|own| own.as_ref().map(AsFd::as_fd).and_then(procfs::schedule)).unwrap_or_default().waited
}
