//! A bot that ends instead of answering: which message, or which request, it dies of.

use std::time::{Duration, Instant};

use botspec_sdk::games::hex::Hex;

use super::Session;
use super::known::{Baseline, colour_key};
use crate::channel::{Answer, Closed, How};
use crate::contest::Unjudged;
use crate::games::hex::request::Kind;
use crate::games::hex::{args, check_win, output, set};
use crate::no_answer;
use crate::process::{Ending, Limit, State};
use crate::record::INTERRUPTED;
use crate::run_context::RunError;
use crate::stderr;
use crate::stream_session::SessionState;

/// How long a bot may take to end that ends by itself when it is started.
const STARTING: Duration = Duration::from_secs(2);

/// How often it is looked at meanwhile.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// No more letters than this of a message are named in a sentence.
const MAX_LENGTH: usize = 40;

impl Session<'_> {
    /// The bot has ended instead of answering.
    pub(crate) fn died(&mut self, kind: Kind, text: &[u8]) -> Result<(), RunError> {
        self.stream.end(SessionState::Gone);
        self.stream.seen.cut_short = true;
        self.coverage.judged = true;
        let Some(closed) = self.stream.finish(Duration::from_millis(200))? else { return Ok(()) };
        match &closed.finished.ending {
            Ending::NotStarted(why) => {
                self.stream.seen.unjudged =
                    Some(Unjudged::NotStarted { reason: format!("the bot could not be started: {why}") });
                return Ok(());
            }
            Ending::Interrupted => {
                self.stream.unjudged(INTERRUPTED);
                return Ok(());
            }
            _ => {}
        }
        self.findings.died = true;
        let (by_request, fatal) = self.cause_of_death(kind)?;
        if by_request && kind == Kind::MakeMove && self.doubts_the_board() {
            // It may believe that there is no move left.
            self.cannot_judge(set::RECORDED.id);
            return Ok(());
        }
        let by_events = match &fatal {
            Some(message) => self.knowledge.rule_of(message),
            None => self.knowledge.blame_events(),
        };
        let mut violation = match by_events {
            _ if by_request => {
                let rule = match kind {
                    Kind::CheckWin => self.board().map_or(&check_win::VALUE, check_win::rule_on),
                    _ => kind.rule_of_form(),
                };
                let violation =
                    rule.violated(format!("the bot {} instead of answering {}", ended(&closed), kind.name()));
                if kind == Kind::MakeMove { self.on_tiny(violation) } else { violation }
            }
            _ if self.baseline != Baseline::Known && !self.starts(&closed)? => {
                self.findings.blocks.push((colour_key(self.colour), args::COLOUR.id));
                args::ended_at_once(&closed)
            }
            Some(rule) => {
                self.findings.proven = fatal.is_some().then_some(rule.id);
                let told = fatal.unwrap_or_else(|| self.last_told());
                rule.violated(format!("the bot {} after {}", ended(&closed), shortened(&told)))
            }
            None => {
                kind.rule_of_form().violated(format!("the bot {} before {}", ended(&closed), kind.name()))
            }
        };
        if by_request {
            self.findings.blocks.push((kind.name(), kind.rule_of_form().id));
        }
        let said = || stderr::tail(&closed.finished.stderr).as_deref().map(stderr::hint);
        let waited = || no_answer::after_a_pause(self.stream.paused);
        let by_itself = || closed.finished.ending == Ending::Exited(0) && closed.how == How::ByItself;
        let goes_on = || by_itself().then(|| args::GOES_ON.to_owned());
        violation.hint = violation.hint.take().or_else(said).or_else(waited).or_else(goes_on);
        if !text.is_empty() {
            violation = violation.received(text);
        }
        self.blame(violation);
        Ok(())
    }

    /// Whether the request is what the bot died of, and else the message, if it can be told.
    fn cause_of_death(&self, kind: Kind) -> Result<(bool, Option<String>), RunError> {
        // Where another request tells nothing, one message after the other does.
        let talks = self.stream.context.observations.blocked_by(output::UNSOLICITED.id).is_some();
        if self.keeps_back() || (!self.is_shared() && (talks || self.blocked_by(kind.other()).is_some())) {
            let fatal = self.fatal_message()?;
            return Ok((fatal.is_none(), fatal));
        }
        if self.is_shared() || self.survives_another_request(kind)? {
            return Ok((true, None));
        }
        // What follows a single message can only come of that one, or of an answer before it.
        let only = self.exchange.since.len() < 3 && self.answered_lines() == 0;
        Ok((false, if only { None } else { self.fatal_message()? }))
    }

    /// Whether another process answers a request of another kind after the same messages.
    pub(crate) fn survives_another_request(&self, kind: Kind) -> Result<bool, RunError> {
        let other = kind.other();
        if self.blocked_by(other).is_some() {
            return Ok(true);
        }
        let sent = self.stream.sent();
        let request =
            kind.name().len() + sent.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let before = &sent[..sent.len().saturating_sub(request)];
        let again = [before, other.name().as_bytes(), b"\n"].concat();
        // As many lines as were answered before, and one more.
        let due = self.answered_lines() + 1;
        self.answers_to(&again, due)
    }

    /// Whether another process goes on as long as nothing is said to it: if it does, what it was told is to blame.
    /// One that closes its stdout goes on, and is of no use.
    fn starts(&self, closed: &Closed) -> Result<bool, RunError> {
        let ended = !matches!(closed.finished.ending, Ending::Killed) && closed.how == How::ByItself;
        if !ended {
            return self.answers_to(b"init_board 3\ncheck_win\nshow_board\n", 1);
        }
        let mut conversation = self.stream.another()?;
        let until = Instant::now() + STARTING;
        let mut alive = !conversation.has_ended();
        while alive && Instant::now() < until && conversation.activity().state != State::Reading {
            let limit = Limit { wall: LOOK, hard_cap: LOOK };
            alive =
                !matches!(conversation.wait_line(&limit), Answer::Ended { .. }) && !conversation.has_ended();
        }
        conversation.kill()?;
        Ok(alive)
    }

    /// Whether another process answers all of this with so many lines.
    fn answers_to(&self, messages: &[u8], lines: usize) -> Result<bool, RunError> {
        let mut conversation = self.stream.another()?;
        conversation.send(messages);
        let limit = Limit::new(Hex::REPLY_LIMIT);
        let answers = (0..lines).all(|_| matches!(conversation.wait_line(&limit), Answer::Line(_)));
        conversation.kill()?;
        Ok(answers)
    }

    pub(crate) fn last_told(&self) -> String {
        self.exchange.since.iter().rev().nth(1).cloned().unwrap_or_else(|| "its start".to_owned())
    }

    /// The message after which another process ends that is told the same, one message after the other.
    fn fatal_message(&self) -> Result<Option<String>, RunError> {
        // The last one is the request; if there is one other, that is it.
        let messages: Vec<&String> =
            self.stream.said.iter().filter(|line| !line.starts_with("    ")).collect();
        let mut conversation = self.stream.another()?;
        let mut fatal = None;
        for &line in &messages[..messages.len() - 1] {
            if self.stream.context.is_out_of_time() {
                break;
            }
            conversation.send(format!("{line}\n").as_bytes());
            let until = Instant::now() + STARTING;
            loop {
                let limit = Limit { wall: LOOK / 10, hard_cap: LOOK };
                if matches!(conversation.wait_line(&limit), Answer::Ended { .. }) || conversation.has_ended()
                {
                    fatal = Some(line.clone());
                    break;
                }
                let seen = conversation.activity();
                let settled = seen.state == State::Reading && seen.unread == Some(0);
                if settled || Instant::now() >= until {
                    break;
                }
            }
            if fatal.is_some() {
                break;
            }
        }
        conversation.kill()?;
        Ok(fatal)
    }

    /// How many lines of this session were answers.
    pub(super) fn answered_lines(&self) -> usize {
        self.stream.said.iter().filter(|line| line.starts_with("    ")).count()
    }
}

/// A message as it is named in a sentence.
fn shortened(line: &str) -> String {
    match line.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}… ({} letters)", &line[..end], line.chars().count()),
        None => line.to_owned(),
    }
}

pub(crate) fn ended(closed: &Closed) -> String {
    match (&closed.finished.ending, closed.how) {
        (Ending::Killed, _) | (_, How::AfterStdinClosed) => "closed its stdout".to_owned(),
        (ending, _) => ending.to_string(),
    }
}
