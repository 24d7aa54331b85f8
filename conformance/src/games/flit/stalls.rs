//! Late answers that a machine which was stalled may be to blame for.

use botspec_sdk::games::flit::{OVERRUNS, Variant};

use super::at_once;
use super::played::StartMode;
use super::stats::SessionStats;
use super::time::{self, Lateness};
use crate::contest::{CaseOutcome, Unjudged};
use crate::control::add_new;
use crate::process::HostLoad;
use crate::record::{Level, Violation};
use crate::run_context::{RunContext, RunError};

/// For counting the late answers that were put down to the machine.
const STALLS: &str = "stall";

/// For counting those of them that the bot has computed for.
const COMPUTED: &str = "late by computing";

/// So many late answers can be put down to the machine, and one in so many.
const STALLS_AT_LEAST: u32 = 3;

/// See [`STALLS_AT_LEAST`].
const STALLS_ONE_IN: u32 = 250;

/// The same of those that the bot has computed for: hardly any, but a core may be slow for once.
const COMPUTED_ONE_IN: u32 = 2_000;

/// So many answers that the bot has computed for in one run are too many for a machine, if there is no time for another run.
const COMPUTED_AT_ONCE: usize = 2 * OVERRUNS as usize;

/// Runs, at the most, until a request that is answered late in each of them is held against the bot.
const RUNS: u32 = 3;

/// What comes again in several runs of the same.
struct Recurrence {
    runs: u32,
    /// Runs with a late answer.
    late_runs: u32,
    /// What was late in all runs.
    in_all: Vec<Lateness>,
    /// Whether the bot was late as a rule in all runs.
    is_rule: bool,
    /// Whether each run ended for so many late answers in a row: no machine is stalled five times in a row, and again.
    is_frozen: bool,
}

/// Plays something, and once or twice more if all that was wrong are answers that came too late: a machine can be
/// stalled (a process that sleeps cannot be told from one that is kept from running), and what is put in an unusual
/// situation at once has not had the turns before it in which to load and compile what it needs. A bot that is late as a
/// rule, or each time with the same request, is too slow; so is one that is late now here, now there, and too often for
/// a machine. On a crowded machine, where much cannot be seen, it has to be plainly late. What does not come again is told
/// of, but not held against the bot. What else went wrong aside is held against it in whichever run it was seen.
pub(super) fn confirmed(
    variant: Variant,
    context: &RunContext<'_>,
    second: StartMode,
    play: impl Fn(StartMode) -> Result<(CaseOutcome, SessionStats), RunError>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    let mut besides = Vec::new();
    let (mut found, mut stats) = of_runs(variant, context, second, |start_mode| {
        let (seen, stats) = play(start_mode)?;
        add_new(&mut besides, stats.besides(&seen));
        Ok((seen, stats))
    })?;
    stats.add_besides(&mut found, besides);
    Ok((found, stats))
}

