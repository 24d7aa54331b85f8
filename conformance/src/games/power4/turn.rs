//! One turn on one board, and what is unusual about it.

use botspec_sdk::games::power4::{BoardText, Position, Power4, Team};

use super::at_once::{self, Unknown};
use super::hint::{self, Past};
use super::position::{position, without_books};
use super::script::{Layout, TeamEnd, Turn, Variant};
use super::session::{self, Seen, Session};
use super::trouble::{ANSWERS, ASIDE, is_of_answer, is_trouble, take_slips};
use super::{input, layout, time};
use crate::contest::CaseOutcome;
use crate::control::{Repeated, attribute_despite, by_chance, slow_anyway, told_from_chance};
use crate::file_session::add_once;
use crate::record::{Level, Violation};
use crate::requirement::Requirement;
use crate::run_context::{Observations, RunContext, RunError};
use crate::slip::{self, Slip};

/// One turn on one board.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn turn(
    script: &Turn,
    variant: Variant,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let mut seen = one_turn(script, variant, context)?;
    let notes = at_once::take_notes(&mut seen);
    if seen.violations.is_empty() || (script.layout == Layout::Usual && !script.about_team) {
        seen.violations.extend(notes);
        return Ok(seen);
    }
    let untried = std::mem::take(&mut seen.untried);
    let mut aside = take_slips(&mut seen);
    aside.extend(notes);
    // What excuses no layout: the files are the referee's.
    let changes_input = |violation: &mut Violation| violation.rule == input::UNTOUCHED.id;
    aside.extend(seen.violations.extract_if(.., changes_input));
    let mut found = judge_circumstance(script, variant, seen, context)?;
    add_once(&mut found, CaseOutcome { violations: aside, untried, ..CaseOutcome::default() });
    Ok(found)
}

/// Whether it is the layout or the team number that made trouble, or the bot would have failed anyway.
fn judge_circumstance(
    script: &Turn,
    variant: Variant,
    seen: CaseOutcome,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    if script.layout != Layout::Usual {
        let usual = Turn { layout: Layout::Usual, ..script.clone() };
        let control = plain_turn(&usual, variant, context)?;
        if let Some(slow) = slow_anyway(&time::TURN, context.limit, &seen, &control) {
            return Ok(slow);
        }
        let again = || plain_turn(script, variant, context);
        let without = || plain_turn(&usual, variant, context);
        let told = repeated(&input::LAYOUT, &seen, &control, context, again, without)?;
        if told != Repeated::Steady {
            return Ok(by_chance(&input::LAYOUT, seen, &told));
        }
        let contrast = "with board.txt as usual the same board passes";
        let mut found =
            attribute_despite(&ASIDE, &input::LAYOUT, &super::REQUIREMENTS, seen, control, contrast);
        let slips = slips_of_layout(script);
        for violation in found.violations.iter_mut().filter(|it| it.rule == input::LAYOUT.id) {
            *violation = violation
                .clone()
                .speaking_against(slip::ruled_out(&slips))
                .with_candidates(slip::candidates(slips.clone()));
        }
        return Ok(found);
    }
    // One that answers is served.
    if is_trouble(&seen) { about_team(script, variant, seen, context) } else { Ok(seen) }
}

/// What a bot may stumble over in the board's text.
fn slips_of_layout(script: &Turn) -> Vec<Slip> {
    let text = BoardText::from_bytes(script.board.as_bytes());
    text.map(|text| layout::slips(&script.layout.board(&text))).unwrap_or_default()
}

/// A turn without what is wrong with the way its answer is written, where that can be read.
fn plain_turn(script: &Turn, variant: Variant, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let mut seen = one_turn(script, variant, context)?;
    at_once::take_notes(&mut seen);
    take_slips(&mut seen);
    Ok(seen)
}

