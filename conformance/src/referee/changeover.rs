//! The bots of a game end, and those of the next one start.

use std::convert::Infallible;
use std::sync::mpsc;
use std::time::Duration;

/// Bots that end in so short a time leave their places to the next ones, emptied: to make others takes longer than a game
/// of quick bots.
pub(super) const AT_ONCE: Duration = Duration::from_millis(10);

/// Does both, and starts only when all has ended, unless that takes longer than `patience`: then meanwhile.
pub(super) fn changeover<E, S: Send>(
    patience: Duration,
    end: impl FnOnce() -> E,
    start: impl FnOnce() -> S + Send,
) -> (E, S) {
    std::thread::scope(|scope| {
        let (ending, ended) = mpsc::channel::<Infallible>();
        let starting = scope.spawn(move || {
            // Nothing ever comes but the end of the channel.
            let _ = ended.recv_timeout(patience);
            start()
        });
        let end = end();
        drop(ending);
        match starting.join() {
            Ok(start) => (end, start),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn what_ends_at_once_has_ended_before_the_next_starts() {
        let ended = AtomicBool::new(false);
        let end = || ended.store(true, Ordering::SeqCst);
        let ((), found) = changeover(LONG, end, || ended.load(Ordering::SeqCst));
        assert!(found);
    }

    #[test]
    fn what_takes_long_to_end_holds_nothing_up() {
        let (started, seen) = mpsc::channel();
        let (end, ()) = changeover(Duration::ZERO, || seen.recv_timeout(LONG), || started.send(7).unwrap());
        assert_eq!(end, Ok(7));
    }
}
