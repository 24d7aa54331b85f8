//! Every Hex bot of the tests: it behaves as its file name says.

use std::process::ExitCode;

fn main() -> ExitCode {
    botspec_test_bots::hex::play()
}
