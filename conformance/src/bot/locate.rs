//! What kind of thing BOT is.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::error::BotError;
use super::manifest::Manifest;
use super::stranger::Stranger;
use super::toolbox::is_executable;

/// The largest `bot.toml` that is read, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;

/// A bot that was found, not yet built.
#[derive(Debug, Clone)]
pub struct Bot {
    pub(super) kind: Kind,
    /// The folder it lies in, absolute.
    pub(super) folder: PathBuf,
    pub(super) manifest: Option<Manifest>,
}

/// How a bot is had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A file that the system starts.
    Executable(PathBuf),
    /// A file for an interpreter.
    Script(PathBuf, Interpreter),
    /// A file for a compiler.
    Source(PathBuf, Language),
    /// A folder whose manifest says how to run it.
    Run,
    /// A folder that cargo builds.
    Cargo,
}

/// What runs scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interpreter {
    Python,
    /// `java -jar`.
    Java,
    Node,
}

/// What sources are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    C,
    Cpp,
    Java,
    Rust,
}

/// What the extension of a file says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extension {
    Script(Interpreter),
    Source(Language),
}

impl Extension {
    pub(super) fn of(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()? {
            "py" => Self::Script(Interpreter::Python),
            "jar" => Self::Script(Interpreter::Java),
            "js" | "mjs" | "cjs" => Self::Script(Interpreter::Node),
            "c" => Self::Source(Language::C),
            "cpp" | "cc" | "cxx" => Self::Source(Language::Cpp),
            "java" => Self::Source(Language::Java),
            "rs" => Self::Source(Language::Rust),
            _ => return None,
        })
    }
}

impl Bot {
    /// Finds out what a path holds: an executable, a script, a source file, or a folder with `bot.toml`, else
    /// `Cargo.toml`, else exactly one script or source. The two manifests may also be named themselves.
    ///
    /// Nothing is built or run.
    ///
    /// # Errors
    /// If there is nothing that can become a bot; says what is there, and what to do.
    pub fn locate(path: &Path) -> Result<Self, BotError> {
        if Stranger::is_one(path) {
            let problem = "this is a program that speaks GTP, no bot of the contest: let it play, as in `botspec play hex BOT gtp:COMMAND`";
            return Err(BotError::Command { command: path.to_owned(), problem: problem.to_owned() });
        }
        let metadata = fs::metadata(path).map_err(|error| absent(path, &error))?;
        let absolute = std::path::absolute(path).map_err(|error| BotError::unreadable(path, &error))?;
        if metadata.is_dir() {
            return Self::in_folder(path, absolute);
        }
        check_regular(path, &metadata)?;
        let folder = absolute.parent().unwrap_or(&absolute).to_owned();
        if path.file_name().is_some_and(|name| name == "bot.toml" || name == "Cargo.toml") {
            return Self::in_folder(path.parent().unwrap_or(path), folder);
        }
        Ok(Self { kind: file_kind(path, absolute)?, folder, manifest: None })
    }

