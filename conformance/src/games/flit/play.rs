//! How each kind of case is played and judged.

use std::time::Duration;

use super::cause::REPEATS;
use super::played::{Played, StartMode, one_game, one_session};
use super::script::{End, Game, LineEnds, Purpose, SessionScript, Step};
use super::session::Session;
use super::stalls::confirmed;
use super::stats::SessionStats;
use super::{at_once, cause, input, reply, time, update};
use crate::contest::{CaseOutcome, Unjudged};
use crate::control::add_new;
use crate::process::HostLoad;
use crate::record::{Level, Violation};
use crate::run_context::{RunContext, RunError};
use crate::timing::{millis, percentile};

/// A long game may take this part of the time that is left.
const SHARE_OF_ENDURANCE: u32 = 6;
/// A timing case that the machine was too busy for is played so often.
const ATTEMPTS: u32 = 3;

/// Updates and requests.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn session(script: &SessionScript, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let indistinct = if script.has_misses() { Session::indistinct(context) } else { None };
    if let Some(skipped) = Session::pointless(context).or(indistinct) {
        return Ok(skipped);
    }
    // With more time for its first answers a bot would not be late again behind a pause. What comes before and after one is a
    // game as any other.
    let second = if script.has_pauses() { StartMode::Cold } else { StartMode::Warm };
    let (seen, stats) = confirmed(script.variant.unwrap_or_default(), context, second, |start_mode| {
        one_session(script, start_mode, context)
    })?;
    let seen = for_updates(script, seen, context)?;
    let (mut found, stats) = if stats.has_gone_well(&seen) {
        (only_stays(script, seen, &stats, context)?, stats)
    } else {
        attributed(&Played::Session(script.clone()), seen, stats, context)?
    };
    found.untried.extend(stats.untried());
    if stats.silence.is_none() {
        Session::confirm_start(&mut found, script.bot, script.variant.unwrap_or_default(), context)?;
    }
    if script.has_bursts() {
        found.violations.iter_mut().for_each(beyond_games);
    }
    Ok(found)
}

/// Puts what was seen down to what explains it, unless it comes of telling a position at once.
fn attributed(
    played: &Played,
    seen: CaseOutcome,
    stats: SessionStats,
    context: &RunContext<'_>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    if let Some(found) = at_once::told_as_game(played, &seen, &stats, context)? {
        return Ok(found);
    }
    Ok((cause::attributed(played, seen, &stats, context)?, stats))
}

/// No game tells so much between two requests. All that is asked of a bot is that it says nothing meanwhile.
fn beyond_games(violation: &mut Violation) {
    if violation.rule != update::SILENT.id && violation.rule != reply::FORMAT.id {
        violation.level = Level::Info;
        violation.message.push_str("; in a game there are never so many updates between two requests");
    }
}

/// That a bot only ever stays when lines end in CR LF.
const ONLY_STAYS: &str = "only stays";

/// A bot that has not understood what it was told of its pieces thinks that it cannot move.
fn only_stays(
    script: &SessionScript,
    seen: CaseOutcome,
    stats: &SessionStats,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    if script.line_ends == LineEnds::Lf || !stats.only_stays() {
        return Ok(seen);
    }
    let usual = SessionScript { line_ends: LineEnds::Lf, ..script.clone() };
    // A bot may stay at random: it is found out once.
    if !context.observations.is_steady(ONLY_STAYS) {
        for _ in 0..REPEATS {
            let (control, usually) = one_session(&usual, StartMode::Cold, context)?;
            let moves =
                usually.has_gone_well(&control) && control.unjudged.is_none() && usually.always_moves();
            if !moves || !one_session(script, StartMode::Cold, context)?.1.only_stays() {
                return Ok(seen);
            }
        }
        context.observations.note_steady(ONLY_STAYS);
    }
    let message = "with CR LF it only ever stays; with LF line ends, in the same session, it moves";
    let mut violations = seen.violations;
    violations.push(input::CRLF.violated(message));
    Ok(CaseOutcome { violations, ..seen })
}

/// A line too many may be for the updates before the request: the same session without its requests tells.
fn for_updates(
    script: &SessionScript,
    mut seen: CaseOutcome,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let too_many =
        |violation: &Violation| violation.rule == reply::ONE_LINE.id && violation.received.is_some();
    let Some(line) = seen.violations.iter().position(too_many) else { return Ok(seen) };
    let mut unasked = SessionScript { end: End::Stopped, ..script.clone() };
    unasked.steps.retain(|step| !matches!(step, Step::Ask | Step::Refuse | Step::Miss));
    unasked.steps.push(Step::Quiet);
    let (control, _) = one_session(&unasked, StartMode::Cold, context)?;
    if let Some(spoke) = control.violations.into_iter().find(|violation| violation.rule == update::SILENT.id)
    {
        seen.violations[line] = spoke;
    }
    Ok(seen)
}

