//! Requests, and the lines that answer them.

use std::time::Duration;

use super::known::TALKS;
use super::wait::Waited;
use super::{Aim, Session};
use crate::channel::{Answer, Line};
use crate::contest::Unjudged;
use crate::games::hex::output;
use crate::games::hex::request::Kind;
use crate::games::hex::step::{Step, Whose};
use crate::process::{Elapsed, Limit, Punctuality};
use crate::record::{INTERRUPTED, Violation};
use crate::run_context::RunError;
use crate::stream_session::SessionState;

/// How long a further line is waited for when the first one is no answer.
const SECOND_LINE: Duration = Duration::from_millis(60);

/// No more lines than this are looked through for an answer.
const MAX_LINES: usize = 2_000;

impl Session<'_> {
    /// Asks, and returns the line that answers. None if none came.
    pub(crate) fn ask(&mut self, kind: Kind) -> Result<Option<Line>, RunError> {
        if !self.stream.is_open() {
            return Ok(None);
        }
        if let Some((reason, rule)) = self.blocked_by(kind) {
            self.coverage.blocked.get_or_insert((reason, rule));
            if kind == Kind::MakeMove {
                self.move_for_it();
            }
            return Ok(None);
        }
        if self.stream.context.is_out_of_time() {
            let reason =
                "the time was up before it came to its end; raise --max-time to give it more".to_owned();
            self.stream.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
            self.stream.end(SessionState::Curtailed);
            self.coverage.incomplete = true;
            return Ok(None);
        }
        if let Some(reason) = self.lack_of_time(kind) {
            self.stream.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
            self.move_for_it();
            return Ok(None);
        }
        if self.keeps_back() {
            return self.ask_to_the_end(kind);
        }
        if self.stream.context.observations.blocked_by(TALKS).is_some() {
            self.drain();
        }
        self.overhear();
        let (mut limit, leeway) = (self.limit(kind), self.leeway(kind));
        self.stream.asked += 1;
        self.stream.seen.turns += u32::from(kind == Kind::MakeMove);
        self.send_line(kind.name());
        let answer = match self.wait(&mut limit, leeway) {
            Waited::For(answer) => answer,
            Waited::GivenUp(doing) => return self.give_up(kind, &limit, doing).map(|()| None),
        };
        match answer {
            Answer::Line(line) => {
                let took = line.elapsed;
                let answer = self.answered(kind, line, &limit)?;
                // Asked again, it tells whether it was the answer that took so long, or what went before it.
                let is_due = took.punctuality(&self.limit(kind)) != Punctuality::InTime
                    && took.punctuality(&limit) == Punctuality::InTime;
                if is_due && answer.as_ref().is_some_and(|line| kind.fits(&line.bytes)) {
                    return self.ask(kind);
                }
                Ok(answer)
            }
            Answer::Overrun { .. } | Answer::TooLong { .. } | Answer::Ended { .. }
                if matches!(self.aim, Aim::Repetition(_)) =>
            {
                self.went_wrong(kind);
                Ok(None)
            }
            Answer::TooLong { .. } => {
                let rule = kind.rule_of_form();
                self.malformed(kind, rule.violated("the answer has more than 4 KiB and no line end"));
                Ok(None)
            }
            Answer::Overrun { .. } => {
                self.overran(kind, &limit)?;
                Ok(None)
            }
            Answer::Ended { text, .. } => {
                self.died(kind, &text)?;
                Ok(None)
            }
            Answer::HostTooBusy { .. } => {
                self.stream.unjudged("the machine was too busy to wait for an answer");
                Ok(None)
            }
            Answer::Interrupted => {
                self.stream.unjudged(INTERRUPTED);
                Ok(None)
            }
        }
    }

    /// Takes a line as the answer, unless a further one fits better. None if there is no end to the lines, and
    /// none of them fits.
    pub(crate) fn answered(
        &mut self,
        kind: Kind,
        first: Line,
        limit: &Limit,
    ) -> Result<Option<Line>, RunError> {
        // What was listened to of its beginning is part of it.
        self.stream.begun = 0;
        let mut extra = Vec::new();
        let mut line = first;
        let talks = self.stream.context.observations.blocked_by(output::UNSOLICITED.id).is_some();
        let known_form = self.stream.context.observations.blocked_by(kind.form()).is_some();
        while !kind.fits(&line.bytes) && extra.len() < MAX_LINES {
            // Nobody waits for a better answer again and again.
            if known_form && self.is_meant(kind, &extra, &line) {
                break;
            }
            match self.stream.wait_line(&Limit { wall: SECOND_LINE, hard_cap: SECOND_LINE }) {
                Answer::Line(mut next) => {
                    next.elapsed = line.elapsed;
                    extra.push(std::mem::replace(&mut line, next));
                }
                // What it says before any answer is known; this time it has come to none.
                Answer::Ended { text, .. } if talks && !self.is_meant(kind, &extra, &line) => {
                    self.died(kind, &text)?;
                    return Ok(None);
                }
                _ => break,
            }
        }
        let endless = extra.len() >= MAX_LINES;
        if kind.fits(&line.bytes) || endless {
            let bytes: Vec<u8> =
                extra.iter().flat_map(|line| [line.bytes.as_slice(), b"\n"].concat()).collect();
            if !extra.is_empty() {
                self.exchange.since.pop();
                self.unsolicited(&bytes, Some(kind));
            }
            if !kind.fits(&line.bytes) {
                self.drowned();
                return Ok(None);
            }
        } else if !extra.is_empty() {
            // None of them is an answer: the first one stands for all.
            let last = std::mem::replace(&mut line, extra.remove(0));
            self.exchange.further = extra.into_iter().chain([last]).map(|line| line.bytes).collect();
        }
        if kind == Kind::MakeMove {
            self.stream.seen.elapsed.push(line.elapsed);
        }
        self.findings.slowest = self.findings.slowest.max(line.elapsed.wall);
        self.stream.context.observations.count(kind.name(), false);
        self.note(&line);
        match line.elapsed.punctuality(limit) {
            Punctuality::InTime => {}
            Punctuality::Late => self.blame(late(kind, &line.elapsed, limit)),
            Punctuality::Doubtful => {
                let reason =
                    format!("the machine was too busy to tell whether {} was answered in time", kind.name());
                self.stream.seen.unjudged.get_or_insert(Unjudged::Inconclusive { reason });
            }
        }
        Ok(Some(line))
    }

    /// A bot that cannot be asked for its move is told one, so that the rest of the session can be judged.
    fn move_for_it(&mut self) {
        self.coverage.incomplete = true;
        self.put(&Step::Put(Whose::Own));
    }
}

pub(crate) fn late(kind: Kind, elapsed: &Elapsed, limit: &Limit) -> Violation {
    let message =
        format!("no answer to {} within {:?} (waited {:?})", kind.name(), limit.wall, elapsed.charged);
    kind.rule_of_time().violated(message)
}
