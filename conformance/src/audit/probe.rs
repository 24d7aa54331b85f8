//! A position, and how it is put to a bot.

use botspec_sdk::Position;
use botspec_sdk::random::Random;

use crate::channel::InputFile;
use crate::record::Diagram;

/// One position to be put to a bot more than once.
#[derive(Debug, Clone)]
pub struct Probe {
    /// Which one it is, in a few words.
    pub title: String,
    /// What the bot is given, as text.
    pub given: String,
    /// A picture of it.
    pub diagram: Option<Diagram>,
    /// How it is put.
    pub question: Question,
}

impl Probe {
    /// A stream bot started with these arguments is told what has been, and then asked.
    #[must_use]
    pub fn conversation(
        title: String,
        arguments: Vec<String>,
        told: String,
        asked: &str,
        diagram: Diagram,
    ) -> Self {
        Self {
            title,
            given: format!("{told}{asked}"),
            diagram: Some(diagram),
            question: Question::Conversation { arguments, told: told.into(), asked: asked.into() },
        }
    }
}

/// How a position is put to a bot.
#[derive(Debug, Clone)]
pub enum Question {
    /// To a file bot: one turn in a fresh folder.
    Turn {
        /// What the referee writes.
        inputs: Vec<InputFile>,
        /// The file that the bot answers with.
        output: &'static str,
    },
    /// To a stream bot: one process, told what has been.
    Conversation {
        /// The arguments it is started with.
        arguments: Vec<String>,
        /// What it is told first.
        told: Vec<u8>,
        /// What it answers with one line.
        asked: Vec<u8>,
    },
}

/// The position after so many random moves, or the last one in which somebody is to move.
#[must_use]
pub fn played<P: Position>(opening: P, moves: u32, random: &mut Random) -> P {
    let mut position = opening;
    for _ in 0..moves {
        let Some(&mv) = random.pick(&position.legal_moves()) else { break };
        let Ok(next) = position.clone().play(mv) else { break };
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}
