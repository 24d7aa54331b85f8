//! Writing: reports to stdout or files, everything else to stderr.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressStyle};

use super::error::CliError;
use crate::bot::Step;

/// A report to stdout. Colours stay only where they are shown. A reader that went away is no error.
pub(super) fn report(bytes: &[u8]) -> Result<(), CliError> {
    let mut stdout = anstream::AutoStream::auto(io::stdout()).lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CliError::internal(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// A report to a file or, for `-`, to stdout.
pub(super) fn report_to(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    if path == Path::new("-") { report(bytes) } else { file(path, bytes, "--output") }
}

/// A file, without colours, whole or not at all. `option` is where it was named.
pub(super) fn file(path: &Path, bytes: &[u8], option: &str) -> Result<(), CliError> {
    let error = |error: io::Error| {
        CliError::usage(format!(
            "cannot write {}: {error}; choose another place with {option}",
            path.display()
        ))
    };
    let plain = anstream::adapter::strip_bytes(bytes).into_vec();
    if std::fs::symlink_metadata(path).is_ok_and(|meta| !meta.is_file()) {
        // A pipe or a terminal is written to as it is.
        return std::fs::write(path, plain).map_err(error);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().permissions(usual()).tempfile_in(folder).map_err(error)?;
    file.write_all(&plain).map_err(error)?;
    file.persist(path).map_err(|persist| error(persist.error))?;
    Ok(())
}

/// Adds to a file that others write to as well.
pub(super) fn append(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(bytes))
        .map_err(|error| CliError::usage(format!("cannot add to {}: {error}", path.display())))
}

#[cfg(unix)]
fn usual() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::Permissions::from_mode(0o644)
}

#[cfg(not(unix))]
fn usual() -> std::fs::Permissions {
    std::fs::metadata(".")
        .map_or_else(|_| unreachable!("the current directory exists"), |meta| meta.permissions())
}

/// An error, on stderr.
pub(super) fn error(error: &CliError) {
    let red: Style = AnsiColor::Red.on_default().bold();
    note(&format!("{red}error:{red:#} {error}"));
}

/// A line on stderr; whether anybody reads it does not matter.
pub(super) fn note(text: &str) {
    let mut stderr = anstream::AutoStream::auto(io::stderr()).lock();
    let _ = writeln!(stderr, "{text}");
}

/// A step of building a bot.
pub(super) fn step(step: Step) {
    note(&step.to_string());
}

/// A picture on stderr, where the cursor stands.
pub(super) fn draw(text: &str) {
    let mut stderr = anstream::AutoStream::auto(io::stderr()).lock();
    let _ = write!(stderr, "{text}");
    let _ = stderr.flush();
}

/// A bar of cases on stderr, if that is a terminal.
pub(super) fn bar(length: usize) -> ProgressBar {
    bar_of(length as u64, "cases")
}

/// A bar of something on stderr, if that is a terminal.
pub(super) fn bar_of(length: u64, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    let style =
        ProgressStyle::with_template(&format!("{{bar:32}} {{pos}}/{{len}} {what}  {{msg}}  {{elapsed}}"));
    bar.set_style(style.expect("the template is fixed and well-formed"));
    bar
}
