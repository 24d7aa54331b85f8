//! The sitting between tester and bot: one process, messages and answers, each judged.

use std::time::Duration;

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Board, BoardText, Cell, Colour, Message, Size};
use botspec_sdk::random::Random;

use super::ledger::Ledger;
use super::partner::shortest_path;
use super::script::{End, LineEnds};
use super::step::{Step, Whose};
use super::{eof, quit};
use crate::channel::Closed;
use crate::contest::{Performance, Phase, Unjudged};
use crate::process::Captured;
use crate::record::Violation;
use crate::stage::{Stage, StageError};
use crate::tape::Conversation;

/// How long nothing may be heard, where that is looked at.
const QUIET: Duration = Duration::from_millis(30);
/// The key of hindrances under which nothing at all can be judged.
pub(super) const EVERYTHING: &str = "hex: everything";

/// One process, and what it has been told in this session.
pub(super) struct Table<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) colour: Colour,
    /// None once the process has ended.
    pub(super) conversation: Option<Conversation>,
    pub(super) ledger: Ledger,
    pub(super) style: Style,
    /// What was said in this session by both sides.
    pub(super) lines: Vec<String>,
    /// What was sent in this session, to be sent again to another process.
    pub(super) sent: Vec<u8>,
    /// Messages since the last answer.
    pub(super) since: Vec<String>,
    /// After so many of them nothing was heard.
    pub(super) quiet: usize,
    pub(super) random: Random,
    /// How well the bot is known.
    pub(super) acquaintance: Acquaintance,
    /// Something was said that a bot may take badly, and no answer has come since.
    pub(super) provoked: bool,
    /// Sessions that this process has seen before.
    pub(super) earlier: u32,
    pub(super) asked: u32,
    pub(super) over: bool,
    pub(super) hung: bool,
    pub(super) judged: bool,
    pub(super) hindered: Option<(String, &'static str)>,
    /// What cannot be used any more, as far as this session shows, with the broken rule.
    pub(super) hinders: Vec<(&'static str, &'static str)>,
    /// Lines that came behind one that was taken for an answer and is none.
    pub(super) further: Vec<Vec<u8>>,
    /// What it showed so far.
    pub(super) seen: Performance,
}

/// How well a bot is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acquaintance {
    /// These are the first words: only the form of answers is judged.
    FirstWords,
    /// It has been found to talk, and makes its first moves.
    FirstMoves,
    /// What it can do is known, and what it cannot do stands in the way of nothing here.
    Known,
}

impl Acquaintance {
    /// In a phase.
    #[must_use]
    pub(super) const fn at(phase: Phase) -> Self {
        match phase {
            Phase::Submission | Phase::First => Self::FirstWords,
            Phase::Second => Self::FirstMoves,
            Phase::Main | Phase::Alone | Phase::Last => Self::Known,
        }
    }
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
pub(super) struct Kept {
    /// None once another session has it.
    conversation: Option<Conversation>,
    colour: Colour,
    sessions: u32,
}

impl Drop for Kept {
    /// A place that is left properly can be used again at once; to confine another one takes far longer.
    fn drop(&mut self) {
        // If it fails the place is given up.
        let _ = self.conversation.take().map(Conversation::kill);
    }
}

impl Kept {
    /// What the bot was started as.
    #[must_use]
    pub(super) const fn colour(&self) -> Colour {
        self.colour
    }
}

impl<'a> Table<'a> {
    /// Starts the bot.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub(super) fn open(
        stage: &'a Stage<'a>,
        colour: Colour,
        style: Style,
        seed: u64,
    ) -> Result<Self, StageError> {
        let conversation = Conversation::open(stage.host, stage.program(), &[colour.to_string()])?;
        Ok(Self::of(stage, Kept { conversation: Some(conversation), colour, sessions: 0 }, style, seed))
    }

