//! Other systems than Linux: bots run, but little is promised.
//!
//! What this lacks, and says so in [`Isolation`]: every layer of it; charged
//! time is wall time; nothing that a bot leaves is named, and on Unix what has
//! left its group outlives it, where Windows ends all of it ([`Tree`]); deadlines
//! are kept to the millisecond.
//!
//! On Linux it is there for botspec's own tests only: see `choice.rs`.

#![cfg_attr(
    target_os = "linux",
    expect(
        unreachable_pub,
        reason = "the library offers them on all other systems, and those of `choice.rs` here"
    )
)]

use super::account::Elapsed;
use super::activity::Activity;
use super::area::Area;
use super::deadline::Deadline;
use super::error::{Doing, HostError, SandboxError};
use super::finished::{Captured, Ending, Finished, Received};
use super::isolation::{Isolation, SandboxMode};
use super::launch::{Launch, Limit};
use super::scratch::Scratch;
use super::tree::Tree;
use super::workplace::Workplace;
use std::io::{self, Read, Write};
#[cfg(not(target_os = "linux"))]
use std::path::Path;
use std::path::PathBuf;
#[cfg(not(target_os = "linux"))]
use std::process::ExitCode;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often an interrupt is looked for while waiting.
const LOOK: Duration = Duration::from_millis(50);
/// How long output is read once the bot has ended.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// No helper is needed here.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn serve_if_asked() -> Option<ExitCode> {
    None
}

/// Why nothing is kept from bots.
const WHY_NONE: &str = if cfg!(target_os = "linux") {
    "the portable runner was asked for"
} else {
    "botspec isolates bots on Linux only"
};

/// This machine, ready to run bots.
#[derive(Debug)]
pub struct Host {
    isolation: Isolation,
    interrupted: Arc<AtomicBool>,
}

impl Host {
    /// Opens the host.
    ///
    /// # Errors
    ///
    /// If `Strict` is asked for: it is not available here.
    pub fn open(sandbox: SandboxMode) -> Result<Self, HostError> {
        let none = Isolation::none(WHY_NONE);
        let isolation = if cfg!(windows) { none } else { none.or_survivors() };
        if sandbox == SandboxMode::Strict {
            return Err(HostError::NotStrict(isolation));
        }
        Ok(Self { isolation, interrupted: Arc::default() })
    }

    /// What bots are kept from: nothing.
    #[must_use]
    pub fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Makes a place for one bot.
    ///
    /// # Errors
    ///
    /// If no temporary folder can be made.
    pub fn cell(&self, _readable: &[PathBuf]) -> Result<Sandbox, SandboxError> {
        let folder = Scratch::new().doing("cannot make a temporary folder")?;
        for name in Area::FOLDERS {
            std::fs::create_dir(folder.path().join(name)).doing("cannot make a temporary folder")?;
        }
        let area = Area::plain(folder.path().to_owned());
        let isolation = self.isolation.clone();
        Ok(Sandbox { isolation, area, interrupted: Arc::clone(&self.interrupted), _folder: folder })
    }

    /// Makes a place to build a bot in: there is none here.
    ///
    /// # Errors
    ///
    /// None.
    pub fn workplace(&self, _workplace: &Workplace) -> Result<Option<Sandbox>, SandboxError> {
        Ok(None)
    }

    /// Whether nothing is to run with a layer missing: never here.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        false
    }

    /// A handle that can interrupt the run from elsewhere, such as a Ctrl-C handler.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(Arc::clone(&self.interrupted))
    }

    /// Whether the run has been interrupted.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}

#[cfg(not(target_os = "linux"))]
impl Host {
    /// As [`open`](Self::open): memory is not bounded here.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_bounded(
        _helper: Option<&Path>,
        sandbox: SandboxMode,
        _memory: u64,
    ) -> Result<Self, HostError> {
        Self::open(sandbox)
    }

    /// As [`open`](Self::open): no helper is needed here.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_with(_helper: &Path, sandbox: SandboxMode) -> Result<Self, HostError> {
        Self::open(sandbox)
    }

    /// As [`open`](Self::open): there are none here.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_without_namespaces(
        _helper: &Path,
        sandbox: SandboxMode,
        _memory: u64,
    ) -> Result<Self, HostError> {
        Self::open(sandbox)
    }
}

