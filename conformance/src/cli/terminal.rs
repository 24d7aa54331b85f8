//! Lines that are typed on a terminal, with line editing and history.

use std::io::ErrorKind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use super::error::CliError;
use super::{interrupt, output};

/// Ends what the editor switches on for a line, brackets around what is pasted, and the line.
#[cfg(unix)]
const PASTE_OFF: &[u8] = b"\x1b[?2004l\r\n";

/// How often it is looked whether the run is interrupted.
const GLANCE: Duration = Duration::from_millis(50);

/// A terminal with somebody at it. The editor waits in a thread of its own, since no signal ends its wait.
pub(super) struct Terminal {
    asks: SyncSender<()>,
    lines: Receiver<Result<String, ReadlineError>>,
    #[cfg(unix)]
    before: Option<rustix::termios::Termios>,
}

impl Terminal {
    /// The terminal that stdin and stdout are.
    ///
    /// # Errors
    /// If lines cannot be edited on it.
    pub(super) fn open(prompt: String) -> Result<Self, CliError> {
        #[cfg(unix)]
        let before = rustix::termios::tcgetattr(std::io::stdin()).ok();
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = DefaultEditor::with_config(config)
            .map_err(|error| CliError::internal(format!("cannot edit lines on this terminal: {error}")))?;
        let (asks, asked) = sync_channel(1);
        let (read, lines) = sync_channel(1);
        thread::spawn(move || {
            while asked.recv().is_ok() {
                if read.send(editor.readline(&prompt)).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            asks,
            lines,
            #[cfg(unix)]
            before,
        })
    }

    /// The next line; `None` at the end of input, and once the run is interrupted. Ctrl-C only takes the line back.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub(super) fn next(&mut self) -> Result<Option<String>, CliError> {
        loop {
            // A thread that is gone is told of below.
            let _ = self.asks.send(());
            match self.answer() {
                Some(Ok(line)) => return Ok(Some(line)),
                Some(Err(ReadlineError::Interrupted)) => {}
                Some(Err(ReadlineError::Eof)) | None => return Ok(None),
                // The rest of the line is gone: it is for the user to type it again.
                Some(Err(ReadlineError::Io(error))) if error.kind() == ErrorKind::InvalidData => {
                    output::note("this line is not valid UTF-8, and was not taken");
                }
                Some(Err(error)) => return Err(CliError::internal(format!("cannot read a line: {error}"))),
            }
        }
    }

    /// What the editor has read; `None` if that is not waited for any more.
    fn answer(&mut self) -> Option<Result<String, ReadlineError>> {
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(read) => return Some(read),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if interrupt::times() > 0 => {
                    self.restore();
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Makes the terminal what it was before the editor began: it is in the middle of a line.
    fn restore(&self) {
        #[cfg(unix)]
        if let Some(before) = &self.before {
            use rustix::termios::{OptionalActions, tcsetattr};
            use std::io::Write as _;
            // Whoever is at a terminal that is gone misses nothing.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, before);
            let _ = std::io::stdout().write_all(PASTE_OFF);
        }
    }
}
