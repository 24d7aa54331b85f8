//! Where a check writes to: looked at before the run, so that nobody waits for what cannot be kept.

use std::path::{Path, PathBuf};

use super::args::{CheckArgs, ReportFormat};
use super::error::CliError;
use super::output;

/// The file for step summaries of GitHub Actions, if there is one.
pub(super) fn step_summary() -> Option<PathBuf> {
    std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()).map(PathBuf::from)
}

/// A file that may not be there yet by its real place, however it is spelled; `-` is stdout.
pub(super) fn real(path: &Path) -> PathBuf {
    let in_its_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    let is_stdout = path == Path::new("-");
    let real = if is_stdout { None } else { std::fs::canonicalize(path).ok().or_else(in_its_folder) };
    real.unwrap_or_else(|| path.to_owned())
}

/// Whether all that is asked for can be written, and nothing that is read is lost by that.
///
/// # Errors
/// Names the first place where it cannot, or where something would be lost.
pub(super) fn can_be_written(args: &CheckArgs, reports: &[(ReportFormat, PathBuf)]) -> Result<(), CliError> {
    let spares = |path: &Path, option: &str| {
        output::spares(path, option, &args.bot, "the bot")?;
        args.other
            .as_deref()
            .map_or(Ok(()), |other| output::spares(path, option, other, "the profile of --as"))
    };
    for (format, path) in reports {
        output::may_be_written(path, "--output")?;
        spares(path, "--output")?;
        if let Some(list) = &args.known_failing {
            output::spares(path, "--output", list, "the list of --known-failing")?;
        }
        if *format == ReportFormat::Github
            && let Some(summary) = step_summary()
        {
            output::append(&summary, b"")?;
        }
    }
    if let Some(path) = &args.write_known_failing {
        output::may_be_written(path, "--write-known-failing")?;
        spares(path, "--write-known-failing")?;
    }
    args.save.as_deref().map_or(Ok(()), |folder: &Path| output::may_hold_files(folder, "--save"))
}
