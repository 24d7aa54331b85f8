//! What kind of thing BOT is.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::BotError;
use super::binary::{HEAD, recognise};
use super::error::shown;
use super::manifest::Manifest;
use super::which::is_executable;
use crate::nearest::nearest;

/// Extensions of scripts and sources that are known.
pub(super) const SCRIPTS: [&str; 3] = ["py", "jar", "js"];
pub(super) const SOURCES: [&str; 4] = ["c", "cpp", "java", "rs"];

/// A bot that was found, not yet built.
#[derive(Debug, Clone)]
pub struct Bot {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
    pub(super) manifest: Manifest,
}

/// How a bot is had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A file that runs as it is.
    Executable,
    /// A file for an interpreter.
    Script,
    /// A file for a compiler.
    Source,
    /// A folder whose manifest says how to run it.
    Folder,
    /// A folder that cargo builds.
    Cargo,
}

impl Bot {
    /// Finds out what a path holds.
    ///
    /// # Errors
    /// If it is nothing that can become a bot; says what is there, and what to do.
    pub fn locate(path: &Path) -> Result<Self, BotError> {
        let path = fs::canonicalize(path).map_err(|error| missing(path, &error))?;
        let meta = fs::metadata(&path).map_err(|error| BotError::unusable(&path, error.to_string()))?;
        if meta.is_dir() {
            return in_folder(path);
        }
        if !meta.is_file() {
            return Err(BotError::unusable(
                &path,
                "neither a file nor a folder; name a bot's file or its folder",
            ));
        }
        let kind = kind_of(&path)?;
        Ok(Self { path, kind, manifest: Manifest::default() })
    }

    /// The name to show: the manifest's, or the file's without its extension.
    #[must_use]
    pub fn name(&self) -> String {
        self.manifest.name.clone().unwrap_or_else(|| self.stem())
    }

    /// The team id: the manifest's, or the file's name without its extension.
    #[must_use]
    pub fn team_id(&self) -> String {
        self.manifest.team_id.clone().unwrap_or_else(|| self.stem())
    }

    fn stem(&self) -> String {
        let part = if self.path.is_dir() { self.path.file_name() } else { self.path.file_stem() };
        part.map_or_else(|| "bot".to_owned(), |part| part.to_string_lossy().into_owned())
    }

    /// Checks that the manifest, if it names a game, names this one.
    ///
    /// # Errors
    /// If it is for another game.
    pub fn expect_game(&self, game: &str) -> Result<(), BotError> {
        match &self.manifest.game {
            Some(named) if named != game => Err(BotError::Manifest {
                path: self.path.join("bot.toml"),
                place: None,
                why: format!("field `game`: this bot is for {named}, not for {game}"),
            }),
            _ => Ok(()),
        }
    }
}

fn missing(path: &Path, error: &std::io::Error) -> BotError {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let names: Vec<String> = fs::read_dir(folder)
        .map(|entries| {
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        })
        .unwrap_or_default();
    let near = nearest(&wanted, names.iter().map(String::as_str));
    if error.kind() == std::io::ErrorKind::NotFound {
        BotError::unusable(path, format!("no such file or folder{near}"))
    } else {
        BotError::unusable(path, format!("cannot be used: {error}"))
    }
}

/// What a single file is.
fn kind_of(path: &Path) -> Result<Kind, BotError> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if let Err(error) = fs::File::open(path) {
        return Err(BotError::unusable(path, format!("cannot be read: {error}; check its permissions")));
    }
    if SCRIPTS.contains(&extension) {
        return Ok(Kind::Script);
    }
    if SOURCES.contains(&extension) {
        return Ok(Kind::Source);
    }
    let mut head = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head));
    read.map_err(|error| BotError::unusable(path, format!("cannot be read: {error}")))?;
    let script = head.starts_with(b"#!");
    let length = fs::metadata(path).map_or(0, |meta| meta.len());
    let compiled = recognise(&head, length).is_some();
    if !script && !compiled {
        let known = "an executable, .py .jar .js, a source .c .cpp .java .rs, or a folder";
        let what = if head.is_empty() { "an empty file" } else { "neither an executable nor a script" };
        return Err(BotError::unusable(path, format!("{what}; a bot is {known}")));
    }
    if !is_executable(path) {
        let why = format!("may not be executed; run chmod +x {}", shown(path));
        return Err(BotError::unusable(path, why));
    }
    if script {
        interpreter(path, &head)?
    } else {
        machine(path, &head)?
    }
    Ok(Kind::Executable)
}

