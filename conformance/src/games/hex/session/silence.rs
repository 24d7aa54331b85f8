//! No answer in time: why, and which rule that breaks.

use std::time::Duration;

use super::Session;
use super::known::USUAL;
use super::outcome::GivenUp;
use crate::channel::Answer;
use crate::contest::Unjudged;
use crate::evidence::excerpt;
use crate::games::hex::request::{Kind, other};
use crate::games::hex::{output, set};
use crate::no_answer::{Doing, NoAnswer, PATIENCE, stays_silent};
use crate::process::Limit;
use crate::record::Violation;
use crate::run_context::RunError;

/// A bot that waits for input and says nothing for so long keeps its answer back, however long its limit is.
const HINT_OF_SILENCE: Duration = Duration::from_secs(3);

/// How an answer came that was kept back, and what may be the cause.
const WHEN_NUDGED: (&str, &str) = (
    "the bot was waiting for input, and the answer came at once when one more message was sent",
    "the bot reads ahead, or flushes the answer before only: read line by line, and flush after each answer",
);

const WHEN_CLOSED: (&str, &str) = (
    "the bot was waiting for input, and the answer came when stdin was closed",
    "buffered: flush after each line",
);

impl Session<'_> {
    /// Finds out why there is no answer in time.
    pub(crate) fn overran(&mut self, kind: Kind, limit: &Limit) -> Result<(), RunError> {
        self.over = true;
        self.seen.cut_short = true;
        if kind == Kind::MakeMove && self.doubts_the_board() {
            // It may believe that there is no move left, or that the game is over.
            self.cannot_judge(set::RECORDED.id);
            return Ok(());
        }
        self.hung = Some(kind);
        self.judged = true;
        let Some(conversation) = &mut self.conversation else { return Ok(()) };
        let nudge = format!("{}\n", other(kind).name());
        let silence = NoAnswer::explain(conversation, nudge.as_bytes());
        let waited_for = format!("no answer to {} within {:?}", kind.name(), limit.wall);
        let mut violation = match silence {
            NoAnswer::Ended(text) => return self.died(kind, &text),
            NoAnswer::Interrupted => {
                self.unjudged("the run was interrupted");
                return Ok(());
            }
            NoAnswer::Late(line) => came_late(kind, &waited_for, &line.bytes),
            // That is what the further message asked for.
            NoAnswer::Nudged(line) if !kind.fits(&line.bytes) && other(kind).fits(&line.bytes) => {
                let message =
                    format!("{waited_for}; {}, sent next, was answered at once", other(kind).name());
                let hint = "the bot goes on reading: it does not know this message, answers nothing to it, or loses \
                            lines that arrive together with another";
                kind.rule_of_time().violated(message).hint(hint)
            }
            NoAnswer::Nudged(line) if !self.keeps_it_back(kind, limit)? => {
                came_late(kind, &waited_for, &line.bytes)
            }
            NoAnswer::Nudged(line) => {
                self.kept_back(kind, &waited_for, &line.bytes, WHEN_NUDGED);
                return Ok(());
            }
            NoAnswer::Buffered(bytes) if !self.keeps_it_back(kind, limit)? => {
                came_late(kind, &waited_for, &bytes)
            }
            NoAnswer::Buffered(bytes) => {
                self.kept_back(kind, &waited_for, &bytes, WHEN_CLOSED);
                return Ok(());
            }
            NoAnswer::Unended(bytes) => unended(kind, limit.wall, &bytes),
            NoAnswer::Hangs(doing) => {
                let violation =
                    kind.rule_of_time().violated(format!("{waited_for}: {doing}")).hint(doing.hint());
                if kind == Kind::MakeMove { self.on_tiny(violation) } else { violation }
            }
        };
        let rule = [&output::FLUSHED, kind.rule_of_time()].into_iter().find(|rule| rule.id == violation.rule);
        self.blocks.push((kind.name(), rule.map_or(kind.rule_of_time().id, |rule| rule.id)));
        violation.turn = Some(self.asked);
        self.blame(violation);
        Ok(())
    }

    /// An answer did not come, or the process ended, where only that is of interest.
    pub(crate) fn went_wrong(&mut self, kind: Kind) {
        self.over = true;
        self.judged = true;
        let violation = kind.rule_of_time().violated(format!("no answer to {}", kind.name()));
        self.blame(violation);
    }

    /// No answer so far, and the limit is far away: what can be told without waiting for it.
    pub(crate) fn give_up(&mut self, kind: Kind, limit: &Limit, doing: Doing) -> Result<(), RunError> {
        self.over = true;
        self.seen.cut_short = true;
        let doing = match doing {
            // There is nothing to find out: it is at work.
            Doing::Computing | Doing::Sleeping | Doing::Waiting => doing,
            _ => match self.doing_behind(kind, limit)? {
                Some(doing) => doing,
                None => return Ok(()),
            },
        };
        let seen = format!("no answer to {} within {USUAL:?}: {doing}", kind.name());
        let reason = format!("{seen}; the limit of {:?} is waited for once only", limit.wall);
        self.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
        let mut violation = kind.rule_of_time().violated(seen).hint(doing.hint());
        violation.sent = Some(self.said());
        self.given_up = Some(GivenUp { violation, may_come: doing.may_answer() });
        Ok(())
    }

    /// What a bot does that says nothing; none if that is a fault by itself, which is noted then.
    fn doing_behind(&mut self, kind: Kind, limit: &Limit) -> Result<Option<Doing>, RunError> {
        let Some(conversation) = &mut self.conversation else { return Ok(None) };
        let nudge = format!("{}\n", other(kind).name());
        let silence = NoAnswer::explain(conversation, nudge.as_bytes());
        let waited_for = format!("no answer to {} within {USUAL:?}", kind.name());
        match silence {
            NoAnswer::Ended(text) => self.died(kind, &text)?,
            NoAnswer::Interrupted => self.unjudged("the run was interrupted"),
            NoAnswer::Nudged(line) if kind.fits(&line.bytes) && self.keeps_it_back(kind, limit)? => {
                self.kept_back(kind, &waited_for, &line.bytes, WHEN_NUDGED);
            }
            NoAnswer::Buffered(bytes) if self.keeps_it_back(kind, limit)? => {
                self.kept_back(kind, &waited_for, &bytes, WHEN_CLOSED);
            }
            NoAnswer::Unended(bytes) => {
                self.blocks.push((kind.name(), output::FLUSHED.id));
                let violation = unended(kind, USUAL, &bytes);
                self.blame(violation);
            }
            NoAnswer::Hangs(doing) => return Ok(Some(doing)),
            _ => return Ok(Some(Doing::Unknown)),
        }
        Ok(None)
    }

    /// An answer that came only when something else was sent.
    fn kept_back(&mut self, kind: Kind, waited_for: &str, bytes: &[u8], (when, hint): (&str, &str)) {
        self.judged = true;
        self.blocks.push((kind.name(), output::FLUSHED.id));
        let mut violation = flushed(format!("{waited_for}: {when}"), hint, bytes);
        violation.turn = Some(self.asked);
        self.blame(violation);
    }

    /// Whether another process that is asked the same, and nothing after it, says nothing for longer than this one,
    /// and only waits for input: then the answer is kept back, and not just late.
    fn keeps_it_back(&self, kind: Kind, limit: &Limit) -> Result<bool, RunError> {
        let observations = self.context.observations;
        // What else went before in this process is not known here: a run of this session alone will tell.
        if self.is_shared() || observations.overruns(kind.kept_back()) > 0 {
            return Ok(true);
        }
        let mut conversation = self.context.converse(&[self.argument()])?;
        conversation.send(&self.sent);
        let before = self.answered_lines();
        let usual = Limit::new(limit.wall.min(USUAL));
        let answered = (0..before).all(|_| matches!(conversation.wait_line(&usual), Answer::Line(_)));
        // A bot that keeps one line back kept them all back.
        let silent =
            !answered || stays_silent(&mut conversation, limit.wall.min(HINT_OF_SILENCE) + 2 * PATIENCE);
        conversation.kill()?;
        if silent {
            observations.count(kind.kept_back(), true);
        }
        Ok(silent)
    }
}

fn unended(kind: Kind, waited: Duration, bytes: &[u8]) -> Violation {
    flushed(
        format!("the answer to {} was not ended within {waited:?}: the line end is missing", kind.name()),
        "end each answer with a line end, and flush",
        bytes,
    )
}

/// An answer that came by itself, but not in time.
fn came_late(kind: Kind, waited_for: &str, bytes: &[u8]) -> Violation {
    let mut violation = kind.rule_of_time().violated(format!("{waited_for}; it came later, by itself"));
    violation.received = Some(excerpt(bytes));
    violation
}

pub(crate) fn flushed(message: String, hint: &str, bytes: &[u8]) -> Violation {
    let mut violation = output::FLUSHED.violated(message).hint(hint);
    violation.received = Some(excerpt(bytes));
    violation
}