    /// Goes on with a process that has seen other sessions, none of them with a swap.
    #[must_use]
    pub(super) fn of(stage: &'a Stage<'a>, mut kept: Kept, style: Style, seed: u64) -> Self {
        Self {
            stage,
            colour: kept.colour,
            conversation: kept.conversation.take(),
            ledger: Ledger::new(kept.colour),
            style,
            lines: Vec::new(),
            sent: Vec::new(),
            since: Vec::new(),
            quiet: 0,
            random: Random::seeded(seed),
            acquaintance: Acquaintance::Known,
            provoked: false,
            earlier: kept.sessions,
            asked: 0,
            over: false,
            hung: false,
            judged: false,
            hindered: None,
            further: Vec::new(),
            hinders: Vec::new(),
            seen: Performance::default(),
        }
    }

    /// Whether nothing more can be made of this conversation.
    #[must_use]
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    /// Whether an answer did not come in time.
    #[must_use]
    pub(super) const fn has_hung(&self) -> bool {
        self.hung
    }

    /// Whether other sessions went before in the same process.
    #[must_use]
    pub(super) const fn is_shared(&self) -> bool {
        self.earlier > 0
    }

    /// Does one step.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn step(&mut self, step: &Step) -> Result<(), StageError> {
        if self.over {
            return Ok(());
        }
        match step {
            Step::Say(Message::MakeMove) => {
                if self.may_ask_for_a_move() {
                    self.make_move()?;
                }
            }
            Step::Say(Message::CheckWin) => self.check_win()?,
            Step::Say(Message::ShowBoard) => self.show_board()?,
            Step::Say(message) => self.tell(*message),
            Step::Put(whose) => {
                let vacant: Vec<Cell> =
                    self.board().map(|board| board.vacant().collect()).unwrap_or_default();
                if let Some(&cell) = self.random.pick(&vacant) {
                    self.put(*whose, cell);
                }
            }
            Step::Board(text) => self.set_up(text),
            Step::Decide(whose) => self.decide(*whose),
            Step::Raw(line) => {
                self.send_line(line);
                self.ledger.unknown();
                self.provoked = true;
            }
            Step::Listen => self.listen(QUIET),
        }
        Ok(())
    }

    /// Says something that is not answered; it is sent together with the next request.
    pub(super) fn tell(&mut self, message: Message) {
        self.send_line(&message.to_string());
        self.ledger.hear(message);
    }

    pub(super) fn send_line(&mut self, line: &str) {
        let end = match self.style.line_ends {
            LineEnds::Lf => "\n",
            LineEnds::CrLf => "\r\n",
        };
        let blank = if self.style.blank_lines { end } else { "" };
        let bytes = format!("{line}{end}{blank}");
        self.sent.extend_from_slice(bytes.as_bytes());
        if let Some(conversation) = &mut self.conversation {
            conversation.queue(bytes.as_bytes());
        }
        self.lines.push(line.to_owned());
        self.since.push(line.to_owned());
    }

    fn put(&mut self, whose: Whose, cell: Cell) {
        self.tell(match whose {
            Whose::Own => Message::Sety(cell.into()),
            Whose::Opponent => Message::Seto(cell.into()),
        });
    }

    /// Puts the stones of a board in alternation, black first, in random order.
    fn set_up(&mut self, text: &BoardText) {
        let mut stones: [Vec<Cell>; 2] = Colour::ALL.map(|colour| {
            text.stones().filter(|&(_, stone)| stone == colour).map(|(cell, _)| cell).collect()
        });
        for cells in &mut stones {
            self.random.shuffle(cells);
        }
        let [black, white] = stones;
        for turn in 0..black.len().max(white.len()) {
            for (colour, cells) in [(Colour::Black, &black), (Colour::White, &white)] {
                if let Some(&cell) = cells.get(turn) {
                    self.put(self.whose(colour), cell);
                }
            }
        }
    }

    fn whose(&self, colour: Colour) -> Whose {
        if colour == self.ledger.memory().colour() { Whose::Own } else { Whose::Opponent }
    }

    /// Puts stones in alternation until this side has won.
    fn decide(&mut self, whose: Whose) {
        let own = self.ledger.memory().colour();
        let winner = if whose == Whose::Own { own } else { own.other() };
        while let Some(board) = self.board().cloned() {
            let path = shortest_path(&board, winner);
            if board.winner().is_some() || path.is_empty() {
                return;
            }
            let to_move = if board.stones_of(Colour::Black) > board.stones_of(Colour::White) {
                Colour::White
            } else {
                Colour::Black
            };
            let elsewhere: Vec<Cell> = board.vacant().filter(|cell| !path.contains(cell)).collect();
            let cell = if to_move == winner { path.first() } else { self.random.pick(&elsewhere) };
            match cell {
                Some(&cell) => self.put(self.whose(to_move), cell),
                // No room for the other side: the chain is completed without it.
                None => self.put(whose, path[0]),
            }
        }
    }

    pub(super) fn board(&self) -> Option<&Board> {
        self.ledger.memory().board()
    }

    /// The size of the board; the smallest before there is one.
    pub(super) fn size(&self) -> Size {
        self.board().map_or(Size::MIN, Board::size)
    }

    /// Decision H6: not on a board that is full or decided, and not where a count of moves could be taken for
    /// that of the second move although it is not.
    #[must_use]
    pub(super) fn may_ask_for_a_move(&self) -> bool {
        let Some(position) = self.ledger.memory().position() else { return false };
        let stones = position.board().stone_count();
        let certain = match stones {
            0 => position.to_move() == Colour::Black && !self.ledger.has_taken(),
            1 => position.may_swap() || self.ledger.has_swapped(),
            _ => true,
        };
        certain && position.outcome().is_none()
    }

    /// Ends the session. What it showed, what cannot be used any more, and the process, if it can go on.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn leave(mut self, end: End) -> Result<Left, StageError> {
        if self.provoked && !self.over {
            self.listen(QUIET);
        } else if !self.over {
            // What comes behind a malformed answer is part of it.
            self.overhear();
        }
        let mut kept = None;
        let alive = self.conversation.take();
        if let Some(mut conversation) = alive {
            match end {
                End::Open if self.over || self.ledger.has_swapped() => drop(conversation.kill()?),
                End::Open => {
                    let sessions = self.earlier + 1;
                    kept = Some(Kept { conversation: Some(conversation), colour: self.colour, sessions });
                }
                _ if self.over => drop(conversation.kill()?),
                End::Quit => {
                    self.since.push("quit".to_owned());
                    self.lines.push("quit".to_owned());
                    let line = if self.style.line_ends == LineEnds::CrLf { "quit\r\n" } else { "quit\n" };
                    conversation.send(line.as_bytes());
                    let closed = conversation.finish(quit::GRACE)?;
                    self.ended(&closed, quit::judge(&closed));
                }
                End::Eof | End::MidMessage => {
                    conversation.send(if end == End::MidMessage { b"check_w".as_slice() } else { b"" });
                    self.lines.push("(end of input)".to_owned());
                    conversation.close_stdin();
                    let mut closed = conversation.finish(quit::GRACE)?;
                    let violations = eof::judge(&closed);
                    if end == End::MidMessage {
                        // What a bot says to half a message is its own affair.
                        closed.late_output = Captured::default();
                    }
                    self.ended(&closed, violations);
                }
            }
        }
        let nothing = !self.judged && self.seen.unjudged.is_none() && self.seen.violations.is_empty();
        if nothing && let Some((reason, rule)) = self.hindered.take() {
            self.seen.unjudged = Some(Unjudged::Skipped { reason, blocked_by: Some(rule) });
        }
        Ok(Left { seen: self.seen, hinders: self.hinders, kept })
    }

    fn ended(&mut self, closed: &Closed, violations: Vec<Violation>) {
        self.judged = true;
        if !closed.late_output.is_empty() {
            self.unsolicited(&closed.late_output.head, None);
        }
        for violation in violations {
            self.blame(violation);
        }
    }
}

/// What is left of a session.
pub(super) struct Left {
    /// What it showed.
    pub(super) seen: Performance,
    /// What cannot be used any more, with the broken rule.
    pub(super) hinders: Vec<(&'static str, &'static str)>,
    /// The process, if it can go on.
    pub(super) kept: Option<Kept>,
}

/// The key of a hindrance of one colour.
#[must_use]
pub(super) const fn colour_key(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "hex: as black",
        Colour::White => "hex: as white",
    }
}
