//! How a process ended, as every contest looks at it; which rule that breaks is a contest's own.

use std::time::Duration;

use crate::contest::Untried;
use crate::process::{Ending, Finished};
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::stderr;

/// Whether an ending says nothing about the bot.
#[must_use]
pub const fn is_excused(ending: &Ending) -> bool {
    matches!(ending, Ending::Interrupted | Ending::HostTooBusy | Ending::NotStarted(_))
}

/// What became of a bot that says nothing more, as the end of "it …": one that had to be killed had closed its stdout.
#[must_use]
pub fn fallen_silent(ending: &Ending) -> String {
    match ending {
        Ending::Killed => "closed its stdout".to_owned(),
        ending => ending.to_string(),
    }
}

/// A bot that goes on although its stdin was closed so long ago.
#[must_use]
pub fn still_running(rule: &Requirement, grace: Duration) -> Violation {
    rule.violated(format!("it was still running {} s after its stdin was closed", grace.as_secs()))
        .hint("does the loop that reads messages see the end of the input?")
}

/// What took longer to end than it may by the clock, and is not blamed for it: what a bot on a busy machine did meanwhile,
/// nobody knows.
#[must_use]
pub fn doubt(
    rule: &Requirement,
    grace: Duration,
    took: Duration,
    violations: &[Violation],
) -> Option<Untried> {
    let is_blamed = violations.iter().any(|violation| violation.rule == rule.id);
    (took > grace && !is_blamed).then(|| {
        let limit = grace.as_secs();
        rule.untried(format!(
            "by the clock it took more than {limit} s to end, and the machine was too busy to tell why"
        ))
    })
}

/// A status other than 0, or a signal; `when` it ended begins the sentence.
#[must_use]
pub fn wrong_status(rule: &Requirement, when: &str, finished: &Finished) -> Violation {
    let mut violation = rule.violated(format!("{when} the bot {}", finished.ending));
    violation.hint = stderr::tail(&finished.stderr).as_deref().map(stderr::hint);
    violation
}

/// Processes that were left behind.
#[must_use]
pub fn survivors(rule: &Requirement, finished: &Finished) -> Option<Violation> {
    let (first, others) = finished.survivors.split_first()?;
    let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
    let message = format!("a process was still running after the bot had ended: {}{more}", first.name);
    Some(rule.violated(message).hint("wait for child processes before the bot ends"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Level;

    #[test]
    fn an_end_that_came_late_by_the_clock_is_no_end_in_time() {
        let rule = Requirement::bare("game/eof/terminates", Level::Must);
        let told = |took: u64, violations: &[Violation]| {
            doubt(&rule, Duration::from_secs(2), Duration::from_millis(took), violations).is_some()
        };
        assert!(!told(2000, &[]));
        assert!(told(2001, &[]));
        assert!(!told(2001, &[rule.violated("it was still running")]));
    }
}
