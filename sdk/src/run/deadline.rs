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
///
/// # Examples
///
/// ```
/// use botspec_sdk::Deadline;
/// use std::time::{Duration, Instant};
/// let turn = Deadline::new(Instant::now(), Duration::from_millis(20));
/// while !turn.is_over() {
///     // One more step of a search.
/// }
/// assert!(turn.elapsed() >= turn.budget());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    start: Instant,
    budget: Duration,
}

impl Deadline {
    /// `budget` counted from `start`. The margin has been taken off `budget` already.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use std::time::{Duration, Instant};
    /// let turn = Deadline::new(Instant::now(), Duration::from_secs(70));
    /// assert!(!turn.is_over());
    /// ```
    #[must_use]
    pub const fn new(start: Instant, budget: Duration) -> Self {
        Self { start, budget }
    }

    /// For a program that is started once per turn: `limit` less `margin`, counted from the start
    /// of this process (see [`process_start`]).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use std::time::Duration;
    /// let turn = Deadline::of_process(Duration::from_secs(5), Duration::from_millis(1_250));
    /// assert_eq!(turn.budget(), Duration::from_millis(3_750));
    /// ```
    #[must_use]
    pub fn of_process(limit: Duration, margin: Duration) -> Self {
        Self::new(process_start(limit), limit.saturating_sub(margin))
    }

    /// How long there is to think in all: the limit less the margin.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use std::time::{Duration, Instant};
    /// let turn = Deadline::new(Instant::now(), Duration::from_millis(60));
    /// let for_one_of_ten_moves = turn.budget() / 10;
    /// assert_eq!(for_one_of_ten_moves, Duration::from_millis(6));
    /// ```
    #[must_use]
    pub const fn budget(&self) -> Duration {
        self.budget
    }

    /// Time since the turn began.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use std::time::{Duration, Instant};
    /// let turn = Deadline::new(Instant::now(), Duration::from_secs(1));
    /// std::thread::sleep(Duration::from_millis(2));
    /// assert!(turn.elapsed() >= Duration::from_millis(2));
    /// ```
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time left to think; zero once it is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use std::time::{Duration, Instant};
    /// let turn = Deadline::new(Instant::now(), Duration::from_secs(70));
    /// assert!(turn.remaining() <= turn.budget());
    /// let late = Deadline::new(Instant::now(), Duration::ZERO);
    /// assert_eq!(late.remaining(), Duration::ZERO);
    /// ```
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.budget.saturating_sub(self.elapsed())
    }

    /// Whether it is time to answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use std::time::{Duration, Instant};
    /// assert!(Deadline::new(Instant::now(), Duration::ZERO).is_over());
    /// assert!(!Deadline::new(Instant::now(), Duration::from_secs(70)).is_over());
    /// ```
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.remaining().is_zero()
    }

    /// Whether this share of the turn's time is used up; `share` is from 0 to 1.
    ///
    /// For searches that start another iteration only if there is a chance to finish it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use std::time::{Duration, Instant};
    /// let turn = Deadline::new(Instant::now(), Duration::from_secs(70));
    /// let mut depth = 0;
    /// // An iteration takes several times as long as the one before.
    /// while depth < 3 && !turn.used_up(0.25) {
    ///     depth += 1;
    /// }
    /// assert_eq!(depth, 3);
    /// ```
    #[must_use]
    pub fn used_up(&self, share: f64) -> bool {
        self.elapsed() >= self.budget.mul_f64(share.clamp(0.0, 1.0))
    }
}
