//! What goes over the channels while a case is played, taken down.
//!
//! [`Conversation`] and [`Folder`] are those of [`channel`](crate::channel), and write into the recorder that they are
//! handed. A worker plays one case at a time, but a conversation may outlive a case: so the recorder is the worker's,
//! and what it has taken down is fetched from case to case.

mod conversation;
mod folder;

pub use conversation::Conversation;
pub use folder::Folder;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::record::{Bytes, Direction, Event};
use crate::timing::millis;

/// No more bytes of one event are kept than this.
const MAX_EVENT: usize = 64 * 1024;
/// No more bytes of one case are kept than this.
const MAX_CASE: usize = 2 * 1024 * 1024;
/// What an event costs beside its bytes.
const OVERHEAD: usize = 64;

/// Takes down what is said, while somebody wants to know; its copies are the same recorder.
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    current: Arc<Mutex<Option<Recording>>>,
}

#[derive(Debug)]
struct Recording {
    began: Instant,
    events: Vec<Event>,
    processes: u32,
    used: usize,
}

impl Recorder {
    /// Does something, and takes down what is said meanwhile.
    pub fn record<T>(&self, work: impl FnOnce() -> T) -> (T, Vec<Event>) {
        let recording = Recording { began: Instant::now(), events: Vec::new(), processes: 0, used: 0 };
        self.with(|current| *current = Some(recording));
        let done = work();
        let recording = self.with(Option::take);
        (done, recording.map(|recording| recording.events).unwrap_or_default())
    }

    fn with<T>(&self, work: impl FnOnce(&mut Option<Recording>) -> T) -> T {
        work(&mut self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A new process or folder: its number within the case.
    fn process_number(&self) -> u32 {
        self.with(|current| {
            current.as_mut().map_or(0, |recording| {
                recording.processes += 1;
                recording.processes
            })
        })
    }

    /// Takes something down.
    fn note(
        &self,
        process_number: u32,
        direction: Direction,
        channel: &str,
        bytes: &[u8],
        took: Option<Duration>,
    ) {
        self.with(|current| {
            if let Some(recording) = current {
                recording.note(process_number, direction, channel, bytes, took);
            }
        });
    }

    /// Takes down that something happened.
    fn remark(&self, process_number: u32, text: &str, took: Option<Duration>) {
        self.note(process_number, Direction::Note, "", text.as_bytes(), took);
    }
}

impl Recording {
    fn note(
        &mut self,
        process_number: u32,
        direction: Direction,
        channel: &str,
        bytes: &[u8],
        took: Option<Duration>,
    ) {
        if self.used > MAX_CASE {
            return;
        }
        let kept = &bytes[..bytes.len().min(MAX_EVENT)];
        self.used += kept.len() + OVERHEAD;
        let at_ms = millis(self.began.elapsed());
        let mut event = |direction, channel: &str, bytes: &[u8], took_ms| {
            let (channel, bytes) = (channel.to_owned(), Bytes(bytes.to_vec()));
            self.events.push(Event { process_number, at_ms, direction, channel, bytes, took_ms });
        };
        event(direction, channel, kept, took.map(millis));
        if kept.len() < bytes.len() {
            let rest = format!("only the first {MAX_EVENT} of {} bytes are kept here", bytes.len());
            event(Direction::Note, channel, rest.as_bytes(), None);
        }
        if self.used > MAX_CASE {
            let rest = format!("more than {MAX_CASE} bytes were exchanged: the rest is not kept");
            event(Direction::Note, "", rest.as_bytes(), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_is_bounded() {
        let recorder = Recorder::default();
        let flood = || {
            for _ in 0..100 {
                recorder.note(1, Direction::FromBot, "stdout", &[b'x'; 100_000], None);
            }
        };
        let ((), events) = recorder.record(flood);
        let bytes: usize = events.iter().map(|event| event.bytes.0.len()).sum();
        assert!(bytes < MAX_CASE + 2 * MAX_EVENT, "{bytes}");
        assert!(events.last().unwrap().bytes.as_str().unwrap().ends_with("the rest is not kept"));
        flood();
        assert!(recorder.record(|| ()).1.is_empty(), "what nobody asks for is not taken down");
    }
}
