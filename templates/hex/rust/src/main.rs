//! A Hex bot: one process a game, messages in, answers out. The SDK does that; `strategy` chooses.

mod strategy;

use std::process::ExitCode;

use botspec_sdk::games::hex::Hex;
use botspec_sdk::run::conversation;

fn main() -> ExitCode {
    conversation::run::<Hex>(strategy::choose)
}
