//! The end of a session.

use std::time::Duration;

use botspec_sdk::games::flit::{Player, Variant};

use super::Session;
use super::known::{FIRST_ANSWER, LATER_ANSWERS, RULES_OF_SILENCE};
use super::silence::replay;
use crate::channel::Closed;
use crate::contest::{CaseOutcome, Unjudged};
use crate::ending::{self, fallen_silent};
use crate::evidence::excerpt;
use crate::games::flit::script::LineEnds;
use crate::games::flit::time::Pace;
use crate::games::flit::{eof, reply};
use crate::no_answer::{self, PATIENCE};
use crate::process::Ending;
use crate::record::{Level, Violation};
use crate::run_context::RunError;
use crate::stderr;
use crate::stream_session::{Proof, Release, SessionState};

/// That a bot says something when its input ends, and not before.
const AT_THE_END: &str = "at the end of its input";

impl Session<'_> {
    /// Ends the process, and says nothing of it to other cases.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn abandon(mut self) -> Result<CaseOutcome, RunError> {
        self.stream.kill()?;
        Ok(self.stream.seen)
    }

    /// Ends the conversation. If the end is judged, stdin is closed and the bot has two seconds.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn close(mut self, judged: bool) -> Result<CaseOutcome, RunError> {
        let silent = matches!(self.stream.state(), SessionState::Silent | SessionState::Hung);
        // Silence in an unusual situation says nothing of the usual ones.
        if !silent || self.is_usual() {
            let answered = self.stream.asked > u32::from(silent);
            self.stream.context.observations.count(FIRST_ANSWER, !answered && silent);
            if answered {
                self.stream.context.observations.count(LATER_ANSWERS, silent);
            }
            let last = self.stream.seen.violations.last().filter(|_| silent);
            let broken = RULES_OF_SILENCE.iter().find(|rule| last.is_some_and(|last| last.rule == rule.id));
            broken.into_iter().for_each(|rule| self.stream.context.observations.count(rule.id, true));
        }
        self.stream.seen.cut_short |= !self.stream.is_open() || self.is_frozen();
        if self.stream.state() == SessionState::Gone {
            return self.finish_dead();
        }
        if !judged {
            if self.stream.is_open() && self.stream.seen.violations.is_empty() && !self.overheard() {
                self.parts();
            }
            let closed = self.stream.kill()?;
            return Ok(explained(self.stream.seen, silent, closed.as_ref()));
        }
        // What has happened since its last turn the bot is told before its input ends.
        self.flush();
        self.stream.close_stdin();
        let mut extra = self.extra(b"");
        let (said, proof) = (replay(&self.stream), self.proof(Variant::FIRST_LIMIT + PATIENCE + eof::GRACE));
        let (asked, at_the_end) = (self.stream.asked, Proof { key: AT_THE_END, ..self.proof(eof::GRACE) });
        let prompt = self.prompt(b"(its beginning)");
        // One that was never asked may still be starting.
        let starting =
            if self.stream.asked == 0 { Pace::Start.time(self.stream.context.limit) } else { Duration::ZERO };
        let Some(closed) = self.stream.finish(eof::GRACE + starting)? else { return Ok(self.stream.seen) };
        let prompt = prompt.filter(|_| !closed.late_output.head.contains(&b'\n'));
        let is_prompt = prompt.is_some();
        extra = prompt.unwrap_or(extra);
        extra.received = Some(excerpt(&closed.late_output.head));
        let (open, hung) = (self.stream.is_open(), self.stream.state() == SessionState::Hung);
        // What a bot says to half a message is its own affair.
        let may_speak = self.has_half;
        let mut seen = explained(self.stream.seen, silent, Some(&closed));
        if open && !may_speak && !closed.late_output.is_empty() && seen.violations.is_empty() {
            let all = said.clone().with_answers(asked as usize);
            if !is_prompt && all.is_kept_back(&at_the_end, self.stream.context)? {
                // The game is over, and nobody reads it any more.
                extra.level = Level::Should;
                extra.message.push_str("; it comes when its input has ended, and not before");
            }
            seen.violations.push(extra);
        }
        if hung
            && !closed.late_output.is_empty()
            && let Some(hang) = seen.violations.last_mut()
            && hang.rule == reply::ONE_LINE.id
            && said.is_kept_back(&proof, self.stream.context)?
        {
            let sent = hang.sent.take();
            let message = "no answer in time; it came when stdin was closed";
            *hang = reply::FLUSHED.violated(message).hint(Release::ByEnd.hint());
            hang.sent = sent;
            hang.turn = Some(self.stream.asked);
            hang.received = Some(excerpt(&closed.late_output.head));
        }
        let mut of_the_end = eof::judge(&closed, eof::GRACE + starting);
        if self.has_half {
            // No referee ends the input in the middle of a message.
            of_the_end.iter_mut().for_each(|it| it.level = Level::Info);
        }
        seen.untried.extend(ending::doubt(&eof::TERMINATES, eof::GRACE, closed.took, &of_the_end));
        seen.violations.extend(of_the_end);
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
    fn finish_dead(mut self) -> Result<CaseOutcome, RunError> {
        let Some(closed) = self.stream.finish(Duration::from_millis(200))? else {
            return Ok(self.stream.seen);
        };
        let paused = self.stream.paused;
        let mut seen = self.stream.seen;
        if let Ending::NotStarted(why) = &closed.finished.ending {
            let reason = format!("the bot could not be started: {why}");
            return Ok(CaseOutcome {
                unjudged: Some(Unjudged::NotStarted { reason }),
                ..CaseOutcome::default()
            });
        }
        if let Some(violation) = seen.violations.last_mut() {
            add_ending(violation, &closed);
            violation.hint = violation.hint.take().or_else(|| no_answer::after_a_pause(paused));
        }
        Ok(seen)
    }
}

/// With what the bot has logged, if an answer did not come.
fn explained(mut seen: CaseOutcome, silent: bool, closed: Option<&Closed>) -> CaseOutcome {
    if let (true, Some(silence), Some(closed)) = (silent, seen.violations.last_mut(), closed) {
        stderr::explain(silence, &closed.finished.stderr);
    }
    seen
}

/// Says how the process ended and what it last wrote on stderr.
fn add_ending(violation: &mut Violation, closed: &Closed) {
    violation.message.push_str(&format!(" (it {})", fallen_silent(&closed.finished.ending)));
    if violation.hint.is_none() {
        violation.hint = stderr::tail(&closed.finished.stderr).as_deref().map(stderr::hint);
    }
}
