//! How the program ends, for scripts.

use std::process::ExitCode;

/// The meanings of exit codes; scripts rely on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The bot conforms; the answer is legal.
    Success,
    /// It does not; it is not.
    Failure,
    /// The command line, a file or a manifest is wrong, or there is no bot: nothing was judged.
    Usage,
    /// botspec or the machine failed.
    Internal,
    /// Nothing failed, but something could not be judged.
    Inconclusive,
    /// Stopped by the user.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Failure => 1,
            Exit::Usage => 2,
            Exit::Internal => 3,
            Exit::Inconclusive => 4,
            Exit::Interrupted => 130,
        })
    }
}
