//! Whom the kernel ends when a cell's memory is used up: a bot, and never the helper that watches it.

use rustix::fs::{Mode, OFlags};
use std::os::fd::OwnedFd;

/// Of all processes in a group, those with this mark go first.
const FIRST: &[u8] = b"1000";

/// This process's own mark, which what it starts inherits.
#[derive(Debug)]
pub(super) struct Oom {
    file: OwnedFd,
    own: Vec<u8>,
}

impl Oom {
    /// Opens it; `None` if the kernel does not have it.
    pub(super) fn open() -> Option<Self> {
        let path = "/proc/self/oom_score_adj";
        let own = std::fs::read(path).ok()?;
        let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty()).ok()?;
        Some(Self { file, own })
    }

    /// What is started meanwhile goes first.
    pub(super) fn marking<T>(&self, start: impl FnOnce() -> T) -> T {
        let _ = rustix::io::pwrite(&self.file, FIRST, 0);
        let started = start();
        // Everybody may go back to what it was.
        let _ = rustix::io::pwrite(&self.file, &self.own, 0);
        started
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_started_is_marked_and_nothing_else() {
        let read = || std::fs::read_to_string("/proc/self/oom_score_adj").unwrap();
        let before = read();
        let oom = Oom::open().unwrap();
        let child = oom.marking(|| {
            std::process::Command::new("cat").arg("/proc/self/oom_score_adj").output().unwrap().stdout
        });
        assert_eq!(child, b"1000\n");
        assert_eq!(read(), before);
    }
}
