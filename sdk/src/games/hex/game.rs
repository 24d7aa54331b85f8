//! The game as the run loops and the referee see it.

use std::time::Duration;

use super::memory::Memory;
use super::position::Position;
use super::rules::{Move, Reason};
use super::wire::{Message, MoveText};
use crate::game::Game;
use crate::stream_game::{Heard, StreamGame};

/// Hex.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::Hex;
/// use botspec_sdk::{Game, StreamGame};
/// assert_eq!(Hex::NAME, "hex");
/// assert_eq!(Hex::ARGUMENTS, "black|white");
/// assert!(Hex::THINKING_TIME < Hex::TIME_LIMIT);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hex;

impl Hex {
    /// Time to answer `make_move`, unless the contest sets another one.
    pub const TIME_LIMIT: Duration = Duration::from_secs(120);
    /// Time to give any other answer, and to end after `quit`.
    pub const REPLY_LIMIT: Duration = Duration::from_secs(2);
    /// Time that a bot's [`Deadline`](crate::Deadline) gives it to think: less than four fifths of the
    /// 90 seconds with which the tournament was played in the end.
    pub const THINKING_TIME: Duration = Duration::from_secs(70);
}

impl Game for Hex {
    const NAME: &'static str = "hex";
    type Position = Position;
}

impl StreamGame for Hex {
    type Memory = Memory;
    const ARGUMENTS: &'static str = "black|white";

    fn start(args: &[String]) -> Option<Memory> {
        Memory::from_args(args)
    }

    fn hear(memory: &mut Memory, line: &[u8]) -> Heard<Position> {
        match Message::from_bytes(line) {
            Ok(message) => memory.hear(message),
            Err(error) => Heard::Ignored(error.to_string()),
        }
    }

    fn answer(memory: &mut Memory, mv: Move) -> Result<String, Reason> {
        memory.answer(mv).map(|()| mv.to_string())
    }

    fn move_of(position: &Position, line: &[u8]) -> Option<Move> {
        position.judge(MoveText::from_bytes(line).ok()?).ok()
    }
}
