//! A bot that takes silence for the end.

use std::process;
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// How often it looks at the clock.
const LOOKS: Duration = Duration::from_millis(100);

/// When it ends unless something is said before.
static END: Mutex<Option<Instant>> = Mutex::new(None);
static STARTED: Once = Once::new();

/// It waits for as long as it takes.
pub(crate) fn stop() {
    *END.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Something was said: from now on the process ends as soon as nothing is said for so long.
pub(crate) fn wind_up(patience: Duration) {
    *END.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + patience);
    STARTED.call_once(|| {
        thread::spawn(|| {
            loop {
                sleep(LOOKS);
                let end = *END.lock().unwrap_or_else(PoisonError::into_inner);
                if end.is_some_and(|end| end < Instant::now()) {
                    #[expect(clippy::exit, reason = "it ends in the middle of a read")]
                    process::exit(0);
                }
            }
        });
    });
}
