//! How a case is played: a session, alone or with others, a game, a start.

use super::circumstance::circumstance;
use super::doubt::{blocker, doubt};
use super::played::Play;
use super::request::Kind;
use super::script::SessionScript;
use super::seen::{Seen, is_broken};
use super::session::{
    Aim, Baseline, Doubt, GIVEN_UP, IdleProcess, STONES, STONES_OF_LARGE_BOARDS, UNSET, colour_key,
};
use super::step::Step;
use super::{args, check_win, init_board, make_move, moves, output, set, sizes, swaps, time};
use crate::contest::{CaseOutcome, Unjudged};
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};

/// The process that sessions of one group share.
#[derive(Debug, Default)]
pub struct SharedProcess {
    kept: Option<IdleProcess>,
    /// Of which group it is.
    group: u32,
    /// The sessions before, in the same process, with the ids of their cases.
    pub(super) before: Vec<(String, SessionScript)>,
    /// In this group one session has disturbed another: each has a process of its own from then on.
    pub(super) disturbed: bool,
}

/// Messages, one after the other.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn session(
    id: &str,
    script: &SessionScript,
    baseline: Baseline,
    shared_process: &mut SharedProcess,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    if let Some(skipped) = blocker(script.colour, context) {
        return Ok(skipped);
    }
    if !script.family.is_empty() && context.observations.only_overruns(script.family) {
        let rule = if script.family == "position" { time::TURN.id } else { time::REPLY.id };
        let reason = "cases of this kind were not answered in time again and again";
        return Ok(CaseOutcome::blocked(reason, rule));
    }
    let resets_broken = context.observations.blocked_by(init_board::RESETS.id).is_some();
    if resets_broken && !script.before.is_empty() {
        return Ok(Unjudged::while_broken(init_board::RESETS.id).into());
    }
    let doubt = doubt(id, script, context);
    if doubt == Some(Doubt::Stones) && !moves(script) && !swaps(script) {
        return Ok(Unjudged::while_broken(set::RECORDED.id).into());
    }
    if shared_process.group != script.group {
        *shared_process = SharedProcess { group: script.group, ..SharedProcess::default() };
    }
    let kept = shared_process.kept.take().filter(|kept| script.group > 0 && kept.colour() == script.colour);
    let shared = kept.is_some();
    if !shared {
        shared_process.before.clear();
    }
    let play = Play { baseline, context, doubt };
    let mut seen = play.run(script, kept, Aim::Verdict)?;
    if shared && seen.has_trouble() && !seen.is_only_slow() {
        seen = play.compare_alone(script, seen, shared_process)?;
    }
    let broken = |seen: &Seen, rule| is_broken(&seen.left.seen, rule);
    let is_unasked = broken(&seen, &output::UNSOLICITED);
    // A line that answers the opponent's swap is read as the next move.
    if is_unasked || swaps(script) && broken(&seen, &make_move::SWAP_TIMING) {
        // Once more, with open ears behind each message: then it is known which one it follows.
        let again = play.run(&attentive(script), None, Aim::Control)?;
        let tells_more = if broken(&again, &output::UNSOLICITED) {
            !is_unasked || baseline != Baseline::Known
        } else {
            is_unasked && broken(&again, &set::OCCUPIED)
        };
        if tells_more {
            seen = again;
        }
    }
    shared_process.before.push((id.to_owned(), script.clone()));
    shared_process.kept = if script.group > 0 && !resets_broken && !shared_process.disturbed {
        seen.left.kept.take()
    } else {
        None
    };
    let blocks = std::mem::take(&mut seen.left.findings.blocks);
    let (hung, mut given_up) = (seen.left.findings.hung, seen.left.findings.given_up.clone());
    let may_come = given_up.as_ref().is_none_or(|given_up| given_up.may_come);
    let mut outcome = match circumstance(script) {
        Some(rule) if seen.has_trouble() && !seen.is_only_slow() => play.without(rule, script, seen)?,
        None if hung.is_some() || !may_come => play.on_another_size(script, seen)?,
        _ => seen.left.seen,
    };
    // What only follows from something else says nothing about how long answers take.
    let slow = hung.filter(|_| outcome.violations.iter().any(time::is_about));
    given_up = given_up.filter(|_| outcome.violations.is_empty());
    let silent =
        [Kind::CheckWin, Kind::ShowBoard].iter().any(|kind| context.observations.overruns(kind.name()) > 0);
    if given_up.is_some() && !may_come && silent {
        // It is no wonder any more, and nothing to wait for.
        let rule = time::REPLY.id;
        let reason = format!("the bot has stopped responding: {rule} is broken");
        outcome.unjudged = Some(Unjudged::Blocked { reason, by: rule });
        given_up = None;
    }
    if let Some(kind) = slow {
        context.observations.count(kind.name(), true);
    }
    if !script.family.is_empty() {
        context.observations.count(script.family, slow.is_some());
    }
    if let Some(given_up) = given_up {
        // The last one is this case itself.
        let behind = shared_process.before.split_last().map(|(_, before)| before).unwrap_or_default();
        let behind = behind.iter().map(|(id, _)| id.clone()).collect();
        given_up.remember(id, behind, context.observations);
        if baseline != Baseline::Known {
            context.observations.block(GIVEN_UP, time::TURN.id);
        }
    }
    if baseline != Baseline::Known {
        remember(script, &blocks, &outcome, context);
    }
    Ok(outcome)
}

/// What the first cases show that others rely on.
fn remember(
    script: &SessionScript,
    what_is_lost: &[(&'static str, &'static str)],
    outcome: &CaseOutcome,
    context: &RunContext<'_>,
) {
    for &(what, rule) in what_is_lost {
        context.observations.block(what, rule);
    }
    let broken = |rule: &Requirement| is_broken(outcome, rule);
    if broken(&args::COLOUR) {
        context.observations.block(colour_key(script.colour), args::COLOUR.id);
    }
    for rule in [&init_board::RESETS, &check_win::VALUE].into_iter().filter(|rule| broken(rule)) {
        context.observations.block(rule.id, rule.id);
    }
    let lost = [STONES, STONES_OF_LARGE_BOARDS, UNSET];
    if broken(&set::RECORDED) && !what_is_lost.iter().any(|(key, _)| lost.contains(key)) {
        let boards = if script.is_large() { STONES_OF_LARGE_BOARDS } else { STONES };
        context.observations.block(boards, set::RECORDED.id);
    }
    if broken(&init_board::SIZES) {
        sizes::remember(script, context);
    }
}

/// The same session with a short wait behind each message that is not answered.
fn attentive(script: &SessionScript) -> SessionScript {
    let listening = |steps: &[Step]| {
        let waits = |step: &Step| matches!(step, Step::Say(message) if !message.has_answer());
        let pair = |step: &Step| [Some(step.clone()), waits(step).then_some(Step::Listen(None))];
        [Step::Listen(None)].into_iter().chain(steps.iter().flat_map(pair).flatten()).collect()
    };
    SessionScript { before: script.before.clone(), steps: listening(&script.steps), ..script.clone() }
}
