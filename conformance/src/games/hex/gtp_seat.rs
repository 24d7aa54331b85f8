//! A program that speaks GTP at the board of a Hex game: what MoHex, Wolve and others call HTP.
//!
//! It is told of all moves since it was asked last, and then for one. All of that is its turn, and takes of its time; so
//! does setting up the board before the first.

use std::time::Duration;

use botspec_sdk::games::hex::{Cell, Colour, Hex as Contest, Move as Played, MoveText, Size};
use botspec_sdk::seat::Seat;

use super::elsewhere::{Step, Swap};
use super::vertex::Vertex;
use super::{make_move, time};
use crate::process::{Elapsed, Host, Program, SandboxError};
use crate::referee::seats::gtp_bot::{Answer, Clock, GtpBot};
use crate::referee::seats::{Closing, Failure, Loss, Stop};

/// Why a turn came to no move.
enum Gone {
    /// The bot has lost.
    Lost(Failure),
    /// It cannot be judged.
    Stopped(Stop),
}

impl From<Failure> for Gone {
    fn from(failure: Failure) -> Self {
        Self::Lost(failure)
    }
}

impl From<Stop> for Gone {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// A program, and what it knows.
pub(super) struct GtpSeat {
    bot: GtpBot,
    seat: Seat,
    size: Size,
    moves: Vec<Played>,
    /// How many of the moves it knows; none before it has a board.
    known: Option<usize>,
    /// Which way it knows that the players have swapped.
    swapped: Option<Swap>,
}

impl GtpSeat {
    /// Starts the program for this seat.
    pub(super) fn open(host: &Host, program: &Program, seat: Seat) -> Result<Self, SandboxError> {
        let bot = GtpBot::open(host, program, seat, time::TURN.id)?;
        Ok(Self { bot, seat, size: Size::TOURNAMENT, moves: Vec::new(), known: None, swapped: None })
    }

    /// Begins a game with these moves.
    pub(super) fn begin(&mut self, size: Size, moves: &[Played]) {
        (self.size, self.moves, self.known, self.swapped) = (size, moves.to_vec(), None, None);
    }

    /// Keeps a move of which it is to be told.
    pub(super) fn tell_move(&mut self, mv: Played) {
        self.moves.push(mv);
    }

    /// Asks for a move, in the words of this contest.
    pub(super) fn ask_move(&mut self, limit: Duration) -> Result<Result<(String, Elapsed), Failure>, Stop> {
        match self.turn(limit) {
            Ok(made) => Ok(Ok(made)),
            Err(Gone::Lost(failure)) => Ok(Err(failure)),
            Err(Gone::Stopped(stop)) => Err(stop),
        }
    }

    fn turn(&mut self, limit: Duration) -> Result<(String, Elapsed), Gone> {
        let mut clock = Clock::new(limit);
        self.catch_up(limit, &mut clock)?;
        let command = format!("genmove {}", self.colour_of(self.seat));
        let text = self.obeyed(&command, &mut clock)?;
        let (mv, way) = self.understood(&text)?;
        let played = match mv {
            MoveText::Swap => Some(Played::Swap),
            MoveText::Place(at) => at.cell(self.size).map(Played::Place),
        };
        // Its own board has the move now. One that is illegal ends the game.
        self.swapped = self.swapped.or(way);
        self.moves.extend(played);
        self.known = Some(self.moves.len());
        Ok((mv.to_string(), clock.spent))
    }

    /// Ends it.
    pub(super) fn quit(&mut self) {
        self.bot.quit();
    }

    pub(super) fn close(self) -> Result<Closing, SandboxError> {
        self.bot.close(Contest::REPLY_LIMIT)
    }

    /// The colour that a seat has on its board: by `swap-pieces` players keep theirs.
    fn colour_of(&self, seat: Seat) -> Colour {
        let first = Colour::ALL[seat.index().min(1)];
        if self.swapped == Some(Swap::Sides) { first.other() } else { first }
    }

    fn vertex(&self, cell: Cell) -> Vertex {
        let vertex = Vertex::from(cell);
        if self.swapped == Some(Swap::Pieces) { vertex.mirrored() } else { vertex }
    }

