//! How long a reader of what is written is waited for.

use std::io;
use std::time::{Duration, Instant};

use super::interrupt;

/// So long somebody is waited for who is to open a pipe, when the user has had enough.
pub(super) const OPENED_WITHIN: Duration = Duration::from_millis(500);
/// The same for one who has opened it, and is to read on.
pub(super) const READ_WITHIN: Duration = Duration::from_secs(5);
/// How often it is looked whether that is so.
pub(super) const GLANCE: Duration = Duration::from_millis(50);

/// Fails with [`io::ErrorKind::Interrupted`] some time after the user has had enough, or when that is said twice.
pub(super) struct Patience {
    most: Duration,
    since: Option<Instant>,
}

impl Patience {
    pub(super) const fn of(most: Duration) -> Self {
        Self { most, since: None }
    }

    pub(super) fn look(&mut self) -> io::Result<()> {
        let said = interrupt::times();
        if said > 1 || (said > 0 && self.since.get_or_insert_with(Instant::now).elapsed() > self.most) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }

    /// Something has come of it.
    pub(super) const fn renew(&mut self) {
        self.since = None;
    }
}
