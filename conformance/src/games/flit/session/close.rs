//! The end of a session.

use std::time::Duration;

use botspec_sdk::games::flit::{Player, Variant};

use super::silence::BUFFERED;
use super::{RULES_OF_SILENCE, SESSION, Session, State};
use crate::channel::Closed;
use crate::contest::{CaseOutcome, Unjudged};
use crate::evidence::{excerpt, stderr_tail};
use crate::games::flit::script::LineEnds;
use crate::games::flit::time::Pace;
use crate::games::flit::{eof, reply};
use crate::no_answer::PATIENCE;
use crate::process::Ending;
use crate::record::Violation;
use crate::run_context::RunError;

impl Session<'_> {
    /// Ends the conversation. If the end is judged, stdin is closed and the bot has two seconds.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn close(mut self, judged: bool) -> Result<CaseOutcome, RunError> {
        let silent = matches!(self.state, State::Silent | State::Hung);
        // Silence in an unusual situation says nothing of the usual ones.
        if !silent || self.is_usual() {
            self.context.observations.count(SESSION, silent);
            let last = self.seen.violations.last().filter(|_| silent);
            let broken = RULES_OF_SILENCE.iter().find(|rule| last.is_some_and(|last| last.rule == rule.id));
            broken.into_iter().for_each(|rule| self.context.observations.count(rule.id, true));
        }
        self.seen.cut_short |= self.state != State::Open;
        if self.state == State::Gone {
            return self.finish_dead();
        }
        if !judged {
            if self.state == State::Open && self.seen.violations.is_empty() && !self.overheard() {
                self.parts();
            }
            self.conversation.kill()?;
            return Ok(self.seen);
        }
        self.conversation.close_stdin();
        let mut extra = self.extra(b"");
        let said = self.all_that_was_said();
        let prompt = self.prompt(b"(its beginning)");
        // One that was never asked may still be starting.
        let starting = if self.asked == 0 { Pace::Start.time(self.context.limit) } else { Duration::ZERO };
        let closed = self.conversation.finish(eof::GRACE + starting)?;
        if let Some(prompt) = prompt.filter(|_| !closed.late_output.head.contains(&b'\n')) {
            extra = prompt;
        }
        extra.received = Some(excerpt(&closed.late_output.head));
        let mut seen = self.seen;
        if self.state == State::Open && !closed.late_output.is_empty() && seen.violations.is_empty() {
            seen.violations.push(extra);
        }
        if self.state == State::Hung
            && !closed.late_output.is_empty()
            && let Some(hang) = seen.violations.last_mut()
            && hang.rule == reply::ONE_LINE.id
            && said.is_kept_back(self.context, Variant::FIRST_LIMIT + PATIENCE + eof::GRACE)?
        {
            let sent = hang.sent.take();
            let message = "no answer in time; it came when stdin was closed";
            *hang = reply::FLUSHED.violated(message).hint(BUFFERED);
            hang.sent = sent;
            hang.turn = Some(self.asked);
            hang.received = Some(excerpt(&closed.late_output.head));
        }
        seen.violations.extend(eof::judge(&closed, eof::GRACE + starting));
        if closed.finished.ending == Ending::HostTooBusy {
            seen.unjudged.get_or_insert_with(|| Unjudged::after(&closed.finished.ending));
        }
        Ok(seen)
    }

    /// Whether the last request was one that every bot has answered before it comes to anything else.
    fn is_usual(&self) -> bool {
        let plain = self.line_ends == LineEnds::Lf && self.missed == 0;
        plain && self.player() == Player::One && self.position.legal_count() > 0
    }

    /// Says how a process ended that ended by itself.
    fn finish_dead(self) -> Result<CaseOutcome, RunError> {
        let closed = self.conversation.finish(Duration::from_millis(200))?;
        let mut seen = self.seen;
        if let Ending::NotStarted(why) = &closed.finished.ending {
            let reason = format!("the bot could not be started: {why}");
            return Ok(CaseOutcome {
                unjudged: Some(Unjudged::NotStarted { reason }),
                ..CaseOutcome::default()
            });
        }
        if let Some(violation) = seen.violations.last_mut() {
            add_ending(violation, &closed);
        }
        Ok(seen)
    }
}

/// Says how the process ended and what it last wrote on stderr.
fn add_ending(violation: &mut Violation, closed: &Closed) {
    violation.message.push_str(&format!(" (it {})", closed.finished.ending));
    if violation.hint.is_none() {
        violation.hint =
            stderr_tail(&closed.finished.stderr).map(|tail| format!("its stderr ends with: {tail}"));
    }
}
