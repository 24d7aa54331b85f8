//! A start with wrong arguments.

use botspec_sdk::games::hex::Colour;

use super::script::Start;
use super::{args, time};
use crate::channel::{Answer, How};
use crate::contest::{CaseOutcome, Unjudged};
use crate::ending;
use crate::process::{Ending, Limit};
use crate::run_context::{Observations, RunContext, RunError};

/// For remembering that the bot ends whatever its argument is.
const ENDS_ANYWAY: &str = "an end with a colour";
/// For remembering whether it takes longer to start than it was waited for.
const STARTS_SLOWLY: &str = "a start with a colour";
/// The key under which starts are counted that take longer than an answer may take.
const SLOW_START: &str = "hex: slow start";

/// What a bot that is well answers.
const FIRST_WORDS: &[u8] = b"init_board 3\ncheck_win\n";

/// A start with wrong arguments.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn start(script: &Start, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let mut grace = args::GRACE;
    let mut closed = context.converse(&script.args)?.finish(grace)?;
    if closed.how != How::ByItself
        && !ending::is_excused(&closed.finished.ending)
        && is_known_as_slow(context)?
    {
        grace = time::START;
        closed = context.converse(&script.args)?.finish(grace)?;
    }
    let unjudged = match &closed.finished.ending {
        Ending::Interrupted | Ending::HostTooBusy | Ending::NotStarted(_) => {
            Some(Unjudged::after(&closed.finished.ending))
        }
        _ => None,
    };
    let mut outcome = CaseOutcome { unjudged, ..CaseOutcome::default() };
    outcome.violations.extend(args::judge_invalid(&closed, grace));
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
    let answer = conversation.ask(FIRST_WORDS, &Limit::new(args::GRACE));
    conversation.kill()?;
    let ends = matches!(answer, Answer::Ended { .. });
    Ok(ends.then(|| "it ends before it answers anything with the argument black, too".to_owned()))
}

/// Whether the bot takes long to start, which is found out if no case has shown it.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn is_known_as_slow(context: &RunContext<'_>) -> Result<bool, RunError> {
    Ok(is_slow(context.observations)
        || context.observations.settled(STARTS_SLOWLY, || starts_slowly(context))?.is_some())
}

/// Whether the bot, started with a colour, takes longer to start than other answers may take.
fn starts_slowly(context: &RunContext<'_>) -> Result<Option<String>, RunError> {
    let mut conversation = context.converse(&[Colour::Black.to_string()])?;
    let mut answer = conversation.ask(FIRST_WORDS, &Limit::new(args::GRACE));
    let is_late = matches!(answer, Answer::Overrun { .. });
    if is_late {
        answer = conversation.wait_line(&Limit::new(time::START));
    }
    conversation.kill()?;
    if !is_late || !matches!(answer, Answer::Line(_)) {
        return Ok(None);
    }
    note_slow(context.observations);
    Ok(Some("it takes longer to start than other answers may take".to_owned()))
}

/// Notes that the bot takes long to start.
pub(super) fn note_slow(observations: &Observations) {
    observations.count(SLOW_START, false);
}

/// Whether the bot is known to take long to start.
pub(super) fn is_slow(observations: &Observations) -> bool {
    observations.in_time(SLOW_START) > 0
}
