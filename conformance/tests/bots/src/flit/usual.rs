//! What all bots do but for one thing each.

use std::io::{self, BufRead as _};

use botspec_sdk::games::flit::{Answer, Memory, Message, Player, Position};

use super::scene::Scene;
use crate::lines::print;
use crate::start::Start;

/// The number that the bot was started with.
pub(super) fn number(start: &Start) -> Option<Player> {
    let arguments: Vec<String> =
        start.arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Memory::from_args(&arguments).map(|memory| memory.position().player())
}

/// The message in a line, however that ends.
pub(super) fn message(line: &[u8]) -> Option<Message> {
    Message::from_bytes(line.trim_ascii_end()).ok()
}

/// The first legal move, or a stay.
pub(super) fn choose(position: &Position) -> Answer {
    let own = position.board().pieces(position.player());
    let moves = position.destinations().any.iter().flat_map(|destination| {
        own.iter().map(move |origin| Answer { origin: origin.into(), destination: destination.into() })
    });
    moves.into_iter().find(|answer| position.judge(answer).is_ok()).unwrap_or_else(|| position.stay().into())
}

/// Writes an answer as a line.
pub(super) fn write(answer: &str) -> io::Result<()> {
    print(format!("{answer}\n"))
}

/// Plays with each line as it comes, until there is none. What `react` answers is written.
pub(super) fn converse<'a>(
    start: &'a Start,
    mut react: impl FnMut(&mut Scene<'a>, Message) -> io::Result<()>,
) -> io::Result<()> {
    let mut scene = scene(start)?;
    let mut line = Vec::new();
    let mut input = io::stdin().lock();
    while input.read_until(b'\n', &mut line)? > 0 {
        if let Some(message) = message(&line) {
            react(&mut scene, message)?;
        }
        line.clear();
    }
    Ok(())
}

/// What the bot knows at the start.
pub(super) fn scene(start: &Start) -> io::Result<Scene<'_>> {
    let player = number(start).ok_or_else(|| io::Error::other("usage: flit-bot 1|2|3|4"))?;
    Ok(Scene::new(start, player))
}

/// Takes a change in, or writes the usual answer.
pub(super) fn react(scene: &mut Scene<'_>, message: Message) -> io::Result<()> {
    match message {
        Message::Update(update) => {
            scene.take(update);
            Ok(())
        }
        Message::MoveRequest => write(&choose(scene.position()).to_string()),
    }
}
