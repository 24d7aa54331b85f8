//! A start with wrong arguments.

use super::args;
use super::script::Start;
use crate::contest::{CaseOutcome, Unjudged};
use crate::process::Ending;
use crate::run_context::{RunContext, RunError};

/// A start with wrong arguments.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn start(script: &Start, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let conversation = context.converse(&script.args)?;
    let closed = conversation.finish(args::GRACE)?;
    let unjudged = match &closed.finished.ending {
        Ending::Interrupted | Ending::HostTooBusy | Ending::NotStarted(_) => {
            Some(Unjudged::after(&closed.finished.ending))
        }
        _ => None,
    };
    let mut outcome = CaseOutcome { unjudged, ..CaseOutcome::default() };
    outcome.violations.extend(args::judge_invalid(&closed));
    for violation in &mut outcome.violations {
        violation.sent = Some(match script.args.as_slice() {
            [] => "no argument".to_owned(),
            args => format!("arguments: {}", args.join(" ")),
        });
    }
    Ok(outcome)
}
