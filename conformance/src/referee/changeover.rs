//! The bots of a game end, and those of the next one start.

use std::convert::Infallible;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Bots that end in so short a time leave their places to the next ones, emptied: to make others takes longer than a game
/// of quick bots.
const AT_ONCE: Duration = Duration::from_millis(10);

/// How one worker changes from the bots of a game to those of the next.
#[derive(Debug)]
pub(super) struct Changeover {
    /// So long the next ones wait for the end of those before.
    patience: Duration,
    /// How long it took to end the last time.
    last: Duration,
}

impl Default for Changeover {
    /// Nothing is known of the bots yet.
    fn default() -> Self {
        Self { patience: AT_ONCE, last: Duration::MAX }
    }
}

impl Changeover {
    /// Does both, and starts only when all has ended, unless that takes longer than the patience: then meanwhile.
    pub(super) fn make<E, S: Send>(
        &mut self,
        end: impl FnOnce() -> E,
        start: impl FnOnce() -> S + Send,
    ) -> (E, S) {
        let since = Instant::now();
        // A thread for the case that it takes longer costs a fiftieth of a quick game.
        if self.last < self.patience {
            let end = end();
            self.last = since.elapsed();
            return (end, start());
        }
        std::thread::scope(|scope| {
            let (ending, ended) = mpsc::channel::<Infallible>();
            let patience = self.patience;
            let starting = scope.spawn(move || {
                // Nothing ever comes but the end of the channel.
                let _ = ended.recv_timeout(patience);
                start()
            });
            let end = end();
            self.last = since.elapsed();
            drop(ending);
            match starting.join() {
                Ok(start) => (end, start),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn what_ends_at_once_has_ended_before_the_next_starts() {
        let mut changeover = Changeover { patience: LONG, last: Duration::MAX };
        // With a thread the first time, and without one the second.
        for _ in 0..2 {
            let ended = AtomicBool::new(false);
            let end = || ended.store(true, Ordering::SeqCst);
            let ((), found) = changeover.make(end, || ended.load(Ordering::SeqCst));
            assert!(found && changeover.last < LONG);
        }
    }

    #[test]
    fn what_takes_long_to_end_holds_nothing_up() {
        let mut changeover = Changeover { patience: Duration::ZERO, last: Duration::ZERO };
        let (started, seen) = mpsc::channel();
        let (end, ()) = changeover.make(|| seen.recv_timeout(LONG), || started.send(7).unwrap());
        assert_eq!(end, Ok(7));
    }
}
