//! In which of the things it does a bot departs from the usual.

use std::io;
use std::sync::OnceLock;

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

/// What a bot with several faults does in its own way: the usual turn looks here.
static OTHERS: OnceLock<Vec<Behaviour>> = OnceLock::new();

/// One run of a bot that departs from the usual in several things, each of which is a part of its own.
pub(super) fn together(behaviours: &[Behaviour], start: &Start) -> io::Result<()> {
    let all = OTHERS.get_or_init(|| behaviours.to_vec());
    if !start.arguments.is_empty() {
        let own =
            all.iter().find_map(|it| if let Behaviour::Identification(act) = it { Some(act) } else { None });
        return own.map_or_else(usual::identify, |act| act(start));
    }
    let whole = all.iter().find_map(|it| match it {
        Behaviour::Run(act) | Behaviour::Turn(act) => Some(act),
        _ => None,
    });
    whole.map_or_else(|| usual::turn(start), |act| act(start))?;
    let afterwards =
        all.iter().filter_map(|it| if let Behaviour::Afterwards(act) = it { Some(act) } else { None });
    afterwards.into_iter().try_for_each(|act| act(start))
}

/// Writes the order as the bot's behaviours have it: the first that has a text of its own.
pub(super) fn answer(start: &Start, position: &Position) -> io::Result<()> {
    let all = OTHERS.get().map(Vec::as_slice).unwrap_or_default();
    let own = |it: &Behaviour| if let Behaviour::Order(text) = it { text(position) } else { None };
    let order = all.iter().find_map(own).unwrap_or_else(|| usual::order(position).into_bytes());
    let writing = all.iter().find_map(|it| if let Behaviour::Writing(act) = it { Some(act) } else { None });
    match writing {
        Some(act) => act(start, &String::from_utf8_lossy(&order)),
        None => usual::write(start, order),
    }
}
