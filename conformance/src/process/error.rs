//! What can go wrong that is not the bot's fault.

use super::isolation::Isolation;
use std::fmt;
use std::io;

/// The host could not be opened.
#[derive(Debug)]
pub enum HostError {
    /// The helper process could not be started or did not answer.
    Helper(SandboxError),
    /// `--sandbox strict` was asked for, and this machine does not give it all.
    NotStrict(Isolation),
}

impl HostError {
    /// How the message begins if not every layer is available.
    pub(crate) const NOT_STRICT: &str = "the strict sandbox is not available on this machine:";
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Helper(error) => error.fmt(f),
            Self::NotStrict(isolation) => {
                f.write_str(Self::NOT_STRICT)?;
                for (layer, why) in isolation.missing() {
                    write!(f, "\n  {layer}: {why}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for HostError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Helper(error) => Some(error),
            Self::NotStrict(_) => None,
        }
    }
}

/// A cell failed: this is the machine's or our own fault, never the bot's.
#[derive(Debug)]
pub struct SandboxError {
    doing: String,
    source: Option<io::Error>,
}

impl SandboxError {
    pub(crate) fn new(doing: impl Into<String>, source: impl Into<io::Error>) -> Self {
        Self { doing: doing.into(), source: Some(source.into()) }
    }

    /// Whether there was no room left for a file.
    pub(crate) fn is_lack_of_room(&self) -> bool {
        let kind = self.source.as_ref().map(io::Error::kind);
        matches!(kind, Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded))
    }

    /// Whether it is a matter of the machine, whatever a bot did: see [`is_shortage`].
    pub(crate) fn is_shortage(&self) -> bool {
        self.source.as_ref().is_some_and(is_shortage)
    }

    /// A failure that is told in these words.
    pub fn text(what: impl Into<String>) -> Self {
        Self { doing: what.into(), source: None }
    }
}

/// Whether this program or the machine has run short of file descriptors or of memory: no bot has a share in either.
pub(crate) fn is_shortage(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let all = [Errno::MFILE, Errno::NFILE, Errno::NOMEM];
        error.raw_os_error().is_some_and(|code| all.iter().any(|errno| errno.raw_os_error() == code))
    }
    #[cfg(not(unix))]
    {
        error.kind() == io::ErrorKind::OutOfMemory
    }
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.doing)?;
        self.source.as_ref().map_or(Ok(()), |source| write!(f, ": {source}"))
    }
}

impl std::error::Error for SandboxError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}

/// Says what was being done when an operating system call failed.
pub(crate) trait Doing<T> {
    fn doing(self, what: &str) -> Result<T, SandboxError>;
}

impl<T, E: Into<io::Error>> Doing<T> for Result<T, E> {
    fn doing(self, what: &str) -> Result<T, SandboxError> {
        self.map_err(|error| SandboxError::new(what, error))
    }
}