    /// Sets up the board, and tells of all moves that it does not know.
    fn catch_up(&mut self, limit: Duration, clock: &mut Clock) -> Result<(), Gone> {
        let mut known = match self.known {
            Some(known) => known,
            None => {
                self.set_up(limit, clock)?;
                0
            }
        };
        while let Some(&mv) = self.moves.get(known) {
            let mover = Seat::from_index(u8::from(!known.is_multiple_of(2)));
            match mv {
                Played::Place(cell) => {
                    let command = format!("play {} {}", self.colour_of(mover), self.vertex(cell));
                    self.obeyed(&command, clock)?;
                }
                Played::Swap => self.tell_swap(clock)?,
            }
            known += 1;
            self.known = Some(known);
        }
        Ok(())
    }

    fn set_up(&mut self, limit: Duration, clock: &mut Clock) -> Result<(), Gone> {
        let size = self.size;
        if let Answer::Refused(why) = self.bot.ask(&format!("boardsize {size}"), clock)??
            && let Answer::Refused(_) = self.bot.ask(&format!("boardsize {size} {size}"), clock)??
        {
            let why = format!("it has no board of {size}×{size}: it refused `boardsize {size}`: {why:?}");
            return Err(Stop::NotStarted { seat: self.seat, why }.into());
        }
        self.obeyed("clear_board", clock)?;
        // Whoever uses all of it is to be in time; whoever knows no such command plays at its own pace.
        let seconds = (limit * 9 / 10).as_secs();
        if seconds > 0 {
            self.bot.ask(&format!("time_settings 0 {seconds} 1"), clock)??;
        }
        Ok(())
    }

    /// Tells that the second player has swapped, in words that the program knows; if it knows none, it is shown the
    /// board that it would have after `swap-pieces`.
    fn tell_swap(&mut self, clock: &mut Clock) -> Result<(), Gone> {
        for (word, way) in
            [("swap-pieces", Swap::Pieces), ("swap-sides", Swap::Sides), ("swap", Swap::Pieces)]
        {
            let command = format!("play {} {word}", Colour::White);
            if let Answer::Done(_) = self.bot.ask(&command, clock)?? {
                self.swapped = Some(way);
                return Ok(());
            }
        }
        self.obeyed("clear_board", clock)?;
        self.swapped = Some(Swap::Pieces);
        match self.moves.first() {
            Some(&Played::Place(cell)) => {
                self.obeyed(&format!("play {} {}", Colour::White, self.vertex(cell)), clock).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Sends a command that no program can refuse, and returns what it answers.
    fn obeyed(&mut self, command: &str, clock: &mut Clock) -> Result<String, Gone> {
        match self.bot.ask(command, clock)?? {
            Answer::Done(text) => Ok(text),
            Answer::Refused(why) => Err(malformed(format!("it refused `{command}`: {why:?}")).into()),
        }
    }

    /// What its move is in the words of this contest.
    fn understood(&self, text: &str) -> Result<(MoveText, Option<Swap>), Failure> {
        let vertex = match Step::from_text(text) {
            Some(Step::Swap(way)) => return Ok((MoveText::Swap, Some(way))),
            Some(Step::GivenUp) => {
                let answer = Some("resign".to_owned());
                return Err(Failure { answer, ..Failure::new(Loss::Resign, None, "the bot resigns") });
            }
            Some(Step::Stone(vertex)) => vertex,
            None => {
                let message = format!(
                    "its move is {text:?}: expected a cell such as c3, swap-pieces, swap-sides or resign"
                );
                return Err(malformed(message));
            }
        };
        let size = self.size;
        let ours = if self.swapped == Some(Swap::Pieces) { vertex.mirrored() } else { vertex };
        match ours.coordinate() {
            Some(at) => Ok((MoveText::Place(at), None)),
            None => {
                let message = format!("{vertex} is not on a board of {size}×{size}");
                Err(Failure::new(Loss::Illegal, Some(make_move::ON_BOARD.id), message))
            }
        }
    }
}

/// It does not keep to its protocol. What it has said stands in the message: a record has moves in other words.
fn malformed(message: String) -> Failure {
    Failure::new(Loss::Malformed, None, message)
}
