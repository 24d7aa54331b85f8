//! Lines that come on stdin, from a pipe or a file.

use std::io;

use super::error::CliError;
use super::interrupt;

/// No line is longer than this many bytes.
const MAX_LENGTH: usize = 4096;

/// The lines of stdin. No more than one of them is held in memory, and waiting for one ends with an interrupt.
#[derive(Default)]
pub(super) struct Lines {
    /// What has been read and not yet been handed out.
    ahead: Vec<u8>,
    /// How many lines have been handed out.
    count: usize,
    ended: bool,
}

impl Lines {
    /// The next line, without its end; `None` at the end of input, and once the run is interrupted. What is not UTF-8 in
    /// it is U+FFFD, which no command and no move has.
    ///
    /// # Errors
    ///
    /// If it is too long, or stdin cannot be read.
    pub(super) fn next(&mut self) -> Result<Option<String>, CliError> {
        let length = loop {
            if let Some(end) = self.ahead.iter().position(|&byte| byte == b'\n') {
                break end + 1;
            }
            if self.ahead.len() > MAX_LENGTH {
                let what = format!("longer than {MAX_LENGTH} bytes: is it the right file?");
                return Err(wrong(self.count + 1, &what));
            }
            if self.ended || interrupt::times() > 0 {
                break self.ahead.len();
            }
            let more = read().map_err(|error| CliError::internal(format!("cannot read stdin: {error}")))?;
            match more {
                Some(bytes) if bytes.is_empty() => self.ended = true,
                Some(bytes) => self.ahead.extend_from_slice(&bytes),
                None => {}
            }
        };
        if length == 0 || interrupt::times() > 0 {
            return Ok(None);
        }
        self.count += 1;
        let line: Vec<u8> = self.ahead.drain(..length).collect();
        let line = String::from_utf8_lossy(&line);
        Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

fn wrong(line: usize, what: &str) -> CliError {
    CliError::usage(format!("stdin, line {line}: {what}"))
}

/// What has come: nothing at the end of input, `None` if nothing has come for a while.
#[cfg(unix)]
fn read() -> io::Result<Option<Vec<u8>>> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    /// How often it is looked whether the run is interrupted.
    const GLANCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
    let stdin = io::stdin();
    let mut bytes = vec![0; MAX_LENGTH];
    let polled = poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&GLANCE));
    let read = polled
        .and_then(|count| if count == 0 { Err(Errno::AGAIN) } else { rustix::io::read(&stdin, &mut bytes) });
    match read {
        Ok(count) => {
            bytes.truncate(count);
            Ok(Some(bytes))
        }
        Err(Errno::AGAIN | Errno::INTR) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn read() -> io::Result<Option<Vec<u8>>> {
    use std::io::Read as _;
    let mut bytes = vec![0; MAX_LENGTH];
    let count = io::stdin().read(&mut bytes)?;
    bytes.truncate(count);
    Ok(Some(bytes))
}
