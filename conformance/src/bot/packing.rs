//! Which files of a bot's folder make its submission, and their hashes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use ignore::WalkBuilder;
use sha2::{Digest as _, Sha256};

use super::binary::{HEAD, recognise};
use super::error::{BotError, shown};
use super::locate::Bot;
use crate::record::PackedFile;

/// More is no program's source.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 256 << 20;

/// Folders that hold nothing written by hand, whether or not a `.gitignore` says so.
const NEVER: [&str; 8] = [".git", ".hg", ".svn", "__pycache__", "node_modules", ".venv", ".idea", ".vs"];

/// The files that are to be handed in.
#[derive(Debug, Default)]
pub struct Packing {
    /// Where each is, from the folder, sorted.
    pub files: Vec<PathBuf>,
    /// What is not handed in although no `.gitignore` names it, and why.
    pub left_out: Vec<(PathBuf, String)>,
}

impl Bot {
    /// Chooses the files to hand in: those of the folder that no `.gitignore` in it names, and those that the manifest
    /// names in any case; no compiled code, no links, no build folders.
    ///
    /// # Errors
    /// If a folder cannot be read or a name is not Unicode, or if there are too many files.
    pub fn packing(&self) -> Result<Packing, BotError> {
        let mut packing = Packing::default();
        let mut bytes = 0;
        let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
        for root in std::iter::once(self.folder.clone()).chain(self.named_files()) {
            let everything = root == self.folder;
            for entry in walk(&root, everything) {
                let entry = entry.map_err(|error| {
                    let why = io::Error::other(error.to_string());
                    BotError::unreadable(&root, &why)
                })?;
                let Some(kind) = entry.file_type() else { continue };
                let path = entry.path().strip_prefix(&self.folder).unwrap_or(entry.path()).to_owned();
                if kind.is_dir() || found.contains_key(&slashes(&path)?) {
                    continue;
                }
                match self.reason_against(&path, kind)? {
                    Some(reason) => packing.left_out.push((path, reason)),
                    None => {
                        bytes += entry.metadata().map_or(0, |metadata| metadata.len());
                        found.insert(slashes(&path)?, path);
                    }
                }
                if found.len() > MOST_FILES || bytes > MOST_BYTES {
                    return Err(BotError::TooMuchToPack { folder: self.folder.clone() });
                }
            }
        }
        packing.files = found.into_values().collect();
        packing.left_out.dedup();
        Ok(packing)
    }

    /// What the manifest says the bot needs beside it, as far as it is there.
    fn named_files(&self) -> impl Iterator<Item = PathBuf> {
        let files = self.manifest.iter().flat_map(|manifest| &manifest.files);
        files.map(|file| self.folder.join(&file.value)).filter(|path| path.exists())
    }

    fn reason_against(&self, path: &Path, kind: fs::FileType) -> Result<Option<String>, BotError> {
        if kind.is_symlink() {
            return Ok(Some("it is a link: put the file itself there".to_owned()));
        }
        if !kind.is_file() {
            return Ok(Some("it is not a regular file".to_owned()));
        }
        let full = self.folder.join(path);
        let mut head = Vec::new();
        let file = fs::File::open(&full).map_err(|error| BotError::unreadable(&full, &error))?;
        let length = file.metadata().map_err(|error| BotError::unreadable(&full, &error))?.len();
        file.take(HEAD as u64).read_to_end(&mut head).map_err(|error| BotError::unreadable(&full, &error))?;
        Ok(recognise(&head, length).map(|found| format!("it is {}: {}", found.kind, found.why)))
    }

