//! Lines that somebody types, or that come from a pipe.

use std::io::{self, IsTerminal as _};

use super::error::CliError;
use super::lines::Lines;
use super::terminal::Terminal;

/// Where lines come from.
pub(super) enum Commands {
    Terminal(Terminal),
    Pipe(Lines),
}

impl Commands {
    /// With line editing and history on a terminal, plain lines from anything else.
    pub(super) fn open(prompt: String) -> Result<Self, CliError> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            Terminal::open(prompt).map(Self::Terminal)
        } else {
            Ok(Self::Pipe(Lines::default()))
        }
    }

    /// The next line; `None` at the end of input, and once the run is interrupted.
    pub(super) fn next(&mut self) -> Result<Option<String>, CliError> {
        match self {
            Self::Terminal(terminal) => terminal.next(),
            Self::Pipe(lines) => lines.next(),
        }
    }
}
