//! In which of the things it does a bot departs from the usual.

use std::io;

use botspec_sdk::games::linkage::Position;

use super::usual;
use crate::start::Start;

/// What a bot does in its own way; the rest it does as usual.
#[derive(Debug, Clone, Copy)]
pub(super) enum Behaviour {
    /// The run with arguments.
    Identification(fn(&Start) -> io::Result<()>),
    /// The whole turn.
    Turn(fn(&Start) -> io::Result<()>),
    /// The content of `order.txt`; none for the usual one.
    Order(fn(&Position) -> Option<Vec<u8>>),
    /// What happens to the order once it is chosen and is to be written.
    Writing(fn(&Start, &str) -> io::Result<()>),
    /// What happens once the order is written.
    Afterwards(fn(&Start) -> io::Result<()>),
    /// Every run, with or without arguments.
    Run(fn(&Start) -> io::Result<()>),
}

impl Behaviour {
    /// One run of the bot.
    pub(super) fn play(self, start: &Start) -> io::Result<()> {
        let asked_who = !start.arguments.is_empty();
        match self {
            Self::Run(act) => act(start),
            Self::Identification(act) if asked_who => act(start),
            _ if asked_who => usual::identify(),
            Self::Turn(act) => act(start),
            Self::Order(text) => {
                let position = usual::read(start)?;
                let order = text(&position).unwrap_or_else(|| usual::order(&position).into_bytes());
                usual::write(start, order)
            }
            Self::Writing(act) => act(start, &usual::order(&usual::read(start)?)),
            Self::Afterwards(act) => {
                usual::turn(start)?;
                act(start)
            }
            Self::Identification(_) => usual::turn(start),
        }
    }
}