/// Whether what went wrong here, and not in the control run, is no chance: see [`told_from_chance`]. Of a rule at level
/// should it is found out once.
fn repeated(
    rule: &'static Requirement,
    seen: &CaseOutcome,
    control: &CaseOutcome,
    context: &RunContext<'_>,
    again: impl FnMut() -> Result<CaseOutcome, RunError>,
    without: impl FnMut() -> Result<CaseOutcome, RunError>,
) -> Result<Repeated, RunError> {
    let differs = control.unjudged.is_none() && !is_trouble(control);
    let observations = context.observations;
    if !differs || observations.is_steady(rule.id) {
        return Ok(Repeated::Steady);
    }
    let told = told_from_chance(&time::TURN, context, seen, control, is_of_answer, again, without)?;
    if told == Some(Repeated::Steady) && rule.level == Level::Should {
        observations.note_steady(rule.id);
    }
    Ok(told.unwrap_or(Repeated::Steady))
}

/// Whether it is `team_no.txt`: then the bot serves with another one.
fn about_team(
    script: &Turn,
    variant: Variant,
    seen: CaseOutcome,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let mut turns = seen.turns;
    let mut last = None;
    let is_unread = seen.cut_short;
    for team in Team::ALL {
        for team_end in [TeamEnd::Bare, TeamEnd::Lf] {
            if (team, team_end) == (script.team, script.team_end) {
                continue;
            }
            let other = Turn { team, team_end, game: None, ..script.clone() };
            let control = plain_turn(&other, variant, context)?;
            turns += control.turns;
            if control.unjudged.is_none() && !is_trouble(&control) {
                if let Some(slow) = slow_anyway(&time::TURN, context.limit, &seen, &control) {
                    return Ok(CaseOutcome { turns, ..slow });
                }
                let again = || plain_turn(script, variant, context);
                let without = || plain_turn(&other, variant, context);
                let told = repeated(&input::TEAM, &seen, &control, context, again, without)?;
                if told != Repeated::Steady {
                    return Ok(CaseOutcome { turns, ..by_chance(&input::TEAM, seen, &told) });
                }
                let end = if team_end == TeamEnd::Bare { "without" } else { "with" };
                let contrast =
                    format!("with team_no.txt holding {team} {end} a line end the same board passes");
                let found =
                    attribute_despite(&ASIDE, &input::TEAM, &super::REQUIREMENTS, seen, control, &contrast);
                session::not_served(context.observations, script.team, script.team_end);
                return Ok(CaseOutcome { turns, ..found });
            }
            last = Some(control);
        }
    }
    if is_unread
        && let Some(rule) = ANSWERS.into_iter().find(|rule| seen.violations.iter().any(|it| it.rule == *rule))
    {
        session::not_read(context.observations, script.team, rule);
    }
    // It fails whatever stands there: that is told by one case, the plainest.
    let plainest = script.team == Team::One && script.team_end == TeamEnd::Bare;
    Ok(match last {
        Some(control) if !plainest => {
            let found = attribute_despite(&ASIDE, &input::TEAM, &super::REQUIREMENTS, seen, control, "");
            CaseOutcome { turns, ..found }
        }
        _ => CaseOutcome { turns, ..seen },
    })
}

fn one_turn(script: &Turn, variant: Variant, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let position = position(script, variant).expect("checked when it was loaded or generated");
    // What no file tells the bot counts as unused.
    let position = if variant == Variant::Memo { position } else { without_books(&position) };
    let mut table = Session::new(context, variant)?.making_known(script.about_team);
    table.layout = script.layout;
    // A case about something else is played with a team number that the bot can read.
    table.team_end = (script.about_team || script.team_end != TeamEnd::Bare).then_some(script.team_end);
    if let Some(stale) = &script.stale {
        table.plant(Power4::OUTPUT_FILE, stale.as_bytes())?;
    }
    for (name, content) in &script.stray {
        table.plant(name, content.as_bytes())?;
    }
    let seen = table.turn(&position, script.stale.is_some())?;
    let mut outcome = hinted(seen, &position, &Past::default(), context.observations);
    at_once::note(&mut outcome, Unknown::GivenAtOnce, variant);
    Ok(outcome)
}

pub(super) fn hinted(
    seen: Seen,
    position: &Position,
    past: &Past,
    observations: &Observations,
) -> CaseOutcome {
    let mut outcome = seen.outcome;
    if let Some(answer) = &seen.answer {
        hint::add(&mut outcome.violations, answer, position, past);
        // Whatever else is wrong with the turn, its drop is right.
        if position.faults(answer).is_empty() {
            hint::ruled_out(answer, position, past).into_iter().for_each(|slip| observations.rule_out(slip));
        }
    }
    outcome
}