    fn in_folder(shown: &Path, folder: PathBuf) -> Result<Self, BotError> {
        let manifest = match fs::metadata(folder.join("bot.toml")) {
            Ok(_) => Some(read_manifest(&shown.join("bot.toml"))?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(BotError::unreadable(&shown.join("bot.toml"), &error)),
        };
        let is_cargos = folder.join("Cargo.toml").is_file();
        if let Some(manifest) = &manifest {
            manifest.expect_run(is_cargos)?;
        }
        let kind = if manifest.as_ref().is_some_and(|manifest| manifest.run.is_some()) {
            Kind::Run
        } else if is_cargos {
            Kind::Cargo
        } else {
            // Of a manifest that is named without a folder.
            let shown = if shown.as_os_str().is_empty() { Path::new(".") } else { shown };
            let single = single(shown, &folder)?;
            let shown = shown.join(single.file_name().unwrap_or_default());
            let real =
                |path: &Path| fs::canonicalize(path).map_err(|error| BotError::unreadable(path, &error));
            if !real(&single)?.starts_with(real(&folder)?) {
                return Err(BotError::LeadsOut { path: shown });
            }
            file_kind(&shown, single)?
        };
        Ok(Self { kind, folder, manifest })
    }

    /// Whether a compiler or another build command is run to have it.
    pub(super) fn needs_building(&self) -> bool {
        let builds = self.manifest.as_ref().is_some_and(|manifest| manifest.build.is_some());
        builds
            || match &self.kind {
                Kind::Source(..) | Kind::Cargo => true,
                Kind::Run => self.folder.join("Cargo.toml").is_file(),
                Kind::Executable(_) | Kind::Script(..) => false,
            }
    }

    /// The same bot in a copy of its folder.
    pub(super) fn in_copy(&self, copy: &Path) -> Self {
        let moved = |path: &PathBuf| {
            path.strip_prefix(&self.folder).map_or_else(|_| path.clone(), |inside| copy.join(inside))
        };
        let kind = match &self.kind {
            Kind::Executable(path) => Kind::Executable(moved(path)),
            Kind::Script(path, interpreter) => Kind::Script(moved(path), *interpreter),
            Kind::Source(path, language) => Kind::Source(moved(path), *language),
            other => other.clone(),
        };
        Self { kind, folder: copy.to_owned(), manifest: self.manifest.clone() }
    }

    /// The name to show: the manifest's, or the file's without its extension, or the folder's.
    #[must_use]
    pub fn name(&self) -> String {
        self.manifest.as_ref().and_then(|manifest| manifest.name.clone()).unwrap_or_else(|| self.stem())
    }

    /// The team id: the manifest's, or the bot file's name up to its first dot, since no id has one.
    #[must_use]
    pub fn team_id(&self) -> String {
        let given = self.manifest.as_ref().and_then(|manifest| manifest.team_id.clone());
        given.unwrap_or_else(|| {
            let stem = self.stem();
            stem.split('.').find(|part| !part.is_empty()).unwrap_or(&stem).to_owned()
        })
    }

    /// Who wrote it, if the manifest says so.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.manifest.as_ref()?.author.as_deref()
    }

    /// The contest it is for, if the manifest says so.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        Some(self.manifest.as_ref()?.game.as_ref()?.value.as_str())
    }

    /// Checks that the manifest, if it names a game, names this one.
    ///
    /// # Errors
    /// If it is for another game.
    pub fn expect_game(&self, game: &str) -> Result<(), BotError> {
        let Some(manifest) = &self.manifest else { return Ok(()) };
        match &manifest.game {
            Some(named) if named.value != game => Err(manifest.fault(
                "game",
                named.place,
                format!("this bot is for {}, not for {game}", named.value),
            )),
            _ => Ok(()),
        }
    }

    fn stem(&self) -> String {
        let run = self.manifest.as_ref().and_then(|manifest| manifest.run.as_deref()).unwrap_or_default();
        let part =
            match &self.kind {
                Kind::Executable(path) if path.extension().is_none_or(|extension| extension != "exe") => {
                    path.file_name()
                }
                Kind::Executable(path) | Kind::Script(path, _) | Kind::Source(path, _) => path.file_stem(),
                Kind::Run => run
                    .iter()
                    .enumerate()
                    .map(|(index, word)| (index, Path::new(&word.value)))
                    .find(|(index, word)| {
                        Extension::of(word).is_some()
                            || *index == 0 && word.components().count() > 1 && word.is_relative()
                    })
                    .and_then(|(_, word)| {
                        if Extension::of(word).is_some() { word.file_stem() } else { word.file_name() }
                    }),
                Kind::Cargo => None,
            };
        let folder = fs::canonicalize(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let part = part.or_else(|| folder.file_name());
        part.map_or_else(|| "bot".to_owned(), |part| part.to_string_lossy().into_owned())
    }
}

/// What a single file is. `shown` is its name in messages.
fn file_kind(shown: &Path, path: PathBuf) -> Result<Kind, BotError> {
    let mut start = [0; 4];
    let read = fs::File::open(&path).and_then(|file| file.take(4).read(&mut start));
    let read = read.map_err(|error| BotError::unreadable(shown, &error))?;
    match Extension::of(&path) {
        Some(Extension::Script(interpreter)) => return Ok(Kind::Script(path, interpreter)),
        Some(Extension::Source(language)) => return Ok(Kind::Source(path, language)),
        None => {}
    }
    if is_executable(&path) {
        return Ok(Kind::Executable(path));
    }
    let program = matches!(&start[..read], [b'#', b'!', ..] | [0x7f, b'E', b'L', b'F'] | [b'M', b'Z', ..])
        || matches!(start, [0xfe, 0xed, 0xfa, _] | [_, 0xfa, 0xed, 0xfe]);
    Err(if program {
        BotError::NoExecutePermission { path: shown.to_owned() }
    } else {
        BotError::UnknownKind { path: shown.to_owned() }
    })
}

