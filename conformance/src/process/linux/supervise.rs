//! One bot, from its start to the end of everything it started.

use super::activity::{self, Streams};
use super::message::Start;
use super::oom::Oom;
use super::overtime_check::OvertimeCheck;
use super::procfs::{self, Schedule};
use super::reap::{ProcessTree, collect, has_ended, is_readable};
use super::spawn::{Spawned, spawn};
use super::weigh::{self, OFTEN, SELDOM};
use super::wire::Wire;
use crate::process::account::Elapsed;
use crate::process::activity::{Activity, State};
use crate::process::finished::{Captured, Ending, Finished};
use crate::process::launch::Limit;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitStatus};
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant, SystemTime};

/// Reads from one pipe before the others are looked at again.
const READS_AT_ONCE: usize = 64;
/// Less CPU time than this beyond its first thread's is rounding.
const ROUNDING: Duration = Duration::from_micros(500);

/// How soon to look whether a bot that is to stand still does, and how often if it does: when it was stopped, and when it
/// does so by itself.
const FIRST_LOOK: Duration = Duration::from_millis(10);
const LAST_LOOKS: Duration = Duration::from_millis(250);
const LOOKS_AT_WAITING: Duration = Duration::from_millis(40);
/// CPU time that a stopped bot may use nevertheless, before it is ended.
const FORGIVEN: Duration = Duration::from_millis(100);

/// How a bot ends that has more memory than it may have: as the kernel ends one whose group has.
pub(super) const OUT_OF_MEMORY: Ending = Ending::Signalled(9);

/// A bot that is to stand still. One that only waits does, and is left alone: some calls that wait, such as `epoll_wait`, fail
/// when a process is stopped and let go on.
struct Stopped {
    /// Whether it was stopped, as it computed.
    by_signal: bool,
    /// The CPU time that it had used at the first look, and at the last one.
    cpu: Option<Duration>,
    last: Option<Duration>,
    next: Instant,
    pause: Duration,
}

/// What the helper knows of itself.
#[derive(Debug)]
pub(super) struct Supervisor {
    pub(super) tree: ProcessTree,
    /// Its own scheduling statistics.
    schedule: Option<OwnedFd>,
    /// Every bot's stdin that has none.
    nothing: File,
    /// How many bytes of memory a bot may have, if it is to be weighed.
    memory: Option<u64>,
    /// Whether nobody else is in the bots' network.
    has_own_network: bool,
    oom: Option<Oom>,
}

impl Supervisor {
    /// One that weighs its bots if they may have no more than so much `memory`.
    pub(super) fn new(
        tree: ProcessTree,
        memory: Option<u64>,
        has_own_network: bool,
        oom: Option<Oom>,
    ) -> io::Result<Self> {
        let schedule = procfs::open_schedule("thread-self");
        Ok(Self { tree, schedule, nothing: File::open("/dev/null")?, memory, has_own_network, oom })
    }

    /// How often a bot is weighed.
    fn weighing(&self) -> Duration {
        if self.tree.is_init { OFTEN } else { SELDOM }
    }

    fn spawn(&self, start: &Start, stdio: [BorrowedFd<'_>; 3]) -> io::Result<Spawned> {
        match &self.oom {
            Some(oom) => oom.marking(|| spawn(start, stdio)),
            None => spawn(start, stdio),
        }
    }

    fn waited(&self) -> Duration {
        self.schedule.as_ref().and_then(procfs::schedule).unwrap_or_default().waited
    }
}

/// Why a wait came to an end.
pub(super) enum Wake {
    /// The bot's main process has ended.
    Ended,
    /// The deadline has come.
    Deadline,
    /// The host has something to say, or is gone.
    Host,
}

/// A running bot.
pub(super) struct Bot<'a> {
    supervisor: &'a Supervisor,
    pub(super) pid: Pid,
    pub(super) pidfd: OwnedFd,
    since: Instant,
    /// What the supervisor had waited for a core at the start.
    waited_before: Duration,
    /// What it had waited when the bot was last seen alive.
    waited_alive: Duration,
    /// What it had waited when it last came to look at the bot.
    waited_looking: Option<Duration>,
    /// When it last began to wait for the bot.
    asleep: Instant,
    /// When it wanted to be woken then.
    deadline: Option<Instant>,
    cpu_before: Duration,
    streams: Streams,
    overtime: OvertimeCheck,
    /// While it is stopped.
    stopped: Option<Stopped>,
    /// When to look how much memory it has, if nothing else bounds that.
    next_weighing: Option<Instant>,
    stdout: Pump,
    stderr: Pump,
    /// A turn that is over sooner is so far from its limit that it does not
    /// matter how long it waited for a core.
    near: Duration,
}

