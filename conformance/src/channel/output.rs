//! The file a bot answers with: was it written by this turn, and what is in it?

use super::directory::Directory;
use super::snapshot::kind_name;
use crate::process::is_shortage;
use std::fs::{FileTimes, Metadata};
use std::io;
use std::time::{Duration, SystemTime};

/// The answer of a file bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputFile {
    /// There is none.
    Missing,
    /// There is one, but this turn did not write it.
    Stale,
    /// There is something of that name, but it is not a file that can be read:
    /// the text says what it is, such as `a folder`.
    NotAFile(&'static str),
    /// It is longer than 64 KiB.
    TooLarge,
    /// Its bytes. Writing the same ones again counts as writing.
    Bytes(Vec<u8>),
    /// The same, written by something that went on when the bot itself had ended.
    Late(Vec<u8>),
}

/// No answer is longer than this.
const MAX_LENGTH: usize = 64 * 1024;

/// How the file was before a turn.
#[derive(Debug)]
pub(super) struct Before(Option<Metadata>);

impl Before {
    /// Looks at the file, and dates it back so that any writing shows.
    pub(super) fn look(directory: &Directory, name: &str) -> Self {
        if let Ok(file) = directory.open_file(name) {
            let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
            let _ = file.set_times(FileTimes::new().set_modified(long_ago));
        }
        Self(directory.metadata(name).ok())
    }

    /// What the turn has made of it. `outlived_at` is when the bot had ended while something of it went on.
    ///
    /// # Errors
    ///
    /// If the machine has run short of what it takes to look.
    pub(super) fn after(
        &self,
        directory: &Directory,
        name: &str,
        outlived_at: Option<SystemTime>,
    ) -> io::Result<OutputFile> {
        let now = match directory.metadata(name) {
            Ok(now) => now,
            Err(error) if is_shortage(&error) => return Err(error),
            Err(_) => return Ok(OutputFile::Missing),
        };
        if self.0.as_ref().is_some_and(|before| is_same(before, &now)) {
            return Ok(OutputFile::Stale);
        }
        if !now.is_file() || !is_readable(&now) {
            return Ok(OutputFile::NotAFile(kind_name(now.file_type())));
        }
        Ok(match directory.read(name, MAX_LENGTH) {
            Ok(bytes) if bytes.len() > MAX_LENGTH => OutputFile::TooLarge,
            Ok(bytes) if outlived_at.is_some_and(|end| is_later(&now, end)) => OutputFile::Late(bytes),
            Ok(bytes) => OutputFile::Bytes(bytes),
            Err(error) if is_shortage(&error) => return Err(error),
            Err(_) => OutputFile::NotAFile(kind_name(now.file_type())),
        })
    }
}

/// Whether a file was surely written or moved there after this moment: the clock of files is never ahead.
fn is_later(metadata: &Metadata, moment: SystemTime) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (Ok(seconds), Ok(nanos)) =
            (u64::try_from(metadata.ctime()), u32::try_from(metadata.ctime_nsec()))
        else {
            return false;
        };
        SystemTime::UNIX_EPOCH + Duration::new(seconds, nanos) > moment
    }
    #[cfg(not(unix))]
    {
        let _ = (metadata, moment);
        false
    }
}

/// Whether its owner may read it.
pub(super) fn is_readable(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        metadata.permissions().mode() & 0o400 != 0
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        true
    }
}

/// Whether it is the same file and has not been written to.
fn is_same(before: &Metadata, now: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let of = |it: &Metadata| (it.ino(), it.mode(), it.len(), it.mtime(), it.mtime_nsec());
        of(before) == of(now)
    }
    #[cfg(not(unix))]
    {
        before.len() == now.len() && before.modified().ok() == now.modified().ok()
    }
}
