//! Requests, and the wait for their answers.

use super::answer::Asked;
use super::noise::answer_in;
use super::silence::unended;
use super::{PARTING, Session};
use crate::channel::{Answer, Line, LineEnd};
use crate::games::flit::time::Pace;
use crate::games::flit::{reply, time};
use crate::no_answer::PATIENCE;
use crate::process::{Elapsed, Limit, Punctuality};
use crate::record::INTERRUPTED;
use crate::stream_session::TOO_LONG;

/// An answer to one of several requests that has been waited for in vain before is waited for as long as so many turns.
const TURNS_OF_WAITING: u32 = 4;

impl Session<'_> {
    /// Sends a request and judges the line that answers it. None if nothing more can be made of this
    /// conversation; what it was is among what the bot showed.
    pub(crate) fn ask(&mut self) -> Option<Asked> {
        if self.overheard() {
            return None;
        }
        let mut line = self.ask_line()?;
        if let Some(rule) = self.chatty {
            let first = [line.bytes.as_slice(), b"\n"].concat();
            let mut lines = [first, self.stream.listen(PARTING).bytes].concat();
            if answer_in(&lines).is_none() {
                // A remark before a longer thought.
                lines.extend(self.stream.listen(self.pace().time(self.stream.context.limit)).bytes);
            }
            if let Some(answer) = answer_in(&lines) {
                if answer.len() + 1 < lines.len() {
                    self.noise(rule, &lines);
                }
                line.bytes = answer;
            }
        }
        self.answered(&line)
    }

    /// Sends a request and reads a line.
    pub(crate) fn ask_line(&mut self) -> Option<Line> {
        let pace = self.pace();
        self.request();
        self.stream.seen.turns += 1;
        // Without a line end nothing tells that it has come before the time is up.
        let time =
            if self.unended { self.stream.context.limit } else { pace.time(self.stream.context.limit) };
        let limit = Limit::new(time);
        let answer = self.stream.ask(&limit);
        if !self.unended {
            self.stream.begun = 0;
        }
        self.line(answer, pace, &limit)
    }

    /// How much time the next answer has.
    fn pace(&self) -> Pace {
        if self.stream.asked < self.warm_up {
            return Pace::Start;
        }
        Pace::after(self.told, self.position.variant())
    }

    /// Sends a request while earlier ones are still to be answered, and reads all those lines: the last one is
    /// judged as the answer to this request. None if a line is missing.
    pub(crate) fn ask_after_misses(&mut self) -> Option<Asked> {
        self.miss();
        self.flush();
        self.stream.seen.turns += 1;
        let due = self.missed;
        let has_answered = self.stream.asked > due;
        let limit = Limit::new(if self.impatient && has_answered {
            self.stream.context.limit * TURNS_OF_WAITING
        } else {
            Pace::Start.time(self.stream.context.limit)
        });
        let mut last = None;
        for number in 1..=due {
            match self.stream.wait_line(&limit) {
                Answer::Line(line) => last = Some(line),
                Answer::Interrupted | Answer::HostTooBusy { .. } => {
                    self.stream.unjudged("the machine was too busy to wait for an answer");
                    return None;
                }
                Answer::Ended { text, .. } => {
                    self.ended(&text);
                    return None;
                }
                Answer::Overrun { .. } | Answer::TooLong { .. } => {
                    let mut message = format!(
                        "{due} requests were sent one after the other, and {} answered",
                        match number - 1 {
                            0 => "none was".to_owned(),
                            1 => "only 1 was".to_owned(),
                            lines => format!("only {lines} were"),
                        }
                    );
                    let answer = last.as_ref().and_then(|line: &Line| reply::read(&line.bytes).ok());
                    if let Some(answer) = answer {
                        let newest = self.position.judge(&answer).is_ok();
                        let which = if newest { "the newest one" } else { "an older one, not to the newest" };
                        message.push_str(&format!("; {answer} is an answer to {which}"));
                    }
                    self.blame(time::LATE_SYNC.violated(message));
                    return None;
                }
            }
        }
        self.missed = 0;
        self.answered(&last?)
    }

    /// The line that answers, or the end of the conversation.
    fn line(&mut self, answer: Answer, pace: Pace, limit: &Limit) -> Option<Line> {
        match answer {
            Answer::Line(line) => {
                self.timed(pace, limit, line.elapsed, line.elapsed.punctuality(limit));
                Some(line)
            }
            Answer::Overrun { text, .. } if self.unended && text.len() > self.stream.begun => {
                let new = text[self.stream.begun..].to_vec();
                self.stream.begun = text.len();
                self.once(unended(limit.wall, &new));
                Some(Line { bytes: new, end: LineEnd::Lf, elapsed: Elapsed::default() })
            }
            Answer::Overrun { elapsed, .. } => self.overran(pace, limit, elapsed),
            Answer::TooLong { .. } if self.chatty.is_some() => {
                self.takes_noise(TOO_LONG);
                self.stream.seen.cut_short = true;
                None
            }
            Answer::TooLong { .. } => {
                let mut violation = reply::FORMAT.violated("the answer has more than 4 KiB and no line end");
                violation.hint = Some("end each answer with a line end".to_owned());
                self.blame(violation);
                None
            }
            Answer::Ended { text, .. } => {
                self.ended(&text);
                None
            }
            Answer::HostTooBusy { elapsed, .. } => self.on_busy_machine(pace, limit, elapsed),
            Answer::Interrupted => {
                self.stream.unjudged(INTERRUPTED);
                None
            }
        }
    }

    /// The bot has waited for a core for so long that nobody could say whether it is late: in more time that shows.
    fn on_busy_machine(&mut self, pace: Pace, limit: &Limit, waited: Elapsed) -> Option<Line> {
        match self.stream.wait_line(&Limit::new(PATIENCE)) {
            Answer::Line(mut line) => {
                line.elapsed = waited + line.elapsed;
                self.timed(pace, limit, line.elapsed, line.elapsed.punctuality(limit));
                Some(line)
            }
            Answer::Overrun { elapsed, .. } | Answer::HostTooBusy { elapsed, .. }
                if (waited + elapsed).punctuality(limit) == Punctuality::Late =>
            {
                self.overran(pace, limit, waited + elapsed)
            }
            Answer::Ended { text, .. } => {
                self.ended(&text);
                None
            }
            _ => {
                self.stream.unjudged("the machine was too busy to wait for an answer");
                None
            }
        }
    }
}
