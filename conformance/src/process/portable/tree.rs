//! A bot's process, and what it has started.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::time::{Duration, Instant};
use wait_timeout::ChildExt;

/// For so long a program is tried that is still being written: another thread that starts a program holds it open until
/// that one runs.
const BUSY: Duration = Duration::from_secs(2);

/// A process, and those that it has started and that have not left its group; elsewhere than on Unix itself only.
/// Dropping it ends them.
#[derive(Debug)]
pub(super) struct Tree(Child);

impl Tree {
    /// Starts a program, as the first one of a new group.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let deadline = Instant::now() + BUSY;
        loop {
            match command.spawn() {
                Err(error)
                    if error.kind() == io::ErrorKind::ExecutableFileBusy && Instant::now() < deadline =>
                {
                    std::thread::sleep(Duration::from_millis(1));
                }
                started => return started.map(Self),
            }
        }
    }

    /// Its stdin, when first asked for.
    pub(super) fn stdin(&mut self) -> Option<ChildStdin> {
        self.0.stdin.take()
    }

    /// Its stdout, when first asked for.
    pub(super) fn stdout(&mut self) -> Option<ChildStdout> {
        self.0.stdout.take()
    }

    /// Its stderr, when first asked for.
    pub(super) fn stderr(&mut self) -> Option<ChildStderr> {
        self.0.stderr.take()
    }

    /// Waits for the end of its first process, for so long at most.
    pub(super) fn wait(&mut self, at_most: Duration) -> io::Result<Option<ExitStatus>> {
        self.0.wait_timeout(at_most)
    }

    /// Whether its first process has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // As long as one of them is left the number of the group is nobody else's; if none is, it is too new to be.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.0),
            rustix::process::Signal::KILL,
        );
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
