//! How each kind of case is played and judged.

use botspec_sdk::games::linkage::{InputText, Linkage, Position};

use super::id::Misprint;
use super::script::{Circumstance, Identify, Turn};
use super::session::{IDENTIFICATION, Session};
use super::{files, hint, id, input, order, process, skip, time};
use crate::channel::ChangeKind;
use crate::contest::{CaseOutcome, Unjudged};
use crate::control::{Repeated, attribute_despite, by_chance, cut_off, slow_anyway, told_from_chance};
use crate::evidence::excerpt;
use crate::file_session::add_once;
use crate::process::Ending;
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};
use crate::stderr;

/// One run with arguments.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn identify(script: &Identify, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let mut table = Session::new(context, Circumstance::Usual)?;
    if let Some(skipped) = table.pointless(IDENTIFICATION) {
        return Ok(skipped);
    }
    if let Some(stale) = &script.stale {
        table.folder().write(Linkage::ORDER_FILE, stale.as_bytes())?;
    }
    let mut seen = CaseOutcome::default();
    if script.played {
        seen = table.turn(&Position::opening())?.outcome;
        if seen.unjudged.is_some() || is_trouble(&seen) {
            let cut_off = cut_off(&super::REQUIREMENTS, &seen, "before it is asked who it is");
            return Ok(cut_off.unwrap_or(seen));
        }
    }
    add_once(&mut seen, asked(script, &mut table, context)?);
    Ok(seen)
}

/// What it says when it is asked.
fn asked(
    script: &Identify,
    table: &mut Session<'_>,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let opening = Position::opening();
    let (seen, printed, turn) = table.identify(&script.args, script.input.then_some(&opening))?;
    let mut outcome = seen.outcome;
    let Some(printed) = printed else { return Ok(outcome) };
    let plain = script.is_plain();
    let shown = excerpt(&turn.finished.stdout.head);
    let touched = turn.changes.iter().find(|change| change.path == Linkage::ORDER_FILE);
    let wrote_order = touched.is_some();
    let misprint = printed.as_ref().err().copied();
    // With these arguments it says no less than with the plain one.
    let as_always = !plain && misprint.is_some_and(|it| context.observations.blocked_by(it.key()).is_some());
    if let Some(change) = touched.filter(|_| as_always || misprint.is_none()) {
        let did = if change.kind == ChangeKind::Removed { "removed" } else { "wrote" };
        let message = format!("it {did} order.txt although it was only asked who it is");
        outcome.violations.push(complete(id::NO_TURN.violated(message), script, &shown));
    }
    match printed {
        Ok(line) => {
            let lacking = if plain { id::lacks(&line) } else { Vec::new() };
            if !lacking.is_empty() {
                let message = format!("the line lacks {}", lacking.join(", and "));
                outcome.violations.push(complete(id::FIELDS.violated(message), script, &line));
            }
            if plain || id::is_identity(&line) {
                outcome.identity = Some(line);
            } else {
                let (usual, turns) = usual_line(context)?;
                outcome.turns += turns;
                let rule = rule_broken_by(script);
                match usual {
                    Some(usual) if id::is_identity(&usual) => {
                        let message = "its line does not say who it is, and the one for `id` does";
                        outcome.violations.push(complete(rule.violated(message), script, &line));
                    }
                    // It says less than it should for any argument, and may say the same: whatever surrounds that.
                    Some(usual) if !line.contains(usual.as_str()) => {
                        let (again, turns) = usual_line(context)?;
                        outcome.turns += turns;
                        if again.as_ref() == Some(&usual) {
                            let message = format!(
                                "its line is not the one for `id`, which is {}",
                                excerpt(usual.as_bytes())
                            );
                            outcome.violations.push(complete(rule.violated(message), script, &line));
                        }
                    }
                    Some(_) => {}
                    None => outcome.untried.push(rule.untried("what it prints for `id` could not be told")),
                }
            }
        }
        Err(Misprint::Lines(_)) if as_always => {}
        Err(_) if as_always => {
            outcome.unjudged = Some(Unjudged::while_broken(id::ONE_LINE.id));
        }
        Err(misprint) => {
            if plain {
                context.observations.block(misprint.key(), id::ONE_LINE.id);
            }
            let rule = rule_broken_by(script);
            let ending = match turn.finished.ending {
                Ending::Exited(0) => String::new(),
                ref other => format!(" (the process {other})"),
            };
            let mut violation = complete(rule.violated(format!("{misprint}{ending}")), script, &shown);
            if wrote_order && turn.finished.stdout.is_empty() {
                let hint = "it played a turn: any argument, whatever it says, asks who the bot is";
                violation.hint = Some(hint.to_owned());
            } else if turn.finished.stdout.is_empty()
                && let Some(tail) = stderr::tail(&turn.finished.stderr)
            {
                let stray = id::one_line(&turn.finished.stderr.head).is_ok_and(|line| id::is_identity(&line));
                violation.hint = Some(if stray {
                    format!("the line belongs on stdout, and it wrote on stderr: {tail}")
                } else {
                    stderr::hint(&tail)
                });
            }
            // How it failed is told by this rule, with its exit status; that is not a second fault.
            outcome.violations.retain(|other| other.rule != process::EXIT_STATUS.id);
            outcome.cut_short = true;
            outcome.violations.insert(0, violation);
        }
    }
    Ok(outcome)
}

