//! A Linkage bot that plays both sides sensibly and answers within a few milliseconds.

mod evaluation;
mod search;

use std::process::ExitCode;

use botspec_sdk::games::linkage::Linkage;
use botspec_sdk::{Identity, run::file_turn};

const ME: Identity = Identity {
    name: "Greedy",
    author: "The botspec authors",
    country: None,
    date: "21 November 2026",
    version: "1.0",
};

fn main() -> ExitCode {
    file_turn::run::<Linkage>(&ME, search::choose)
}
