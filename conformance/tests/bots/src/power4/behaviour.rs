//! In which of the things it does a bot departs from the usual.

use std::io;
use std::sync::OnceLock;

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

/// What a bot with several faults does in its own way: the usual turn looks here.
static OTHERS: OnceLock<Vec<Behaviour>> = OnceLock::new();

/// One turn of a bot that departs from the usual in several things, each of which is a part of its own.
pub(super) fn together(behaviours: &[Behaviour], start: &Start) -> io::Result<()> {
    let all = OTHERS.get_or_init(|| behaviours.to_vec());
    let before = all.iter().filter_map(|it| if let Behaviour::Before(act) = it { Some(act) } else { None });
    before.into_iter().try_for_each(|act| act(start))?;
    let whole = all.iter().find_map(|it| if let Behaviour::Turn(act) = it { Some(act) } else { None });
    whole.map_or_else(|| usual::turn(start), |act| act(start))?;
    let afterwards =
        all.iter().filter_map(|it| if let Behaviour::Afterwards(act) = it { Some(act) } else { None });
    afterwards.into_iter().try_for_each(|act| act(start))
}

/// Chooses, remembers and answers as the bot's behaviours have it: the first that has something of its own.
pub(super) fn answer(start: &Start, asked: usual::Asked) -> io::Result<()> {
    let all = OTHERS.get().map(Vec::as_slice).unwrap_or_default();
    let position = &asked.position;
    let chosen =
        all.iter().find_map(|it| if let Behaviour::Choice(choose) = it { choose(position) } else { None });
    let drop = chosen.unwrap_or_else(|| usual::choose(position));
    let own = |it: &Behaviour| if let Behaviour::Output(text) = it { text(position, drop) } else { None };
    let output = all.iter().find_map(own).unwrap_or_else(|| drop.to_string().into_bytes());
    asked.remember(start, drop)?;
    let writing = all.iter().find_map(|it| if let Behaviour::Writing(act) = it { Some(act) } else { None });
    match writing {
        Some(act) => act(start, &String::from_utf8_lossy(&output)),
        None => usual::write(start, output),
    }
}