/// Where a bot's standard input and output go.
pub(super) enum Plumbing {
    /// stdin at end of file, stdout captured.
    Captured,
    /// Both to the host.
    Host(OwnedFd, OwnedFd),
}

impl<'a> Bot<'a> {
    /// Starts it.
    pub(super) fn start(supervisor: &'a Supervisor, start: &Start, plumbing: Plumbing) -> io::Result<Self> {
        let (stderr, their_stderr) = pipe()?;
        let captured = match plumbing {
            Plumbing::Captured => Some(pipe()?),
            Plumbing::Host(..) => None,
        };
        let nothing = supervisor.nothing.as_fd();
        let [stdin, stdout] = match &plumbing {
            Plumbing::Host(stdin, stdout) => [stdin.as_fd(), stdout.as_fd()],
            Plumbing::Captured => [nothing, captured.as_ref().map_or(nothing, |pipe| pipe.1.as_fd())],
        };
        let streams = Streams::of([stdin, stdout, their_stderr.as_fd()]);
        let waited_before = supervisor.waited();
        let cpu_before = cpu_of_children();
        let since = Instant::now();
        let Spawned { pid, pidfd } = supervisor.spawn(start, [stdin, stdout, their_stderr.as_fd()])?;
        Ok(Self {
            supervisor,
            pid,
            pidfd,
            since,
            waited_before,
            waited_alive: waited_before,
            waited_looking: None,
            asleep: since,
            deadline: None,
            cpu_before,
            streams,
            overtime: OvertimeCheck::started(since),
            stopped: None,
            next_weighing: supervisor.memory.map(|_| since + supervisor.weighing()),
            stdout: Pump::new(captured.map(|(reader, _)| reader)),
            stderr: Pump::new(Some(stderr)),
            near: Duration::ZERO,
        })
    }

    /// Runs it until it ends or is over its limit, or until there is something
    /// to hear from the host, which `hear` turns into a reason to end it.
    pub(super) fn run(mut self, limit: &Limit, wire: &mut Wire, hear: fn(&mut Wire) -> Ending) -> Finished {
        // Without wall time to spare there is no CPU time to spare either, on as many cores as there are.
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        let seconds = limit.hard_cap.as_secs().saturating_add(2).saturating_mul(cores);
        let cpu = Rlimit { current: Some(seconds), maximum: Some(seconds) };
        let _ = rustix::process::prlimit(Some(self.pid), Resource::Cpu, cpu);
        self.near = limit.wall / 4;
        let hard_cap = self.since + limit.hard_cap;
        let mut deadline = (self.since + limit.wall).min(hard_cap);
        loop {
            match self.wait(self.next_weighing.into_iter().chain([deadline]).min(), wire) {
                Wake::Ended => return self.conclude(None),
                Wake::Host => {
                    let ending = hear(wire);
                    return self.conclude(Some((ending, None)));
                }
                Wake::Deadline => {}
            }
            self.came(self.moment());
            let now = Instant::now();
            if now < deadline {
                if self.is_too_heavy(Some(deadline), wire) {
                    return self.conclude(Some((OUT_OF_MEMORY, None)));
                }
                continue;
            }
            if has_ended(&self.pidfd) {
                return self.conclude(None);
            }
            let (elapsed, waiting) = self.look(now);
            let Some(credit) = elapsed.credit(limit, waiting) else {
                return self.conclude(Some((Ending::Overrun, Some(elapsed))));
            };
            let now = Instant::now();
            if now >= hard_cap {
                return self.conclude(Some((Ending::HostTooBusy, Some(elapsed))));
            }
            deadline = (now + credit).min(hard_cap);
        }
    }

