//! Running one build command: bounded in time and in what is kept of its output.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::error::BotError;
use super::toolbox::Toolbox;
use crate::process::{Captured, Tree};

/// Of each stream, this much of the beginning and of the end is kept for showing, in bytes.
const MAX_SHOWN: usize = 24 << 10;
/// Of stdout, this much is kept for reading, in bytes.
pub(super) const MAX_KEPT: usize = 64 << 20;
/// How long to wait for the last output of a command that has ended.
const LAST_OUTPUT: Duration = Duration::from_secs(5);

/// Variables for output that is shown in a report, not on a terminal.
pub(super) const PLAIN_OUTPUT: [(&str, &str); 3] =
    [("NO_COLOR", "1"), ("CARGO_TERM_COLOR", "never"), ("CARGO_TERM_PROGRESS_WHEN", "never")];

/// How often a build looks whether the user has stopped it.
const GLANCE: Duration = Duration::from_millis(50);

/// Whether the user has.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Ends every build, now and from now on: for a handler of Ctrl-C. May be called from any thread.
pub fn interrupt_builds() {
    INTERRUPTED.store(true, Ordering::SeqCst);
}

/// What a command printed: the beginning of it.
pub(super) struct Printed {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

/// What of a command's output is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readable {
    /// Both streams.
    All,
    /// stderr alone: on stdout come messages for programs.
    Stderr,
}

/// A command that builds a bot, or asks about it.
#[derive(Clone, Copy)]
pub(super) struct BuildCommand<'a> {
    /// Where it runs.
    pub(super) folder: &'a Path,
    /// The program and its arguments.
    pub(super) words: &'a [OsString],
    /// As messages name it.
    pub(super) shown_as: &'a str,
    /// What of its output goes into a message.
    pub(super) readable: Readable,
}

impl<'a> BuildCommand<'a> {
    /// The program and its arguments, apart.
    ///
    /// # Errors
    /// [`BotError::BuildFailed`] if there is no program.
    pub(super) fn parts(&self) -> Result<(&'a OsStr, &'a [OsString]), BotError> {
        let (program, args) =
            self.words.split_first().ok_or_else(|| self.failed("is empty", String::new()))?;
        Ok((program, args))
    }

    /// What comes of it when it has ended, with the reason if it failed.
    ///
    /// # Errors
    /// [`BotError::BuildFailed`] if it failed, with the part of its output that is readable.
    pub(super) fn conclude(
        &self,
        failure: Option<String>,
        stdout: Collected,
        stderr: Collected,
    ) -> Result<Printed, BotError> {
        let Some(why) = failure else {
            return Ok(Printed { stdout: stdout.head, stderr: stderr.head });
        };
        let output = match self.readable {
            Readable::All => format!("{}{}", stderr.text(), stdout.text()),
            Readable::Stderr => stderr.text(),
        };
        Err(self.failed(why, output))
    }

    fn failed(&self, why: impl Into<String>, output: String) -> BotError {
        BotError::BuildFailed { command: self.shown_as.to_owned(), why: why.into(), output }
    }
}

/// Runs a command and returns what it printed.
///
/// # Errors
/// [`BotError::BuildFailed`] if it cannot be started, fails or takes longer than the toolbox allows. Nothing of its
/// process tree is left running.
pub(super) fn run(toolbox: &Toolbox, command: BuildCommand<'_>) -> Result<Printed, BotError> {
    let (program, args) = command.parts()?;
    let mut tree = start(toolbox, command.folder, program, args)
        .map_err(|error| command.failed(format!("could not be started: {error}"), String::new()))?;
    let stdout = tree.stdout().map(|stream| collect(stream, MAX_KEPT));
    let stderr = tree.stderr().map(|stream| collect(stream, MAX_SHOWN));
    let status = wait(&mut tree, toolbox.limit);
    // Also after success: what a build leaves running would hold its folder and the pipes.
    drop(tree);
    let stdout = stdout.and_then(|stream| stream.recv_timeout(LAST_OUTPUT).ok()).unwrap_or_default();
    let stderr = stderr.and_then(|stream| stream.recv_timeout(LAST_OUTPUT).ok()).unwrap_or_default();
    let failure = match status.map_err(|error| BotError::machine("cannot wait for a build", &error))? {
        Some(status) => (!status.success()).then(|| ended(status)),
        None if INTERRUPTED.load(Ordering::SeqCst) => return Err(BotError::Interrupted),
        None => Some(overran(toolbox.limit)),
    };
    command.conclude(failure, stdout, stderr)
}

