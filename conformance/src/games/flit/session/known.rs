//! What earlier cases have shown of the bot, and what need not be tried any more.

use super::Session;
use crate::contest::CaseOutcome;
use crate::games::flit::{reply, time};
use crate::requirement::Requirement;
use crate::run_context::RunContext;

/// The kind of request, for telling when waiting is of no use any more.
pub(super) const SESSION: &str = "session";

/// The rules that a bot breaks which does not answer.
pub(super) const RULES_OF_SILENCE: [&Requirement; 4] =
    [&reply::ONE_LINE, &reply::FLUSHED, &time::STARTUP, &time::TURN];

/// What the introduction tells the other cases: answers have to be picked out of other lines.
pub(crate) const CHATTY: &str = "picking out answers";

/// The same: what answers mean is plain, although their form is wrong.
pub(super) const MISSPELT: &str = "reading answers as they are";

/// The same: answers have no line ends.
pub(crate) const UNENDED: &str = "telling where answers end";

impl Session<'_> {
    /// A skip, if sessions of this bot could only come to nothing again.
    #[must_use]
    pub(crate) fn pointless(context: &RunContext<'_>) -> Option<CaseOutcome> {
        let observations = context.observations;
        observations.only_overruns(SESSION).then(|| {
            let reason = "the bot stopped answering again and again";
            let by = RULES_OF_SILENCE.into_iter().find(|rule| observations.overruns(rule.id) > 0);
            CaseOutcome::blocked(reason, by.unwrap_or(&reply::ONE_LINE).id)
        })
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