/// A game.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn game(script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    if let Some(skipped) = Session::pointless(context) {
        return Ok(skipped);
    }
    match script.purpose {
        Purpose::Moves => judged_game(script, context),
        Purpose::Endurance => {
            let asked =
                script.turns / u32::try_from(script.variant.unwrap_or_default().players().len()).unwrap_or(1);
            if Session::takes_longer_to_judge(context) {
                let reason =
                    format!("left out: with what this bot prints, {asked} answers take too long to judge");
                return Ok(CaseOutcome::left_out(reason));
            }
            let time = median(context) * asked;
            if !context.has_time_for(time * SHARE_OF_ENDURANCE) {
                let reason = format!(
                    "left out: this game of {asked} answers would take the bot {} s; a longer --max-time leaves room for it",
                    time.as_secs().max(1)
                );
                return Ok(CaseOutcome::left_out(reason));
            }
            judged_game(script, context)
        }
        Purpose::Times => timed_game(script, context),
    }
}

fn judged_game(script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let (seen, stats) = confirmed_game(script, context)?;
    let (mut found, stats) = attributed_game(script, seen, stats, context)?;
    found.untried.extend(stats.untried());
    Ok(found)
}

/// One run of a game, or as many as its late answers need.
fn confirmed_game(script: &Game, context: &RunContext<'_>) -> Result<(CaseOutcome, SessionStats), RunError> {
    confirmed(script.variant.unwrap_or_default(), context, StartMode::Cold, |start_mode| {
        one_game(script, start_mode, context)
    })
}

/// Puts what was seen in a game down to what explains it, a slow start among it.
fn attributed_game(
    script: &Game,
    seen: CaseOutcome,
    stats: SessionStats,
    context: &RunContext<'_>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    let (mut found, stats) = attributed(&Played::Game(script.clone()), seen, stats, context)?;
    if stats.silence.is_none() {
        Session::confirm_start(&mut found, script.bot, script.variant.unwrap_or_default(), context)?;
    }
    Ok((found, stats))
}

/// A game whose times are judged; again if the machine was too busy to tell. Little headroom is blamed only if a second
/// game shows it, too: a quiet machine has slow moments of its own.
fn timed_game(script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let (mut turns, mut short_before) = (0, false);
    let mut besides = Vec::new();
    for _ in 0..ATTEMPTS {
        let load = HostLoad::sample();
        let (mut seen, mut stats) = confirmed_game(script, context)?;
        add_new(&mut besides, stats.besides(&seen));
        stats.add_besides(&mut seen, besides.clone());
        turns += seen.turns;
        seen.turns = turns;
        let late = stats.late_places(&seen).iter().any(|&at| seen.violations[at].level != Level::Info);
        if late || !stats.has_gone_well(&seen) || seen.unjudged.is_some() {
            return Ok(attributed_game(script, seen, stats, context)?.0);
        }
        let short = time::judge_headroom(&seen.elapsed, context.limit);
        let disturbed = seen.elapsed.iter().any(|turn| turn.several && turn.on_busy_machine());
        let undisturbed = !disturbed && !load.is_crowded();
        let sure = short.is_none() || undisturbed && short_before;
        if !stats.doubtful && sure {
            seen.violations.extend(short);
            Session::confirm_start(&mut seen, script.bot, script.variant.unwrap_or_default(), context)?;
            return Ok(seen);
        }
        short_before |= undisturbed && !stats.doubtful;
    }
    let reason = "the machine was too busy to judge the times of the bot".to_owned();
    let unjudged = Some(Unjudged::Inconclusive { reason });
    Ok(CaseOutcome { turns, violations: besides, unjudged, ..CaseOutcome::default() })
}

/// What an answer has taken so far, in the middle.
fn median(context: &RunContext<'_>) -> Duration {
    let mut charged: Vec<f64> =
        context.observations.elapsed().iter().map(|turn| millis(turn.charged)).collect();
    charged.sort_by(f64::total_cmp);
    if charged.is_empty() { Duration::ZERO } else { Duration::from_secs_f64(percentile(&charged, 50) / 1e3) }
}
