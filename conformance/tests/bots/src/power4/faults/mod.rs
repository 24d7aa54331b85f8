//! How the faulty bots do it: a file for each subject of the rules.

pub(super) mod column;
pub(super) mod disk;
pub(super) mod files;
pub(super) mod format;
pub(super) mod help;
pub(super) mod hostile;
pub(super) mod input;
pub(super) mod process;
pub(super) mod set;
pub(super) mod time;
pub(super) mod written;

use std::io;

/// A run that fails: its message goes to stderr, its status is 1.
pub(super) fn fail<T>(why: &str) -> io::Result<T> {
    Err(io::Error::other(why))
}