/// The run that is judged, with what came of its late answers.
fn of_runs(
    variant: Variant,
    context: &RunContext<'_>,
    second: StartMode,
    mut play: impl FnMut(StartMode) -> Result<(CaseOutcome, SessionStats), RunError>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    let load = HostLoad::sample();
    let (mut seen, stats) = play(StartMode::Cold)?;
    let late = stats.late_places(&seen);
    if late.is_empty() {
        return Ok((seen, stats));
    }
    if !stats.has_gone_well(&seen) {
        // Something else broke it off, and would again: whether the bot is slow, the other cases tell.
        unsure(&mut seen, &late, "; seen once, as something else broke the run off");
        return Ok((seen, stats));
    }
    let mut recurrence = Recurrence::of(&stats, load.is_crowded());
    // One that is late as a rule does not come to its best by and by.
    let usual = second;
    let was_rule = recurrence.is_rule;
    let mut second = if was_rule { StartMode::Cold } else { second };
    let mut is_warming_up = false;
    let mut turns = seen.turns;
    loop {
        let (again, course_again) = play(second)?;
        turns += again.turns;
        if again.unjudged.is_some() && course_again.has_gone_well(&again) {
            if has_computed_often(&stats, load.is_crowded()) {
                return Ok((seen, stats));
            }
            let once = match recurrence.runs {
                1 => "; seen once, as the second run could not be judged",
                _ => "; seen twice, as the third run could not be judged",
            };
            unsure(&mut seen, &late, once);
            let why = again.unjudged.map(|unjudged| unjudged.into_parts().1).unwrap_or_default();
            let reason = format!("whether the bot is too slow could not be told by running it again: {why}");
            seen.unjudged = Some(Unjudged::Inconclusive { reason });
            return Ok((seen, stats));
        }
        let first = if recurrence.runs == 1 { &stats.late[..] } else { &[] };
        recurrence.goes_on(&course_again, load.is_crowded());
        // What it is given two or three turns for it may not have compiled yet. On a busy machine it need not be seen
        // to be late with each of them again.
        let are_few = !stats.is_often_late() && !course_again.is_often_late();
        let is_late_again = recurrence.is_rule || (was_rule && !course_again.late.is_empty());
        if is_late_again && !is_warming_up && are_few && !at_once::is_late_in_a_game(variant, context)? {
            (recurrence.is_rule, is_warming_up, second) = (false, true, usual);
        }
        if !is_warming_up && (second == StartMode::Cold || !course_again.late.is_empty()) {
            let all = first.iter().chain(&course_again.late);
            for late in all.filter(|late| late.is_sure(load.is_crowded())) {
                context.observations.count(STALLS, true);
                if late.has_computed {
                    context.observations.count(COMPUTED, true);
                }
            }
        }
        let answers = u32::try_from(context.observations.elapsed().len()).unwrap_or(u32::MAX);
        let too_often = |key, one_in| context.observations.overruns(key) > STALLS_AT_LEAST + answers / one_in;
        let is_slow = recurrence.is_rule
            || recurrence.is_frozen
            || too_often(STALLS, STALLS_ONE_IN)
            || too_often(COMPUTED, COMPUTED_ONE_IN);
        if !course_again.has_gone_well(&again) {
            // Something else broke it off, which is to be judged.
            if !is_slow {
                unsure(
                    &mut seen,
                    &late,
                    "; something else broke off the run that was to tell if it comes again",
                );
            }
            let told_of = late.into_iter().map(|at| seen.violations[at].clone());
            return Ok(broken_off(again, course_again, told_of, turns));
        }
        if is_slow {
            return Ok((seen, stats));
        }
        if recurrence.in_all.is_empty() {
            unsure(&mut seen, &late, &recurrence.told());
            let told_of = late.into_iter().map(|at| seen.violations[at].clone());
            return Ok((recurrence.unproven(again, &course_again, told_of, turns, context), course_again));
        }
        if recurrence.runs == RUNS {
            if load.is_crowded() && !recurrence.in_all.iter().any(|late| late.is_plain) {
                unsure(&mut seen, &late, "; the machine may be to blame");
                let reason = "the machine was too busy to tell whether the bot is too slow".to_owned();
                seen.unjudged = Some(Unjudged::Inconclusive { reason });
            }
            return Ok((seen, stats));
        }
    }
}

impl Recurrence {
    fn of(stats: &SessionStats, is_crowded: bool) -> Self {
        Self {
            runs: 1,
            late_runs: 1,
            in_all: stats.late.clone(),
            is_rule: stats.is_always_late(),
            is_frozen: is_frozen(stats, is_crowded),
        }
    }

    /// After another run.
    fn goes_on(&mut self, stats: &SessionStats, is_crowded: bool) {
        self.runs += 1;
        self.late_runs += u32::from(!stats.late.is_empty());
        self.is_rule &= stats.is_always_late();
        self.is_frozen &= is_frozen(stats, is_crowded);
        self.in_all.retain_mut(|late| {
            let again = stats.late.iter().find(|again| again.asked == late.asked);
            late.is_plain &= again.is_some_and(|again| again.is_plain);
            again.is_some()
        });
    }

    /// What the last run came to, without what was late in it, and with what is told of instead.
    fn unproven(
        &self,
        mut last: CaseOutcome,
        stats: &SessionStats,
        told_of: impl Iterator<Item = Violation>,
        turns: u32,
        context: &RunContext<'_>,
    ) -> CaseOutcome {
        if self.late_runs > 1 {
            let reason = "late answers came in more than one run, though not at the same requests";
            last.untried.push(time::TURN.untried(reason));
        }
        stats.late_places(&last).into_iter().rev().for_each(|at| drop(last.violations.remove(at)));
        last.violations.extend(told_of);
        last.elapsed.retain(|elapsed| elapsed.charged <= context.limit);
        last.turns = turns;
        last
    }

    /// As the end of a message.
    fn told(&self) -> String {
        format!(
            "; seen in {} of {} runs, and at no request in all of them: the machine may be to blame",
            self.late_runs, self.runs
        )
    }
}

/// Whether the bot has computed for longer than the limit so often in one run that no machine is to blame.
fn has_computed_often(stats: &SessionStats, is_crowded: bool) -> bool {
    let computed = stats.late.iter().filter(|late| late.has_computed && late.is_sure(is_crowded));
    computed.count() >= COMPUTED_AT_ONCE
}

/// Whether the bot was late so often in a row that it is asked no more, as far as a machine like this one lets that be seen.
fn is_frozen(stats: &SessionStats, is_crowded: bool) -> bool {
    if is_crowded { stats.is_plainly_frozen() } else { stats.is_frozen }
}

