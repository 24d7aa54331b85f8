//! In which of the things it does a bot departs from the usual.

use std::io;

use botspec_sdk::games::power4::{Drop, Position};

use super::usual;
use crate::start::Start;

/// What a bot does in its own way; the rest it does as usual.
#[derive(Debug, Clone, Copy)]
pub(super) enum Behaviour {
    /// The whole turn.
    Turn(fn(&Start) -> io::Result<()>),
    /// The drop, which it remembers; none for the usual one.
    Choice(fn(&Position) -> Option<Drop>),
    /// The content of `output.txt`; none for the usual one.
    Output(fn(&Position, Drop) -> Option<Vec<u8>>),
    /// What happens to the answer once it is chosen and is to be written.
    Writing(fn(&Start, &str) -> io::Result<()>),
    /// What happens before anything else.
    Before(fn(&Start) -> io::Result<()>),
    /// What happens once the answer is written.
    Afterwards(fn(&Start) -> io::Result<()>),
}

impl Behaviour {
    /// One turn of the bot.
    pub(super) fn play(self, start: &Start) -> io::Result<()> {
        match self {
            Self::Turn(act) => act(start),
            Self::Choice(choose) => {
                let asked = usual::read(start)?;
                let drop = choose(&asked.position).unwrap_or_else(|| usual::choose(&asked.position));
                asked.answer(start, drop, drop.to_string())
            }
            Self::Output(text) => {
                let asked = usual::read(start)?;
                let drop = usual::choose(&asked.position);
                let output = text(&asked.position, drop).unwrap_or_else(|| drop.to_string().into_bytes());
                asked.answer(start, drop, output)
            }
            Self::Writing(act) => {
                let asked = usual::read(start)?;
                let drop = usual::choose(&asked.position);
                asked.remember(start, drop)?;
                act(start, &drop.to_string())
            }
            Self::Before(act) => {
                act(start)?;
                usual::turn(start)
            }
            Self::Afterwards(act) => {
                usual::turn(start)?;
                act(start)
            }
        }
    }
}
