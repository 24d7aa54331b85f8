//! A first answer that comes late: whether that comes again.

use botspec_sdk::games::flit::{Board, Player, Position, Variant, draw};
use botspec_sdk::random::Random;

use super::Session;
use crate::contest::CaseOutcome;
use crate::games::flit::script::LineEnds;
use crate::games::flit::time;
use crate::record::{Level, Violation};
use crate::run_context::{RunContext, RunError};

/// For counting the slow starts that came again.
const SLOW_START: &str = "slow start";

impl Session<'_> {
    /// Starts another process as the same bot, and asks it once: whether its first answer is late, too.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    fn starts_late_again(bot: Player, variant: Variant, context: &RunContext<'_>) -> Result<bool, RunError> {
        let mut table = Session::open(context, Position::new(Board::empty(variant), bot), LineEnds::Lf)?;
        let (_, start) = draw::start(variant, &mut Random::seeded(1));
        table.tell(&start);
        let late = table.ask_line().is_none() || table.noted.iter().any(|rule| rule == time::STARTUP.id);
        table.close(false)?;
        Ok(late)
    }

    /// A first answer that comes too late is held against a bot only if it starts slowly again: a busy disk is no fault
    /// of its own.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn confirm_start(
        seen: &mut CaseOutcome,
        bot: Player,
        variant: Variant,
        context: &RunContext<'_>,
    ) -> Result<(), RunError> {
        let late = |it: &&mut Violation| it.rule == time::STARTUP.id && it.level != Level::Info;
        let Some(late) = seen.violations.iter_mut().find(late) else { return Ok(()) };
        if context.observations.overruns(SLOW_START) > 0 {
            return Ok(());
        }
        if Self::starts_late_again(bot, variant, context)? {
            context.observations.count(SLOW_START, true);
        } else {
            late.level = Level::Info;
            late.message.push_str("; another process was in time: the machine may be to blame");
        }
        Ok(())
    }
}