/// A run that something else broke off, with what was late in the run before it in place of what was late in it.
fn broken_off(
    mut last: CaseOutcome,
    mut stats: SessionStats,
    late: impl Iterator<Item = Violation>,
    turns: u32,
) -> (CaseOutcome, SessionStats) {
    stats.late_places(&last).into_iter().rev().for_each(|at| drop(last.violations.remove(at)));
    let late: Vec<_> = late.collect();
    stats.goes_on_after(&late);
    // What did not come at all may be of the same rule, and stands behind what came late.
    last.violations.splice(..0, late);
    last.turns = turns;
    (last, stats)
}

/// What was seen there, and is no proof.
fn unsure(seen: &mut CaseOutcome, places: &[usize], how_often: &str) {
    for &at in places {
        seen.violations[at].level = Level::Info;
        seen.violations[at].message.push_str(how_often);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::flit::reply;

    fn run(late: &[(u32, bool)]) -> SessionStats {
        let mut stats = SessionStats::default();
        stats.late.extend(late.iter().map(|&(asked, is_plain)| Lateness {
            asked,
            is_plain,
            has_computed: false,
        }));
        stats
    }

    #[test]
    fn what_went_wrong_in_another_run_is_told_once_and_stops_nothing() {
        let slip = || vec![reply::FORMAT.violated("two blanks")];
        let (mut found, mut stats) = (CaseOutcome::default(), run(&[(3, true)]));
        stats.add_besides(&mut found, slip());
        stats.add_besides(&mut found, slip());
        assert_eq!(found.violations, slip());
        assert!(stats.has_gone_well(&found));
        assert_eq!(stats.besides(&found), slip());
    }

    #[test]
    fn what_broke_off_the_run_after_a_late_one_is_not_lost() {
        let last = CaseOutcome {
            violations: vec![time::TURN.violated("late here"), time::TURN.violated("no answer")],
            ..CaseOutcome::default()
        };
        let mut course = run(&[(7, true)]);
        course.goes_on_after(&last.violations[..1]);
        let before = time::TURN.violated("late before");
        let (found, course) = broken_off(last, course, [before].into_iter(), 9);
        let messages: Vec<&str> = found.violations.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages, ["late before", "no answer"]);
        assert_eq!(course.late_places(&found), [0], "what did not come at all is not late");
        assert!(!course.has_gone_well(&found));
    }

    #[test]
    fn only_what_is_late_in_every_run_comes_again() {
        let mut recurrence = Recurrence::of(&run(&[(3, true), (7, true)]), false);
        recurrence.goes_on(&run(&[(7, false), (9, true)]), false);
        assert_eq!(
            recurrence.in_all,
            [Lateness { asked: 7, is_plain: false, has_computed: false }],
            "once it was a little late"
        );
        recurrence.goes_on(&run(&[]), false);
        assert_eq!((recurrence.in_all.len(), recurrence.late_runs, recurrence.runs), (0, 2, 3));
        assert!(recurrence.told().contains("seen in 2 of 3 runs"), "{}", recurrence.told());
    }

    #[test]
    fn a_run_with_ten_answers_that_were_computed_too_long_needs_no_second_one() {
        let computed = |times, is_plain| {
            let mut stats = SessionStats::default();
            stats.late = vec![Lateness { asked: 7, is_plain, has_computed: true }; times];
            stats
        };
        assert!(has_computed_often(&computed(COMPUTED_AT_ONCE, false), false));
        assert!(!has_computed_often(&computed(COMPUTED_AT_ONCE - 1, true), false));
        assert!(
            !has_computed_often(&computed(COMPUTED_AT_ONCE, false), true),
            "a little late on a crowded machine"
        );
        assert!(has_computed_often(&computed(COMPUTED_AT_ONCE, true), true));
        assert!(
            !has_computed_often(&run(&[(7, true); COMPUTED_AT_ONCE]), false),
            "asleep, or kept from running"
        );
    }

    #[test]
    fn five_late_answers_in_a_row_come_of_no_stall_if_they_come_in_each_run() {
        let frozen = |is_plain| {
            let mut stats = run(&[5_003, 5_004, 5_005, 5_006, 5_007].map(|asked| (asked, is_plain)));
            stats.is_frozen = true;
            stats
        };
        let comes_again = |first: &SessionStats, second: &SessionStats, is_crowded| {
            let mut recurrence = Recurrence::of(first, is_crowded);
            recurrence.goes_on(second, is_crowded);
            recurrence.is_frozen
        };
        assert!(comes_again(&frozen(false), &frozen(true), false));
        assert!(!comes_again(&frozen(false), &frozen(true), true), "a little late on a crowded machine");
        assert!(comes_again(&frozen(true), &frozen(true), true));
        assert!(!comes_again(&frozen(true), &run(&[(5_003, true)]), false));
    }
}