/// Interrupts the run of the host that it was taken from.
#[derive(Clone, Debug)]
pub struct Interrupter(Arc<AtomicBool>);

impl Interrupter {
    /// Ends every run within a twentieth of a second.
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// One place for one bot.
#[derive(Debug)]
pub struct Sandbox {
    isolation: Isolation,
    area: Area,
    interrupted: Arc<AtomicBool>,
    _folder: Scratch,
}

impl Sandbox {
    /// What the bot in it is kept from.
    #[must_use]
    pub fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Its folders.
    #[must_use]
    pub fn area(&self) -> &Area {
        &self.area
    }

    /// Nothing bounds it here.
    #[must_use]
    pub const fn memory(&self) -> Option<u64> {
        None
    }

    /// Runs a program until it ends or is over its limit.
    ///
    /// # Errors
    ///
    /// If the system cannot wait for it.
    pub fn run(&mut self, launch: &Launch, limit: &Limit) -> Result<Finished, SandboxError> {
        let mut command = command(launch);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let since = Instant::now();
        let mut tree = match Tree::start(&mut command) {
            Ok(tree) => tree,
            Err(error) => return Ok(finished(Ending::NotStarted(error.to_string()), Duration::ZERO)),
        };
        let stdout = tree.stdout().map(drain);
        let stderr = tree.stderr().map(drain);
        let status = wait(&mut tree, since + limit.wall, &self.interrupted)?;
        let wall = since.elapsed();
        let ending = match status {
            Some(status) => ending_of(status),
            None if self.interrupted.load(Ordering::SeqCst) => Ending::Interrupted,
            None => Ending::Overrun,
        };
        drop(tree);
        let collect =
            |thread: Option<JoinHandle<Captured>>| thread.and_then(finished_by_now).unwrap_or_default();
        Ok(Finished { stdout: collect(stdout), stderr: collect(stderr), ..finished(ending, wall) })
    }

    /// Starts a program with pipes to its stdin and stdout.
    ///
    /// # Errors
    ///
    /// None at present.
    pub fn start(self, launch: &Launch) -> Result<Running, SandboxError> {
        let mut command = command(launch);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let since = Instant::now();
        let (sender, output) = sync_channel(64);
        let mut running = Running {
            tree: None,
            not_started: None,
            input: None,
            output,
            stderr: None,
            rest: Vec::new(),
            ended: false,
            since,
            cell: self,
        };
        match Tree::start(&mut command) {
            Ok(mut tree) => {
                running.input = tree.stdin().map(feed);
                running.stderr = tree.stderr().map(drain);
                if let Some(stdout) = tree.stdout() {
                    forward(stdout, sender);
                }
                running.tree = Some(tree);
            }
            Err(error) => running.not_started = Some(error.to_string()),
        }
        Ok(running)
    }
}

/// A stream bot. Dropping it kills it.
#[derive(Debug)]
pub struct Running {
    tree: Option<Tree>,
    not_started: Option<String>,
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    stderr: Option<JoinHandle<Captured>>,
    rest: Vec<u8>,
    ended: bool,
    since: Instant,
    cell: Sandbox,
}

/// A moment.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    at: Instant,
}

/// Takes the time of one answer.
#[derive(Debug)]
pub struct Stopwatch {
    at: Instant,
    deadline: Instant,
}

impl Stopwatch {
    /// When the bot is late.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.deadline
    }
}

impl Running {
    /// Writes as much as its stdin takes now; 0 if it takes nothing.
    ///
    /// # Errors
    ///
    /// `BrokenPipe` if the bot has closed its stdin or ended.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let input = self.input.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        match input.try_send(bytes.to_vec()) {
            Ok(()) => Ok(bytes.len()),
            Err(std::sync::mpsc::TrySendError::Full(_)) => Ok(0),
            Err(std::sync::mpsc::TrySendError::Disconnected(_)) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Bots do not stand still in the turns of others here.
    pub fn claim(&self) {}

    /// Closes its stdin.
    pub fn close_stdin(&mut self) {
        self.input = None;
    }

    /// Waits for output and adds it to `into`.
    pub fn read(&mut self, into: &mut Vec<u8>, watch: &mut Stopwatch) -> Received {
        self.read_by(into, watch.deadline)
    }

