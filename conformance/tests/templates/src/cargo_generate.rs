//! `cargo generate`, from the library: it reads the environment and draws on the terminal, so it is a program of
//! its own here, as it is for an entrant.

use std::process::ExitCode;

use cargo_generate::{Cli, generate};
use clap::Parser as _;
// Named in Cargo.toml for its version only.
use cargo_util_schemas as _;

fn main() -> ExitCode {
    let Cli::Generate(args) = Cli::parse();
    // It has told the error already.
    if generate(args).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
