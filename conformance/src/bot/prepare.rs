//! From a bot that was found to a program that can be put into a game folder.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use super::BotError;
use super::build::build;
use super::error::shown;
use super::locate::{Bot, Kind};
use super::manifest::stays_inside;
use super::which::{advice, is_executable, which};
use crate::process::{Program, ProgramFile};

/// Something that takes a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// This command runs.
    Building(String),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Building(command) => write!(f, "building: {command}"),
        }
    }
}

/// A program that is ready to run, and the folder that what was built for it lies in.
#[derive(Debug)]
pub struct Prepared {
    /// What to run.
    pub program: Program,
    /// Kept as long as the program is needed.
    _built: Option<TempDir>,
}

impl Bot {
    /// Builds what must be built and says how to run it. The user's own folder is not written to, but for what a
    /// build command of a folder writes.
    ///
    /// # Errors
    /// If an interpreter or compiler is missing, the build fails, or a file is not there afterwards.
    pub fn prepare(&self, progress: &mut dyn FnMut(Step)) -> Result<Prepared, BotError> {
        match self.kind {
            Kind::Executable => {
                Ok(self.with(vec![file_name(&self.path)?], vec![whole(&self.path, true)?], None))
            }
            Kind::Script => self.script(&self.path, None),
            Kind::Source => self.source(progress),
            Kind::Folder => self.folder(progress),
            Kind::Cargo => self.cargo(progress),
        }
    }

    fn with(&self, command: Vec<String>, mut files: Vec<ProgramFile>, built: Option<TempDir>) -> Prepared {
        files.sort_by(|a, b| a.name.cmp(&b.name));
        files.dedup_by(|a, b| a.name == b.name);
        Prepared {
            program: Program { name: self.name(), command, files, readable: Vec::new() },
            _built: built,
        }
    }

    /// A script with the interpreter that its extension asks for.
    fn script(&self, path: &Path, built: Option<TempDir>) -> Result<Prepared, BotError> {
        let name = file_name(path)?;
        let interpreter: &[&str] = match path.extension().and_then(|extension| extension.to_str()) {
            Some("py") => &["python3"],
            Some("jar") => &["java", "-jar"],
            _ => &["node"],
        };
        let mut command = vec![interpreter_path(path, interpreter[0])?];
        command.extend(interpreter[1..].iter().map(|&word| word.to_owned()));
        command.push(name);
        let mut files = vec![whole(path, false)?];
        files.extend(self.manifest_files()?);
        Ok(self.with(command, files, built))
    }

