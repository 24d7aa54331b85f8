//! Who plays a ladder's games: one process at a time.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::error::LadderError;

/// What a run that was killed had just started has the lock, too, until the system has ended it.
const GRACE: Duration = Duration::from_secs(2);
const GLANCE: Duration = Duration::from_millis(20);

/// As long as it lives, nobody else plays the games of this ladder. The system takes it away with the process, however
/// that ends.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

impl RunLock {
    /// Takes the lock: the file `DB.lock`, which stays. The database itself is not locked, so that others can read it.
    ///
    /// # Errors
    /// [`LadderError::Held`] if another process has it, or why it cannot be taken.
    pub fn take(database: &Path) -> Result<Self, LadderError> {
        // Whichever name it was given.
        let real = std::fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
        let mut name = OsString::from(real);
        name.push(".lock");
        let path = PathBuf::from(name);
        let failed = |error| LadderError::Io(format!("cannot lock it with {}", path.display()), error);
        let began = Instant::now();
        loop {
            match lock(&path) {
                Ok(file) => return Ok(Self { _file: file }),
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(failed(error)),
                Err(_) if began.elapsed() > GRACE => return Err(LadderError::Held),
                Err(_) => thread::sleep(GLANCE),
            }
        }
    }
}

#[cfg(unix)]
fn lock(path: &Path) -> io::Result<File> {
    use rustix::fs::{FlockOperation, OFlags, flock};
    use std::os::unix::fs::OpenOptionsExt as _;
    // Whatever else bears that name is neither waited for nor followed.
    let flags = (OFlags::NONBLOCK | OFlags::NOFOLLOW).bits().cast_signed();
    let file = OpenOptions::new().create(true).truncate(false).write(true).custom_flags(flags).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    Ok(file)
}

#[cfg(windows)]
fn lock(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt as _;
    const SHARING_VIOLATION: i32 = 32;
    let opened = OpenOptions::new().create(true).truncate(false).write(true).share_mode(0).open(path);
    opened.map_err(|error| match error.raw_os_error() {
        Some(SHARING_VIOLATION) => io::ErrorKind::WouldBlock.into(),
        _ => error,
    })
}

#[cfg(not(any(unix, windows)))]
fn lock(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(false).write(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_it_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("season.db");
        std::fs::write(&path, "").unwrap();
        let held = RunLock::take(&path).unwrap();
        assert!(matches!(RunLock::take(&path), Err(LadderError::Held)));
        drop(held);
        RunLock::take(&path).unwrap();
    }
}
