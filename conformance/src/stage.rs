//! What a case has at hand while it is played: the bot, the machine, and what earlier cases showed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use crate::bot::Inspection;
use crate::process::{CellError, Elapsed, Host, Program};

/// Everything that stays the same during a run.
#[derive(Debug)]
pub struct Stage<'a> {
    /// Where bots run.
    pub host: &'a Host,
    /// The bot; none if a submitted folder does not build.
    pub program: Option<&'a Program>,
    /// The submitted folder, if one was.
    pub submitted: Option<&'a Submitted>,
    /// The limit for one turn.
    pub limit: Duration,
    /// What earlier cases showed.
    pub facts: &'a Facts,
}

impl Stage<'_> {
    /// The bot.
    ///
    /// # Panics
    /// If there is none: the runner plays no case then but those of the submission.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.program.expect("only the cases about a submission run without a bot")
    }
}

/// A folder as it was handed in.
#[derive(Debug)]
pub struct Submitted {
    /// Where it is.
    pub folder: PathBuf,
    /// What it holds.
    pub inspection: Inspection,
    /// What the compiler said, if it does not build.
    pub build_failure: Option<String>,
}

/// The tester or the machine failed; nothing that a bot did.
pub type StageError = CellError;

/// What the cases so far have shown; shared by all workers.
#[derive(Debug, Default)]
pub struct Facts {
    /// By kind of request: how many were answered in time and how many overran beyond doubt.
    requests: Mutex<BTreeMap<&'static str, Tally>>,
    elapsed: Mutex<Vec<Elapsed>>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    in_time: u32,
    overruns: u32,
}

/// After this many overruns of one kind, and fewer answers in time, nobody waits for another.
const ENOUGH_OVERRUNS: u32 = 2;

impl Facts {
    /// Remembers how a request of this kind ended.
    pub fn count(&self, kind: &'static str, overran: bool) {
        let mut requests = self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let tally = requests.entry(kind).or_default();
        if overran {
            tally.overruns += 1;
        } else {
            tally.in_time += 1;
        }
    }

    /// Whether another request of this kind could only overrun again, as far as can be told.
    #[must_use]
    pub fn only_overruns(&self, kind: &'static str) -> bool {
        let requests = self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        requests
            .get(kind)
            .is_some_and(|tally| tally.overruns >= ENOUGH_OVERRUNS && tally.overruns * 4 >= tally.in_time)
    }

    /// Remembers how long turns took.
    pub fn timed(&self, elapsed: &[Elapsed]) {
        self.elapsed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend_from_slice(elapsed);
    }

    /// How long all turns took so far.
    #[must_use]
    pub fn elapsed(&self) -> Vec<Elapsed> {
        self.elapsed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}
