//! A bot's files, copied into a folder of its own in a fresh cell.

use super::directory::{Directory, Style};
use super::environment::Environment;
use crate::process::{Host, Launch, Program, Sandbox, SandboxError};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// What the bot's folder is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FolderStyle {
    /// A plain name.
    #[default]
    Plain,
    /// A name with blanks, quotes and letters beyond ASCII, as users have them.
    SpacesAndUnicode,
}

impl FolderStyle {
    fn path(self) -> &'static str {
        match self {
            Self::Plain => "bot",
            Self::SpacesAndUnicode => "Übung 1 (it's “round two”)/my bøt",
        }
    }
}

/// A bot that can be started.
#[derive(Debug)]
pub(super) struct Installed {
    pub(super) cell: Sandbox,
    /// Its folder.
    pub(super) directory: Directory,
    /// Its folder, relative to the area's game folder.
    pub(super) place: &'static str,
    /// Its folder as the bot sees it.
    seen: PathBuf,
    command: Vec<OsString>,
}

impl Installed {
    /// Makes a cell and copies the program's files into a folder in it.
    ///
    /// # Errors
    ///
    /// If a file cannot be copied, the command is empty or names a program that
    /// is nowhere in `PATH`, or the machine has no room for a cell.
    pub(super) fn new(host: &Host, program: &Program, style: FolderStyle) -> Result<Self, SandboxError> {
        let (first, rest) =
            program.command.split_first().ok_or_else(|| SandboxError::text("the bot's command is empty"))?;
        let located = if program.file(first).is_some() { None } else { Some(locate(first)?) };
        let mut readable = program.readable.clone();
        readable.extend(located.iter().flat_map(|path| installation(path)));
        let cell = host.cell(&readable)?;
        let place = style.path();
        let seen = cell.area().seen("game").join(place);
        let owner = cell.area().owner();
        let failed = |error| SandboxError::new("cannot make the bot's folder", error);
        let game = Directory::open(&cell.area().host_path().join("game")).map_err(failed)?;
        let directory = game.create_folder(place, owner).map_err(failed)?;
        for file in &program.files {
            let name = Path::new(&file.name);
            if !name.components().all(|part| matches!(part, Component::Normal(_))) {
                return Err(SandboxError::text(format!(
                    "the bot's file {:?} would be outside its folder",
                    file.name
                )));
            }
            let style = Style { executable: file.executable, read_only: false, owner };
            let copied = program.read(file, |source| directory.copy(&file.name, source, style));
            copied.map_err(|error| {
                SandboxError::new(format!("cannot copy the bot's file {}", file.source.display()), error)
            })?;
        }
        let in_folder = |word: &String| match program.file(word) {
            Some(_) => seen.join(word).into_os_string(),
            None => OsString::from(word),
        };
        let first = located.map_or_else(|| in_folder(first), PathBuf::into_os_string);
        let command = std::iter::once(first).chain(rest.iter().map(in_folder)).collect();
        Ok(Self { cell, directory, place, seen, command })
    }

    /// How to start it.
    pub(super) fn launch(&self, args: &[String], current_dir: PathBuf, environment: &Environment) -> Launch {
        let (program, first) = self.command.split_first().expect("new() refuses an empty command");
        let args = first.iter().cloned().chain(args.iter().map(OsString::from)).collect();
        Launch {
            program: program.into(),
            args,
            current_dir,
            env: environment.variables(self.cell.area(), self.cell.memory()),
        }
    }

    /// Its folder, as the bot sees it.
    pub(super) fn seen(&self) -> &Path {
        &self.seen
    }
}

/// Finds a program as a shell would.
fn locate(name: &str) -> Result<PathBuf, SandboxError> {
    let path = Path::new(name);
    if path.is_absolute() {
        return Ok(path.to_owned());
    }
    if path.components().count() > 1 {
        return Err(SandboxError::text(format!("the bot's command {name:?} is a relative path")));
    }
    let places = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&places).map(|place| place.join(name)).find(|path| is_program(path));
    found.ok_or_else(|| SandboxError::text(format!("{name} is not installed: it is nowhere in PATH")))
}

fn is_program(path: &Path) -> bool {
    let Ok(found) = std::fs::metadata(path) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        found.is_file() && found.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    found.is_file()
}

/// The folders that a program at this path is installed in: its own path and,
/// where that is a link, what it points to.
fn installation(program: &Path) -> Vec<PathBuf> {
    let real = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_owned());
    [program, &real].into_iter().flat_map(prefix).collect()
}

/// Parts of an installation below a folder that holds much else.
const PARTS: [&str; 6] = ["bin", "lib", "lib64", "libexec", "share/pyenv", "opt"];

/// `/opt/python` for `/opt/python/bin/python3`; only the usual parts of it
/// where the prefix is a home folder or one of the system's.
fn prefix(program: &Path) -> Vec<PathBuf> {
    let Some(folder) = program.parent() else { return vec![program.to_owned()] };
    let Some(prefix) = folder.parent() else { return vec![folder.to_owned()] };
    let is_bin =
        folder.file_name().is_some_and(|name| ["bin", "sbin", "shims"].iter().any(|bin| name == *bin));
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let broad = home.starts_with(prefix) || prefix.ends_with(".local") || prefix.components().count() < 3;
    match (is_bin, broad) {
        (false, _) => vec![program.to_owned()],
        (true, false) => vec![prefix.to_owned()],
        (true, true) => PARTS.iter().map(|part| prefix.join(part)).filter(|path| path.exists()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installation_is_found_from_its_program() {
        assert_eq!(prefix(Path::new("/opt/python/bin/python3")), [PathBuf::from("/opt/python")]);
        assert_eq!(prefix(Path::new("/srv/odd/runner")), [PathBuf::from("/srv/odd/runner")]);
        assert!(
            prefix(Path::new("/usr/bin/env"))
                .iter()
                .all(|path| path.starts_with("/usr") && path != Path::new("/usr"))
        );
    }

    #[test]
    fn a_program_is_found_or_missed() {
        assert!(locate("sh").unwrap().is_absolute());
        assert!(locate("no-such-program-anywhere").unwrap_err().to_string().contains("not installed"));
        assert!(locate("./here").is_err());
    }
}
