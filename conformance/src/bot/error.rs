//! What can keep a bot from being found, built or started. All are the user's to mend: exit code 2.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

/// A path, fit to be shown.
#[must_use]
pub(super) fn shown(path: &Path) -> String {
    path.to_string_lossy().escape_debug().to_string()
}

/// Why there is no bot to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotError {
    /// Nothing is there, or it cannot be used: what was wrong with this path, and what to do.
    Unusable {
        /// The path.
        path: PathBuf,
        /// In a sentence or two.
        why: String,
    },
    /// `bot.toml` is not one.
    Manifest {
        /// The file.
        path: PathBuf,
        /// Line and column, from 1, where there is a place.
        place: Option<(usize, usize)>,
        /// What is wrong.
        why: String,
    },
    /// The build command failed.
    BuildFailed {
        /// The command.
        command: String,
        /// How it ended.
        why: String,
        /// What it printed, bounded.
        output: String,
    },
}

impl BotError {
    pub(super) fn unusable(path: &Path, why: impl Into<String>) -> Self {
        Self::Unusable { path: path.to_owned(), why: why.into() }
    }
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable { path, why } => write!(f, "{}: {why}", shown(path)),
            Self::Manifest { path, place: Some((line, column)), why } => {
                write!(f, "{}, line {line}, column {column}: {why}", shown(path))
            }
            Self::Manifest { path, place: None, why } => write!(f, "{}: {why}", shown(path)),
            Self::BuildFailed { command, why, output } => {
                write!(f, "the bot does not build: `{command}` {why}")?;
                if output.trim().is_empty() { Ok(()) } else { write!(f, "\n{}", output.trim_end()) }
            }
        }
    }
}

impl Error for BotError {}