    fn read_by(&mut self, into: &mut Vec<u8>, deadline: Instant) -> Received {
        loop {
            match self.read_now(into) {
                Received::Deadline => {}
                other => return other,
            }
            let now = Instant::now();
            if self.cell.interrupted.load(Ordering::SeqCst) {
                return Received::Interrupted;
            }
            if now >= deadline {
                return Received::Deadline;
            }
            match self.output.recv_timeout(LOOK.min(deadline - now)) {
                Ok(bytes) => self.rest = bytes,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
            }
        }
    }

    /// Adds what output there is now to `into`; never waits.
    pub fn read_now(&mut self, into: &mut Vec<u8>) -> Received {
        if self.rest.is_empty() {
            match self.output.try_recv() {
                Ok(bytes) => self.rest = bytes,
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        let count = self.rest.len();
        into.append(&mut self.rest);
        if count > 0 {
            Received::Bytes(count)
        } else if self.ended {
            Received::End
        } else {
            Received::Deadline
        }
    }

    /// Whether there may be output to read.
    #[must_use]
    pub fn has_output(&mut self) -> bool {
        let mut bytes = Vec::new();
        let received = self.read_now(&mut bytes);
        self.rest = bytes;
        matches!(received, Received::Bytes(_))
    }

    /// Waits until its stdin takes bytes or its stdout gives some.
    pub fn wait_either(&mut self, deadline: Instant) -> Received {
        let mut bytes = Vec::new();
        let soon = (Instant::now() + Duration::from_millis(1)).min(deadline);
        let received = self.read_by(&mut bytes, soon);
        self.rest = bytes;
        match received {
            Received::Deadline if Instant::now() < deadline => Received::Bytes(0),
            other => other,
        }
    }

    /// Waits a moment for its end, its output or room in its stdin.
    pub fn wait_end(&mut self, deadline: Instant, _output_ended: bool, _writing: bool) -> Received {
        if Instant::now() >= deadline {
            return Received::Deadline;
        }
        if self.cell.interrupted.load(Ordering::SeqCst) {
            return Received::Interrupted;
        }
        std::thread::sleep(Duration::from_millis(1));
        Received::Bytes(0)
    }

    /// What it is doing: nothing tells here.
    #[must_use]
    pub fn activity(&mut self) -> Activity {
        Activity::UNKNOWN
    }

    /// Whether its main process has ended.
    #[must_use]
    pub fn has_ended(&mut self) -> bool {
        self.tree.as_mut().is_none_or(Tree::has_ended)
    }

    /// Starts to take the time of an answer.
    #[must_use]
    pub fn stopwatch(&mut self, limit: &Limit) -> Stopwatch {
        let at = Instant::now();
        Stopwatch { at, deadline: at + limit.wall.min(limit.hard_cap) }
    }

    /// This moment: to be taken before the last look whether there is an answer.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { at: Instant::now() }
    }

    /// A bot that had not answered at a moment after its deadline is late: only wall time is known.
    pub fn look(&self, watch: &mut Stopwatch, moment: Moment, _limit: &Limit) -> Deadline {
        Deadline::Missed(by_wall(moment.at - watch.at))
    }

    /// What the bot has taken that has just answered: wall time only.
    #[must_use]
    pub fn answered(&self, watch: &mut Stopwatch, _limit: &Limit) -> Elapsed {
        by_wall(watch.at.elapsed())
    }

    /// Gives it so long to end by itself, then kills it.
    ///
    /// # Errors
    ///
    /// If the system cannot wait for it.
    pub fn finish(
        self,
        grace: Duration,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<(Finished, Sandbox), SandboxError> {
        self.end(grace, sink)
    }

    /// Kills it.
    ///
    /// # Errors
    ///
    /// If the system cannot wait for it.
    pub fn kill(self) -> Result<(Finished, Sandbox), SandboxError> {
        self.end(Duration::ZERO, &mut |_| {})
    }

    fn end(
        mut self,
        grace: Duration,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<(Finished, Sandbox), SandboxError> {
        let wall = self.since.elapsed();
        let Some(mut tree) = self.tree.take() else {
            let why = self.not_started.take().unwrap_or_default();
            return Ok((finished(Ending::NotStarted(why), wall), self.cell));
        };
        let deadline = Instant::now() + grace;
        let mut bytes = Vec::new();
        let status = loop {
            let soon = (Instant::now() + LOOK).min(deadline);
            if let Some(status) = wait(&mut tree, soon, &self.cell.interrupted)? {
                break Some(status);
            }
            while let Received::Bytes(_) = self.read_now(&mut bytes) {
                sink(&bytes);
                bytes.clear();
            }
            if Instant::now() >= deadline || self.cell.interrupted.load(Ordering::SeqCst) {
                break None;
            }
        };
        let ending = match status {
            Some(status) => ending_of(status),
            None if self.cell.interrupted.load(Ordering::SeqCst) => Ending::Interrupted,
            None => Ending::Killed,
        };
        drop(tree);
        // One that was not killed with it, since it has left the group, may go on printing.
        let last = Instant::now() + LAST_WORDS;
        while Instant::now() < last
            && let Received::Bytes(_) = self.read_by(&mut bytes, (Instant::now() + LOOK).min(last))
        {
            sink(&bytes);
            bytes.clear();
        }
        let stderr = self.stderr.take().and_then(finished_by_now).unwrap_or_default();
        Ok((Finished { stderr, ..finished(ending, wall) }, self.cell))
    }
}

fn by_wall(wall: Duration) -> Elapsed {
    Elapsed::charge(wall, Duration::ZERO, Duration::ZERO, true)
}

fn command(launch: &Launch) -> Command {
    let mut command = Command::new(&launch.program);
    command.args(&launch.args).current_dir(&launch.current_dir).env_clear();
    // Without it programs find no parts of the system: older Pythons do not start for want of random numbers.
    #[cfg(windows)]
    command.envs(std::env::var_os("SystemRoot").map(|folder| ("SystemRoot", folder)));
    command.envs(launch.env.iter().map(|(name, value)| (name, value)));
    command
}

fn finished(ending: Ending, wall: Duration) -> Finished {
    let elapsed = Elapsed::charge(wall, Duration::ZERO, Duration::ZERO, true);
    Finished {
        ending,
        elapsed,
        stdout: Captured::default(),
        stderr: Captured::default(),
        survivors: Vec::new(),
        outlived_at: None,
    }
}

fn ending_of(status: ExitStatus) -> Ending {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ending::Signalled(signal);
    }
    Ending::Exited(status.code().unwrap_or(-1))
}

/// Waits for the end of a process; `None` at the deadline or an interrupt.
fn wait(
    tree: &mut Tree,
    deadline: Instant,
    interrupted: &AtomicBool,
) -> Result<Option<ExitStatus>, SandboxError> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let status = tree.wait(left.min(LOOK)).doing("cannot wait for a process")?;
        if status.is_some() || left.is_zero() || interrupted.load(Ordering::SeqCst) {
            return Ok(status);
        }
    }
}

