//! Writing: reports to stdout or files, everything else to stderr.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressStyle};
use tempfile::NamedTempFile;

use super::error::CliError;
#[cfg(unix)]
use super::patience::{GLANCE, OPENED_WITHIN, Patience, READ_WITHIN};
use crate::bot::Step;
use crate::evidence::{disarmed, disarmed_commands};
use crate::exit_code::Exit;
use crate::process::without_path;

/// A report to stdout. Colours stay only where they are shown, and what a log would obey is escaped. A reader that
/// went away is no error.
pub(super) fn report(bytes: &[u8]) -> Result<(), CliError> {
    to_stdout(&disarmed(&String::from_utf8_lossy(bytes)))
}

/// A report to a file or, for `-`, to stdout.
pub(super) fn report_to(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    if path == Path::new("-") { report(bytes) } else { file(path, bytes, "--output") }
}

/// The same for a report whose lines are commands for a log.
pub(super) fn commands_to(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let text = disarmed_commands(&String::from_utf8_lossy(bytes));
    if path == Path::new("-") { to_stdout(&text) } else { plain_file(path, text.as_bytes(), "--output") }
}

fn to_stdout(text: &str) -> Result<(), CliError> {
    match show(io::stdout(), text) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(given_up("stdout")),
        Err(error) => Err(CliError::internal(format!("cannot write to stdout: {error}"))),
    }
}

/// Nobody has read what was to be written, and the user has had enough.
fn given_up(what: &str) -> CliError {
    CliError {
        message: format!("interrupted: nobody reads {what}, so the rest of the report is not written"),
        exit: Exit::Interrupted,
    }
}

/// A file, without colours, whole or not at all. `option` is where it was named.
pub(super) fn file(path: &Path, bytes: &[u8], option: &str) -> Result<(), CliError> {
    let mut report = Report::create(path, option)?;
    report.write(bytes)?;
    report.finish()
}

fn plain_file(path: &Path, bytes: &[u8], option: &str) -> Result<(), CliError> {
    let mut report = Report::create(path, option)?;
    report.write_plain(bytes)?;
    report.finish()
}

/// Whether a file could be written there, so that nobody waits for a report that cannot be kept.
pub(super) fn may_be_written(path: &Path, option: &str) -> Result<(), CliError> {
    if path == Path::new("-") {
        return Ok(());
    }
    let unwritten = |error: io::Error| unwritten(path, option, &error);
    refuse_database(path).map_err(unwritten)?;
    match std::fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Err(unwritten(io::Error::other("it is a folder"))),
        Ok(meta) if !meta.is_file() || path.is_symlink() => may_be_opened(path).map_err(unwritten),
        _ => beside(path).map(drop).map_err(unwritten),
    }
}

/// That what is written does not take the place of what is read: a slip, and the file would be gone.
pub(super) fn spares(path: &Path, option: &str, read: &Path, what: &str) -> Result<(), CliError> {
    let real = |path: &Path| std::fs::canonicalize(path).ok().filter(|path| path.is_file());
    if real(path).is_some_and(|path| Some(path) == real(read)) {
        return Err(CliError::usage(format!(
            "{option} {} would replace {what}: choose another place",
            path.display()
        )));
    }
    Ok(())
}

/// A ladder in the place of a report is a slip, and would be gone.
fn refuse_database(path: &Path) -> io::Result<()> {
    /// How every file of SQLite begins.
    const MAGIC: &[u8; 16] = b"SQLite format 3\0";
    let mut start = [0; 16];
    let is_file = std::fs::metadata(path).is_ok_and(|meta| meta.is_file());
    let is_database = is_file
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && &start == MAGIC;
    if is_database { Err(io::Error::other("it is a database, such as a ladder")) } else { Ok(()) }
}

/// Whether files could be written into a folder, which is made if it is not there.
pub(super) fn may_hold_files(folder: &Path, option: &str) -> Result<(), CliError> {
    let unwritten = |error: io::Error| {
        let why = if folder.is_file() { "it is a file".to_owned() } else { without_path(error).to_string() };
        CliError::usage(format!(
            "cannot write into the folder {}: {why}; choose another one with {option}",
            folder.display()
        ))
    };
    std::fs::create_dir_all(folder).map_err(unwritten)?;
    tempfile::tempfile_in(folder).map(drop).map_err(unwritten)
}

#[cfg(unix)]
fn may_be_opened(path: &Path) -> io::Result<()> {
    Ok(rustix::fs::access(path, rustix::fs::Access::WRITE_OK)?)
}

#[cfg(not(unix))]
fn may_be_opened(_: &Path) -> io::Result<()> {
    Ok(())
}

