//! A Flit bot: one process a game, updates and requests in, answers out. The SDK does that; `strategy` chooses.

mod strategy;

use std::process::ExitCode;

use botspec_sdk::games::flit::Flit;
use botspec_sdk::run::conversation;

fn main() -> ExitCode {
    conversation::run::<Flit>(strategy::choose)
}
