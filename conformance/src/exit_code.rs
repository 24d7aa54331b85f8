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

impl Exit {
    /// The code, if it was this signal that stopped an interrupted run: as shells count, 128 and the signal's number.
    #[must_use]
    pub fn code(self, signal: u8) -> ExitCode {
        ExitCode::from(match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Usage => 2,
            Self::Internal => 3,
            Self::Inconclusive => 4,
            Self::Interrupted => 128_u8.saturating_add(signal),
        })
    }
}
