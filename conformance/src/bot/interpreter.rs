//! The interpreter behind a name, and what it needs to read.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::command::{self, BuildCommand, Readable};
use super::error::BotError;
use super::locate::Interpreter;
use super::toolbox::Toolbox;
use crate::process::Area;

/// How long an interpreter may take to say where it is.
const ANSWER: Duration = Duration::from_secs(20);

/// An interpreter, found.
#[derive(Debug)]
pub(super) struct Found {
    /// Its absolute path.
    pub(super) path: String,
    /// Folders that it reads, where its own place does not tell.
    pub(super) readable: Vec<PathBuf>,
}

impl Interpreter {
    pub(super) const fn program(self) -> &'static str {
        match self {
            Self::Python => "python3",
            Self::Java => "java",
            Self::Node => "node",
        }
    }

    /// What stands between the interpreter and the script.
    pub(super) const fn options(self) -> &'static [&'static str] {
        match self {
            Self::Java => &["-jar"],
            Self::Python | Self::Node => &[],
        }
    }
}

/// Where Python or Java is on this machine, with the folders that it reads besides its own; none if it is not there.
#[must_use]
pub fn installed(program: &str) -> Option<(PathBuf, Vec<PathBuf>)> {
    let found = find(program, Path::new(program), &Toolbox::from_env()).ok()?;
    Some((found.path.into(), found.readable))
}

/// Finds the interpreter of this name that `wanted_by` needs.
///
/// Version managers put stand-ins on `PATH`, scripts that take longer to start than the interpreter and need the
/// user's home folder. So Python, Java and Node are asked where they really are.
///
/// # Errors
/// If it is not on `PATH`, with how to install it.
pub(super) fn find(program: &str, wanted_by: &Path, toolbox: &Toolbox) -> Result<Found, BotError> {
    let path = toolbox.need(program, wanted_by)?;
    let answer = ask(program, &path, toolbox);
    let mut answer = answer.iter().map(PathBuf::from).filter(|path| path.is_absolute() && path.exists());
    let path = answer.next().unwrap_or(path);
    // A link in a temporary folder, as a virtual environment of Python has it, is not there for a bot, which has such
    // folders of its own.
    let path = if Area::hides(&path) { std::fs::canonicalize(&path).unwrap_or(path) } else { path };
    let path =
        path.into_os_string().into_string().map_err(|path| BotError::NameNotText { path: path.into() })?;
    Ok(Found { path, readable: answer.collect() })
}

/// The lines an interpreter prints about itself: first its own path, then folders it reads. None if it cannot.
fn ask(program: &str, path: &Path, toolbox: &Toolbox) -> Vec<String> {
    let question: &[&str] = match program {
        name if name.starts_with("python") => &[
            "-c",
            "import sys\nfor p in dict.fromkeys([sys.executable, sys.prefix, sys.base_prefix]): print(p)",
        ],
        "node" => &["-p", "process.execPath"],
        // Only a stand-in is asked: it takes Java half a second to answer.
        "java" if is_script(path) => &["-XshowSettings:properties", "-version"],
        _ => return Vec::new(),
    };
    let command: Vec<OsString> =
        std::iter::once(path.into()).chain(question.iter().map(OsString::from)).collect();
    let quick = Toolbox { limit: ANSWER.min(toolbox.limit), ..toolbox.clone() };
    let folder = path.parent().unwrap_or(Path::new("/"));
    let command = BuildCommand { folder, words: &command, shown_as: program, readable: Readable::All };
    let Ok(printed) = command::run(&quick, command) else {
        return Vec::new();
    };
    // Java prints its settings on stderr.
    let answer = if program == "java" { printed.stderr } else { printed.stdout };
    let answer = String::from_utf8_lossy(&answer);
    if program == "java" {
        let home = answer.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
        return home.map(|home| vec![format!("{home}/bin/java"), home.to_owned()]).unwrap_or_default();
    }
    answer.lines().map(ToOwned::to_owned).collect()
}

fn is_script(path: &Path) -> bool {
    use std::io::Read as _;
    let mut start = [0; 2];
    std::fs::File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok()) && start == *b"#!"
}
