//! `botspec check --audit`.

use super::output;
use crate::any_judge::AnyJudge;
use crate::audit;
use crate::record::{Audit, Circumstance};
use crate::run_context::{RunContext, RunError};
use crate::scenario::Plan;

/// Puts some positions to the bot again and again. None if there is no bot, or the run was interrupted.
pub(super) fn audit(
    judge: &dyn AnyJudge,
    plan: &Plan,
    context: &RunContext<'_>,
) -> Result<Option<Audit>, RunError> {
    if context.program.is_none() || context.host.is_interrupted() {
        return Ok(None);
    }
    let bar = output::bar_of(Circumstance::ALL.len() as u64 + 1, "circumstances of the audit");
    let progress = |what| {
        bar.set_message(what);
        bar.inc(1);
    };
    let audited = audit::audit(context, &judge.probes(plan), &progress);
    bar.finish_and_clear();
    audited
}