/// Whether the interpreter that a script names is there.
fn interpreter(path: &Path, head: &[u8]) -> Result<(), BotError> {
    let line = head[2..].split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let named = words.next().unwrap_or_default();
    if line.ends_with('\r') {
        return Err(BotError::unusable(
            path,
            "its first line ends in CRLF, so its interpreter is not found; use LF",
        ));
    }
    if named.is_empty() || !is_executable(Path::new(named)) {
        return Err(BotError::unusable(
            path,
            format!("its first line names the interpreter `{named}`, which is not there"),
        ));
    }
    if named.ends_with("/env") {
        let program = words.find(|word| !word.starts_with('-') && !word.contains('=')).unwrap_or_default();
        if super::which::which(program).is_none() {
            let why = format!("its first line asks for `{program}`, which is not on PATH");
            return Err(BotError::unusable(path, why));
        }
    }
    Ok(())
}

/// Whether an executable is one for this kind of machine.
fn machine(path: &Path, head: &[u8]) -> Result<(), BotError> {
    if cfg!(target_os = "linux") && !head.starts_with(b"\x7fELF") {
        let why = "compiled for another system or not an executable; build it for Linux on this machine";
        return Err(BotError::unusable(path, why));
    }
    let own: Option<u8> = match std::env::consts::ARCH {
        "x86_64" => Some(62),
        "aarch64" => Some(183),
        _ => None,
    };
    // e_machine of a little-endian header; 3 is 32-bit x86, which x86_64 runs as well.
    let found = head.get(18).copied();
    if let (Some(own), Some(found)) = (own, found)
        && cfg!(target_os = "linux")
        && found != own
        && !(own == 62 && found == 3)
    {
        let why =
            format!("compiled for another processor ({})", super::binary::elf_machine(u16::from(found)));
        return Err(BotError::unusable(path, format!("{why}; build it on this machine")));
    }
    Ok(())
}

fn in_folder(path: PathBuf) -> Result<Bot, BotError> {
    let manifest_path = path.join("bot.toml");
    let cargo = path.join("Cargo.toml").is_file();
    if manifest_path.exists() {
        let bytes = fs::read(&manifest_path)
            .map_err(|error| BotError::unusable(&manifest_path, format!("cannot be read: {error}")))?;
        let manifest = Manifest::from_bytes(&manifest_path, &bytes)?;
        if manifest.run.is_some() {
            return Ok(Bot { path, kind: Kind::Folder, manifest });
        }
        if cargo {
            return Ok(Bot { path, kind: Kind::Cargo, manifest });
        }
        let file = single(&path)?;
        let kind = kind_of(&file)?;
        return Ok(Bot { path: file, kind, manifest });
    }
    if cargo {
        return Ok(Bot { path, kind: Kind::Cargo, manifest: Manifest::default() });
    }
    let file = single(&path)?;
    let kind = kind_of(&file)?;
    Ok(Bot { path: file, kind, manifest: Manifest::default() })
}

/// The one recognised source or script of a folder.
fn single(folder: &Path) -> Result<PathBuf, BotError> {
    let entries = fs::read_dir(folder).map_err(|error| {
        BotError::unusable(folder, format!("cannot be read: {error}; check its permissions"))
    })?;
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            path.is_file() && (SCRIPTS.contains(&extension) || SOURCES.contains(&extension))
        })
        .collect();
    found.sort();
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(BotError::unusable(
            folder,
            "no bot in this folder: it holds neither bot.toml nor Cargo.toml, nor a source or script \
             (.py .jar .js .c .cpp .java .rs)",
        )),
        several => {
            let names: Vec<String> = several
                .iter()
                .filter_map(|path| path.file_name())
                .map(|name| shown(Path::new(name)))
                .collect();
            let why = format!(
                "several sources ({}): say which one in a bot.toml, as in run = [\"python3\", \"{}\"]",
                names.join(", "),
                names[0]
            );
            Err(BotError::unusable(folder, why))
        }
    }
}