/// The rule that a bot breaks which does not say who it is.
fn rule_broken_by(script: &Identify) -> &'static Requirement {
    if !script.input {
        &id::NO_INPUT
    } else if script.is_plain() || script.stale.is_some() || script.played {
        &id::ONE_LINE
    } else {
        &id::ANY_ARGUMENT
    }
}

/// The line that it prints where nothing is unusual, if that can be told, and how many runs it took.
fn usual_line(context: &RunContext<'_>) -> Result<(Option<String>, u32), RunError> {
    let mut table = Session::new(context, Circumstance::Usual)?;
    let (seen, printed, _) = table.identify(&["id".to_owned()], Some(&Position::opening()))?;
    Ok((printed.and_then(Result::ok), seen.outcome.turns))
}

fn complete(mut violation: Violation, script: &Identify, received: &str) -> Violation {
    violation.sent = Some(format!("arguments: {:?}", script.args));
    violation.received = Some(received.to_owned());
    violation
}

/// One turn on one position. The first cases show how the bot writes its orders.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn turn(script: &Turn, first: bool, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let position = position(&script.input);
    let mut seen = one_turn(script, &position, first, context)?;
    let Some(rule) = rule_of(script.circumstance) else { return Ok(seen) };
    if seen.violations.is_empty() {
        return Ok(seen);
    }
    let slips = slips_of(script, &position, first, &seen, context)?;
    let mut aside = take_slips(&mut seen, slips);
    // What excuses no circumstance: the file is the game runner's.
    let changes_input = |violation: &mut Violation| violation.rule == input::UNTOUCHED.id;
    aside.extend(seen.violations.extract_if(.., changes_input));
    let mut found = judge_circumstance(script, rule, first, slips, seen, context)?;
    add_once(&mut found, CaseOutcome { violations: aside, ..CaseOutcome::default() });
    Ok(found)
}

/// Whether it is the circumstance that made trouble, or the bot would have failed anyway.
fn judge_circumstance(
    script: &Turn,
    rule: &'static Requirement,
    first: bool,
    slips: &[&str],
    seen: CaseOutcome,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let position = position(&script.input);
    let usual = Turn { circumstance: Circumstance::Usual, ..script.clone() };
    let turn = |script: &Turn| plain_turn(script, &position, first, slips, context);
    let control = turn(&usual)?;
    if let Some(slow) = slow_anyway(&time::TURN, context.limit, &seen, &control) {
        return Ok(slow);
    }
    let contrast = contrast_of(script.circumstance);
    if script.circumstance == Circumstance::CrlfNoFinalNewline && went_well(&control) {
        // Two unusual things at once: is it the one that is not asked about?
        let crlf = Turn { circumstance: Circumstance::Crlf, ..script.clone() };
        let crlf = turn(&crlf)?;
        if is_trouble(&crlf) {
            let turns = seen.turns;
            let found =
                attribute_despite(&ASIDE, &input::CRLF, &super::REQUIREMENTS, crlf, control, contrast);
            let reason = "does not apply to a bot for which CRLF line ends alone are trouble".to_owned();
            let unjudged = found.unjudged.or(Some(Unjudged::NotApplicable { reason }));
            return Ok(CaseOutcome { turns: found.turns + turns, unjudged, ..found });
        }
    }
    let (again, without) = (|| turn(script), || turn(&usual));
    if went_well(&control) && !context.observations.is_steady(rule.id) {
        match told_from_chance(&time::TURN, context, &seen, &control, is_of_order, again, without)? {
            Some(Repeated::Steady) => context.observations.note_steady(rule.id),
            Some(other) => return Ok(by_chance(rule, seen, &other)),
            None => {}
        }
    }
    Ok(attribute_despite(&ASIDE, rule, &super::REQUIREMENTS, seen, control, contrast))
}

/// The rules that have nothing to do with the order: whoever breaks one can be judged by all others.
pub(super) const ASIDE: [&str; 5] = [
    process::EXIT_STATUS.id,
    process::TERMINATES.id,
    input::UNTOUCHED.id,
    files::ONE_CACHE.id,
    files::SAME_FOLDER.id,
];

