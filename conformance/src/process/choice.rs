//! On Linux there are two runners: the one made for it, and the portable one that all other systems have.
//!
//! The portable one is taken only if [`RUNNER`] asks for it. Nobody needs that but botspec's own tests: what is never
//! run breaks, and nobody who works on Linux would see it.

use super::account::Elapsed;
use super::activity::Activity;
use super::area::Area;
use super::deadline::Deadline;
use super::error::{HostError, SandboxError};
use super::finished::{Finished, Received};
use super::isolation::{Isolation, MEMORY, SandboxMode};
use super::launch::{Launch, Limit};
use super::workplace::Workplace;
use super::{linux, portable};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The environment variable that names the runner.
const RUNNER: &str = "BOTSPEC_RUNNER";

/// Something of either runner.
#[derive(Clone, Copy, Debug)]
enum Of<L, P> {
    Linux(L),
    Portable(P),
}

/// Does the same with either.
macro_rules! either {
    ($of:expr, $it:ident => $what:expr) => {
        match $of {
            Of::Linux($it) => $what,
            Of::Portable($it) => $what,
        }
    };
}

/// Does the same with either, and says of which it is.
macro_rules! map {
    ($of:expr, $it:ident => $what:expr) => {
        match $of {
            Of::Linux($it) => Of::Linux($what),
            Of::Portable($it) => Of::Portable($what),
        }
    };
}

/// This machine, ready to run bots. Opened once a run and shared by threads.
#[derive(Debug)]
pub struct Host(Of<linux::Host, portable::Host>);

impl Host {
    /// Opens the host; this program serves as the helper, so its `main` must
    /// begin with [`serve_if_asked`](crate::process::serve_if_asked).
    ///
    /// # Errors
    ///
    /// If no helper can be started, or `Strict` is asked for and a layer is missing.
    pub fn open(sandbox: SandboxMode) -> Result<Self, HostError> {
        Self::open_bounded(None, sandbox, MEMORY)
    }

    /// Like [`open`](Self::open), with so many bytes of memory for each bot in place of [`MEMORY`], and another
    /// program as the helper if one is named.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_bounded(helper: Option<&Path>, sandbox: SandboxMode, memory: u64) -> Result<Self, HostError> {
        match std::env::var_os(RUNNER) {
            None => Ok(Self(Of::Linux(linux::Host::open_bounded(helper, sandbox, memory)?))),
            Some(name) if name == "portable" => Ok(Self(Of::Portable(portable::Host::open(sandbox)?))),
            Some(name) => Err(HostError::Helper(SandboxError::text(format!(
                "{RUNNER} is {name:?}, but there is no such runner: leave it unset"
            )))),
        }
    }

    /// Like [`open`](Self::open), with another program as the helper: for
    /// programs that use this library, and tests.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_with(helper: &Path, sandbox: SandboxMode) -> Result<Self, HostError> {
        Self::open_bounded(Some(helper), sandbox, MEMORY)
    }

    /// Like [`open_bounded`](Self::open_bounded), without even trying namespaces: as on a machine that has none.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_without_namespaces(
        helper: &Path,
        sandbox: SandboxMode,
        memory: u64,
    ) -> Result<Self, HostError> {
        linux::Host::open_without_namespaces(helper, sandbox, memory).map(Of::Linux).map(Self)
    }

    /// What bots are kept from, and by what.
    #[must_use]
    pub fn isolation(&self) -> &Isolation {
        either!(&self.0, host => host.isolation())
    }

    /// Makes a place for one bot. `readable` are files and folders that it
    /// needs beyond its own and the system's.
    ///
    /// # Errors
    ///
    /// If the machine has no process, memory or disk space left for it.
    pub fn cell(&self, readable: &[PathBuf]) -> Result<Sandbox, SandboxError> {
        Ok(Sandbox(map!(&self.0, host => host.cell(readable)?)))
    }

    /// Makes a place to build a bot in, confined as bots are; `None` if the sandbox is switched off.
    ///
    /// # Errors
    ///
    /// If the machine has no process, memory or disk space left for it, or it cannot be confined as strictly as was
    /// asked for.
    pub fn workplace(&self, workplace: &Workplace) -> Result<Option<Sandbox>, SandboxError> {
        Ok(match &self.0 {
            Of::Linux(host) => host.workplace(workplace)?.map(Of::Linux),
            Of::Portable(host) => host.workplace(workplace)?.map(Of::Portable),
        }
        .map(Sandbox))
    }

    /// Whether nothing is to run with a layer missing.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        either!(&self.0, host => host.is_strict())
    }

    /// A handle that can interrupt the run from elsewhere, such as a Ctrl-C handler.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(map!(&self.0, host => host.interrupter()))
    }

    /// Whether the run has been interrupted.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        either!(&self.0, host => host.is_interrupted())
    }
}