/// Why a command was stopped that took too long.
pub(super) fn overran(limit: Duration) -> String {
    format!("was still running after {} and was stopped", humantime::format_duration(limit))
}

/// Waits for the end of a command, of its time or of the user's patience; `None` if it is still running then.
fn wait(tree: &mut Tree, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let status = tree.wait(left.min(GLANCE))?;
        if status.is_some() || left.is_zero() || INTERRUPTED.load(Ordering::SeqCst) {
            return Ok(status);
        }
    }
}

fn start(toolbox: &Toolbox, folder: &Path, program: &OsStr, args: &[OsString]) -> std::io::Result<Tree> {
    let mut command = Command::new(program);
    command
        .args(args)
        .current_dir(folder)
        .env("PATH", &toolbox.path)
        .env_remove("CLICOLOR_FORCE")
        .envs(PLAIN_OUTPUT)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Tree::start(&mut command)
}

fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was ended by signal {signal}");
    }
    status.code().map_or_else(|| "failed".to_owned(), |code| format!("failed with exit status {code}"))
}

/// The beginning and the end of a stream.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) head: Vec<u8>,
    tail: Vec<u8>,
    left_out: u64,
}

impl From<Captured> for Collected {
    fn from(captured: Captured) -> Self {
        let kept = captured.head.len().saturating_add(captured.tail.len()) as u64;
        Self { left_out: captured.total.saturating_sub(kept), head: captured.head, tail: captured.tail }
    }
}

impl Collected {
    pub(super) fn add(&mut self, bytes: &[u8], keep: usize) {
        let (head, rest) = bytes.split_at(bytes.len().min(keep - self.head.len().min(keep)));
        self.head.extend_from_slice(head);
        self.tail.extend_from_slice(rest);
        if self.tail.len() > 2 * MAX_SHOWN {
            self.left_out += (self.tail.len() - MAX_SHOWN) as u64;
            self.tail.drain(..self.tail.len() - MAX_SHOWN);
        }
    }

    /// As lines to show, without escape sequences; each stream ends with a line end.
    pub(super) fn text(&self) -> String {
        let (head, more) = self.head.split_at(self.head.len().min(MAX_SHOWN));
        let end = if self.tail.is_empty() { more } else { &self.tail };
        let cut = end.len().saturating_sub(MAX_SHOWN);
        let mut left_out = self.left_out + cut as u64;
        if !self.tail.is_empty() {
            left_out += more.len() as u64;
        }
        let mut text = plain(head);
        if left_out > 0 {
            text.push_str(&format!("\n[{left_out} bytes left out]\n"));
        }
        text.push_str(&plain(&end[cut..]));
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

/// Text without escape sequences and control characters.
fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let text = anstream::adapter::strip_str(&text).to_string();
    text.chars().filter(|&c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// Reads a stream to its end in a thread of its own, keeping `keep` bytes of its beginning.
///
/// What escapes from the process tree may hold the stream open for ever; nobody waits for that thread then.
fn collect(mut stream: impl Read + Send + 'static, keep: usize) -> Receiver<Collected> {
    let (sender, receiver) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut collected = Collected::default();
        let mut buffer = vec![0; 32 << 10];
        while let Ok(read @ 1..) = stream.read(&mut buffer) {
            collected.add(&buffer[..read], keep);
        }
        // Nobody listens any more if it took too long.
        let _ = sender.send(collected);
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_output_loses_its_middle_only() {
        for keep in [MAX_SHOWN, MAX_KEPT] {
            let mut collected = Collected::default();
            collected.add(b"first\x1b[31m\x07\n", keep);
            for _ in 0..100 {
                collected.add(&[b'.'; 10_000], keep);
            }
            collected.add(b"\nlast", keep);
            let text = collected.text();
            assert!(text.starts_with("first\n..") && text.ends_with("..\nlast\n"), "{keep}");
            assert!(text.contains("bytes left out]"));
            assert!(text.len() < 3 * MAX_SHOWN);
        }
        let mut short = Collected::default();
        short.add(b"a\r\nb", MAX_SHOWN);
        assert_eq!(short.text(), "a\nb\n");
    }
}
