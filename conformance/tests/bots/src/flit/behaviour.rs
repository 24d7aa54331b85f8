//! In which of the things it does a bot departs from the usual.

use std::io::{self, BufRead as _};

use botspec_sdk::games::flit::{Answer, Message, Player, Update};

use super::scene::Scene;
use super::usual;
use crate::start::Start;

/// What a bot does in its own way; the rest it does as usual.
#[derive(Debug, Clone, Copy)]
pub(super) enum Behaviour {
    /// What it takes for its number.
    Number(fn(&Start) -> Option<Player>),
    /// What happens before it reads anything.
    Beginning(fn(&Start) -> io::Result<()>),
    /// The message that it finds in a line; none if it finds none.
    Reading(fn(&[u8]) -> Option<Message>),
    /// What it makes of an update.
    Hearing(fn(&mut Scene<'_>, Update)),
    /// What happens when it has taken an update in.
    Heard(fn(&Scene<'_>) -> io::Result<()>),
    /// What happens before it chooses.
    Thinking(fn(&Scene<'_>) -> io::Result<()>),
    /// What it answers, without a line end; none for the usual answer.
    Reply(fn(&Scene<'_>) -> Option<String>),
    /// How it writes what it has chosen.
    Writing(fn(&Scene<'_>, &str) -> io::Result<()>),
    /// What it believes once it has answered.
    Believing(fn(&mut Scene<'_>, Answer)),
    /// What happens at the end of input.
    Ending(fn(&Start) -> io::Result<()>),
    /// All of it.
    Run(fn(&Start) -> io::Result<()>),
}

impl Behaviour {
    /// The life of the bot.
    pub(super) fn play(self, start: &Start) -> io::Result<()> {
        if let Self::Run(act) = self {
            return act(start);
        }
        if let Self::Beginning(act) = self {
            act(start)?;
        }
        let mut scene = match self {
            Self::Number(number) => {
                let player = number(start).ok_or_else(|| io::Error::other("which bot am I?"))?;
                Scene::new(start, player)
            }
            _ => usual::scene(start)?,
        };
        let mut line = Vec::new();
        let mut input = io::stdin().lock();
        while input.read_until(b'\n', &mut line)? > 0 {
            let message = match self {
                Self::Reading(read) => read(line.strip_suffix(b"\n").unwrap_or(&line)),
                _ => usual::message(&line),
            };
            match message {
                Some(Message::Update(update)) => self.hear(&mut scene, update)?,
                Some(Message::MoveRequest) => self.answer(&mut scene)?,
                None => {}
            }
            line.clear();
        }
        if let Self::Ending(act) = self {
            act(start)?;
        }
        Ok(())
    }

    fn hear(self, scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
        scene.told += 1;
        match self {
            Self::Hearing(hear) => hear(scene, update),
            _ => scene.take(update),
        }
        if let Self::Heard(act) = self { act(scene) } else { Ok(()) }
    }

    fn answer(self, scene: &mut Scene<'_>) -> io::Result<()> {
        scene.asked += 1;
        scene.told = 0;
        if let Self::Thinking(act) = self {
            act(scene)?;
        }
        let answer = usual::choose(scene.position());
        match self {
            Self::Writing(write) => write(scene, &answer.to_string())?,
            Self::Reply(reply) => usual::write(&reply(scene).unwrap_or_else(|| answer.to_string()))?,
            _ => usual::write(&answer.to_string())?,
        }
        if let Self::Believing(believe) = self {
            believe(scene, answer);
        }
        Ok(())
    }
}
