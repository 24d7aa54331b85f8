//! What a contest says about a submitted folder: sources only, and under the right name.
//!
//! To be looked at before anything is built, since building in the folder leaves binaries there.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::archive::{self, Budget, GZIP};
use super::binary::{BinaryKind, HEAD, recognise};
use super::error::shown;
use super::files::is_history;

/// How many files and levels of folders are looked at.
const FILES: usize = 200_000;
const LEVELS: usize = 100;

/// Folders that compilers and package managers fill: what lies in them was built, not written.
const BUILT: [&str; 14] = [
    "target",
    "build",
    "_build",
    "out",
    "bin",
    "obj",
    "dist",
    "Debug",
    "Release",
    "x64",
    "CMakeFiles",
    "__pycache__",
    "node_modules",
    ".venv",
];

/// A file of a submission that is not source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BinaryFound {
    /// Where it is, from the submitted folder.
    pub path: PathBuf,
    /// What it is.
    pub kind: BinaryKind,
    /// What in its bytes says so.
    pub why: String,
}

impl BinaryFound {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        let folders = self.path.parent().into_iter().flat_map(Path::components);
        let mut so_far = PathBuf::new();
        for folder in folders {
            so_far.push(folder);
            if BUILT.iter().any(|built| folder.as_os_str() == *built) {
                return format!(
                    "remove the folder {} before submitting; building makes it again",
                    shown(&so_far)
                );
            }
        }
        match self.kind {
            BinaryKind::Archive => "submit the sources themselves, without the archive".to_owned(),
            _ => "remove it, and submit the source it was built from".to_owned(),
        }
    }
}

impl fmt::Display for BinaryFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}: {}", shown(&self.path), self.kind, self.why)
    }
}

/// Something in a submission that was not looked into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotInspected {
    /// Where it is, from the submitted folder.
    pub path: PathBuf,
    /// Why not.
    pub why: String,
    /// What may be in it.
    pub content: Content,
}

/// What something may hold that was not looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Nothing of its own: a link, a pipe.
    None,
    /// Nobody knows.
    Unknown,
    /// Nobody knows, and it was put there so that nobody would: archives in archives in archives.
    Hidden,
}

impl NotInspected {
    /// What to do about it; nothing if it can hold no code of its own.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self.content {
            Content::None => None,
            Content::Unknown => Some("so it may hold compiled code: submit it unpacked, or leave it out"),
            Content::Hidden => Some("submit the sources themselves, without the archive"),
        }
    }
}

impl fmt::Display for NotInspected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", shown(&self.path), self.why)
    }
}

/// What a submitted folder holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inspection {
    /// One entry a file that is, or holds, compiled code; sorted by path.
    pub binaries: Vec<BinaryFound>,
    /// What was not looked into.
    pub not_inspected: Vec<NotInspected>,
}

/// Looks at every file of a submitted folder.
///
/// Links are not followed and nothing but regular files is opened. The bookkeeping of version control
/// (`.git`, `.hg`, `.svn`) is no part of a submission. Files, levels and the bytes that archives may
/// unpack to are bounded; what lies beyond is listed in [`Inspection::not_inspected`].
#[must_use]
pub fn inspect_submission(folder: &Path) -> Inspection {
    let mut inspection = Inspection::default();
    let mut budget = Budget::default();
    let mut files = 0;
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        let entries = match fs::read_dir(folder.join(&inside)).and_then(Iterator::collect) {
            Ok(entries) => entries,
            Err(error) => {
                inspection.skip(inside, format!("the folder cannot be read: {error}"));
                continue;
            }
        };
        let mut entries: Vec<fs::DirEntry> = entries;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = inside.join(entry.file_name());
            let kind = match entry.file_type() {
                Ok(kind) => kind,
                Err(error) => {
                    inspection.skip(path, format!("it cannot be read: {error}"));
                    continue;
                }
            };
            if kind.is_dir() {
                if is_history(&entry.file_name()) {
                    continue;
                }
                if path.components().count() > LEVELS {
                    inspection.skip(path, "folders are nested too deeply".to_owned());
                } else {
                    folders.push(path);
                }
            } else if kind.is_symlink() {
                inspection.pass_over(path, "it is a link, which is not followed");
            } else if !kind.is_file() {
                inspection.pass_over(path, "it is not a regular file");
            } else if files == FILES {
                inspection.skip(path, format!("there are more than {FILES} files: the rest was left out"));
                return inspection.sorted();
            } else {
                files += 1;
                inspection.file(folder, path, &mut budget);
            }
        }
    }
    inspection.sorted()
}