    /// The folder that the bot lies in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Everything below a path that is not a link; with regard to `.gitignore` files if `everything` is meant.
fn walk(root: &Path, everything: bool) -> ignore::Walk {
    WalkBuilder::new(root)
        .standard_filters(false)
        .git_ignore(everything)
        .require_git(false)
        .follow_links(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(|entry| {
            let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let never = NEVER.iter().any(|name| entry.file_name() == *name);
            // Cargo and other builders mark their folders so.
            let cache = || entry.depth() > 0 && entry.path().join("CACHEDIR.TAG").is_file();
            !folder || !(never || cache())
        })
        .build()
}

/// A path with forward slashes.
fn slashes(path: &Path) -> Result<String, BotError> {
    let parts: Option<Vec<&str>> = path
        .components()
        .filter(|part| matches!(part, Component::Normal(_)))
        .map(|part| part.as_os_str().to_str())
        .collect();
    parts.map(|parts| parts.join("/")).ok_or_else(|| BotError::NameNotText { path: path.to_owned() })
}

/// Hashes files of a folder.
///
/// # Errors
/// If one cannot be read or its name is not Unicode.
pub fn hash_files(folder: &Path, files: &[PathBuf]) -> Result<Vec<PackedFile>, BotError> {
    let mut hashed = Vec::new();
    for path in files {
        let full = folder.join(path);
        let bytes = fs::read(&full).map_err(|error| BotError::unreadable(&full, &error))?;
        hashed.push(PackedFile { path: slashes(path)?, bytes: bytes.len() as u64, sha256: sha256(&bytes) });
    }
    hashed.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(hashed)
}

/// The SHA-256 of some bytes, in hexadecimal.
#[must_use]
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One hash for all files: that of the lines that `sha256sum` would print for them.
#[must_use]
pub fn sha256_of_all(files: &[PackedFile]) -> String {
    let lines: String = files.iter().map(|file| format!("{}  {}\n", file.sha256, file.path)).collect();
    sha256(lines.as_bytes())
}

/// How a folder differs from what a receipt says it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The receipt has it, the folder does not.
    Missing(String),
    /// The folder has it, the receipt does not.
    Added(String),
    /// Its bytes are others.
    Changed(String),
    /// Its bytes are others, but only line ends.
    LineEnds(String),
    /// Something stands there that is no regular file, or cannot be read.
    NotAFile(String, String),
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{} is missing", shown(Path::new(path))),
            Self::Added(path) => write!(f, "{} is not in the receipt", shown(Path::new(path))),
            Self::Changed(path) => write!(f, "{} is not what was packed", shown(Path::new(path))),
            Self::LineEnds(path) => write!(
                f,
                "{} has other line ends than what was packed: hand it over in an archive, not as text",
                shown(Path::new(path))
            ),
            Self::NotAFile(path, why) => write!(f, "{}: {why}", shown(Path::new(path))),
        }
    }
}

/// Compares a folder with the files of a receipt. Only the bookkeeping of version control is passed over.
///
/// # Errors
/// If the folder cannot be read.
pub fn differences(folder: &Path, expected: &[PackedFile]) -> Result<Vec<Difference>, BotError> {
    let mut differences = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let walk = WalkBuilder::new(folder)
        .standard_filters(false)
        .follow_links(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(|entry| {
            ![".git", ".hg", ".svn"].iter().any(|name| entry.depth() == 1 && entry.file_name() == *name)
        })
        .build();
    for entry in walk {
        let entry =
            entry.map_err(|error| BotError::unreadable(folder, &io::Error::other(error.to_string())))?;
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let Some(kind) = entry.file_type().filter(|kind| !kind.is_dir()) else { continue };
        if seen.len() > MOST_FILES {
            return Err(BotError::TooMuchToPack { folder: folder.to_owned() });
        }
        let name = path.to_string_lossy().replace('\\', "/");
        seen.insert(name.clone());
        let Some(packed) = expected.iter().find(|file| file.path == name) else {
            differences.push(Difference::Added(name));
            continue;
        };
        if !kind.is_file() {
            differences.push(Difference::NotAFile(name, "it is not a regular file".to_owned()));
            continue;
        }
        let bytes = match read_at_most(entry.path(), MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => {
                differences.push(Difference::NotAFile(name, format!("it cannot be read: {error}")));
                continue;
            }
        };
        if sha256(&bytes) != packed.sha256 {
            let plain: Vec<u8> = without_cr(&bytes);
            let crlf: Vec<u8> = plain
                .iter()
                .flat_map(|&byte| [Some(b'\r').filter(|_| byte == b'\n'), Some(byte)])
                .flatten()
                .collect();
            let only_ends = sha256(&plain) == packed.sha256 || sha256(&crlf) == packed.sha256;
            differences.push(if only_ends { Difference::LineEnds(name) } else { Difference::Changed(name) });
        }
    }
    let missing = expected.iter().filter(|file| !seen.contains(&file.path));
    differences.extend(missing.map(|file| Difference::Missing(file.path.clone())));
    Ok(differences)
}

fn without_cr(bytes: &[u8]) -> Vec<u8> {
    let cr = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|&at| !cr(at)).map(|at| bytes[at]).collect()
}

fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
