//! The program `botspec`, with one contest more.

use std::process::ExitCode;

fn main() -> ExitCode {
    botspec::Suite::standard().with(contest_four_in_a_row::FourInARow).run()
}
