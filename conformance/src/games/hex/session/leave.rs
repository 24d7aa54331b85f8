//! The end of a session.

use std::time::Duration;

use super::known::{ENOUGH_HANGS, QUIET};
use super::outcome::SessionOutcome;
use super::{Aim, IdleProcess, Session};
use crate::channel::Closed;
use crate::contest::Unjudged;
use crate::ending;
use crate::games::hex::request::Kind;
use crate::games::hex::script::{End, LineEnds};
use crate::games::hex::{eof, quit, start, time};
use crate::process::{Captured, Ending};
use crate::record::{Level, Violation};
use crate::requirement::Requirement;
use crate::run_context::RunError;
use crate::stderr;
use crate::stream_session::{SessionState, StreamSession};

impl Session<'_> {
    /// Ends the session. What it showed, what cannot be used any more, and the process, if it can go on.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn leave(mut self, end: End) -> Result<SessionOutcome, RunError> {
        if self.stream.is_open() && end == End::Open {
            self.look_through_the_winner()?;
        }
        // Where the session only could not go on, its end can be judged.
        let over = !matches!(self.stream.state(), SessionState::Open | SessionState::Curtailed);
        if self.exchange.provoked && !over {
            self.listen(QUIET);
        } else if !over {
            // What comes behind a malformed answer is part of it.
            self.overhear();
        }
        let mut kept = None;
        match end {
            _ if over => {
                if let Some(closed) = self.stream.kill()? {
                    self.explain_silence(&closed);
                }
            }
            End::Open if self.knowledge.has_swapped() || self.keeps_back() => drop(self.stream.kill()?),
            End::Open => {
                let (colour, sessions) = (self.colour, self.earlier + 1);
                kept = self.stream.leave().map(|process| IdleProcess { process, colour, sessions });
            }
            End::Quit if self.is_known_to_go_on(&quit::TERMINATES) => {
                self.stop(&[&quit::TERMINATES, &quit::EXIT_STATUS])?;
            }
            End::Eof | End::MidMessage if self.is_known_to_go_on(&eof::TERMINATES) => {
                self.stop(&[&eof::TERMINATES])?;
            }
            End::Quit => {
                let is_at_once = self.stream.said.is_empty();
                self.exchange.since.push("quit".to_owned());
                self.stream.said.push("quit".to_owned());
                let line = if self.style.line_ends == LineEnds::CrLf { "quit\r\n" } else { "quit\n" };
                let grace = self.grace()?;
                self.stream.send(line.as_bytes());
                if let Some(closed) = self.stream.finish(grace)? {
                    let mut violations = quit::judge(&closed, grace);
                    if is_at_once {
                        // No central program ends a process in which it has begun no game.
                        violations.iter_mut().for_each(|it| it.level = it.level.max(Level::Should));
                    }
                    self.ended(&closed, &quit::TERMINATES, grace, violations);
                }
            }
            End::Eof | End::MidMessage => {
                let grace = self.grace()?;
                self.stream.send(if end == End::MidMessage { b"check_w".as_slice() } else { b"" });
                self.stream.said.push("(end of input)".to_owned());
                self.stream.close_stdin();
                if let Some(mut closed) = self.stream.finish(grace)? {
                    let violations = eof::judge(&closed, grace);
                    // What a bot says to half a message, or when nobody is there any more, is its own affair.
                    closed.late_output = Captured::default();
                    self.ended(&closed, &eof::TERMINATES, grace, violations);
                }
            }
        }
        // What was not said to its end has not tried all that it is there for.
        let incomplete = !self.coverage.judged || self.coverage.incomplete;
        if incomplete && self.stream.seen.unjudged.is_none() {
            self.stream.seen.unjudged = match self.coverage.blocked.take() {
                Some((reason, by)) => Some(Unjudged::Blocked { reason, by }),
                None if self.stream.seen.violations.is_empty() => Some(Unjudged::NotTried {
                    reason: "there was nothing in it that the bot could be asked".to_owned(),
                }),
                None => None,
            };
        }
        let Self { stream: StreamSession { seen, asked, .. }, findings, .. } = self;
        Ok(SessionOutcome { seen, findings, kept, asked })
    }

    /// Whether waiting for the end can only show again what was seen often enough: that the bot goes on.
    fn is_known_to_go_on(&self, rule: &Requirement) -> bool {
        self.aim == Aim::Verdict && self.stream.context.observations.noted(end(rule)) >= ENOUGH_HANGS
    }

    /// Ends a bot that is known to go on. What its end would have shown counts as not tried.
    fn stop(&mut self, untried: &[&'static Requirement]) -> Result<(), RunError> {
        self.coverage.judged = true;
        let reason = "the bot is known not to end by itself: its end was not waited for again";
        self.stream.seen.untried.extend(untried.iter().map(|rule| rule.untried(reason)));
        self.stream.kill().map(drop)
    }

    /// Says what the bot has logged, if an answer did not come.
    fn explain_silence(&mut self, closed: &Closed) {
        let is_silence =
            |violation: &&mut Violation| [time::TURN.id, time::REPLY.id].contains(&&*violation.rule);
        let given_up = self.findings.given_up.iter_mut().map(|given_up| &mut given_up.violation);
        let seen = self.stream.seen.violations.iter_mut().filter(is_silence);
        given_up.chain(seen).for_each(|violation| stderr::explain(violation, &closed.finished.stderr));
    }

    /// How long the process may take to end: one that has answered nothing may still be starting.
    fn grace(&self) -> Result<Duration, RunError> {
        let context = self.stream.context;
        // Of one that answers nothing that is not to be found out.
        let answers = context.observations.blocked_by(Kind::CheckWin.name()).is_none();
        let is_slow = self.may_be_starting() && answers && start::is_known_as_slow(context)?;
        Ok(if is_slow { time::START + quit::GRACE } else { quit::GRACE })
    }

    fn ended(
        &mut self,
        closed: &Closed,
        in_time: &'static Requirement,
        grace: Duration,
        violations: Vec<Violation>,
    ) {
        self.coverage.judged = true;
        self.stream.seen.untried.extend(ending::doubt(in_time, grace, closed.took, &violations));
        if closed.finished.ending == Ending::HostTooBusy {
            self.stream.unjudged("the machine was too busy to tell when it ended");
        }
        if !closed.late_output.is_empty() && !self.keeps_back() {
            self.unsolicited(&closed.late_output.head, None);
        }
        if violations.iter().any(|violation| violation.rule == in_time.id) {
            self.stream.context.observations.note(end(in_time));
        }
        for violation in violations {
            self.blame(violation);
        }
    }
}

/// By what it is remembered that a bot goes on.
fn end(rule: &Requirement) -> &'static str {
    if rule.id == quit::TERMINATES.id { "end after quit" } else { "end after the end of the input" }
}
