//! When it is worth looking.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// Where the system gives no notice, as on network drives, one looks this often.
const NOW_AND_THEN: Duration = Duration::from_secs(2);
/// An editor or a version control system is done when nothing has happened for so long,
const SETTLED: Duration = Duration::from_millis(150);
/// or when this long is over.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// Ctrl-C is noticed this fast.
const TICK: Duration = Duration::from_millis(50);

/// Notices of changes in some folders.
#[derive(Debug)]
pub struct Wake {
    /// Kept, since it stops when it is dropped. None if the system has none to give.
    watcher: Option<RecommendedWatcher>,
    notices: Receiver<()>,
    folders: Vec<PathBuf>,
}

impl Wake {
    /// Watches nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let (sender, notices) = mpsc::channel();
        let handler = move |event: notify::Result<notify::Event>| {
            // Reading a file is no change; a notice that got lost may have been one.
            if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                // Nobody waits any more when it ends.
                let _ = sender.send(());
            }
        };
        let watcher = notify::recommended_watcher(handler).ok();
        Self { watcher, notices, folders: Vec::new() }
    }

    /// Watches these folders and no others.
    pub fn watch(&mut self, folders: &[PathBuf]) {
        let Some(watcher) = &mut self.watcher else { return };
        for folder in self.folders.iter().filter(|folder| !folders.contains(folder)) {
            // It may be gone.
            let _ = watcher.unwatch(folder);
        }
        // Those that are watched already may have been removed and made again: their watch is gone then.
        for folder in folders {
            // What cannot be watched is looked at now and then.
            let _ = watcher.watch(folder, RecursiveMode::NonRecursive);
        }
        self.folders = folders.to_vec();
    }

    /// Waits until it is worth looking again, and what happens has settled. False if it was interrupted.
    pub fn wait(&self, is_interrupted: &dyn Fn() -> bool) -> bool {
        let began = Instant::now();
        let noticed = loop {
            if is_interrupted() {
                return false;
            }
            match self.notices.recv_timeout(TICK) {
                Ok(()) => break Instant::now(),
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(TICK),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if began.elapsed() > NOW_AND_THEN {
                return true;
            }
        };
        while noticed.elapsed() < MAX_WAIT && !is_interrupted() {
            if self.notices.recv_timeout(SETTLED).is_err() {
                break;
            }
        }
        !is_interrupted()
    }
}

impl Default for Wake {
    fn default() -> Self {
        Self::new()
    }
}
