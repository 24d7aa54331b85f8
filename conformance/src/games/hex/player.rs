//! A bot at the board of a Hex game, whatever it speaks.

use std::time::Duration;

use botspec_sdk::games::hex::{Colour, Hex as Contest, Message, Move as Played, Size};
use botspec_sdk::seat::Seat;

use super::gtp_seat::GtpSeat;
use super::seats::HexBot;
use crate::channel::How;
use crate::process::{Elapsed, Host, Program, Protocol, SandboxError};
use crate::referee::seats::{Closing, Failure, Stop};

/// A bot, and what it is to be told.
pub(super) enum Player {
    /// One that speaks the contest's protocol.
    Own(Box<HexBot>),
    /// One that speaks GTP.
    Gtp(Box<GtpSeat>),
}

impl Player {
    /// Starts the bot of this seat.
    pub(super) fn open(host: &Host, program: &Program, seat: Seat) -> Result<Self, SandboxError> {
        Ok(match program.protocol {
            Protocol::Contest => Self::Own(Box::new(HexBot::open(host, program, seat)?)),
            Protocol::Gtp => Self::Gtp(Box::new(GtpSeat::open(host, program, seat)?)),
        })
    }

    /// Starts the bot of this seat for a game in which these moves have been made.
    pub(super) fn open_at(
        host: &Host,
        program: &Program,
        seat: Seat,
        size: Size,
        made: &[Played],
    ) -> Result<Self, SandboxError> {
        // Nobody can be told that it has swapped itself: it begins as what it is since, and the stone is its own.
        let has_swapped = seat.index() != 0 && made.get(1) == Some(&Played::Swap);
        let mut player = match program.protocol {
            Protocol::Contest if has_swapped => {
                Self::Own(Box::new(HexBot::open_as(host, program, seat, Colour::Black)?))
            }
            _ => Self::open(host, program, seat)?,
        };
        player.begin(size, made);
        Ok(player)
    }

    /// Begins a game with these moves.
    pub(super) fn begin(&mut self, size: Size, made: &[Played]) {
        match self {
            Self::Gtp(bot) => bot.begin(size, made),
            Self::Own(bot) => {
                bot.tell(Message::InitBoard(size));
                bot.tell_all(made);
            }
        }
    }

    /// Tells of the other's move.
    pub(super) fn tell_move(&mut self, mv: Played) {
        match self {
            Self::Own(bot) => bot.tell_move(mv),
            Self::Gtp(bot) => bot.tell_move(mv),
        }
    }

    /// Asks for a move: the text that came in time, in the words of the contest, or why there is none.
    pub(super) fn ask_move(&mut self, limit: Duration) -> Result<Result<(String, Elapsed), Failure>, Stop> {
        match self {
            Self::Own(bot) => bot.ask_move(limit),
            Self::Gtp(bot) => bot.ask_move(limit),
        }
    }

    /// Tells that the game is over.
    pub(super) fn quit(&mut self) {
        match self {
            Self::Own(bot) => bot.bot.send(b"quit\n"),
            Self::Gtp(bot) => bot.quit(),
        }
    }

    /// Ends it.
    pub(super) fn close(self) -> Result<Closing, SandboxError> {
        match self {
            Self::Own(bot) => bot.bot.close(Contest::REPLY_LIMIT, How::ByItself),
            Self::Gtp(bot) => bot.close(),
        }
    }
}
