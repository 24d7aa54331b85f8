//! What earlier cases have shown of the bot, and what need not be tried any more.

use super::Session;
use crate::contest::CaseOutcome;
use crate::games::flit::{reply, time};
use crate::requirement::Requirement;
use crate::run_context::RunContext;

/// Sessions by whether their first request was answered, for telling when waiting is of no use any more.
pub(super) const FIRST_ANSWER: &str = "session";

/// The others by whether the bot answered to their end.
pub(super) const LATER_ANSWERS: &str = "rest of a session";

/// The rules that a bot breaks which does not answer.
pub(super) const RULES_OF_SILENCE: [&Requirement; 4] =
    [&reply::ONE_LINE, &reply::FLUSHED, &time::STARTUP, &time::TURN];

/// What the introduction tells the other cases: answers have to be picked out of other lines.
pub(crate) const CHATTY: &str = "picking out answers";

/// The same: what answers mean is plain, although their form is wrong.
pub(super) const MISSPELT: &str = "reading answers as they are";

/// The same: answers have no line ends.
pub(crate) const UNENDED: &str = "telling where answers end";

/// What has been found out of a bot that is told of positions as of a game, as it errs where they are told at once.
pub(crate) const GAMES_ONLY: &str = "positions told at once";

impl Session<'_> {
    /// A skip, if sessions of this bot could only come to nothing again.
    #[must_use]
    pub(crate) fn pointless(context: &RunContext<'_>) -> Option<CaseOutcome> {
        let observations = context.observations;
        observations.only_overruns(FIRST_ANSWER).then(|| {
            let reason = "the bot did not answer again and again";
            CaseOutcome::blocked(reason, rule_of_silence(context).id)
        })
    }

    /// Whether this bot is told of positions as of a game.
    #[must_use]
    pub(crate) fn takes_games_only(&self) -> bool {
        self.stream.context.observations.is_known(GAMES_ONLY)
    }

    /// The rule that a bot breaks which falls silent in session after session. What it answers before is judged; that it
    /// falls silent need not be proved each time.
    #[must_use]
    pub(super) fn falls_silent(context: &RunContext<'_>) -> Option<&'static str> {
        context.observations.only_overruns(LATER_ANSWERS).then(|| rule_of_silence(context).id)
    }

    /// A gap, if the answers to several requests cannot be told from what else this bot writes.
    #[must_use]
    pub(crate) fn indistinct(context: &RunContext<'_>) -> Option<CaseOutcome> {
        let rule =
            context.observations.blocked_by(CHATTY).or_else(|| context.observations.blocked_by(UNENDED))?;
        let reason =
            format!("cannot be judged: which lines answer which requests is not known, as {rule} is broken");
        Some(CaseOutcome::blocked(reason, rule))
    }

    /// Whether each answer of this bot costs more time than that of another.
    #[must_use]
    pub(crate) fn takes_longer_to_judge(context: &RunContext<'_>) -> bool {
        context.observations.blocked_by(CHATTY).is_some()
            || context.observations.blocked_by(UNENDED).is_some()
    }
}

/// The rule that the bot has been seen to break by its silence.
fn rule_of_silence(context: &RunContext<'_>) -> &'static Requirement {
    let seen = RULES_OF_SILENCE.into_iter().find(|rule| context.observations.noted(rule.id) > 0);
    seen.unwrap_or(&reply::ONE_LINE)
}
