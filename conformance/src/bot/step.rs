//! What takes a while when a bot is made ready.

use std::fmt;
use std::path::PathBuf;

use super::error::shown;

/// Something that takes a while.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// This command runs.
    Building(String),
    /// What a Cargo bot depends on is fetched.
    Fetching,
    /// Its build is shown this folder outside its own, on which it depends.
    Showing(PathBuf),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Building(command) => write!(f, "building: {command}"),
            Self::Fetching => f.write_str("fetching what it depends on: cargo fetch"),
            Self::Showing(path) => {
                write!(f, "its build can also read {}, which it depends on", shown(path))
            }
        }
    }
}
