//! A Power Connect Four bot: one process a turn, `team_no.txt` and `board.txt` in, `output.txt` out. The SDK does
//! that, and remembers which disks are used; `strategy` chooses.

mod strategy;
mod team;

use std::process::ExitCode;

use botspec_sdk::games::power4::Power4;
use botspec_sdk::run::file_turn;

fn main() -> ExitCode {
    file_turn::run::<Power4>(&team::TEAM, strategy::choose)
}
