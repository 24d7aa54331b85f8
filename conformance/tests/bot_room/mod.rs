//! The bot room: from what a user names to something that runs, and what a submission may hold.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what helps a test may fail it")]

mod builds;
mod errors;
mod limits;
mod names;
mod submission;

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use botspec::bot::{Bot, BotError, Toolbox, Workshop};
use botspec::process::{Program, ProgramFile};
use tempfile::TempDir;

/// A fresh folder whose path is not made for careless quoting.
fn folder() -> (TempDir, PathBuf) {
    let temp = tempfile::Builder::new().prefix("böt room ").tempdir().expect("a temporary folder");
    let path = temp.path().to_owned();
    (temp, path)
}

/// Writes a file, with the folders above it.
fn write(path: PathBuf, content: impl AsRef<[u8]>) -> PathBuf {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("folders can be made");
    fs::write(&path, content).expect("files can be written");
    path
}

/// Writes a file that may be executed.
fn write_program(path: PathBuf, content: impl AsRef<[u8]>) -> PathBuf {
    let path = write(path, content);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions can be set");
    path
}

/// Whether a tool is here; says so if not, since the test then proves nothing.
fn missing(tool: &str) -> bool {
    let missing = Toolbox::from_env().find(tool).is_none();
    if missing {
        let line = format!("skipped: {tool} is not on PATH\n");
        io::Write::write_all(&mut io::stderr(), line.as_bytes()).expect("stderr is open");
    }
    missing
}

/// Builds here are not confined: see `confined_builds.rs` for those that are.
fn open_workshop() -> Workshop<'static> {
    Workshop::unconfined(Toolbox::from_env())
}

fn prepare(path: &Path) -> Result<Program, BotError> {
    Bot::locate(path)?.prepare(&open_workshop(), &mut |_| ())
}

/// Copies one of a program's files to this path.
fn write_out(program: &Program, file: &ProgramFile, to: &Path) {
    program.read(file, |bytes| io::copy(bytes, &mut fs::File::create(to)?)).unwrap();
    let mode = if file.executable { 0o755 } else { 0o644 };
    fs::set_permissions(to, fs::Permissions::from_mode(mode)).unwrap();
}

/// Runs a prepared bot as the process room does: in a folder with copies of its files, each word of the command
/// that names one of them standing for its path there.
fn output_of(program: &Program) -> String {
    let (_temp, game) = folder();
    for file in &program.files {
        let copy = game.join(&file.name);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        write_out(program, file, &copy);
    }
    let words: Vec<PathBuf> = program
        .command
        .iter()
        .map(|word| if program.file(word).is_some() { game.join(word) } else { word.into() })
        .collect();
    let output = loop {
        match Command::new(&words[0]).args(&words[1..]).current_dir(&game).output() {
            // A test beside this one has started a process while the copy was written: it has the file open for a moment.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => thread::yield_now(),
            output => break output.unwrap(),
        }
    };
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

/// Everything below a folder, as paths from there.
fn listing(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(next).unwrap().map(Result::unwrap) {
            names.push(entry.path().strip_prefix(folder).unwrap().display().to_string());
            if entry.file_type().unwrap().is_dir() {
                left.push(entry.path());
            }
        }
    }
    names.sort();
    names
}
