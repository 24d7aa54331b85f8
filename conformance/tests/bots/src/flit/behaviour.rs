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
    Hearing(fn(&mut Scene<'_>, Update) -> io::Result<()>),
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
    Ending(fn(&Scene<'_>) -> io::Result<()>),
    /// All of it.
    Run(fn(&Start) -> io::Result<()>),
}

/// The life of a bot that departs from the usual in all these things. Where two are about the same thing, it does the
/// first.
pub(super) fn play(all: &[Behaviour], start: &Start) -> io::Result<()> {
    let run = all.iter().find_map(|it| if let Behaviour::Run(act) = it { Some(act) } else { None });
    if let Some(act) = run {
        return act(start);
    }
    for behaviour in all {
        if let Behaviour::Beginning(act) = behaviour {
            act(start)?;
        }
    }
    let number =
        all.iter().find_map(|it| if let Behaviour::Number(number) = it { Some(number) } else { None });
    let mut scene = match number {
        Some(number) => {
            let player = number(start).ok_or_else(|| io::Error::other("which bot am I?"))?;
            Scene::new(start, player)
        }
        None => usual::scene(start)?,
    };
    let read = all.iter().find_map(|it| if let Behaviour::Reading(read) = it { Some(read) } else { None });
    let mut line = Vec::new();
    let mut input = io::stdin().lock();
    while input.read_until(b'\n', &mut line)? > 0 {
        let message = match read {
            Some(read) => read(line.strip_suffix(b"\n").unwrap_or(&line)),
            None => usual::message(&line),
        };
        match message {
            Some(Message::Update(update)) => hear(all, &mut scene, update)?,
            Some(Message::MoveRequest) => answer(all, &mut scene)?,
            None => {}
        }
        line.clear();
    }
    for behaviour in all {
        if let Behaviour::Ending(act) = behaviour {
            act(&scene)?;
        }
    }
    Ok(())
}

fn hear(all: &[Behaviour], scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    scene.told += 1;
    match all.iter().find_map(|it| if let Behaviour::Hearing(hear) = it { Some(hear) } else { None }) {
        Some(hear) => hear(scene, update)?,
        None => scene.take(update),
    }
    for behaviour in all {
        if let Behaviour::Heard(act) = behaviour {
            act(scene)?;
        }
    }
    Ok(())
}

fn answer(all: &[Behaviour], scene: &mut Scene<'_>) -> io::Result<()> {
    scene.asked += 1;
    scene.told = 0;
    for behaviour in all {
        if let Behaviour::Thinking(act) = behaviour {
            act(scene)?;
        }
    }
    let answer = usual::choose(scene.position());
    let reply = all.iter().find_map(|it| if let Behaviour::Reply(reply) = it { reply(scene) } else { None });
    let text = reply.unwrap_or_else(|| answer.to_string());
    scene.stayed = if scene.position().legal_count() == 0 { scene.stayed + 1 } else { 0 };
    match all.iter().find_map(|it| if let Behaviour::Writing(write) = it { Some(write) } else { None }) {
        Some(write) => write(scene, &text)?,
        None => usual::write(&text)?,
    }
    for behaviour in all {
        if let Behaviour::Believing(believe) = behaviour {
            believe(scene, answer);
        }
    }
    Ok(())
}
