//! The session between tester and bot: one process, messages and answers, each judged.

mod answers_at_end;
mod ask;
mod blame;
mod check_win;
mod current_board;
mod death;
mod known;
mod leave;
mod line;
mod make_move;
mod outcome;
mod show_board;
mod silence;
mod steps;
mod unsolicited;
mod wait;

use std::time::Duration;

use botspec_sdk::games::hex::{Board, Colour, Message, Size};
use botspec_sdk::random::Random;

use super::knowledge::Knowledge;
use super::script::LineEnds;
use super::step::Step;
use super::stones;
use super::witness::{Usage, usage};
use crate::run_context::{RunContext, RunError};
use crate::stream_session::{self, StreamSession};

pub(super) use death::ended;
pub(super) use known::*;
pub(super) use outcome::{Findings, SessionOutcome};

/// One process, and what it has been told in this session.
pub(super) struct Session<'a> {
    pub(super) stream: StreamSession<'a>,
    pub(super) colour: Colour,
    pub(super) knowledge: Knowledge,
    pub(super) style: Style,
    pub(super) random: Random,
    /// How well the bot is known.
    pub(super) baseline: Baseline,
    /// Sessions that this process has seen before.
    pub(super) earlier: u32,
    /// What the bot is known to get wrong of its board.
    pub(super) doubt: Option<Doubt>,
    /// What the run is for.
    pub(super) aim: Aim,
    /// A malformed answer was taken for what it plainly means.
    pub(super) meant: bool,
    exchange: Exchange,
    at_end: AtEnd,
    coverage: Coverage,
    pub(super) findings: Findings,
}

/// What was said since the last answer.
#[derive(Debug, Default)]
struct Exchange {
    /// The messages.
    since: Vec<String>,
    /// After so many of them nothing was heard.
    quiet: usize,
    /// One of them is such that a bot may take it badly.
    provoked: bool,
    /// Lines that came behind one that was taken for an answer and is none.
    further: Vec<Vec<u8>>,
    /// The process was started, or a board begun, since the last answer.
    begins: bool,
}

/// What is seen of a bot that keeps its answers back, when its input ends.
#[derive(Debug, Default)]
struct AtEnd {
    /// The answers in this session, byte by byte.
    heard: Vec<u8>,
    /// Instead of an answer it has printed a line that is far too long.
    drowns: bool,
}

/// How much of what the session is there for was tried.
#[derive(Debug, Default)]
struct Coverage {
    /// Something was.
    judged: bool,
    /// Something was not.
    incomplete: bool,
    /// What could not be asked, and the broken rule that stands in its way.
    blocked: Option<(String, &'static str)>,
}

/// What a session is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// To judge the bot.
    Verdict,
    /// To see whether what went wrong goes wrong without something as well: it is asked whatever was not answered
    /// before.
    Control,
    /// To see whether anything goes wrong, and not what: no answer is waited for longer than this.
    Repetition(Duration),
}

/// How messages are written.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Style {
    /// The line ends.
    pub(super) line_ends: LineEnds,
    /// Whether a blank line follows each message.
    pub(super) blank_lines: bool,
}

/// A process that can go on to another session.
#[derive(Debug)]
pub(super) struct IdleProcess {
    process: stream_session::IdleProcess,
    colour: Colour,
    sessions: u32,
}

impl IdleProcess {
    /// What the bot was started as.
    #[must_use]
    pub(super) const fn colour(&self) -> Colour {
        self.colour
    }
}

impl<'a> Session<'a> {
    /// Starts the bot.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub(super) fn open(
        context: &'a RunContext<'a>,
        colour: Colour,
        style: Style,
        seed: u64,
    ) -> Result<Self, RunError> {
        let stream = StreamSession::open(context, vec![argument(colour, context)])?;
        Ok(Self::of(stream, colour, 0, style, seed))
    }

    /// Goes on with a process that has seen other sessions, none of them with a swap.
    #[must_use]
    pub(super) fn resume(context: &'a RunContext<'a>, kept: IdleProcess, style: Style, seed: u64) -> Self {
        let IdleProcess { process, colour, sessions } = kept;
        let stream = StreamSession::resume(context, vec![argument(colour, context)], process);
        Self::of(stream, colour, sessions, style, seed)
    }

    fn of(stream: StreamSession<'a>, colour: Colour, earlier: u32, style: Style, seed: u64) -> Self {
        Self {
            stream,
            colour,
            knowledge: Knowledge::new(colour),
            style,
            random: Random::seeded(seed),
            baseline: Baseline::Known,
            earlier,
            doubt: None,
            aim: Aim::Verdict,
            meant: false,
            exchange: Exchange { begins: earlier == 0, ..Exchange::default() },
            at_end: AtEnd::default(),
            coverage: Coverage::default(),
            findings: Findings::default(),
        }
    }

    /// Whether other sessions went before in the same process.
    #[must_use]
    pub(super) const fn is_shared(&self) -> bool {
        self.earlier > 0
    }

    /// Says something that is not answered; it is sent together with the next request.
    pub(super) fn tell(&mut self, message: Message) {
        self.send_line(&message.to_string());
        self.exchange.begins |= matches!(message, Message::InitBoard(_));
        self.knowledge.hear(message);
    }

    pub(super) fn send_line(&mut self, line: &str) {
        let end = match self.style.line_ends {
            LineEnds::Lf => "\n",
            LineEnds::CrLf => "\r\n",
        };
        let blank = if self.style.blank_lines { end } else { "" };
        let bytes = format!("{line}{end}{blank}");
        self.stream.queue(bytes.as_bytes());
        self.stream.said.push(line.to_owned());
        self.exchange.since.push(line.to_owned());
    }

    /// Puts stones of the tester's choice.
    pub(super) fn put(&mut self, step: &Step) {
        for message in stones::messages(step, self.knowledge.memory(), &mut self.random) {
            self.tell(message);
        }
    }

    pub(super) fn board(&self) -> Option<&Board> {
        self.knowledge.memory().board()
    }

    /// The size of the board; the smallest before there is one.
    pub(super) fn size(&self) -> Size {
        self.board().map_or(Size::MIN, Board::size)
    }

    /// Not in a game that is over, out of turn, or where the move could be taken for the second one (Decision H6).
    #[must_use]
    pub(super) fn may_ask_for_a_move(&self) -> bool {
        matches!(usage(&self.knowledge, Message::MakeMove), Usage::Usual)
    }
}

/// What a bot is started with that is to play this colour: the other one's name if it takes each for the other.
fn argument(colour: Colour, context: &RunContext<'_>) -> String {
    if takes_each_for_the_other(context) { colour.other() } else { colour }.to_string()
}