    /// One source file, compiled into a folder of ours.
    fn source(&self, progress: &mut dyn FnMut(Step)) -> Result<Prepared, BotError> {
        let built = tempfile::Builder::new().prefix("botspec-build-").tempdir().map_err(|error| {
            BotError::unusable(&self.path, format!("cannot make a folder to build in: {error}"))
        })?;
        let stem = self
            .path
            .file_stem()
            .map_or_else(|| "bot".to_owned(), |stem| stem.to_string_lossy().into_owned());
        let source = self.path.to_string_lossy().into_owned();
        let out = built.path().join(&stem).to_string_lossy().into_owned();
        let env = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.to_owned());
        let words = |text: &[&str]| text.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
        let extension = self.path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let command = match extension {
            "c" => words(&[&env("CC", "cc"), "-O2", "-o", &out, &source, "-lm"]),
            "cpp" => words(&[&env("CXX", "c++"), "-O2", "-o", &out, &source]),
            "rs" => words(&[&env("RUSTC", "rustc"), "--edition", "2024", "-O", "-o", &out, &source]),
            _ => {
                let classes = built.path().to_string_lossy().into_owned();
                words(&["javac", "-encoding", "UTF-8", "-d", &classes, &source])
            }
        };
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        progress(Step::Building(command.join(" ")));
        build(folder, &command)?;
        let mut files = self.manifest_files()?;
        if extension != "java" {
            files.push(whole(Path::new(&out), true)?);
            return Ok(self.with(vec![stem], files, Some(built)));
        }
        files.extend(below(built.path())?);
        let command = vec![
            on_path(&self.path, "java")?,
            // Small and quick to start: a turn is short.
            "-XX:+UseSerialGC".to_owned(),
            "-XX:TieredStopAtLevel=1".to_owned(),
            "-Xshare:auto".to_owned(),
            "-cp".to_owned(),
            ".".to_owned(),
            stem,
        ];
        Ok(self.with(command, files, Some(built)))
    }

    /// A folder whose manifest says how to build and run it.
    fn folder(&self, progress: &mut dyn FnMut(Step)) -> Result<Prepared, BotError> {
        if let Some(command) = &self.manifest.build {
            progress(Step::Building(command.join(" ")));
            build(&self.path, command)?;
        } else if self.path.join("Cargo.toml").is_file() && self.runs_from_target() {
            let command = cargo_build();
            progress(Step::Building(command.join(" ")));
            build(&self.path, &command)?;
        }
        let run = self.manifest.run.as_deref().unwrap_or_default();
        let mut files = self.manifest_files()?;
        let mut command = Vec::new();
        for (at, word) in run.iter().enumerate() {
            let path = Path::new(word);
            let inside = self.path.join(path);
            if at == 0 && !word.contains('/') && !inside.is_file() {
                command.push(interpreter_path(&self.path.join("bot.toml"), word)?);
            } else if inside.is_file() && (stays_inside(path) || (at == 0 && path.is_relative())) {
                // The executable lies beside its files; what an interpreter is given keeps its place.
                let name = if at == 0 { file_name(&inside)? } else { inside_name(path) };
                let executable = is_executable(&inside);
                if at == 0 && !executable {
                    let why =
                        format!("field `run`: {word} may not be executed; run chmod +x {}", shown(&inside));
                    return Err(self.manifest_error(why));
                }
                files.push(ProgramFile { source: inside, name: name.clone(), executable });
                command.push(name);
            } else if at == 0 && path.is_absolute() {
                if !is_executable(path) {
                    return Err(self
                        .manifest_error(format!("field `run`: {word} is not there or may not be executed")));
                }
                command.push(word.clone());
            } else if at == 0 {
                let built = if self.manifest.build.is_some() { " after building" } else { "" };
                let why = format!("field `run`: there is no file {word} in the bot's folder{built}");
                return Err(self.manifest_error(why));
            } else {
                command.push(word.clone());
            }
        }
        Ok(self.with(command, files, None))
    }

    fn runs_from_target(&self) -> bool {
        let first = self.manifest.run.as_deref().and_then(<[String]>::first);
        first.is_some_and(|word| Path::new(word).components().any(|part| part.as_os_str() == "target"))
    }

    /// A folder that cargo builds: its one executable.
    fn cargo(&self, progress: &mut dyn FnMut(Step)) -> Result<Prepared, BotError> {
        let mut command = self.manifest.build.clone().unwrap_or_else(cargo_build);
        command.push("--message-format=json-render-diagnostics".to_owned());
        progress(Step::Building(command[..command.len() - 1].join(" ")));
        let printed = build(&self.path, &command)?;
        let own =
            fs::canonicalize(self.path.join("Cargo.toml")).unwrap_or_else(|_| self.path.join("Cargo.toml"));
        let executables: Vec<PathBuf> = printed
            .split(|&byte| byte == b'\n')
            .filter_map(|line| serde_json::from_slice::<Value>(line).ok())
            .filter(|message| message["target"]["kind"][0] == "bin")
            .filter(|message| message["manifest_path"].as_str().is_some_and(|path| Path::new(path) == own))
            .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
            .collect();
        match executables.as_slice() {
            [one] => {
                let mut files = self.manifest_files()?;
                files.push(whole(one, true)?);
                Ok(self.with(vec![file_name(one)?], files, None))
            }
            [] => Err(BotError::unusable(
                &self.path,
                "cargo built no executable here: a bot needs a binary target",
            )),
            several => {
                let names: Vec<String> = several.iter().filter_map(|path| file_name(path).ok()).collect();
                let why = format!(
                    "cargo built several executables ({}): say which one in a bot.toml, as in run = [\"./target/release/{}\"]",
                    names.join(", "),
                    names.first().map_or("bot", String::as_str)
                );
                Err(BotError::unusable(&self.path, why))
            }
        }
    }

    /// The manifest's `files`, folders with all that is in them.
    fn manifest_files(&self) -> Result<Vec<ProgramFile>, BotError> {
        let folder = if self.path.is_dir() {
            self.path.as_path()
        } else {
            self.path.parent().unwrap_or(Path::new("/"))
        };
        let mut files = Vec::new();
        for name in &self.manifest.files {
            let source = folder.join(name);
            if source.is_dir() {
                let inside = inside_name(Path::new(name));
                files.extend(below(&source)?.into_iter().map(|mut file| {
                    file.name = format!("{inside}/{}", file.name);
                    file
                }));
            } else if source.is_file() {
                let executable = is_executable(&source);
                files.push(ProgramFile { source, name: inside_name(Path::new(name)), executable });
            } else {
                return Err(self
                    .manifest_error(format!("field `files`: there is no file {name} in the bot's folder")));
            }
        }
        Ok(files)
    }

    fn manifest_error(&self, why: String) -> BotError {
        BotError::Manifest { path: self.path.join("bot.toml"), place: None, why }
    }
}