impl Inspection {
    /// What in the folder is, or may be, compiled code: a line for each, with what to do.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let binaries = self.binaries.iter().map(|found| format!("{found}; {}", found.hint()));
        let unseen = self.not_inspected.iter();
        let unseen = unseen.filter_map(|unseen| Some(format!("{unseen}; {}", unseen.hint()?)));
        binaries.chain(unseen).collect()
    }

    fn sorted(mut self) -> Self {
        self.binaries.sort_by(|a, b| a.path.cmp(&b.path));
        self.not_inspected.sort_by(|a, b| a.path.cmp(&b.path));
        self
    }

    fn skip(&mut self, path: PathBuf, why: String) {
        self.not_inspected.push(NotInspected { path, why, content: Content::Unknown });
    }

    fn pass_over(&mut self, path: PathBuf, why: &str) {
        self.not_inspected.push(NotInspected { path, why: why.to_owned(), content: Content::None });
    }

    fn file(&mut self, folder: &Path, path: PathBuf, budget: &mut Budget) {
        let looked = open_regular(&folder.join(&path)).and_then(|mut file| {
            let len = file.metadata()?.len();
            archive::contents(&mut file, len, budget)
        });
        let contents = match looked {
            Ok(contents) => contents,
            Err(error) => return self.skip(path, format!("it cannot be read: {error}")),
        };
        for note in contents.notes {
            self.skip(path.clone(), note);
        }
        for why in contents.hidden {
            self.not_inspected.push(NotInspected { path: path.clone(), why, content: Content::Hidden });
        }
        let Some((inside, first)) = contents.found.into_iter().next() else { return };
        if inside.is_empty() {
            self.binaries.push(BinaryFound { path, kind: first.kind, why: first.why });
        } else {
            let more = match contents.count {
                1 => String::new(),
                2 => ", and one more".to_owned(),
                count => format!(", and {} more", count - 1),
            };
            // A compressed tar archive is one thing to everybody.
            let last = inside.len() - 1;
            let names = inside.iter().enumerate().filter(|&(index, name)| index == last || name != GZIP);
            let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
            let why = format!("it holds {} ({}){more}", names.join(": "), first.kind);
            self.binaries.push(BinaryFound { path, kind: BinaryKind::Archive, why });
        }
    }
}

/// Opens a file for reading without waiting for a pipe's other end and without following a link.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    let file = {
        use rustix::fs::{Mode, OFlags};
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        File::from(rustix::fs::open(path, flags, Mode::empty())?)
    };
    #[cfg(not(unix))]
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a regular file")) }
}

/// A submission without a source named after its team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceNotNamed {
    /// The team's id.
    pub team_id: String,
    /// What comes nearest: a file that has the right name but for its case or its extension, or a
    /// source under another name.
    pub instead: Option<(PathBuf, &'static str)>,
}

impl fmt::Display for SourceNotNamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let team = self.team_id.escape_debug();
        write!(f, "there is no source {team}.c, {team}.cpp, {team}.java or {team}.py")?;
        match &self.instead {
            Some((path, why)) => write!(f, "; {} {why}", shown(path)),
            None => Ok(()),
        }
    }
}

/// Finds the source of a Power Connect Four submission: `<Teamid>.c`, `.cpp`, `.java` or `.py`, directly
/// in the folder.
///
/// # Errors
/// If there is none, with the file that comes nearest.
pub fn named_source(folder: &Path, team_id: &str) -> Result<PathBuf, SourceNotNamed> {
    const EXTENSIONS: [&str; 4] = ["c", "cpp", "java", "py"];
    let mut instead: Option<(u8, PathBuf, &'static str)> = None;
    let mut better = |rank: u8, path: &Path, why| {
        if instead.as_ref().is_none_or(|(best, ..)| rank < *best) {
            instead = Some((rank, path.to_path_buf(), why));
        }
    };
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| PathBuf::from(entry.file_name())).collect())
        .unwrap_or_default();
    files.sort();
    for name in files {
        let text =
            |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str()).unwrap_or("").to_owned();
        let (stem, extension) = (text(name.file_stem()), text(name.extension()));
        let known = EXTENSIONS.contains(&extension.as_str());
        let known_but_case = EXTENSIONS.contains(&extension.to_lowercase().as_str());
        if stem == team_id && known {
            match source_at(&folder.join(&name)) {
                Ok(()) => return Ok(name),
                Err(why) => better(0, &name, why),
            }
        } else if stem.eq_ignore_ascii_case(team_id) && known_but_case {
            better(1, &name, "differs in upper and lower case");
        } else if stem == team_id {
            better(2, &name, "has an extension that the contest does not take");
        } else if known {
            better(3, &name, "is a source under another name");
        }
    }
    Err(SourceNotNamed { team_id: team_id.to_owned(), instead: instead.map(|(_, path, why)| (path, why)) })
}

/// Whether a regular file with something other than compiled code stands there.
fn source_at(path: &Path) -> Result<(), &'static str> {
    use io::Read;
    let file = open_regular(path).map_err(|_| "is not a regular file that can be read")?;
    let len = file.metadata().map_or(0, |metadata| metadata.len());
    let mut head = Vec::new();
    if file.take(HEAD as u64).read_to_end(&mut head).is_err() {
        return Err("cannot be read");
    }
    if head.iter().all(u8::is_ascii_whitespace) {
        Err("is empty")
    } else if recognise(&head, len).is_some() {
        Err("is compiled code, not source")
    } else {
        Ok(())
    }
}
