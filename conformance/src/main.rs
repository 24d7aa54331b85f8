//! The `botspec` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    botspec::Suite::standard().run()
}
