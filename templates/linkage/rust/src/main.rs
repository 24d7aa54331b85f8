//! A Linkage bot: one process a turn, `input.txt` in, `order.txt` out. The SDK does that; `strategy` chooses.

mod identity;
mod strategy;

use std::process::ExitCode;

use botspec_sdk::games::linkage::Linkage;
use botspec_sdk::run::file_turn;

fn main() -> ExitCode {
    file_turn::run::<Linkage>(&identity::ME, strategy::choose)
}
