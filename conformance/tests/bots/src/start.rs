//! What a bot is started with.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// One start of the executable.
pub(crate) struct Start {
    /// The executable itself.
    pub(crate) program: PathBuf,
    /// What follows its name on the command line.
    pub(crate) arguments: Vec<OsString>,
}

impl Start {
    /// Looks at this process.
    ///
    /// # Errors
    /// If the system does not tell where the executable is.
    pub(crate) fn of_process() -> io::Result<Self> {
        Ok(Self { program: std::env::current_exe()?, arguments: std::env::args_os().skip(1).collect() })
    }

    /// The file name of the executable, which says what to be.
    pub(crate) fn name(&self) -> &str {
        self.program.file_name().and_then(|name| name.to_str()).unwrap_or_default()
    }

    /// The folder of the executable.
    pub(crate) fn folder(&self) -> &Path {
        self.program.parent().unwrap_or(Path::new("."))
    }

    /// A file beside the executable.
    pub(crate) fn file(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder().join(name)
    }

    /// Whether a file is there and has not been written for so long.
    pub(crate) fn is_old(file: &Path, age: Duration) -> bool {
        let modified = std::fs::metadata(file).and_then(|metadata| metadata.modified());
        modified.is_ok_and(|then| then.elapsed().is_ok_and(|since| since > age))
    }
}
