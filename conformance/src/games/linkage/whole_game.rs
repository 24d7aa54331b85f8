//! Whole games in one folder.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Order, Position};
use botspec_sdk::random::Random;

use super::play::is_trouble;
use super::script::{Circumstance, Game};
use super::session::{Session, as_the_bot_sees};
use super::{cache, files, hint, process};
use crate::contest::{CaseOutcome, Unjudged};
use crate::control::cut_off;
use crate::file_session::add_once;
use crate::kept_files::{Damage, KeptFile, kept_files};
use crate::run_context::{RunContext, RunError};

/// A slow bot that has left no cache after so many turns in one folder keeps none: it has no time for a whole game.
const ENOUGH: usize = 4;

/// A whole game.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn game(script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    if script.cache == Damage::None {
        return whole_game(script, &[], context).map(|(seen, _)| seen);
    }
    // A first game shows whether the bot keeps a cache at all, and yields the foreign ones.
    let side = if script.cache == Damage::OtherSide { script.side.other() } else { script.side };
    let seed = script.seed.wrapping_add(1);
    let other = Game { cache: Damage::None, side, seed, ..script.clone() };
    let (mut seen, foreign) = whole_game(&other, &[], context)?;
    let keeps_none = foreign.iter().all(Vec::is_empty);
    if keeps_none && foreign.len() >= ENOUGH && matches!(seen.unjudged, Some(Unjudged::LeftOut { .. })) {
        let reason = format!("the bot keeps no cache file: it left none in {} turns", foreign.len());
        seen.unjudged = Some(Unjudged::NotApplicable { reason });
        return Ok(seen);
    }
    if seen.unjudged.is_some() || is_trouble(&seen) {
        let cut_off = cut_off(&super::REQUIREMENTS, &seen, "with its cache intact");
        return Ok(cut_off.unwrap_or(seen));
    }
    if keeps_none {
        let reason = "the bot keeps no cache file: there is nothing to damage".to_owned();
        seen.unjudged = Some(Unjudged::NotApplicable { reason });
        return Ok(seen);
    }
    let (damaged, _) = whole_game(script, &foreign, context)?;
    if damaged.unjudged.is_none() && damaged.violations.is_empty() {
        script.cache.note_withstood(context.observations);
    }
    add_once(&mut seen, damaged);
    Ok(seen)
}

/// Plays a game in one folder and returns what was seen, each rule once, with the cache files after each of the
/// bot's turns.
fn whole_game(
    script: &Game,
    foreign: &[Vec<KeptFile>],
    context: &RunContext<'_>,
) -> Result<(CaseOutcome, Vec<Vec<KeptFile>>), RunError> {
    let mut table = Session::new(context, Circumstance::Usual)?;
    let mut random = Random::seeded(script.seed);
    let mut total = CaseOutcome::default();
    let mut caches = Vec::new();
    let mut asked = Vec::new();
    let mut position = script.start().expect("checked when it was loaded");
    let mut previous: Option<Position> = None;
    while position.outcome().is_none() {
        if position.side() != script.side {
            let order = script.partner.choose(&position, &mut random);
            position = position.play_unchecked(order);
            continue;
        }
        let is_changed = table.inflict(script.cache, foreign, caches.len());
        let found = if is_changed { table.lying() } else { Vec::new() };
        let shown = as_the_bot_sees(&position);
        let seen = table.turn(&shown)?;
        asked.push(shown);
        let order = seen.answer;
        let usable = seen.usable;
        let mut outcome = hint::add(seen, &position, previous.as_ref(), context.observations);
        // They lie there until the game ends, whatever they came of.
        let is_told = total.violations.iter().any(|it| it.rule == files::ONE_CACHE.id);
        outcome.violations.retain(|it| !(is_told && it.rule == files::ONE_CACHE.id));
        if is_changed {
            let left = caches.last().map_or(&[][..], Vec::as_slice);
            outcome = if is_trouble(&outcome) {
                cache::judge(script.cache, &asked, [&found, left], outcome, context)?
            } else {
                cache::judge_files(script.cache, &shown, left, outcome, context)?
            };
        }
        // What is left behind is given a moment in every turn: one is enough.
        let stop = outcome.violations.iter().any(|it| it.rule == process::TERMINATES.id);
        add_once(&mut total, outcome);
        if total.unjudged.is_some() || !usable || stop {
            break;
        }
        let names = table.extra_files();
        caches.push(kept_files(table.folder(), names));
        let Some(order) = order.and_then(|order| Order::try_from(order).ok()) else { break };
        previous = Some(position);
        position = match position.play(order) {
            Ok(next) => next,
            Err(_) => break,
        };
    }
    Ok((total, caches))
}
