//! A start with wrong arguments.

use botspec_sdk::games::hex::Colour;

use super::args;
use super::script::Start;
use crate::channel::Answer;
use crate::contest::{CaseOutcome, Unjudged};
use crate::process::{Ending, Limit};
use crate::run_context::{RunContext, RunError};

/// For remembering that the bot ends whatever its argument is.
const ENDS_ANYWAY: &str = "an end with a colour";

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
    if outcome.unjudged.is_none()
        && let Some(reason) = context.observations.settled(ENDS_ANYWAY, || ends_anyway(context))?
    {
        outcome.unjudged = Some(Unjudged::NotTried { reason });
    }
    for violation in &mut outcome.violations {
        violation.sent = Some(match script.args.as_slice() {
            [] => "no argument".to_owned(),
            args => format!("arguments: {}", args.join(" ")),
        });
    }
    Ok(outcome)
}

/// Whether the bot ends with a colour, too: then its end says nothing of other words.
fn ends_anyway(context: &RunContext<'_>) -> Result<Option<String>, RunError> {
    let mut conversation = context.converse(&[Colour::Black.to_string()])?;
    let answer = conversation.ask(b"init_board 3\ncheck_win\n", &Limit::new(args::GRACE));
    conversation.kill()?;
    let ends = matches!(answer, Answer::Ended { .. });
    Ok(ends.then(|| "it ends before it answers anything with the argument black, too".to_owned()))
}
