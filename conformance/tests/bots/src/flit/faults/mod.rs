//! How the faulty bots do it: a file for each subject of the rules.

pub(super) mod eof;
pub(super) mod format;
pub(super) mod hostile;
pub(super) mod identity;
pub(super) mod input;
pub(super) mod moves;
pub(super) mod reply;
pub(super) mod silent;
pub(super) mod time;
pub(super) mod update;

use std::io;

/// The end of a bot that fails: its message goes to stderr, its status is 1.
pub(super) fn fail<T>(why: &str) -> io::Result<T> {
    Err(io::Error::other(why))
}
