//! The game as the run loops and the referee see it.

use super::memory::Memory;
use super::position::Position;
use super::rules::{Move, Reason};
use super::wire::{Answer, Message};
use crate::game::Game;
use crate::stream_game::{Heard, StreamGame};

/// Flit, in both its variants: which one is played is part of a position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Flit;
/// use botspec_sdk::{Game, StreamGame};
/// assert_eq!(Flit::NAME, "flit");
/// assert_eq!(Flit::ARGUMENTS, "1|2|3|4");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flit;

impl Game for Flit {
    const NAME: &'static str = "flit";
    type Position = Position;
}

/// Leniency: white space around a message means nothing.
impl StreamGame for Flit {
    type Memory = Memory;
    const ARGUMENTS: &'static str = "1|2|3|4";

    fn start(args: &[String]) -> Option<Memory> {
        Memory::from_args(args)
    }

    fn hear(memory: &mut Memory, line: &[u8]) -> Heard<Position> {
        match Message::from_bytes(line.trim_ascii()) {
            Ok(message) => memory.hear(message),
            Err(error) => Heard::Ignored(error.to_string()),
        }
    }

    fn answer(memory: &mut Memory, mv: Move) -> Result<String, Reason> {
        memory.answer(mv).map(|()| mv.to_string())
    }

    fn move_of(position: &Position, line: &[u8]) -> Option<Move> {
        position.judge(&Answer::from_bytes(line).ok()?).ok()
    }

    fn retell(memory: &Memory) -> Option<Vec<String>> {
        Some(memory.retell().map(|update| update.to_string()).collect())
    }
}