    /// Waits for the next thing to happen, and drains its output meanwhile. However much it is, little of
    /// it is kept; the time limit is what bounds it.
    pub(super) fn wait(&mut self, deadline: Option<Instant>, wire: &Wire) -> Wake {
        self.deadline = deadline;
        let (now, own) = self.moment();
        self.asleep = now;
        if !has_ended(&self.pidfd) {
            self.waited_alive = own;
        }
        loop {
            if wire.has_more() {
                return Wake::Host;
            }
            let timeout = match deadline.map(|deadline| deadline.checked_duration_since(Instant::now())) {
                None => None,
                Some(None) => return Wake::Deadline,
                Some(Some(left)) => Timespec::try_from(left).ok(),
            };
            let ready = {
                let mut polled = Vec::with_capacity(4);
                polled.push(PollFd::new(&self.pidfd, PollFlags::IN));
                polled.push(PollFd::new(wire, PollFlags::IN));
                let pipes = [&self.stdout, &self.stderr].into_iter().filter_map(|pump| pump.pipe.as_ref());
                polled.extend(pipes.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
                match rustix::event::poll(&mut polled, timeout.as_ref()) {
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(_) => return Wake::Host,
                }
                [!polled[0].revents().is_empty(), !polled[1].revents().is_empty()]
            };
            match ready {
                [true, _] => return Wake::Ended,
                [_, true] => return Wake::Host,
                _ => {}
            }
            self.stdout.drain();
            self.stderr.drain();
        }
    }

    /// This moment, and what the supervisor has waited for a core until now.
    fn moment(&self) -> (Instant, Duration) {
        (Instant::now(), self.supervisor.waited())
    }

    /// What it has cost until now, while it was still there, and how long it may be waiting for a core.
    fn look(&mut self, now: Instant) -> (Elapsed, Option<Duration>) {
        let processes: Vec<i32> = self.supervisor.tree.alive().iter().map(|process| process.pid).collect();
        let look = self.overtime.look(&processes);
        (self.overtime.elapsed(now - self.since, &look), look.waiting)
    }

    /// Whoever is to look at the bot at the deadline, or to be woken by its end, looks now.
    fn came(&mut self, (now, own_waited): (Instant, Duration)) {
        if let Some(due) = self.deadline {
            // The last look may have been kept from a core until after this one was due.
            let before = self.waited_looking.replace(own_waited).unwrap_or(self.waited_alive);
            self.overtime.came(self.asleep, due, now, own_waited.saturating_sub(before));
        }
    }

    /// What it is doing.
    pub(super) fn activity(&self) -> Activity {
        if has_ended(&self.pidfd) {
            return Activity::ENDED;
        }
        activity::look(self.supervisor.tree, &self.streams, self.cpu_waited_for())
    }

    /// CPU time of what it has started and what has been waited for since.
    fn cpu_waited_for(&self) -> Duration {
        cpu_of_children().saturating_sub(self.cpu_before)
    }

    /// Keeps it from computing until it is let go.
    pub(super) fn freeze(&mut self) {
        if self.stopped.is_some() {
            return;
        }
        let by_signal = self.activity().state == State::Computing;
        if by_signal {
            self.supervisor.tree.signal(Signal::STOP);
        }
        let next = Instant::now() + FIRST_LOOK;
        self.stopped = Some(Stopped { by_signal, cpu: None, last: None, next, pause: FIRST_LOOK });
    }

    /// Lets it go on.
    pub(super) fn thaw(&mut self) {
        if self.stopped.take().is_some_and(|stopped| stopped.by_signal) {
            self.supervisor.tree.signal(Signal::CONT);
        }
    }

    /// When to look at it again: whether it stands still, if it is to, and how much memory it has.
    pub(super) fn next_look(&self) -> Option<Instant> {
        let standing = self.stopped.as_ref().map(|stopped| stopped.next);
        standing.into_iter().chain(self.next_weighing).min()
    }

    /// Whether it computes although it was stopped: somebody lets it go on again and again. It is stopped anew. One that
    /// had waited until now is stopped for the first time.
    pub(super) fn runs_although_stopped(&mut self) -> bool {
        let waited_for = self.cpu_waited_for();
        let tree = self.supervisor.tree;
        let Some(stopped) = self.stopped.as_mut().filter(|stopped| Instant::now() >= stopped.next) else {
            return false;
        };
        let now = activity::cpu(tree, waited_for);
        let before = *stopped.cpu.get_or_insert(now);
        let last = stopped.last.replace(now).unwrap_or(now);
        if stopped.by_signal && now.saturating_sub(before) > FORGIVEN {
            return true;
        }
        if now.saturating_sub(last) > ROUNDING {
            tree.signal(Signal::STOP);
            stopped.pause = FIRST_LOOK;
            if !std::mem::replace(&mut stopped.by_signal, true) {
                (stopped.cpu, stopped.last) = (None, None);
            }
        } else {
            let longest = if stopped.by_signal { LAST_LOOKS } else { LOOKS_AT_WAITING };
            stopped.pause = (stopped.pause * 2).min(longest);
        }
        stopped.next = Instant::now() + stopped.pause;
        false
    }

    /// Whether it is time to weigh it and it has more memory than it may have. Many processes that want a core make that take
    /// long: it is given up at the deadline, and when the host has something to say, or is gone.
    pub(super) fn is_too_heavy(&mut self, deadline: Option<Instant>, wire: &Wire) -> bool {
        let (Some(next), Some(most)) = (self.next_weighing, self.supervisor.memory) else { return false };
        if Instant::now() < next {
            return false;
        }
        let processes: Vec<i32> = self.supervisor.tree.alive().iter().map(|process| process.pid).collect();
        let in_sockets = weigh::in_sockets(&processes, self.supervisor.has_own_network);
        let is_wanted = || wire.has_more() || is_readable(wire);
        let goes_on = || !is_wanted() && deadline.is_none_or(|deadline| Instant::now() < deadline);
        let is_too_heavy = weigh::exceeds(&processes, in_sockets, most, goes_on);
        self.next_weighing = Some(Instant::now() + self.supervisor.weighing());
        is_too_heavy
    }

    /// CPU time and waiting of its first thread.
    fn schedule(&self) -> Schedule {
        let file = procfs::open_schedule(&self.pid.as_raw_pid().to_string());
        file.and_then(procfs::schedule).unwrap_or_default()
    }

    /// Ends it and everything it started. If it was not forced, it has ended by
    /// itself, and what is still alive after a moment is named.
    pub(super) fn conclude(self, forced: Option<(Ending, Option<Elapsed>)>) -> Finished {
        self.conclude_by(None, forced)
    }

    /// The same for one whose processes have time to end until this moment.
    pub(super) fn conclude_by(
        mut self,
        until: Option<Instant>,
        forced: Option<(Ending, Option<Elapsed>)>,
    ) -> Finished {
        let (now, own) = self.moment();
        let seen_at = SystemTime::now();
        let wall = now - self.since;
        let tree = self.supervisor.tree;
        let mut status = None;
        // A process that has ended keeps its statistics until it is waited for.
        let first = if wall < self.near { None } else { Some(self.schedule()) };
        let waited = first.map_or(Duration::ZERO, |first| first.waited);
        let is_outlived = forced.is_none() && !collect(self.pid, &mut status);
        let survivors = if is_outlived { tree.survivors(self.pid, &mut status, until) } else { Vec::new() };
        let all_gone = tree.kill(self.pid, &mut status);
        let cpu = cpu_of_children().saturating_sub(self.cpu_before);
        self.stdout.drain();
        self.stderr.drain();
        let is_over = wall > self.near * 4;
        let unaccounted = if is_over {
            self.came((now, own));
            self.overtime.unaccounted()
        } else {
            Duration::ZERO
        };
        let several = first.is_some_and(|first| cpu > first.cpu + ROUNDING) || !survivors.is_empty();
        let (ending, measured) = match forced {
            Some((ending, measured)) => (ending, measured),
            None => (status.map_or(Ending::Killed, ending_of), None),
        };
        let elapsed = match measured {
            Some(at_the_limit) => Elapsed { cpu: cpu.max(at_the_limit.cpu), ..at_the_limit },
            None if several => {
                let own = own.saturating_sub(self.waited_before);
                let by_ended =
                    if is_over { self.overtime.waited_by_ended(cpu, true) } else { Duration::ZERO };
                let waited = waited.max(by_ended);
                Elapsed::charge(wall, cpu, waited + own + unaccounted, true)
            }
            None => {
                let missed = own.saturating_sub(self.waited_alive);
                // If it was the deadline that woke the supervisor, the bot ended at some time after that.
                let is_exact = self
                    .deadline
                    .is_none_or(|deadline| now.checked_sub(missed).is_some_and(|woken| woken < deadline));
                let surely = waited + if is_exact { missed } else { Duration::ZERO };
                Elapsed::between(wall, cpu, surely, waited + missed + unaccounted, false)
            }
        };
        let survivors = if all_gone { survivors } else { tree.named_alive() };
        Finished {
            ending,
            elapsed,
            stdout: self.stdout.captured,
            stderr: self.stderr.captured,
            survivors,
            outlived_at: is_outlived.then_some(seen_at),
        }
    }
}

fn ending_of(status: WaitStatus) -> Ending {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(status), _) => Ending::Exited(status),
        (None, Some(signal)) => Ending::Signalled(signal),
        (None, None) => Ending::Killed,
    }
}