/// Reads to the end in a thread of its own, keeping little.
fn drain(mut from: impl Read + Send + 'static) -> JoinHandle<Captured> {
    std::thread::spawn(move || {
        let mut captured = Captured::default();
        let mut chunk = [0; 16 * 1024];
        while let Ok(count @ 1..) = from.read(&mut chunk) {
            captured.push(&chunk[..count]);
        }
        captured
    })
}

/// What a drain has got, unless something that outlives the bot holds it open.
fn finished_by_now(thread: JoinHandle<Captured>) -> Option<Captured> {
    let deadline = Instant::now() + LOOK * 10;
    while !thread.is_finished() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    if thread.is_finished() { thread.join().ok() } else { None }
}

fn forward(mut from: impl Read + Send + 'static, to: SyncSender<Vec<u8>>) {
    std::thread::spawn(move || {
        let mut chunk = [0; 16 * 1024];
        while let Ok(count @ 1..) = from.read(&mut chunk) {
            if to.send(chunk[..count].to_vec()).is_err() {
                return;
            }
        }
    });
}

fn feed(mut stdin: ChildStdin) -> SyncSender<Vec<u8>> {
    let (sender, receiver) = sync_channel::<Vec<u8>>(64);
    std::thread::spawn(move || {
        while let Ok(bytes) = receiver.recv() {
            if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// A thread that stays on one core: never, here.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
pub struct Pinned(());

/// Keeps this thread on one core, where that can be done: not here.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn pin_to_core(_worker: usize) -> Option<Pinned> {
    None
}
