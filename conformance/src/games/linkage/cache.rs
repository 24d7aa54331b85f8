//! Whether what goes wrong is a matter of the cache.

use botspec_sdk::games::linkage::Position;

use super::play::{ASIDE, SLIPS, is_of_order, is_trouble, take_slips, went_well};
use super::script::Circumstance;
use super::session::Session;
use super::{files, time};
use crate::contest::CaseOutcome;
use crate::control::{Repeated, attribute_despite, by_chance, repeated, slow_anyway};
use crate::kept_files::{Damage, KeptFile, Wording};
use crate::record::{Level, Violation};
use crate::run_context::{RunContext, RunError};
use crate::stderr;

/// What is said of it.
static WORDING: Wording = Wording {
    files_were: "its cache file was",
    foreign: "that of another game",
    other_side: "that of a game as the other side",
    are_they: "is it",
    input: "input.txt",
};

/// Judges a turn that went wrong after this was done to the cache file: that is to blame if the turn goes well with the
/// file as the bot has left it, or else with none at all, unless it goes wrong in a game that leaves the file alone, too.
/// `asked` are the positions of the bot's turns in this game, as it saw them; the files are those that it has found, and
/// those that it had left.
pub(super) fn judge(
    damage: Damage,
    asked: &[Position],
    [found, left]: [&[KeptFile]; 2],
    seen: CaseOutcome,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let Some(position) = asked.last() else { return Ok(seen) };
    let with = |files: &[KeptFile]| -> Result<CaseOutcome, RunError> {
        let mut control = turn_with(files, position, context)?;
        take_slips(&mut control, SLIPS);
        Ok(control)
    };
    let (mut files, mut control) = (left, with(left)?);
    if !went_well(&control) && !left.is_empty() && damage != Damage::Deleted {
        let without = with(&[])?;
        if went_well(&without) {
            let calm = undisturbed(asked, context)?;
            if calm.unjudged.is_none() && is_trouble(&calm) {
                return Ok(seen);
            }
            (files, control) = (&[], without);
        }
    }
    if let Some(slow) = slow_anyway(&time::TURN, context.limit, &seen, &control) {
        return Ok(slow);
    }
    let rule = &files::STALE_CACHE;
    if seen.violations.iter().any(is_of_order)
        && went_well(&control)
        && !context.observations.is_steady(rule.id)
    {
        // How old a file is cannot be had again so easily.
        let again = || if damage == Damage::Aged { Ok(seen.clone()) } else { with(found) };
        match repeated(again, || with(files), is_of_order)? {
            Repeated::Steady => context.observations.note_steady(rule.id),
            other => return Ok(by_chance(rule, seen, &other)),
        }
    }
    let as_usual = if files.is_empty() { "with no cache" } else { "with its cache as the bot has left it" };
    let done = WORDING.done(damage);
    let contrast = format!("{done} before this turn, and {as_usual} the same position passes");
    let mut found = attribute_despite(&ASIDE, rule, &super::REQUIREMENTS, seen, control, &contrast);
    for violation in found.violations.iter_mut().filter(|it| it.rule == rule.id) {
        // What would explain the order explains nothing where another cache leads to another order.
        violation.hint = violation.hint.take().filter(|hint| stderr::told(hint).is_some());
        *violation = violation.clone().with_candidates(WORDING.candidates(damage));
    }
    Ok(found)
}

/// Judges the files that a turn has left which went well after this was done to the cache file. A bot may put the file aside:
/// what it does not do with the file as it had left it is no more than a warning.
pub(super) fn judge_files(
    damage: Damage,
    position: &Position,
    left: &[KeptFile],
    mut seen: CaseOutcome,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let is_of_files =
        |it: &Violation| [files::ONE_CACHE.id, files::SAME_FOLDER.id].contains(&it.rule.as_str());
    if !seen.violations.iter().any(is_of_files) {
        return Ok(seen);
    }
    let control = turn_with(left, position, context)?;
    seen.turns += control.turns;
    let comes_anyway = |it: &Violation| control.violations.iter().any(|other| other.rule == it.rule);
    if control.unjudged.is_none() {
        for violation in seen.violations.iter_mut().filter(|it| is_of_files(it) && !comes_anyway(it)) {
            violation.level = violation.level.max(Level::Should);
            let done = WORDING.done(damage);
            violation
                .message
                .push_str(&format!("; {done} before this turn, and it does not come without that"));
        }
    }
    Ok(seen)
}

/// The turn in a fresh folder with these files.
fn turn_with(
    files: &[KeptFile],
    position: &Position,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let mut table = Session::new(context, Circumstance::Usual)?;
    for (name, bytes) in files {
        table.folder().write(name, bytes)?;
    }
    let seen = table.turn(position)?;
    Ok(seen.outcome)
}

/// The same turns in one folder, with whatever the bot keeps there: the first that goes wrong, or the last one.
fn undisturbed(asked: &[Position], context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let mut table = Session::new(context, Circumstance::Usual)?;
    let mut outcome = CaseOutcome::default();
    for position in asked {
        outcome = table.turn(position)?.outcome;
        if outcome.unjudged.is_some() || is_trouble(&outcome) {
            break;
        }
    }
    Ok(outcome)
}
