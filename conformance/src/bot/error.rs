//! Why there is no bot to run: what was wrong, where, and what to do.

use std::fmt;
use std::path::{Path, PathBuf};

use botspec_sdk::text::Place;

/// A path, fit to be printed: control characters escaped.
pub(super) fn shown(path: &Path) -> String {
    let mut text = String::new();
    for c in path.to_string_lossy().chars() {
        if c.is_control() || crate::evidence::turns_text(c) {
            text.extend(c.escape_default())
        } else {
            text.push(c)
        }
    }
    text
}

/// A program could not be made of what the user named. All of these are the user's to fix (exit code 2), but
/// for [`Machine`](Self::Machine).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BotError {
    /// Nothing has that name.
    NotFound {
        /// The name.
        path: PathBuf,
        /// The first part of it that does not exist, if that is a folder.
        missing: Option<PathBuf>,
        /// Names beside it that are much like it.
        near: Vec<String>,
    },
    /// A link that leads nowhere.
    DanglingLink {
        /// The link.
        path: PathBuf,
        /// What it names.
        target: PathBuf,
    },
    /// A command cannot be run.
    Command {
        /// As it was written.
        command: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// It is there, and neither a file nor a folder.
    NotAFile {
        /// Its name.
        path: PathBuf,
        /// What it is: `a named pipe`.
        what: &'static str,
    },
    /// It cannot be read.
    Unreadable {
        /// Its name.
        path: PathBuf,
        /// The system's reason.
        why: String,
        /// Whether it is a matter of permission.
        is_forbidden: bool,
    },
    /// The only source of a folder is a link to a file outside.
    LeadsOut {
        /// The link's name.
        path: PathBuf,
    },
    /// It is longer than anything of its kind.
    TooLong {
        /// Its name.
        path: PathBuf,
        /// How long it may be, in bytes.
        most: u64,
    },
    /// The name of a file that is to be copied or started is not text.
    NameNotText {
        /// The name.
        path: PathBuf,
    },
    /// A folder with more in it than a submission can be.
    TooMuchToPack {
        /// Its name.
        folder: PathBuf,
        /// Where counting was given up, from the folder.
        at: PathBuf,
    },
    /// A folder with more in it than sources can be.
    TooMuchToBuild {
        /// Its name.
        folder: PathBuf,
        /// Where counting was given up, from the folder.
        at: PathBuf,
    },
    /// A Cargo package that depends on another one which a strictly confined build may not read.
    LiesOutside {
        /// The package's folder.
        folder: PathBuf,
        /// The other's, or its workspace's.
        path: PathBuf,
    },
    /// A file that nobody knows how to run.
    UnknownKind {
        /// Its name.
        path: PathBuf,
    },
    /// A program without execute permission.
    NoExecutePermission {
        /// Its name.
        path: PathBuf,
    },
    /// A file with execute permission that the system cannot start.
    NotExecutable {
        /// Its name.
        path: PathBuf,
        /// What it is instead.
        what: String,
        /// What to do.
        hint: String,
    },
    /// A program for another kind of machine.
    WrongMachine {
        /// Its name.
        path: PathBuf,
        /// What it was built for.
        built_for: String,
        /// What this machine is.
        here: String,
    },
    /// A script whose first line names an interpreter that is not there.
    NoInterpreter {
        /// The script.
        path: PathBuf,
        /// What its first line asks for.
        interpreter: String,
        /// Whether a CR at the end of the first line is the cause.
        crlf: bool,
    },
    /// A folder with nothing in it that could be a bot.
    NoBotInFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder with more than one file that could be the bot.
    SeveralSources {
        /// The folder.
        folder: PathBuf,
        /// Their names.
        names: Vec<String>,
    },
    /// `bot.toml` is wrong.
    Manifest {
        /// The file.
        file: PathBuf,
        /// Where in it.
        place: Place,
        /// The field, if it is about one.
        field: Option<String>,
        /// What is wrong, and what is expected.
        problem: String,
    },
    /// A compiler or interpreter is not installed.
    ToolMissing {
        /// Its name.
        tool: String,
        /// The bot that needs it.
        wanted_by: PathBuf,
        /// What to do.
        install: String,
    },
    /// A build failed, could not be started, or took too long.
    BuildFailed {
        /// The command.
        command: String,
        /// How it ended.
        why: String,
        /// What it printed; the middle of a long output is left out.
        output: String,
    },
    /// A build succeeded, but the program is not where it should be.
    NothingBuilt {
        /// The command.
        command: String,
        /// What it should have made.
        expected: String,
    },
    /// A Cargo package without a program, or with several.
    Binaries {
        /// Its `Cargo.toml`.
        manifest: PathBuf,
        /// The programs it has.
        names: Vec<String>,
    },
    /// Two files would get the same name in the bot's folder.
    SameName {
        /// The name there.
        name: String,
        /// One of them.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// The user stopped the build: exit code 130.
    Interrupted,
    /// This machine failed, not the user: exit code 3.
    Machine {
        /// What was being done, and why it failed.
        problem: String,
    },
}

impl BotError {
    pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        let is_forbidden = error.kind() == std::io::ErrorKind::PermissionDenied;
        Self::Unreadable { path: path.to_owned(), why: error.to_string(), is_forbidden }
    }

    pub(super) fn machine(doing: &str, error: &std::io::Error) -> Self {
        Self::Machine { problem: format!("{doing}: {error}") }
    }

    /// Whether it is the machine that failed (exit code 3) and not the user (2).
    #[must_use]
    pub const fn is_machine_failure(&self) -> bool {
        matches!(self, Self::Machine { .. })
    }

    /// Whether the bot was found and everything for building it was there, but no program came of it.
    #[must_use]
    pub const fn is_build_failure(&self) -> bool {
        matches!(self, Self::BuildFailed { .. } | Self::NothingBuilt { .. })
    }

    /// The same with another text for what a build has printed.
    pub(super) fn with_output(mut self, change: impl FnOnce(&str) -> String) -> Self {
        if let Self::BuildFailed { output, .. } = &mut self {
            *output = change(output);
        }
        self
    }

    /// The same about a folder of which another one is a copy.
    pub(super) fn about(mut self, copy: &Path, folder: &Path) -> Self {
        let original = |path: &mut PathBuf| {
            if let Ok(inside) = path.strip_prefix(copy) {
                *path = folder.join(inside);
            }
        };
        match &mut self {
            Self::NotFound { path, .. }
            | Self::DanglingLink { path, .. }
            | Self::NotAFile { path, .. }
            | Self::Unreadable { path, .. }
            | Self::LeadsOut { path }
            | Self::NameNotText { path }
            | Self::NoExecutePermission { path }
            | Self::NotExecutable { path, .. }
            | Self::WrongMachine { path, .. }
            | Self::NoInterpreter { path, .. } => original(path),
            Self::SameName { first, second, .. } => {
                original(first);
                original(second);
            }
            Self::NothingBuilt { expected, .. } => {
                *expected = expected.replace(&copy.display().to_string(), &folder.display().to_string());
            }
            _ => {}
        }
        self
    }

    /// What was wrong, and where.
    #[must_use]
    pub fn problem(&self) -> String {
        match self {
            Self::NotFound { path, missing: None, .. } => format!("{}: no such file or folder", shown(path)),
            Self::NotFound { path, missing: Some(folder), .. } => {
                format!("{}: no such file or folder: there is no folder {}", shown(path), shown(folder))
            }
            Self::DanglingLink { path, target } => {
                format!("{}: link to {}, which does not exist", shown(path), shown(target))
            }
            Self::Command { command, problem } => format!("{}: {problem}", shown(command)),
            Self::NotAFile { path, what: "a folder" } => format!("{}: a folder, not a file", shown(path)),
            Self::NotAFile { path, what } => format!("{}: {what}, not a file or a folder", shown(path)),
            Self::Unreadable { path, why, .. } => format!("{}: cannot be read: {why}", shown(path)),
            Self::LeadsOut { path } => format!("{}: leads out of the bot's folder", shown(path)),
            Self::TooLong { path, most } => format!("{}: longer than {most} bytes", shown(path)),
            Self::TooMuchToPack { folder, at } => format!(
                "{}: holds more than 10,000 files or 256 MiB, counted up to {}",
                shown(folder),
                shown(at)
            ),
            Self::TooMuchToBuild { folder, at } => format!(
                "{}: holds more than can be built: 20,000 files or 512 MiB of sources, 100,000 or 2 GiB when built, \
                 counted up to {}",
                shown(folder),
                shown(at)
            ),
            Self::LiesOutside { folder, path } => {
                format!("{}: Cargo.toml: depends on {}, which lies outside", shown(folder), shown(path))
            }
            Self::NameNotText { path } => format!("{}: its name is not valid UTF-8", shown(path)),
            Self::UnknownKind { path } => match path.extension() {
                Some(extension) => {
                    format!("{}: unknown file type .{}", shown(path), shown(Path::new(extension)))
                }
                None => format!("{}: not a program, a script or a source file", shown(path)),
            },
            Self::NoExecutePermission { path } => {
                format!("{}: a program without execute permission", shown(path))
            }
            Self::NotExecutable { path, what, .. } => {
                format!("{}: cannot be executed: it is {what}", shown(path))
            }
            Self::WrongMachine { path, built_for, here } => {
                format!("{}: built for {built_for}, but this is {here}", shown(path))
            }
            Self::NoInterpreter { path, interpreter, .. } => format!(
                "{}: line 1: its interpreter `{}` was not found",
                shown(path),
                interpreter.escape_debug()
            ),
            Self::NoBotInFolder { folder } => format!("{}: no bot found in this folder", shown(folder)),
            Self::SeveralSources { folder, names } => {
                format!("{}: several files could be the bot: {}", shown(folder), list(names))
            }
            Self::Manifest { file, place, field, problem } => match field {
                Some(field) => {
                    format!("{}: {place} (field `{}`): {problem}", shown(file), field.escape_debug())
                }
                None => format!("{}: {place}: {problem}", shown(file)),
            },
            Self::ToolMissing { tool, wanted_by, .. } => {
                format!("{}: needs {}, which was not found on PATH", shown(wanted_by), tool.escape_debug())
            }
            Self::BuildFailed { command, why, output } => {
                let output = output.trim_end();
                let line = if output.is_empty() { "" } else { "\n" };
                format!("the bot does not build: `{command}` {why}{line}{output}")
            }
            Self::NothingBuilt { command, expected } => {
                format!("`{command}` succeeded, but there is no {expected}")
            }
            Self::Binaries { manifest, names } if names.is_empty() => {
                format!("{}: no binary target", shown(manifest))
            }
            Self::Binaries { manifest, names } => {
                format!("{}: several binary targets: {}", shown(manifest), list(names))
            }
            Self::SameName { name, first, second } => format!(
                "{} and {} would both be {} in the bot's folder",
                shown(first),
                shown(second),
                name.escape_debug()
            ),
            Self::Interrupted => "interrupted while the bot was being built".to_owned(),
            Self::Machine { problem } => problem.clone(),
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NotFound { near, .. } if near.is_empty() => return None,
            Self::NotFound { near, .. } => {
                let near: Vec<String> = near.iter().map(|name| name.escape_debug().to_string()).collect();
                format!("did you mean {}?", near.join(" or "))
            }
            Self::Command { .. } => return None,
            Self::DanglingLink { .. } => "name the program itself, or link to where it is".to_owned(),
            Self::NotAFile { .. } | Self::UnknownKind { .. } => format!("a bot is {KINDS}"),
            // A loop of links, a name that is too long, a broken disk.
            Self::Unreadable { is_forbidden: false, .. } => return None,
            Self::Unreadable { path, .. } => format!("allow yourself to read it: chmod +r {}", quoted(path)),
            Self::LeadsOut { .. } => "put the file itself into the folder, or name it in place of the folder".to_owned(),
            Self::TooLong { .. } => "is it the right file? a bot.toml says what to build and run, and no more".to_owned(),
            Self::TooMuchToPack { .. } => {
                "name what is not source in a .gitignore, or pack the bot's own folder".to_owned()
            }
            Self::TooMuchToBuild { .. } => "put the bot's sources into a folder of their own".to_owned(),
            Self::LiesOutside { .. } => {
                "a strictly confined build reads its own folder only: put the package into it, take it from the registry, \
                 or say --sandbox auto"
                    .to_owned()
            }
            Self::NameNotText { .. } => "rename it".to_owned(),
            Self::NoExecutePermission { path } => format!("run: chmod +x {}", quoted(path)),
            Self::NotExecutable { hint, .. } => hint.clone(),
            Self::WrongMachine { .. } => {
                "build it on this machine, or give its source and botspec builds it".to_owned()
            }
            Self::NoInterpreter { crlf: true, .. } => {
                "the first line ends in CR LF, so the CR counts as part of the name: save it with LF line ends".to_owned()
            }
            Self::NoInterpreter { .. } => "install it, or correct the first line of the script".to_owned(),
            Self::NoBotInFolder { .. } => format!("it needs {IN_FOLDER}"),
            Self::SeveralSources { names, .. } => format!(
                "name the file itself, or write a bot.toml that says what to build and run, such as\n    run = [\"./{}\"]",
                names.first().map_or("bot", String::as_str).escape_debug()
            ),
            Self::Manifest { .. } => return None,
            Self::ToolMissing { install, .. } => install.clone(),
            Self::BuildFailed { .. } => return None,
            Self::NothingBuilt { .. } => {
                "check that the build command makes what `run` names, relative to the bot's folder".to_owned()
            }
            Self::Binaries { names, .. } if names.is_empty() => {
                "add src/main.rs or a [[bin]] section; a library alone cannot be run".to_owned()
            }
            Self::Binaries { names, .. } => format!(
                "set `default-run` under [package] in Cargo.toml, or write a bot.toml beside it with\n    run = [\"./target/release/{}\"]",
                names.first().map_or("bot", String::as_str).escape_debug()
            ),
            Self::SameName { .. } => "rename one of them".to_owned(),
            Self::Interrupted | Self::Machine { .. } => return None,
        })
    }
}

/// What BOT may be.
const KINDS: &str = "an executable, a script (.py .jar .js .mjs .cjs), a source (.c .cpp .cc .cxx .java .rs), or a folder \
                     with bot.toml, Cargo.toml, or exactly one source or script";
/// What makes a folder a bot.
const IN_FOLDER: &str = "bot.toml, Cargo.toml, or exactly one source (.c .cpp .cc .cxx .java .rs) or script (.py .jar .js .mjs .cjs)";

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem())?;
        match self.hint() {
            Some(hint) => write!(f, "\n  help: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BotError {}

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| name.escape_debug().to_string()).collect();
    names.join(", ")
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = shown(path);
    if text.chars().all(|c| c.is_alphanumeric() || "/._-+:@%,".contains(c)) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
