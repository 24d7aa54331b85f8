//! A line as the answer to a request.

use botspec_sdk::games::flit::{Answer as Reply, Move};

use super::known::MISSPELT;
use super::noise::too_many;
use super::{QUIET, Session};
use crate::channel::Line;
use crate::evidence::excerpt;
use crate::games::flit::stale::Missed;
use crate::games::flit::{hint, moves, reply, update};
use crate::record::Violation;
use crate::slip;

/// An answer of the right form.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// The answer.
    pub answer: Reply,
    /// The move that it is, if it is legal.
    pub mv: Option<Move>,
    /// What is wrong with it.
    pub violations: Vec<Violation>,
    /// What it may be explained by, if it is illegal: something that the bot has missed.
    pub missed: Option<Missed>,
}

impl Session<'_> {
    /// Judges a line as the answer to the request that was sent last, and begins a new turn.
    pub(crate) fn answered(&mut self, line: &Line) -> Option<Asked> {
        let asked = self.judge(line);
        self.stream.said.clear();
        self.told = 0;
        self.sent_ahead = 0;
        asked
    }

    /// Judges a line as the answer on the board as it is.
    fn judge(&mut self, line: &Line) -> Option<Asked> {
        let mut read_as = None;
        let answer = match (reply::read(&line.bytes), reply::meant(&line.bytes)) {
            (Ok(answer), _) => answer,
            // What it means is plain, so the rest is judged by that.
            (Err(violation), Some(meant)) => {
                self.stream.context.observations.block(MISSPELT, reply::FORMAT.id);
                // What it says to updates may stand on the same line.
                if self.chatty != Some(update::SILENT.id) {
                    self.once(*violation);
                }
                read_as = Some(format!("; read from {}, which is malformed", excerpt(&line.bytes)));
                meant
            }
            (Err(violation), None) => {
                let violation = self.not_an_answer(line).unwrap_or(*violation);
                self.stream.seen.cut_short = true;
                self.blame(violation);
                self.stale.answered(self.position.board(), None);
                return None;
            }
        };
        // CR CR LF is one fault.
        if self.strict_line_ends
            && !line.bytes.ends_with(b"\r")
            && let Some(violation) = reply::judge_line_end(line.end, &line.bytes)
        {
            self.once(violation);
        }
        let mut violations = moves::judge(&self.position, &answer);
        let miswritten = hint::miswritten(&self.position, &answer);
        let guesses = slip::candidates(miswritten.clone());
        violations =
            violations.into_iter().map(|violation| violation.with_candidates(guesses.clone())).collect();
        for violation in &mut violations {
            self.complete(violation);
            violation.message.push_str(read_as.as_deref().unwrap_or_default());
        }
        let updates =
            if answer.origin == answer.destination { Vec::new() } else { self.stale.slips(&answer) };
        let slips = [miswritten, hint::beside(&self.position, &answer), updates].concat();
        let ruled_out = slip::ruled_out(&slips);
        if violations.is_empty() {
            ruled_out.into_iter().for_each(|slip| self.stream.context.observations.rule_out(slip));
        } else {
            violations.iter_mut().for_each(|violation| violation.against.clone_from(&ruled_out));
        }
        let missed = if violations.is_empty() { None } else { self.stale.explains(&answer) };
        let mv = self.position.judge(&answer).ok();
        self.stale.answered(self.position.board(), mv);
        Some(Asked { answer, mv, violations, missed })
    }

    /// A malformed line that an answer follows: it was a line too many, most likely for the many updates before
    /// it if there were many.
    fn not_an_answer(&mut self, line: &Line) -> Option<Violation> {
        let next = self.stream.listen(QUIET).bytes;
        let answers = |next: &[u8]| reply::read(next).is_ok();
        if !next.strip_suffix(b"\n")?.split(|&byte| byte == b'\n').any(answers) {
            return None;
        }
        let both = [line.bytes.as_slice(), b"\n", &next].concat();
        Some(too_many(&both, self.stream.asked))
    }

    /// The violation if another line comes after the one that was taken for the answer: that one was for a request
    /// before, which was answered twice.
    pub(crate) fn out_of_step(&mut self, answer: &Reply) -> Option<Violation> {
        if self.chatty.is_some() || self.unended {
            return None;
        }
        let next = self.stream.listen(QUIET).bytes;
        (!next.is_empty()).then(|| {
            let mut violation =
                too_many(&[answer.to_string().as_bytes(), b"\n", &next].concat(), self.stream.asked);
            violation.message.push_str("; from then on its answers come one request too late");
            violation
        })
    }

    /// Takes back that an answer is malformed, as something else explains it.
    pub(crate) fn clear(&mut self) {
        self.stream.seen.violations.retain(|violation| violation.rule != reply::FORMAT.id);
    }
}
