//! Bots of all four games that let something decide which should not: it behaves as its file name says.

use std::process::ExitCode;

fn main() -> ExitCode {
    botspec_test_bots::fickle::main()
}
