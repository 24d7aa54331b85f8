//! Temporary folders that outlive nobody: what a killed run leaves behind, the next one removes.
//!
//! Who has made a folder holds a lock on it as long as it lives, and the system takes the lock away with the process,
//! however that ends. A folder that nobody holds is nobody's.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// What stands behind the number of the process in a folder's name. Folders of other names are left alone.
const MARK: &str = "-run-";

/// A temporary folder of ours, removed when it is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    /// Declared last: it is let go when the folder is gone.
    _lock: Option<File>,
}

impl Scratch {
    /// Makes a folder in the one for temporary files.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<Self> {
        let place = std::env::temp_dir();
        Self::new_in(&place, "botspec-").map_err(|error| in_place(&place, &error))
    }

    /// Makes a folder in this one, with a name that begins like this.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new_in(place: &Path, prefix: &str) -> io::Result<Self> {
        let prefix = format!("{prefix}{}{MARK}", std::process::id());
        // Another run that removes what it finds may be faster than the lock; hardly twice.
        for _ in 0..100 {
            let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(place).map_err(without_path)?;
            if let Some(lock) = hold(folder.path()) {
                return Ok(Self { folder, _lock: lock });
            }
        }
        Err(io::Error::other("new folders are removed at once"))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A temporary file that has no name: it goes with whoever holds it.
///
/// # Errors
/// If it cannot be made.
pub(super) fn nameless() -> io::Result<File> {
    let place = std::env::temp_dir();
    tempfile::tempfile_in(&place).map_err(|error| in_place(&place, &without_path(error)))
}

fn in_place(place: &Path, error: &io::Error) -> io::Error {
    let why = format!("{error}, in {}: set TMPDIR to a folder that can be written to", place.display());
    io::Error::new(error.kind(), why)
}

/// The error without the name of a temporary file, which nobody knows.
pub(crate) fn without_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((why, _)) => io::Error::new(error.kind(), why.to_owned()),
        None => error,
    }
}

/// Whether a name is one that [`Scratch`] gives to folders with this prefix.
fn is_ours(name: &str, prefix: &str) -> bool {
    let number = name.strip_prefix(prefix).and_then(|rest| rest.split_once(MARK)).map(|(number, _)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Removes folders with this prefix that runs have left which are no more. What cannot be removed stays.
pub fn sweep(place: &Path, prefix: &str) {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(|name| is_ours(name, prefix)))
    {
        let path = entry.path();
        if let Some(_held) = abandoned(&path) {
            // Another run may be at it, too.
            let _ = super::removal::remove_all(&path);
        }
    }
}

#[cfg(unix)]
fn opened(path: &Path) -> rustix::io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::open(path, flags, Mode::empty()).map(File::from)
}

/// The lock on a new folder; `None` if somebody has removed it already. Where there are no locks there is none.
#[cfg(unix)]
fn hold(path: &Path) -> Option<Option<File>> {
    use rustix::fs::{FlockOperation, flock};
    let folder = opened(path).ok()?;
    match flock(&folder, FlockOperation::LockExclusive) {
        // Who removes folders holds them meanwhile: this one may be gone by now.
        Ok(()) => path.exists().then_some(Some(folder)),
        Err(_) => Some(None),
    }
}

/// The lock on a folder of this user that nobody holds.
#[cfg(unix)]
fn abandoned(path: &Path) -> Option<File> {
    use rustix::fs::{FlockOperation, flock, fstat};
    /// The users that bots of root run as: see the folders that they are given.
    const BOTS: u32 = 0x7000_0000;
    let folder = opened(path).ok()?;
    let (owner, user) = (fstat(&folder).ok()?.st_uid, rustix::process::geteuid());
    let is_own = owner == user.as_raw() || (user.is_root() && owner >= BOTS);
    (is_own && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok()).then_some(folder)
}

#[cfg(not(unix))]
fn hold(_: &Path) -> Option<Option<File>> {
    Some(None)
}

#[cfg(not(unix))]
fn abandoned(_: &Path) -> Option<File> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_holds_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        for name in
            ["botspec-17-run-x", "botspec-17-x", "botspec--run-x", "botspec-a-run-x", "other-17-run-x"]
        {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("file"), "").unwrap();
        }
        fs::write(at("botspec-18-run-x"), "a file").unwrap();
        std::os::unix::fs::symlink(at("other-17-run-x"), at("botspec-19-run-x")).unwrap();
        let held = Scratch::new_in(place.path(), "botspec-").unwrap();
        fs::write(held.path().join("file"), "").unwrap();
        sweep(place.path(), "botspec-");
        assert!(!at("botspec-17-run-x").exists());
        assert!(held.path().join("file").exists());
        drop(held);
        let mut left: Vec<String> = fs::read_dir(place.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(
            left,
            [
                "botspec--run-x",
                "botspec-17-x",
                "botspec-18-run-x",
                "botspec-19-run-x",
                "botspec-a-run-x",
                "other-17-run-x"
            ]
        );
        assert!(at("other-17-run-x").join("file").exists());
    }

    /// However many runs begin at once, nobody loses a folder.
    #[test]
    fn no_run_takes_the_folder_of_another() {
        let place = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let own = Scratch::new_in(place.path(), "botspec-").unwrap();
                        fs::write(own.path().join("file"), "").unwrap();
                        sweep(place.path(), "botspec-");
                        assert!(own.path().join("file").exists());
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