/// CPU time of all children that have been waited for, theirs included.
fn cpu_of_children() -> Duration {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    #[expect(
        unsafe_code,
        reason = "getrusage has no safe wrapper in our crates; it fills the struct it is given"
    )]
    // SAFETY: the pointer is to a whole rusage, which is plain data and valid when zeroed.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let of = |time: libc::timeval| {
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        Duration::from_secs(seconds) + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
    };
    of(usage.ru_utime) + of(usage.ru_stime)
}

/// A pipe that a bot prints into. The end that is read from never waits: a bot may read what it has printed, too.
fn pipe() -> io::Result<(PipeReader, PipeWriter)> {
    let (reader, writer) = io::pipe()?;
    rustix::io::ioctl_fionbio(&reader, true)?;
    Ok((reader, writer))
}

/// What was read from a pipe that a bot prints into.
struct Pump {
    /// As long as somebody may print into it.
    pipe: Option<PipeReader>,
    captured: Captured,
}

impl Pump {
    fn new(pipe: Option<PipeReader>) -> Self {
        Self { pipe, captured: Captured::default() }
    }

    /// Reads what is there, but no more than a few pipes full, without waiting.
    fn drain(&mut self) {
        let mut chunk = [0; 32 * 1024];
        for _ in 0..READS_AT_ONCE {
            let Some(reader) = &self.pipe else { return };
            match rustix::io::read(reader, &mut chunk) {
                Ok(0) => self.pipe = None,
                Ok(count) => self.captured.push(&chunk[..count]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.pipe = None,
            }
        }
    }
}
