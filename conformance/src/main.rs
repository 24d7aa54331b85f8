//! The `botspec` program.
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = botspec::process::serve_if_asked() {
        return code;
    }
    ExitCode::SUCCESS
}
