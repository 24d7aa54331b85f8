//! Whatever stops a command, with its exit code.

use std::error::Error;
use std::{fmt, io};

use crate::bot::BotError;
use crate::exit_code::Exit;
use crate::process::{HostError, SandboxError};
use crate::scenario::ScenarioError;
use crate::selection::EmptySelection;

/// A message for the user, and how the program ends.
#[derive(Debug)]
pub(super) struct CliError {
    /// What was wrong, where, and what to do.
    pub message: String,
    /// How the program ends.
    pub exit: Exit,
}

impl CliError {
    /// The user's mistake.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), exit: Exit::Usage }
    }

    /// Ours, or the machine's.
    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self { message: message.into(), exit: Exit::Internal }
    }

    /// Something that cannot be written: the user's mistake, unless the disk is full.
    pub(super) fn unwritten(message: impl Into<String>, error: &io::Error) -> Self {
        let is_full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
        if is_full { Self::internal(message) } else { Self::usage(message) }
    }

    /// The same once there is something to be written: the user's mistakes are behind us.
    pub(super) fn when_writing(self) -> Self {
        let exit = if self.exit == Exit::Usage { Exit::Internal } else { self.exit };
        Self { exit, ..self }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for CliError {}

impl From<BotError> for CliError {
    fn from(error: BotError) -> Self {
        let message = error.to_string();
        if error == BotError::Interrupted {
            Self { message, exit: Exit::Interrupted }
        } else if error.is_machine_failure() {
            Self::internal(message)
        } else {
            Self::usage(message)
        }
    }
}

impl From<ScenarioError> for CliError {
    fn from(error: ScenarioError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<EmptySelection> for CliError {
    fn from(error: EmptySelection) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<HostError> for CliError {
    fn from(error: HostError) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<SandboxError> for CliError {
    fn from(error: SandboxError) -> Self {
        Self::internal(error.to_string())
    }
}
