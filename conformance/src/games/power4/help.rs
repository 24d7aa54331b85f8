//! Whether what goes wrong is a matter of the help files.

use botspec_sdk::games::power4::Position;

use super::script::Variant;
use super::session::Session;
use super::trouble::{BOOKS, FORM, is_of};
use super::{files, process, set, time};
use crate::contest::CaseOutcome;
use crate::kept_files::{Damage, KeptFile, Wording};
use crate::record::{Level, Violation};
use crate::run_context::{RunContext, RunError};
use crate::stderr;

/// What is said of them.
static WORDING: Wording = Wording {
    files_were: "its help files were",
    foreign: "those of another match",
    other_side: "those of a match as the other team",
    are_they: "are they",
    input: "board.txt",
};

/// So often a turn is taken again before anything is put down to what was done to the files.
const CONTROLS: u32 = 3;

/// So often it is taken with what was done, for the same to come again: a bot that errs at random hardly does.
const REPEATS: u32 = 6;

/// Judges a turn after this was done to the help files: what goes wrong in it, and not with the files as the bot has
/// left them, comes of that. That they are gone, or another match's when a set begins, can come about in the contest; that
/// somebody damages or exchanges them in the middle of a set cannot, so that it is no more than a warning. The files are those
/// that the bot has found, and those that it had left.
pub(super) fn judge(
    damage: Damage,
    position: &Position,
    [found, left]: [&[KeptFile]; 2],
    variant: Variant,
    mut seen: CaseOutcome,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let others = [time::TURN.id, process::TERMINATES.id, files::COUNT.id, files::LOCATION.id];
    let may_come_of_it = [&FORM[..], &others].concat();
    if !seen.violations.iter().any(|it| is_of(&may_come_of_it, it)) {
        return Ok(seen);
    }
    let turn_with = |files: &[KeptFile]| -> Result<CaseOutcome, RunError> {
        let mut table = Session::new(context, variant)?;
        for (name, bytes) in files {
            table.folder().write(name, bytes)?;
        }
        Ok(table.turn(position, false)?.outcome)
    };
    let mut control = CaseOutcome::default();
    for _ in 0..CONTROLS {
        control.extend(turn_with(left)?);
        if control.unjudged.is_some() || !control.violations.is_empty() {
            break;
        }
    }
    let broken_by = |outcome: &CaseOutcome, rule: &str| outcome.violations.iter().any(|it| it.rule == rule);
    let comes_of_it = |it: &Violation| is_of(&may_come_of_it, it) && !broken_by(&control, &it.rule);
    let mut again = CaseOutcome::default();
    // How old a file is cannot be had again so easily.
    if damage == Damage::Aged {
        again.violations.clone_from(&seen.violations);
    }
    for _ in 0..REPEATS {
        let comes_again = |it: &Violation| broken_by(&again, &it.rule);
        if again.unjudged.is_some() || seen.violations.iter().filter(|it| comes_of_it(it)).all(comes_again) {
            break;
        }
        again.extend(turn_with(found)?);
    }
    seen.turns += control.turns + again.turns;
    let cannot_tell = control.unjudged.is_some() || again.unjudged.is_some();
    let comes_about = match damage {
        Damage::Foreign | Damage::OtherSide => set::may_be_new(position.board()),
        _ => !damage.breaks_files(),
    };
    let done = WORDING.done(damage);
    let as_usual = if left.is_empty() { "without any" } else { "with them as the bot has left them" };
    for violation in seen.violations.iter_mut().filter(|it| comes_of_it(it)) {
        if again.unjudged.is_none() && !broken_by(&again, &violation.rule) {
            continue;
        }
        if !comes_about {
            violation.level = violation.level.max(Level::Should);
        }
        if cannot_tell {
            let undecided = format!(
                "; {done} before this turn, and whether that is why could not be told by a run without"
            );
            violation.message.push_str(&undecided);
            continue;
        }
        violation
            .message
            .push_str(&format!("; {done} before this turn, and {as_usual} the same board passes"));
        // What would explain the answer explains nothing where other files lead to another answer.
        violation.candidates.clear();
        violation.hint = violation.hint.take().filter(|hint| stderr::told(hint).is_some());
        *violation = violation.clone().with_candidates(WORDING.candidates(damage));
    }
    if let Some(unjudged) = control.unjudged.or(again.unjudged) {
        seen.unjudged.get_or_insert(unjudged);
    }
    Ok(seen)
}

/// Says of a bot that has lost its books with older files, and not in the same match with files as they are, that it
/// is about their age.
pub(super) fn tell_of_age(aged: &mut CaseOutcome, as_they_are: &CaseOutcome) {
    if as_they_are.unjudged.is_some() {
        return;
    }
    let broken = |rule: &str| as_they_are.violations.iter().any(|it| it.rule == rule);
    for violation in aged.violations.iter_mut().filter(|it| is_of(&BOOKS, it) && !broken(&it.rule)) {
        let done = WORDING.done(Damage::Aged);
        violation.message.push_str(&format!("; {done} before each turn, and without that the set goes well"));
        violation.hint = None;
        violation.candidates.clear();
        *violation = violation.clone().with_candidates(WORDING.candidates(Damage::Aged));
    }
}
