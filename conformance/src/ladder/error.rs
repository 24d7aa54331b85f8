//! Why a ladder cannot be read or written.

use std::fmt;
use std::io;

use rusqlite::ErrorCode;

/// What went wrong. Whatever it is, the file holds every game that had been written before.
#[derive(Debug)]
pub enum LadderError {
    /// There is no such file.
    Missing,
    /// There is one where a new one was to be made.
    Exists,
    /// It is something else.
    Foreign(&'static str),
    /// A newer botspec has written it.
    Newer {
        /// The version of its tables.
        found: u32,
        /// The newest that is known here.
        known: u32,
    },
    /// Another process plays its games.
    Held,
    /// What was asked for cannot be: a sentence.
    Refused(String),
    /// It holds something that this program does not write: a sentence.
    Damaged(String),
    /// The database failed.
    Database(rusqlite::Error),
    /// The machine failed.
    Io(String, io::Error),
}

impl LadderError {
    /// What was asked for cannot be.
    pub fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into())
    }

    /// Whether it is the machine that failed, and not what was asked for.
    #[must_use]
    pub fn is_machine_failure(&self) -> bool {
        match self {
            Self::Missing
            | Self::Exists
            | Self::Foreign(_)
            | Self::Newer { .. }
            | Self::Held
            | Self::Refused(_) => false,
            Self::Damaged(_) | Self::Io(..) => true,
            Self::Database(error) => {
                !matches!(error.sqlite_error_code(), Some(ErrorCode::NotADatabase | ErrorCode::ReadOnly))
            }
        }
    }
}

impl From<rusqlite::Error> for LadderError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign("it is not a database"),
            _ => Self::Database(error),
        }
    }
}

impl fmt::Display for LadderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file; `botspec ladder init` makes one"),
            Self::Exists => f.write_str("it exists already; choose another name, or remove it"),
            Self::Foreign(why) => write!(f, "it is not a ladder: {why}"),
            Self::Newer { found, known } => write!(
                f,
                "a newer botspec has written it: its tables have version {found}, and this one knows {known}; nothing \
                 was changed"
            ),
            Self::Held => f.write_str(
                "another process plays its games; wait for it, or play a part of the week with `botspec ladder shard`",
            ),
            Self::Refused(why) | Self::Damaged(why) => f.write_str(why),
            Self::Database(error) => match error.sqlite_error_code() {
                Some(ErrorCode::DiskFull) => {
                    f.write_str("the disk is full: make room and try again; the games that had ended are kept")
                }
                Some(ErrorCode::ReadOnly) => f.write_str("it is read-only"),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    f.write_str("another process is writing to it; try again")
                }
                Some(ErrorCode::CannotOpen) => write!(
                    f,
                    "it cannot be opened: {error}; files are written beside it, so its folder must allow that"
                ),
                Some(ErrorCode::SystemIoFailure) => {
                    write!(f, "the database failed: {error}; is there room on its disk, and in the folder that it is in?")
                }
                Some(ErrorCode::DatabaseCorrupt) => write!(f, "it is damaged: {error}; take it from a backup"),
                _ => write!(f, "the database failed: {error}"),
            },
            Self::Io(doing, error) => write!(f, "{doing}: {error}"),
        }
    }
}

impl std::error::Error for LadderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Database(error) => Some(error),
            Self::Io(_, error) => Some(error),
            _ => None,
        }
    }
}