/// Interrupts the run of the host that it was taken from.
#[derive(Clone, Debug)]
pub struct Interrupter(Of<linux::Interrupter, portable::Interrupter>);

impl Interrupter {
    /// Ends every run with [`Ending::Interrupted`](crate::process::Ending::Interrupted), now and from now on. May be
    /// called from any thread.
    pub fn interrupt(&self) {
        either!(&self.0, interrupter => interrupter.interrupt());
    }
}

/// One confined place for one bot. Everything in it ends when it is dropped.
#[derive(Debug)]
pub struct Sandbox(Of<linux::Sandbox, portable::Sandbox>);

impl Sandbox {
    /// What the bot in it is kept from.
    #[must_use]
    pub fn isolation(&self) -> &Isolation {
        either!(&self.0, cell => cell.isolation())
    }

    /// Its folders.
    #[must_use]
    pub fn area(&self) -> &Area {
        either!(&self.0, cell => cell.area())
    }

    /// How many bytes of memory what runs in it may have; none if nothing bounds that.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        either!(&self.0, cell => cell.memory())
    }

    /// Runs a program until it ends or is over its limit: a file bot's turn.
    /// stdin is at end of file. When this returns, nothing it started is left.
    ///
    /// # Errors
    ///
    /// If the helper fails. Whatever the bot does is in the [`Finished`].
    pub fn run(&mut self, launch: &Launch, limit: &Limit) -> Result<Finished, SandboxError> {
        either!(&mut self.0, cell => cell.run(launch, limit))
    }

    /// Starts a program with pipes to its stdin and stdout: a stream bot.
    ///
    /// # Errors
    ///
    /// If the helper fails. A program that cannot be started gives a
    /// [`Running`] that has ended with [`Ending::NotStarted`](crate::process::Ending::NotStarted).
    pub fn start(self, launch: &Launch) -> Result<Running, SandboxError> {
        Ok(Running(map!(self.0, cell => cell.start(launch)?)))
    }
}

/// A stream bot. Dropping it kills it.
#[derive(Debug)]
pub struct Running(Of<linux::Running, portable::Running>);

/// Takes the time of one answer.
#[derive(Debug)]
pub struct Stopwatch(Of<linux::Stopwatch, portable::Stopwatch>);

impl Stopwatch {
    /// When the bot is to be looked at if it has not answered.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        either!(&self.0, watch => watch.deadline())
    }
}

/// A moment, as the runner of a bot keeps it.
#[derive(Clone, Copy, Debug)]
pub struct Moment(Of<linux::Moment, portable::Moment>);

/// Does something with a bot and a stopwatch that was taken from it.
macro_rules! timed {
    ($bot:expr, $watch:expr, $running:ident, $it:ident => $what:expr) => {
        match ($bot, &mut $watch.0) {
            (Of::Linux($running), Of::Linux($it)) => $what,
            (Of::Portable($running), Of::Portable($it)) => $what,
            _ => unreachable!("{OF_ANOTHER}"),
        }
    };
}

/// Why a stopwatch cannot be of the other runner.
const OF_ANOTHER: &str = "a stopwatch takes the time of the bot that it was taken from";

