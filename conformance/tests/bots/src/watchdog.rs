//! A bot that takes silence for the end.

use std::process;
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// After so long it ends.
const PATIENCE: Duration = Duration::from_secs(2);

/// When something was said last.
static LAST: Mutex<Option<Instant>> = Mutex::new(None);
static STARTED: Once = Once::new();

/// It waits for as long as it takes.
pub(crate) fn stop() {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Something was said: from now on the process ends as soon as nothing is said for two seconds.
pub(crate) fn wind_up() {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    STARTED.call_once(|| {
        thread::spawn(|| {
            loop {
                sleep(PATIENCE / 20);
                let last = *LAST.lock().unwrap_or_else(PoisonError::into_inner);
                if last.is_some_and(|last| last.elapsed() > PATIENCE) {
                    #[expect(clippy::exit, reason = "it ends in the middle of a read")]
                    process::exit(0);
                }
            }
        });
    });
}
