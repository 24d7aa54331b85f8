//! A stream bot's process, what it is told and what it shows: what the games have in common whose bots talk.
//!
//! What is asked, when, and which rule is broken by what is seen, is a game's own.

mod dialogue;
mod heard;
mod idle_process;
mod kept_back;
mod silence;

pub use dialogue::{Dialogue, DialogueRules, Question};
pub use heard::Heard;
pub(crate) use heard::TOO_LONG;
pub use idle_process::IdleProcess;
pub use kept_back::{Proof, Replay};
pub use silence::{Look, Release, Silence};

use std::time::Duration;

use crate::channel::{Answer, Closed, Line};
use crate::contest::{CaseOutcome, Unjudged};
use crate::process::{Activity, Elapsed, Limit};
use crate::record::Violation;
use crate::recorder::Conversation;
use crate::run_context::{RunContext, RunError};

/// No more lines than this of what was said are shown.
const MAX_SHOWN: usize = 40;

/// How a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionState {
    /// The bot can be asked.
    Open,
    /// What follows cannot be asked, though nothing has happened to the process: how it ends can be judged.
    Curtailed,
    /// Nothing more can be made of what it says.
    Over,
    /// It has closed its stdout, most likely by ending.
    Gone,
    /// It does not answer, and why is known.
    Silent,
    /// Nobody waits for its answer any more, and nobody knows whether it is late: what still comes is no line too many.
    Doubtful,
    /// It does not answer at all, as far as can be told.
    Hung,
}

/// One process, and what it has been told.
#[derive(Debug)]
pub struct StreamSession<'a> {
    /// What the case has at hand.
    pub context: &'a RunContext<'a>,
    args: Vec<String>,
    /// None once the process has ended.
    conversation: Option<Conversation>,
    /// All that was sent, or is kept to be sent.
    sent: Vec<u8>,
    /// What was said, as a violation shows it.
    pub said: Vec<String>,
    /// How much has been listened to of a line that has not ended.
    pub(crate) begun: usize,
    /// So long nothing was said since a line came.
    pub(crate) paused: Duration,
    /// Requests so far.
    pub asked: u32,
    /// What the bot showed so far.
    pub seen: CaseOutcome,
    state: SessionState,
}

impl<'a> StreamSession<'a> {
    /// Starts the bot, with these arguments behind its own.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub fn open(context: &'a RunContext<'a>, args: Vec<String>) -> Result<Self, RunError> {
        let conversation = context.converse(&args)?;
        Ok(Self::with(context, args, Some(conversation)))
    }

    /// Goes on with a process that was started with these arguments and has seen other sessions.
    #[must_use]
    pub fn resume(context: &'a RunContext<'a>, args: Vec<String>, process: IdleProcess) -> Self {
        Self::with(context, args, process.into_conversation())
    }

    fn with(context: &'a RunContext<'a>, args: Vec<String>, conversation: Option<Conversation>) -> Self {
        Self {
            context,
            args,
            conversation,
            sent: Vec::new(),
            said: Vec::new(),
            begun: 0,
            paused: Duration::ZERO,
            asked: 0,
            seen: CaseOutcome::default(),
            state: SessionState::Open,
        }
    }

    /// How the session stands.
    #[must_use]
    pub const fn state(&self) -> SessionState {
        self.state
    }

    /// Whether the bot can be asked.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.state, SessionState::Open)
    }

    /// Nothing more is asked, for this reason. The first one counts.
    pub const fn end(&mut self, state: SessionState) {
        if self.is_open() {
            self.state = state;
        }
    }

    /// Keeps a message to be sent together with the next request.
    pub fn queue(&mut self, message: &[u8]) {
        self.sent.extend_from_slice(message);
        if let Some(conversation) = &mut self.conversation {
            conversation.queue(message);
        }
    }

    /// Sends what is kept, and then bytes that are no whole message.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Some(conversation) = &mut self.conversation {
            conversation.send(bytes);
        }
    }

    /// All that was sent, or is kept to be sent.
    #[must_use]
    pub fn sent(&self) -> &[u8] {
        &self.sent
    }

    /// Sends what is kept, and waits for one line.
    pub fn ask(&mut self, limit: &Limit) -> Answer {
        let answer =
            self.conversation.as_mut().map_or_else(gone, |conversation| conversation.ask(b"", limit));
        if matches!(answer, Answer::Line(_)) {
            self.paused = Duration::ZERO;
        }
        answer
    }

    /// Waits for one line without saying anything.
    pub fn wait_line(&mut self, limit: &Limit) -> Answer {
        self.conversation.as_mut().map_or_else(gone, |conversation| conversation.wait_line(limit))
    }

    /// Lines that have come without being asked for; never waits.
    pub fn unsolicited(&mut self) -> Vec<Line> {
        let lines = self.conversation.as_mut().map_or_else(Vec::new, Conversation::unsolicited);
        if !lines.is_empty() {
            self.begun = 0;
        }
        lines
    }

    /// What the bot is doing at this moment; none if its process has ended.
    pub fn activity(&mut self) -> Option<Activity> {
        self.conversation.as_mut().map(Conversation::activity)
    }

    /// How many bytes the process was sent, those of earlier sessions included.
    #[must_use]
    pub fn told(&self) -> usize {
        self.conversation.as_ref().map_or(0, Conversation::told)
    }

    /// Another process, started with the same arguments.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub fn another(&self) -> Result<Conversation, RunError> {
        self.context.converse(&self.args)
    }

    /// Adds a violation, with what was said.
    pub fn blame(&mut self, mut violation: Violation) {
        violation.sent.get_or_insert_with(|| self.shown());
        self.seen.violations.push(violation);
    }

    /// Whether a violation of this rule has been added.
    #[must_use]
    pub fn has_blamed(&self, rule: &str) -> bool {
        self.seen.violations.iter().any(|violation| violation.rule == rule)
    }

    /// What was said, or the last of it.
    #[must_use]
    pub fn shown(&self) -> String {
        let left_out = self.said.len().saturating_sub(MAX_SHOWN);
        let mut text = if left_out > 0 { format!("… ({left_out} lines before)\n") } else { String::new() };
        for line in &self.said[left_out..] {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    /// What was to be seen could not be seen.
    pub fn unjudged(&mut self, reason: impl Into<String>) {
        self.end(SessionState::Doubtful);
        self.seen.unjudged = Some(Unjudged::Inconclusive { reason: reason.into() });
    }

    /// Closes stdin: the bot reads end of file.
    pub fn close_stdin(&mut self) {
        if let Some(conversation) = &mut self.conversation {
            conversation.close_stdin();
        }
    }

    /// Gives the bot so long to end by itself, closes its stdin, gives it so long again, then kills it. None if it has
    /// been ended before.
    ///
    /// # Errors
    /// If the helper process fails.
    pub fn finish(&mut self, grace: Duration) -> Result<Option<Closed>, RunError> {
        self.conversation.take().map(|conversation| conversation.finish(grace)).transpose()
    }

    /// Kills the bot now. None if it has been ended before.
    ///
    /// # Errors
    /// If the helper process fails.
    pub fn kill(&mut self) -> Result<Option<Closed>, RunError> {
        self.conversation.take().map(|conversation| conversation.kill()).transpose()
    }

    /// Leaves the process as it is, for another session.
    #[must_use]
    pub fn leave(&mut self) -> Option<IdleProcess> {
        self.conversation.take().map(IdleProcess::new)
    }
}

/// What is heard of a process that has ended.
fn gone() -> Answer {
    Answer::Ended { text: Vec::new(), elapsed: Elapsed::default() }
}
