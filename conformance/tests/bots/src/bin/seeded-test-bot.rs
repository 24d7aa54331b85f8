//! A bot of all four games that plays at random by the seed in its file name.

use std::process::ExitCode;

fn main() -> ExitCode {
    botspec_test_bots::seeded::main()
}