impl Running {
    /// Writes as much as its stdin takes now; 0 if it takes nothing.
    ///
    /// # Errors
    ///
    /// `BrokenPipe` if the bot has closed its stdin or ended, or
    /// [`close_stdin`](Self::close_stdin) was called.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        either!(&mut self.0, running => running.write(bytes))
    }

    /// Closes its stdin.
    pub fn close_stdin(&mut self) {
        either!(&mut self.0, running => running.close_stdin());
    }

    /// It plays with the other bots that this thread deals with: only one of them computes at a time.
    pub fn claim(&self) {
        either!(&self.0, running => running.claim());
    }

    /// Waits for output and adds it to `into`.
    pub fn read(&mut self, into: &mut Vec<u8>, watch: &mut Stopwatch) -> Received {
        timed!(&mut self.0, watch, running, it => running.read(into, it))
    }

    /// Adds what output there is now to `into`; never waits.
    pub fn read_now(&mut self, into: &mut Vec<u8>) -> Received {
        either!(&mut self.0, running => running.read_now(into))
    }

    /// Whether there may be output to read.
    #[must_use]
    pub fn has_output(&mut self) -> bool {
        either!(&mut self.0, running => running.has_output())
    }

    /// Waits until its stdin takes bytes or its stdout gives some.
    pub fn wait_either(&mut self, deadline: Instant) -> Received {
        either!(&mut self.0, running => running.wait_either(deadline))
    }

    /// Waits for its end, for output, or for room in its stdin: as far as they are not there already.
    pub fn wait_end(&mut self, deadline: Instant, output_ended: bool, writing: bool) -> Received {
        either!(&mut self.0, running => running.wait_end(deadline, output_ended, writing))
    }

    /// What it is doing. Takes about a millisecond.
    #[must_use]
    pub fn activity(&mut self) -> Activity {
        either!(&mut self.0, running => running.activity())
    }

    /// Whether its main process has ended.
    #[must_use]
    pub fn has_ended(&mut self) -> bool {
        either!(&mut self.0, running => running.has_ended())
    }

    /// Starts to take the time of an answer; the first deadline is the limit.
    #[must_use]
    pub fn stopwatch(&mut self, limit: &Limit) -> Stopwatch {
        Stopwatch(map!(&mut self.0, running => running.stopwatch(limit)))
    }

    /// This moment: to be taken before the last look whether there is an answer.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment(map!(&self.0, running => running.moment()))
    }

    /// Looks at a bot that had not answered at a moment after its deadline.
    pub fn look(&self, watch: &mut Stopwatch, moment: Moment, limit: &Limit) -> Deadline {
        match (&self.0, &mut watch.0, moment.0) {
            (Of::Linux(running), Of::Linux(it), Of::Linux(moment)) => running.look(it, moment, limit),
            (Of::Portable(running), Of::Portable(it), Of::Portable(moment)) => {
                running.look(it, moment, limit)
            }
            _ => unreachable!("{OF_ANOTHER}"),
        }
    }

    /// What the bot has taken that has just answered, by the rule of [`Elapsed`].
    #[must_use]
    pub fn answered(&self, watch: &mut Stopwatch, limit: &Limit) -> Elapsed {
        timed!(&self.0, watch, running, it => running.answered(it, limit))
    }

    /// Gives it so long to end by itself, then kills it; what it prints
    /// meanwhile goes to `sink`. When this returns, nothing it started is left.
    ///
    /// # Errors
    ///
    /// If the helper fails.
    pub fn finish(
        self,
        grace: Duration,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<(Finished, Sandbox), SandboxError> {
        Ok(match self.0 {
            Of::Linux(running) => ended(running.finish(grace, sink)?, Of::Linux),
            Of::Portable(running) => ended(running.finish(grace, sink)?, Of::Portable),
        })
    }

    /// Kills it and everything it started.
    ///
    /// # Errors
    ///
    /// If the helper fails.
    pub fn kill(self) -> Result<(Finished, Sandbox), SandboxError> {
        Ok(match self.0 {
            Of::Linux(running) => ended(running.kill()?, Of::Linux),
            Of::Portable(running) => ended(running.kill()?, Of::Portable),
        })
    }
}

fn ended<C>(
    (finished, cell): (Finished, C),
    of: impl Fn(C) -> Of<linux::Sandbox, portable::Sandbox>,
) -> (Finished, Sandbox) {
    (finished, Sandbox(of(cell)))
}