fn unwritten(path: &Path, option: &str, error: &io::Error) -> CliError {
    let folder = folder_of(path);
    let why = if error.kind() == io::ErrorKind::NotFound && !folder.exists() {
        format!("there is no folder {}", folder.display())
    } else {
        error.to_string()
    };
    CliError::usage(format!("cannot write {}: {why}; choose another place with {option}", path.display()))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file in the same folder, which takes the place of the one at `path` when it is whole.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().permissions(usual()).tempfile_in(folder_of(path)).map_err(without_path)
}

/// A report that is written a part at a time.
pub(super) struct Report<'a> {
    path: &'a Path,
    option: &'a str,
    to: To,
}

enum To {
    Stdout,
    /// It becomes the file when it is whole.
    Beside(NamedTempFile),
    /// A pipe or a terminal, which is written to as it is.
    Open(File),
}

impl<'a> Report<'a> {
    /// Opens a file, or stdout for `-`. Waits for the other end of a pipe.
    pub(super) fn create(path: &'a Path, option: &'a str) -> Result<Self, CliError> {
        refuse_database(path).map_err(|error| failed(path, option, &error))?;
        let to = if path == Path::new("-") {
            To::Stdout
        } else if std::fs::symlink_metadata(path).is_ok_and(|meta| !meta.is_file()) {
            To::Open(open(path).map_err(|error| failed(path, option, &error))?)
        } else {
            To::Beside(beside(path).map_err(|error| failed(path, option, &error))?)
        };
        Ok(Self { path, option, to })
    }

    /// Adds to it: whole lines, without colours if it is a file, and with nothing in it that a log would obey.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        if matches!(self.to, To::Stdout) {
            return report(bytes);
        }
        let text = disarmed(&String::from_utf8_lossy(bytes));
        self.write_plain(text.as_bytes())
    }

    /// Adds to it without escaping anything but colours, for what programs read.
    pub(super) fn write_plain(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let plain = anstream::adapter::strip_bytes(bytes).into_vec();
        let written = match &mut self.to {
            To::Stdout => return report(bytes),
            // The file within: its errors do not name what nobody knows.
            To::Beside(file) => file.as_file_mut().write_all(&plain),
            To::Open(file) => patiently(file, &plain),
        };
        written.map_err(|error| failed(self.path, self.option, &error).when_writing())
    }

    /// Puts it into its place.
    pub(super) fn finish(self) -> Result<(), CliError> {
        if let To::Beside(file) = self.to {
            let placed = file.persist(self.path);
            placed.map_err(|error| failed(self.path, self.option, &error.error).when_writing())?;
        }
        Ok(())
    }
}

fn failed(path: &Path, option: &str, error: &io::Error) -> CliError {
    if error.kind() == io::ErrorKind::Interrupted {
        return given_up(&path.display().to_string());
    }
    unwritten(path, option, error)
}

/// Opens what is no regular file. Nobody may be at the other end of a pipe, so it is not waited for in `open`, where
/// no signal would end that.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mut patience = Patience::of(OPENED_WITHIN);
    loop {
        match rustix::fs::open(path, flags, Mode::from_raw_mode(0o644)) {
            Ok(file) => return Ok(file.into()),
            Err(rustix::io::Errno::NXIO) => {
                patience.look()?;
                std::thread::sleep(GLANCE);
            }
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::create(path)
}

/// Writes all, and gives up when nobody reads and the user has had enough.
#[cfg(unix)]
fn patiently(to: &impl std::os::fd::AsFd, bytes: &[u8]) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    /// A pipe that can be written to takes as much without waiting.
    const AT_ONCE: usize = 4096;
    let glance = Timespec::try_from(GLANCE).ok();
    let (mut left, mut patience) = (bytes, Patience::of(READ_WITHIN));
    while !left.is_empty() {
        match poll(&mut [PollFd::new(to, PollFlags::OUT)], glance.as_ref()) {
            Ok(0) => {
                patience.look()?;
                continue;
            }
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        match rustix::io::write(to, &left[..left.len().min(AT_ONCE)]) {
            Ok(count) => {
                left = &left[count..];
                patience.renew();
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => patience.look()?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn patiently(mut to: impl io::Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(bytes)
}

/// Writes to a terminal, or whatever is in its place, with colours only where they are shown.
#[cfg(unix)]
fn show(stream: impl anstream::stream::RawStream + std::os::fd::AsFd, text: &str) -> io::Result<()> {
    match anstream::AutoStream::choice(&stream) {
        anstream::ColorChoice::Never => {
            patiently(&stream, anstream::adapter::strip_str(text).to_string().as_bytes())
        }
        _ => patiently(&stream, text.as_bytes()),
    }
}

#[cfg(not(unix))]
fn show(
    stream: impl anstream::stream::RawStream + anstream::stream::AsLockedWrite,
    text: &str,
) -> io::Result<()> {
    let mut stream = anstream::AutoStream::auto(stream);
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

/// Adds to a file that others write to as well.
pub(super) fn append(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let text = disarmed(&String::from_utf8_lossy(bytes));
    let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
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
    let _ = show(io::stderr(), &disarmed(&format!("{text}\n")));
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