/// The rules about what is chosen, which may be a matter of chance.
const CHOICE: [&str; 6] = [
    order::COLOUR.id,
    order::ADJACENT.id,
    order::VACANT.id,
    order::CLEAR.id,
    skip::FORCED.id,
    skip::UNFORCED.id,
];

fn is_choice(violation: &Violation) -> bool {
    CHOICE.contains(&violation.rule.as_str())
}

/// Whether it is about the order, whatever that was: what may come and go by chance, and soon comes again if not.
pub(super) fn is_of_order(violation: &Violation) -> bool {
    is_choice(violation) || [order::WRITTEN.id, order::FORMAT.id].contains(&violation.rule.as_str())
}

/// Whether there is no order, none that anybody can read, or an illegal one.
pub(super) fn is_trouble(outcome: &CaseOutcome) -> bool {
    outcome.cut_short || outcome.violations.iter().any(is_choice)
}

pub(super) fn went_well(control: &CaseOutcome) -> bool {
    control.unjudged.is_none() && !is_trouble(control)
}

/// The rules about the way an order is written that can be read all the same.
pub(super) const SLIPS: &[&str] = &[order::WRITTEN.id, order::FORMAT.id];

/// Those of them that have nothing to do with where the order stands.
const SLIPS_OF_FORM: &[&str] = &[order::FORMAT.id];

/// Takes out what is wrong with the way an order is written that can be read all the same: it has nothing to do with
/// what is unusual about a case.
pub(super) fn take_slips(outcome: &mut CaseOutcome, slips: &[&str]) -> Vec<Violation> {
    if outcome.cut_short {
        return Vec::new();
    }
    outcome.violations.extract_if(.., |it| slips.contains(&it.rule.as_str())).collect()
}

/// Which of them have nothing to do with what is unusual about this case. Whoever looks for a file beside itself may write it
/// elsewhere, and show its order in some other place, when it is started from there.
fn slips_of(
    script: &Turn,
    position: &Position,
    first: bool,
    seen: &CaseOutcome,
    context: &RunContext<'_>,
) -> Result<&'static [&'static str], RunError> {
    let is_misplaced =
        |seen: &CaseOutcome| !seen.cut_short && seen.violations.iter().any(|it| it.rule == order::WRITTEN.id);
    if script.circumstance != Circumstance::Elsewhere || !is_misplaced(seen) {
        return Ok(SLIPS);
    }
    let usual = Turn { circumstance: Circumstance::Usual, ..script.clone() };
    let as_usual = is_misplaced(&one_turn(&usual, position, first, context)?);
    Ok(if as_usual { SLIPS } else { SLIPS_OF_FORM })
}

/// A turn without these slips.
fn plain_turn(
    script: &Turn,
    position: &Position,
    first: bool,
    slips: &[&str],
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let mut seen = one_turn(script, position, first, context)?;
    take_slips(&mut seen, slips);
    Ok(seen)
}

fn one_turn(
    script: &Turn,
    position: &Position,
    first: bool,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let mut table = Session::new(context, script.circumstance)?.making_known(first);
    if let Some(stale) = &script.stale {
        table.folder().write(Linkage::ORDER_FILE, stale.as_bytes())?;
    }
    if let Some((name, content)) = &script.stray {
        table.folder().write(name, content.as_bytes())?;
    }
    Ok(hint::add(table.turn(position)?, position, None, context.observations))
}

/// The rule that is about a circumstance.
const fn rule_of(circumstance: Circumstance) -> Option<&'static Requirement> {
    match circumstance {
        Circumstance::Usual => None,
        Circumstance::Crlf => Some(&input::CRLF),
        Circumstance::NoFinalNewline | Circumstance::CrlfNoFinalNewline => Some(&input::FINAL_NEWLINE),
        Circumstance::Elsewhere | Circumstance::OddPath | Circumstance::EmptyEnvironment => {
            Some(&process::LOCATION)
        }
    }
}

/// What the control run says of the circumstance, if it goes well.
const fn contrast_of(circumstance: Circumstance) -> &'static str {
    match circumstance {
        Circumstance::OddPath => {
            "this folder's path has blanks and letters beyond ASCII; in another folder the same position passes"
        }
        Circumstance::EmptyEnvironment => {
            "of the environment there was PATH only; with HOME, LANG and the like the same position passes"
        }
        _ => "in the usual circumstances the same position passes",
    }
}

/// The position of a script. Scripts are checked when they are loaded.
fn position(input: &str) -> Position {
    let text = InputText::from_bytes(input.as_bytes()).expect("checked when it was loaded");
    Position::from_setup(&text.into()).expect("checked when it was loaded")
}
