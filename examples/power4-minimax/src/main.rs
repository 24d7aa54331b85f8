//! A Power Connect Four bot that looks a few turns ahead, keeps its special disks for when they are
//! worth something, and answers within a few milliseconds.

mod evaluation;
mod search;

use std::process::ExitCode;

use botspec_sdk::games::power4::{Power4, TeamId};
use botspec_sdk::run::file_turn;

/// The program is not called after its team, so it says which team it is.
const TEAM: TeamId = TeamId::Is("Mm0001");

fn main() -> ExitCode {
    file_turn::run::<Power4>(&TEAM, search::choose)
}
