//! How much of a turn's time is left.

use std::time::{Duration, Instant};

use super::process_start::process_start;

/// The moment by which a move must be chosen: the contest's limit, less a safety margin for what
/// happens before and after the choice.
///
/// As the run loops set it:
///
/// | contest | limit | time to think | counted from |
/// |---|---|---|---|
/// | Linkage | 5 s | 3.75 s | the start of the process |
/// | Power Connect Four | 2 s | 1.5 s | the start of the process |
/// | Hex | 120 s (the tournament was played with 90 s) | 70 s | the request |
/// | Flit | 50 ms, in a duel 100 ms | 30 ms, 60 ms | the request |
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    start: Instant,
    budget: Duration,
}

impl Deadline {
    /// `budget` counted from `start`. The margin has been taken off `budget` already.
    #[must_use]
    pub const fn new(start: Instant, budget: Duration) -> Self {
        Self { start, budget }
    }

    /// For a program that is started once per turn: `limit` less `margin`, counted from the start
    /// of this process (see [`process_start`]).
    #[must_use]
    pub fn of_process(limit: Duration, margin: Duration) -> Self {
        Self::new(process_start(limit), limit.saturating_sub(margin))
    }

    /// How long there is to think in all: the limit less the margin.
    #[must_use]
    pub const fn budget(&self) -> Duration {
        self.budget
    }

    /// Time since the turn began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time left to think; zero once it is over.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.budget.saturating_sub(self.elapsed())
    }

    /// Whether it is time to answer.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.remaining().is_zero()
    }

    /// Whether this share of the turn's time is used up; `share` is from 0 to 1.
    ///
    /// For searches that start another iteration only if there is a chance to finish it.
    #[must_use]
    pub fn used_up(&self, share: f64) -> bool {
        self.elapsed() >= self.budget.mul_f64(share.clamp(0.0, 1.0))
    }
}
