//! `botspec`, once more.

use std::process::ExitCode;

fn main() -> ExitCode {
    botspec::process::serve_if_asked().unwrap_or_else(botspec::cli::main)
}
