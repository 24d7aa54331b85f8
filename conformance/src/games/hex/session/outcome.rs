//! What is left of a session.

use std::time::Duration;

use botspec_sdk::games::hex::Message;

use super::IdleProcess;
use super::known::{GIVEN_UP, GIVEN_UP_ON_TINY};
use crate::contest::CaseOutcome;
use crate::games::hex::make_move;
use crate::games::hex::request::Kind;
use crate::record::Violation;
use crate::run_context::{self, Observations};

/// What is left of a session.
pub(crate) struct SessionOutcome {
    /// What it showed.
    pub(crate) seen: CaseOutcome,
    /// What it showed that is no verdict.
    pub(crate) findings: Findings,
    /// The process, if it can go on.
    pub(crate) kept: Option<IdleProcess>,
    /// How many requests there were.
    pub(crate) asked: u32,
}

/// What a session shows besides violations.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// What cannot be used any more, as far as this session shows, with the broken rule.
    pub(crate) blocks: Vec<(&'static str, &'static str)>,
    /// An answer that was not waited for until the limit: what could be seen until then.
    pub(crate) given_up: Option<GivenUp>,
    /// The longest time that an answer took.
    pub(crate) slowest: Duration,
    /// What was not answered in time.
    pub(crate) hung: Option<Kind>,
    /// The rule of the message that the bot has died of, where another process has shown which it is.
    pub(crate) proven: Option<&'static str>,
    /// What leads to the position in which something went wrong first, where the bot's own moves do, and the request.
    pub(crate) retold: Option<Vec<Message>>,
    /// Whether the bot has ended instead of answering.
    pub(crate) died: bool,
    /// At which request something went wrong first, or could not be judged any more.
    pub(crate) trouble_at: Option<u32>,
}

/// An answer that was not waited for until the limit.
#[derive(Debug, Clone)]
pub(crate) struct GivenUp {
    /// What could be seen until then.
    pub(crate) violation: Violation,
    /// Whether the bot may be at work on it: then nobody knows whether it would have come in time.
    pub(crate) may_come: bool,
}

impl GivenUp {
    /// Notes it, so that the limit is waited for at the end, behind these cases.
    pub(crate) fn remember(&self, case: &str, behind: Vec<String>, observations: &Observations) {
        // One that has no trouble on larger boards is asked for its moves there.
        let is_tiny = self.violation.rule == make_move::TINY.id;
        observations.count(if is_tiny { GIVEN_UP_ON_TINY } else { GIVEN_UP }, true);
        observations.gave_up(case, run_context::GivenUp { level: self.violation.level, behind });
    }
}