fn cargo_build() -> Vec<String> {
    ["cargo", "build", "--release"].map(str::to_owned).to_vec()
}

/// A path inside the folder without `.` parts, with forward slashes.
fn inside_name(path: &Path) -> String {
    let parts: Vec<String> = path
        .components()
        .filter(|part| matches!(part, std::path::Component::Normal(_)))
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    parts.join("/")
}

fn file_name(path: &Path) -> Result<String, BotError> {
    path.file_name()
        .and_then(|name| name.to_str())
        .map(str::to_owned)
        .ok_or_else(|| BotError::unusable(path, "its name is not valid UTF-8; rename it"))
}

fn whole(path: &Path, executable: bool) -> Result<ProgramFile, BotError> {
    if !path.is_file() {
        return Err(BotError::unusable(path, "was to be built, but is not there"));
    }
    Ok(ProgramFile { source: path.to_owned(), name: file_name(path)?, executable })
}

/// Every regular file below a folder, at most a thousand.
fn below(folder: &Path) -> Result<Vec<ProgramFile>, BotError> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let entries = fs::read_dir(&next).map_err(|error| BotError::unusable(&next, error.to_string()))?;
        for entry in entries.flatten() {
            let path = entry.path();
            let kind = entry.file_type().map_err(|error| BotError::unusable(&path, error.to_string()))?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                let name = inside_name(path.strip_prefix(folder).unwrap_or(&path));
                files.push(ProgramFile { executable: is_executable(&path), source: path, name });
            }
            if files.len() > 1_000 {
                return Err(BotError::unusable(
                    folder,
                    "holds more than 1,000 files; name those the bot needs",
                ));
            }
        }
    }
    Ok(files)
}

/// The absolute path of an interpreter. Python is asked for its own: where a version manager stands in for it,
/// each start would take ten times as long.
fn interpreter_path(wanting: &Path, name: &str) -> Result<String, BotError> {
    let found = on_path(wanting, name)?;
    if !name.starts_with("python") {
        return Ok(found);
    }
    let ask = [found.clone(), "-c".to_owned(), "import sys; print(sys.executable)".to_owned()];
    let printed = build(wanting.parent().unwrap_or(Path::new("/")), &ask).unwrap_or_default();
    let own = String::from_utf8(printed).unwrap_or_default().trim().to_owned();
    Ok(if Path::new(&own).is_absolute() && is_executable(Path::new(&own)) { own } else { found })
}

/// The absolute path of a program.
fn on_path(wanting: &Path, name: &str) -> Result<String, BotError> {
    let found = which(name).ok_or_else(|| {
        BotError::unusable(wanting, format!("needs {name}, which is not on PATH: {}", advice(name)))
    })?;
    found
        .into_os_string()
        .into_string()
        .map_err(|path| BotError::unusable(Path::new(&path), "the interpreter's path is not valid UTF-8"))
}
