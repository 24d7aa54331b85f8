//! Bots stand still while it is another one's turn.
//!
//! A bot that computes in the time of another takes the cores that the other needs. So a bot that has answered is
//! stopped as soon as another one of the same game has been asked and has not answered at once. The bots of a game
//! are those that one thread asks. Quick games are not slowed down by this: nobody is stopped in them.

use super::message::Request;
use super::wire::Wire;
use std::cell::RefCell;
use std::os::fd::BorrowedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// An answer that comes sooner is worth no stopping of others, if this is a small part of the limit.
const AT_ONCE: Duration = Duration::from_millis(20);
/// No more than this share of a limit is left to others that compute: in it the bots of a game may share a core.
const SHARE: u32 = 10;
/// A bot that has answered nothing yet is given so long to start in peace, if there is time for that.
const STARTING: Duration = Duration::from_secs(2);

/// How long an answer may take before the others are stopped.
pub(super) fn at_once(limit: Duration) -> Duration {
    AT_ONCE.min(limit / SHARE)
}

thread_local! {
    /// The bots that this thread has asked something.
    static ASKED: RefCell<Vec<Weak<Freezer>>> = const { RefCell::new(Vec::new()) };
}

/// What stops one bot.
#[derive(Debug)]
pub(super) struct Freezer {
    wire: Wire,
    since: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The thread that has asked it last.
    thread: Option<ThreadId>,
    answered: bool,
    frozen: bool,
}

impl Freezer {
    /// For a bot that has just been started, by another handle of the socket to its helper.
    pub(super) fn new(wire: BorrowedFd<'_>) -> std::io::Result<Arc<Self>> {
        let wire = Wire::new(wire.try_clone_to_owned()?);
        Ok(Arc::new(Self { wire, since: Instant::now(), state: Mutex::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It is this thread that deals with it from now on. Returns whether it must be thawed.
    pub(super) fn claim(self: &Arc<Self>) -> bool {
        let own = std::thread::current().id();
        let mut state = self.state();
        if state.thread.replace(own) != Some(own) {
            ASKED.with_borrow_mut(|asked| {
                asked.retain(|each| each.strong_count() > 0);
                asked.push(Arc::downgrade(self));
            });
        }
        state.frozen
    }

    /// It has answered something.
    pub(super) fn answered(&self) {
        self.state().answered = true;
    }

    /// It was told to go on.
    pub(super) fn thawed(&self) {
        self.state().frozen = false;
    }

    /// Whether this thread has asked others.
    pub(super) fn has_others(&self) -> bool {
        ASKED.with_borrow(|asked| {
            asked.iter().any(|each| each.strong_count() > 0 && !std::ptr::eq(each.as_ptr(), self))
        })
    }

    /// Stops all others that this thread has asked, those that are still starting only if it is `urgent`.
    pub(super) fn freeze_others(&self, urgent: bool) {
        let own = std::thread::current().id();
        ASKED.with_borrow(|asked| {
            for other in asked.iter().filter_map(Weak::upgrade) {
                if !std::ptr::eq(&raw const *other, self) {
                    other.freeze(own, urgent);
                }
            }
        });
    }

    fn freeze(&self, thread: ThreadId, urgent: bool) {
        let mut state = self.state();
        let is_idle =
            state.thread == Some(thread) && (urgent || state.answered || self.since.elapsed() > STARTING);
        if is_idle && !state.frozen {
            state.frozen = self.wire.send(&Request::Freeze, &[]).is_ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_computes_in_the_turns_of_others_gets_a_small_part_of_them() {
        let ms = Duration::from_millis;
        assert_eq!(at_once(ms(50)), ms(5), "a turn of Flit");
        assert_eq!(at_once(ms(30_000)), ms(20));
    }
}
