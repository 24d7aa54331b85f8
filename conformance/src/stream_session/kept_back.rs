//! Whether an answer that came only when something else was sent is kept back, or just late.

use std::time::Duration;

use super::StreamSession;
use crate::channel::Answer;
use crate::no_answer::stays_silent;
use crate::process::Limit;
use crate::run_context::{RunContext, RunError};

/// All that a bot has been told in a session, to be told to another process.
#[derive(Debug, Clone)]
pub struct Replay {
    args: Vec<String>,
    sent: Vec<u8>,
    /// How many of the requests in it were answered.
    answers: usize,
}

/// What it takes to prove that an answer is kept back.
#[derive(Debug, Clone, Copy)]
pub struct Proof {
    /// The key under which it is noted that it has been proven: it need not be once more.
    pub key: &'static str,
    /// How long the answers before are waited for.
    pub usual: Limit,
    /// How long nothing may be heard after the last request.
    pub silence: Duration,
}

impl StreamSession<'_> {
    /// All that the bot has been told; so many of the requests in it were answered.
    #[must_use]
    pub fn replay(&self, answers: usize) -> Replay {
        Replay { args: self.args.clone(), sent: self.sent.clone(), answers }
    }
}

impl Replay {
    /// The same if so many of the requests were answered.
    #[must_use]
    pub fn with_answers(self, answers: usize) -> Self {
        Self { answers, ..self }
    }

    /// Whether another process that is told the same answers all requests but the last, and to that one says nothing
    /// for so long, but waits for input. Nobody can tell an answer that was kept back from one that would have come at
    /// that moment anyway, unless another process says nothing for longer than the first one did.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub fn is_kept_back(&self, proof: &Proof, context: &RunContext<'_>) -> Result<bool, RunError> {
        let observations = context.observations;
        if observations.noted(proof.key) > 0 {
            return Ok(true);
        }
        let mut conversation = context.converse(&self.args)?;
        conversation.send(&self.sent);
        // One that keeps one line back kept them all back.
        let answered =
            (0..self.answers).all(|_| matches!(conversation.wait_line(&proof.usual), Answer::Line(_)));
        let silent = !answered || stays_silent(&mut conversation, proof.silence);
        conversation.kill()?;
        if silent {
            observations.note(proof.key);
        }
        Ok(silent)
    }
}
