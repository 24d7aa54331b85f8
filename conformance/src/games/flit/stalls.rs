//! Late answers that a machine which was stalled may be to blame for.

use super::played::StartMode;
use super::stats::SessionStats;
use super::time;
use crate::contest::{CaseOutcome, Unjudged};
use crate::record::{Level, Violation};
use crate::run_context::{RunContext, RunError};

/// For counting the late answers that were put down to the machine.
const STALLS: &str = "stall";

/// So many late answers can be put down to the machine, and one in so many.
const STALLS_AT_LEAST: u32 = 3;

/// See [`STALLS_AT_LEAST`].
const STALLS_ONE_IN: u32 = 250;

/// Plays something, and once more if all that was wrong are a few answers that came too late: a machine can be
/// stalled (a process that sleeps cannot be told from one that is kept from running), and what is put in an unusual
/// situation at once has not had the turns before it in which to load and compile what it needs. A bot that is
/// late again with the same request is too slow; so is one that is late now here, now there, and too often for a
/// machine. What does not come again is told of, but not held against the bot.
pub(super) fn confirmed(
    context: &RunContext<'_>,
    second: StartMode,
    play: impl Fn(StartMode) -> Result<(CaseOutcome, SessionStats), RunError>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    let (mut seen, stats) = play(StartMode::Cold)?;
    if stats.late(&seen).is_empty() || stats.is_always_late() {
        return Ok((seen, stats));
    }
    if !stats.has_gone_well(&seen) {
        // Something else broke it off, and would again: whether the bot is slow, the other cases tell.
        let once = "; seen once, as something else broke the run off";
        stats.late(&seen).into_iter().for_each(|at| unsure(&mut seen.violations[at], once));
        return Ok((seen, stats));
    }
    let (mut again, course_again) = play(second)?;
    let late = stats.late(&seen);
    if again.unjudged.is_some() && course_again.has_gone_well(&again) {
        let once = "; seen once, as the second run could not be judged";
        late.into_iter().for_each(|at| unsure(&mut seen.violations[at], once));
        let why = again.unjudged.map(|unjudged| unjudged.into_parts().1).unwrap_or_default();
        let reason = format!("whether the bot is too slow could not be told in a second run: {why}");
        seen.unjudged = Some(Unjudged::Inconclusive { reason });
        return Ok((seen, stats));
    }
    if second == StartMode::Cold || !course_again.late_at.is_empty() {
        for _ in stats.late_at.iter().chain(&course_again.late_at) {
            context.observations.count(STALLS, true);
        }
    }
    let answers = u32::try_from(context.observations.elapsed().len()).unwrap_or(u32::MAX);
    let believed = STALLS_AT_LEAST + answers / STALLS_ONE_IN;
    let same = stats.late_at.iter().any(|request| course_again.late_at.contains(request));
    if same || context.observations.overruns(STALLS) > believed {
        return Ok((seen, stats));
    }
    let is_late_again = !course_again.late_at.is_empty();
    let runs = 1 + u32::from(is_late_again);
    if is_late_again {
        again.untried.push(
            time::TURN.untried("late answers came in each of two runs, though not at the same requests"),
        );
    }
    course_again.late(&again).into_iter().rev().for_each(|at| drop(again.violations.remove(at)));
    for mut late in late.into_iter().map(|at| seen.violations[at].clone()) {
        unsure(
            &mut late,
            &format!("; seen in {runs} of 2 runs, and not at the same request: the machine may be to blame"),
        );
        again.violations.push(late);
    }
    again.elapsed.retain(|elapsed| elapsed.charged <= context.limit);
    again.turns += seen.turns;
    Ok((again, course_again))
}

/// What was seen, and is no proof.
fn unsure(violation: &mut Violation, how_often: &str) {
    violation.level = Level::Info;
    violation.message.push_str(how_often);
}
