//! A process, and what it has started.

#[cfg(windows)]
mod job;

#[cfg(windows)]
use self::job::Job;
use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::time::{Duration, Instant};
use wait_timeout::ChildExt;

/// For so long a program is tried that is still being written: another thread that starts a program holds it open until
/// that one runs.
const BUSY: Duration = Duration::from_secs(2);

/// A process, and those that it has started: on Unix those that have not left its group, on Windows all of them, elsewhere
/// itself only. Dropping it ends them.
#[derive(Debug)]
pub(crate) struct Tree {
    first: Child,
    #[cfg(windows)]
    job: Job,
}

impl Tree {
    /// Starts a program, as the first one of a new group, and on Windows in a job.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(windows)]
        {
            let job = Job::for_program(command)?;
            let tree = Self { first: spawn(command)?, job };
            tree.job.admit(&tree.first)?;
            Ok(tree)
        }
        #[cfg(not(windows))]
        Ok(Self { first: spawn(command)? })
    }

    /// Its stdin, when first asked for.
    pub(crate) fn stdin(&mut self) -> Option<ChildStdin> {
        self.first.stdin.take()
    }

    /// Its stdout, when first asked for.
    pub(crate) fn stdout(&mut self) -> Option<ChildStdout> {
        self.first.stdout.take()
    }

    /// Its stderr, when first asked for.
    pub(crate) fn stderr(&mut self) -> Option<ChildStderr> {
        self.first.stderr.take()
    }

    /// Waits for the end of its first process, for so long at most; `None` if it still runs then.
    ///
    /// # Errors
    ///
    /// If the system cannot wait for it.
    pub(crate) fn wait(&mut self, at_most: Duration) -> io::Result<Option<ExitStatus>> {
        self.first.wait_timeout(at_most)
    }

    /// Whether its first process has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.first.try_wait(), Ok(None))
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // As long as one of them is left the number of the group is nobody else's; if none is, it is too new to be.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.first),
            rustix::process::Signal::KILL,
        );
        #[cfg(windows)]
        self.job.end();
        let _ = self.first.kill();
        let _ = self.first.wait();
    }
}

fn spawn(command: &mut Command) -> io::Result<Child> {
    let deadline = Instant::now() + BUSY;
    loop {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(1));
            }
            started => return started,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::process::Stdio;
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// Names the process of the tree that this program is, when it is started again.
    const PART: &str = "BOTSPEC_TEST_TREE";
    /// Nobody waits for so long, however busy the machine.
    const LONG: Duration = Duration::from_secs(60);

    /// This program again.
    fn part(name: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let test = "process::tree::tests::a_tree_has_these_parts";
        command.args(["--exact", test, "--nocapture"]).env(PART, name).stdin(Stdio::null());
        command
    }

    /// Of no meaning by itself: `part` starts it.
    #[test]
    fn a_tree_has_these_parts() {
        match std::env::var(PART).as_deref() {
            Ok("first") => drop(part("left").spawn().unwrap()),
            Ok("left") => thread::sleep(2 * LONG),
            _ => {}
        }
    }

    #[test]
    fn what_outlives_the_first_process_ends_with_the_tree() {
        let mut tree = Tree::start(part("first").stdout(Stdio::piped())).unwrap();
        // Each of them holds it open.
        let mut stdout = tree.stdout().unwrap();
        let (sender, all_ended) = mpsc::channel();
        thread::spawn(move || {
            let _ = stdout.read_to_end(&mut Vec::new());
            let _ = sender.send(());
        });
        assert!(tree.wait(LONG).unwrap().is_some_and(|status| status.success()));
        assert!(all_ended.recv_timeout(Duration::from_millis(200)).is_err(), "none was left");
        drop(tree);
        assert!(all_ended.recv_timeout(LONG).is_ok(), "it goes on");
    }
}
