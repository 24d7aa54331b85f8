//! What goes over the channels while a case is played, taken down.
//!
//! [`Conversation`] and [`Folder`] are those of [`channel`](crate::channel), and write on the tape of their thread. A
//! worker is a thread and plays one case at a time, but a conversation may outlive a case: so the tape belongs to
//! the thread, and the runner changes it from case to case.

mod conversation;
mod folder;

pub use conversation::Conversation;
pub use folder::Folder;

use std::cell::RefCell;
use std::time::{Duration, Instant};

use crate::record::{Bytes, Direction, Event};
use crate::timing::millis;

/// No more bytes of one event are kept than this.
const LONGEST: usize = 64 * 1024;
/// No more bytes of one case are kept than this.
const MOST: usize = 2 * 1024 * 1024;
/// What an event costs beside its bytes.
const OVERHEAD: usize = 64;

struct Tape {
    began: Instant,
    events: Vec<Event>,
    sittings: u32,
    used: usize,
}

thread_local! {
    static TAPE: RefCell<Option<Tape>> = const { RefCell::new(None) };
}

/// Does something, and takes down what is said on this thread meanwhile.
pub fn record<T>(work: impl FnOnce() -> T) -> (T, Vec<Event>) {
    let tape = Tape { began: Instant::now(), events: Vec::new(), sittings: 0, used: 0 };
    TAPE.with(|current| current.replace(Some(tape)));
    let done = work();
    let tape = TAPE.with(|current| current.take());
    (done, tape.map(|tape| tape.events).unwrap_or_default())
}

/// A new process or folder: its number within the case.
fn sitting() -> u32 {
    TAPE.with(|current| {
        current.borrow_mut().as_mut().map_or(0, |tape| {
            tape.sittings += 1;
            tape.sittings
        })
    })
}

/// Takes something down.
fn note(sitting: u32, direction: Direction, channel: &str, bytes: &[u8], took: Option<Duration>) {
    TAPE.with(|current| {
        let mut current = current.borrow_mut();
        let Some(tape) = current.as_mut() else { return };
        if tape.used > MOST {
            return;
        }
        let kept = &bytes[..bytes.len().min(LONGEST)];
        tape.used += kept.len() + OVERHEAD;
        let at_ms = millis(tape.began.elapsed());
        let mut event = |direction, bytes: &[u8], took_ms| {
            let bytes = Bytes(bytes.to_vec());
            let channel = channel.to_owned();
            tape.events.push(Event { sitting, at_ms, direction, channel, bytes, took_ms });
        };
        event(direction, kept, took.map(millis));
        if kept.len() < bytes.len() {
            let rest = format!("only the first {LONGEST} of {} bytes are kept here", bytes.len());
            event(Direction::Note, rest.as_bytes(), None);
        }
        if tape.used > MOST {
            let rest = format!("more than {MOST} bytes were exchanged: the rest is not kept");
            let (direction, channel) = (Direction::Note, String::new());
            tape.events.push(Event {
                sitting,
                at_ms,
                direction,
                channel,
                bytes: Bytes(rest.into_bytes()),
                took_ms: None,
            });
        }
    });
}

/// Takes down that something happened.
fn remark(sitting: u32, text: &str, took: Option<Duration>) {
    note(sitting, Direction::Note, "", text.as_bytes(), took);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tape_is_bounded() {
        let flood = || {
            for _ in 0..100 {
                note(1, Direction::FromBot, "stdout", &[b'x'; 100_000], None);
            }
        };
        let ((), events) = record(flood);
        let bytes: usize = events.iter().map(|event| event.bytes.0.len()).sum();
        assert!(bytes < MOST + 2 * LONGEST, "{bytes}");
        assert!(events.last().unwrap().bytes.as_str().unwrap().ends_with("the rest is not kept"));
        flood();
        assert!(record(|| ()).1.is_empty(), "without a tape nothing is taken down");
    }
}
