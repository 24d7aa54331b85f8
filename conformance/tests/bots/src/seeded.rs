//! A bot that plays random legal moves in all four games, always the same ones for the same seed.
//!
//! Its file is called `GAME-seed-N`. A process that plays on goes through the stream of that seed, so it answers otherwise
//! when it has been asked more before; one that is started anew for each turn has the position decide as well.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::process::ExitCode;

use botspec_sdk::random::Random;

use crate::any_game::AnyGame;
use crate::lines::complain;
use crate::start::Start;

/// The main of its executable; under another name it ends with status 2.
#[must_use]
pub fn main() -> ExitCode {
    let start = match Start::of_process() {
        Ok(start) => start,
        Err(error) => {
            // If stderr is closed there is nobody to tell.
            let _ = complain(format!("{error}\n"));
            return ExitCode::FAILURE;
        }
    };
    let name = start.name();
    let Some((game, seed)) = name
        .split_once("-seed-")
        .and_then(|(game, seed)| Some((AnyGame::from_name(game)?, seed.parse().ok()?)))
    else {
        let _ = complain(format!("no game and seed in {name}\n"));
        return ExitCode::from(2);
    };
    let mut random = Random::seeded(seed);
    game.play(move |position| u64::from(random.word()) ^ digest(position))
}

fn digest(position: &dyn Debug) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{position:?}").hash(&mut hasher);
    hasher.finish()
}
