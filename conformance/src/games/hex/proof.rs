//! Whether something goes wrong because of what is unusual, or by chance.

use std::time::Duration;

use crate::run_context::{RunContext, RunError};

/// So many times one after the other something goes wrong with what is unusual and goes well without it, before the
/// one is put down to the other. If what is unusual made no difference, and a bot went wrong with any probability p by
/// itself, this would be seen with the probability (p (1 - p))^10, which is less than one in a million.
const PAIRS: u32 = 10;

/// In repetitions an answer is waited for so many times as long as the slowest that came, within these bounds.
const SLOWER: u32 = 5;

const SHORTEST: Duration = Duration::from_millis(400);

/// Whether something goes wrong because of what is unusual.
pub(super) enum Proof {
    /// It did so each time.
    Each,
    /// It did so that many times of so many.
    Some { wrong: u32, of: u32 },
    /// There was no time to find out.
    Unknown,
}

/// How long an answer is waited for in a repetition, by the slowest that came.
pub(super) fn patience(slowest: Duration) -> Duration {
    (slowest * SLOWER).max(SHORTEST)
}

/// Whether it goes wrong with and well without what is unusual, again and again.
pub(super) fn prove(
    context: &RunContext<'_>,
    mut with: impl FnMut() -> Result<bool, RunError>,
    mut without: impl FnMut() -> Result<bool, RunError>,
) -> Result<Proof, RunError> {
    let mut wrong = 0;
    for of in 1..=PAIRS {
        if context.is_out_of_time() || context.host.is_interrupted() {
            return Ok(Proof::Unknown);
        }
        wrong += u32::from(with()?);
        if wrong < of || !without()? {
            return Ok(Proof::Some { wrong, of });
        }
    }
    Ok(Proof::Each)
}

/// What is said of that.
pub(super) const EACH_TIME: &str =
    " (so it was in each of 10 runs with it and 10 without: less than one in a million that this is chance)";