/// The error for something that the system does not find.
fn absent(path: &Path, error: &io::Error) -> BotError {
    if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) {
        return BotError::unreadable(path, error);
    }
    if let Ok(target) = fs::read_link(path) {
        return BotError::DanglingLink { path: path.to_owned(), target };
    }
    let mut missing = path;
    let mut parent = path.parent();
    while let Some(folder) = parent.filter(|folder| !folder.as_os_str().is_empty()) {
        match fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => break,
            // A path that goes on behind a file, or ends in a slash: the file may be meant.
            Ok(_) => {
                let near = vec![folder.to_string_lossy().into_owned()];
                return BotError::NotFound { path: path.to_owned(), missing: None, near };
            }
            Err(_) => {
                missing = folder;
                parent = folder.parent();
            }
        }
    }
    if error.kind() == io::ErrorKind::NotADirectory && missing == path {
        let near = path.components().as_path().to_string_lossy().into_owned();
        return BotError::NotFound { path: path.to_owned(), missing: None, near: vec![near] };
    }
    let near = near(missing);
    let missing = (missing != path).then(|| missing.to_owned());
    BotError::NotFound { path: path.to_owned(), missing, near }
}

/// Names beside a missing one that are much like it, best first.
fn near(missing: &Path) -> Vec<String> {
    let Some(wanted) = missing.file_name().map(|name| name.to_string_lossy().to_lowercase()) else {
        return Vec::new();
    };
    let folder = missing.parent().unwrap_or(Path::new(""));
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let stem = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let mut near: Vec<(f64, String)> = fs::read_dir(listed)
        .into_iter()
        .flatten()
        .take(10_000)
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .map(|name| {
            let lower = name.to_lowercase();
            // The same name with another extension, or none, is near however short it is.
            let score = if stem(&lower) == stem(&wanted) {
                1.0
            } else {
                strsim::normalized_damerau_levenshtein(&wanted, &lower)
            };
            (score, folder.join(name).to_string_lossy().into_owned())
        })
        .filter(|(score, _)| *score >= 0.6)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Refuses what is no regular file, without opening it: a pipe would wait for its other end.
pub(super) fn check_regular(path: &Path, metadata: &fs::Metadata) -> Result<(), BotError> {
    if metadata.is_file() {
        return Ok(());
    }
    #[cfg(unix)]
    let what = {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            "a named pipe"
        } else if kind.is_socket() {
            "a socket"
        } else if kind.is_char_device() || kind.is_block_device() {
            "a device"
        } else {
            "something else"
        }
    };
    #[cfg(not(unix))]
    let what = "something else";
    Err(BotError::NotAFile { path: path.to_owned(), what })
}

fn read_manifest(file: &Path) -> Result<Manifest, BotError> {
    let unreadable = |error: io::Error| BotError::unreadable(file, &error);
    let metadata = fs::metadata(file).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(BotError::NotAFile { path: file.to_owned(), what: "a folder" });
    }
    check_regular(file, &metadata)?;
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(unreadable)?;
    opened.take(MAX_MANIFEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_MANIFEST {
        return Err(BotError::TooLong { path: file.to_owned(), most: MAX_MANIFEST });
    }
    Manifest::from_bytes(file, &bytes)
}

/// The one script or source that lies directly in a folder.
fn single(shown: &Path, folder: &Path) -> Result<PathBuf, BotError> {
    let entries = fs::read_dir(folder).map_err(|error| BotError::unreadable(shown, &error))?;
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| folder.join(entry.file_name()))
        .filter(|path| Extension::of(path).is_some() && path.is_file())
        .filter(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')))
        .collect();
    found.sort();
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(BotError::NoBotInFolder { folder: shown.to_owned() }),
        several => Err(BotError::SeveralSources {
            folder: shown.to_owned(),
            names: several
                .iter()
                .filter_map(|path| path.file_name())
                .map(|name| name.to_string_lossy().into_owned())
                .collect(),
        }),
    }
}
