//! Where a submission and its receipt go.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::CliError;
use crate::bot::differences;
use crate::process::{Scratch, sweep};
use crate::record::{RECEIPT, Receipt};

/// The longest receipt that is read, in bytes.
pub(super) const MAX_RECEIPT: u64 = 64 << 20;

/// How the names of folders begin in which submissions are made.
const STAGE: &str = ".botspec-pack-";

/// Where a submission goes.
pub(super) struct Target {
    /// The folder to make.
    pub folder: PathBuf,
    /// The receipt to write.
    pub receipt: PathBuf,
    parent: PathBuf,
}

impl Target {
    /// Beside the bot's folder, if nothing else is said.
    pub(super) fn choose(
        output: Option<&Path>,
        receipt: Option<&Path>,
        source: &Path,
    ) -> Result<Self, CliError> {
        let (parent, folder) = match output {
            Some(output) => really(output, "--output")?,
            None => really(&with_suffix(source, "-submission"), "--output")?,
        };
        if folder.starts_with(source) || source.starts_with(&folder) {
            return Err(CliError::usage(format!(
                "{} and the bot's folder lie in one another; choose another place with --output",
                folder.display()
            )));
        }
        let receipt = match receipt {
            Some(receipt) => really(receipt, "--receipt")?.1,
            None => with_suffix(&folder, ".receipt.json"),
        };
        for (inside, what) in [(folder.as_path(), "the submission's folder"), (source, "the bot's folder")] {
            if receipt.starts_with(inside) {
                return Err(CliError::usage(format!(
                    "{}: the receipt cannot lie in {what}; choose another place with --receipt",
                    receipt.display()
                )));
            }
        }
        Ok(Self { folder, receipt, parent })
    }

    /// Only what an earlier packing made, and nobody has touched since, is replaced.
    pub(super) fn may_be_written(&self) -> Result<(), CliError> {
        let receipt = self.earlier()?;
        super::output::may_be_written(&self.receipt, "--receipt")?;
        match fs::symlink_metadata(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(unwritten(&self.folder, &error)),
            Ok(metadata) if !metadata.is_dir() => {
                return Err(CliError::usage(format!(
                    "{} exists and is not a folder; choose another one with --output",
                    self.folder.display()
                )));
            }
            Ok(_) => {}
        }
        let mut entries = fs::read_dir(&self.folder).map_err(|error| unwritten(&self.folder, &error))?;
        let ours =
            |receipt: Receipt| differences(&self.folder, &receipt.files).is_ok_and(|all| all.is_empty());
        if entries.next().is_none() || receipt.is_some_and(ours) {
            return Ok(());
        }
        Err(CliError::usage(format!(
            "{} holds something else than what {} was written for; remove it, or choose another folder with --output",
            self.folder.display(),
            self.receipt.display()
        )))
    }

    /// The receipt that is there already.
    fn earlier(&self) -> Result<Option<Receipt>, CliError> {
        let metadata = match fs::symlink_metadata(&self.receipt) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unwritten(&self.receipt, &error)),
        };
        let read = || {
            let small = metadata.is_file() && metadata.len() <= MAX_RECEIPT;
            let bytes = small.then(|| fs::read(&self.receipt).ok()).flatten()?;
            serde_json::from_slice::<Receipt>(&bytes).ok().filter(|receipt| receipt.schema == RECEIPT)
        };
        read().map(Some).ok_or_else(|| {
            CliError::usage(format!(
                "{} exists and is not a receipt; choose another place with --receipt",
                self.receipt.display()
            ))
        })
    }

    /// A folder on the same disk, which becomes the submission when all is well.
    pub(super) fn staging(&self) -> Result<Scratch, CliError> {
        sweep(&self.parent, STAGE);
        Scratch::new_in(&self.parent, STAGE).map_err(|error| unwritten(&self.parent, &error))
    }

    /// Puts a finished submission and its receipt where they belong.
    pub(super) fn put(&self, packed: &Path, receipt: &[u8]) -> Result<(), CliError> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(unwritten(&self.folder, &error));
            }
            _ => {}
        }
        fs::rename(packed, &self.folder).map_err(|error| unwritten(&self.folder, &error))?;
        fs::write(&self.receipt, receipt).map_err(|error| unwritten(&self.receipt, &error))
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A path to be made, by its real place, so that no link hides where it lies; and the folder it lies in.
fn really(path: &Path, option: &str) -> Result<(PathBuf, PathBuf), CliError> {
    let absolute = std::path::absolute(path)
        .map_err(|error| CliError::usage(format!("{option}: {}: {error}", path.display())))?;
    let (Some(parent), Some(name)) = (absolute.parent(), absolute.file_name()) else {
        return Err(CliError::usage(format!("{option} needs a name, found {}", path.display())));
    };
    let parent = fs::canonicalize(parent)
        .map_err(|error| CliError::usage(format!("{}: {error}; make this folder first", parent.display())))?;
    let path = parent.join(name);
    Ok((parent, path))
}

pub(super) fn unwritten(path: &Path, error: &io::Error) -> CliError {
    CliError::unwritten(format!("cannot write {}: {error}", path.display()), error)
}
