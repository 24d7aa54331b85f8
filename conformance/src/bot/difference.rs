//! A submission's files by their hashes, and how a folder differs from them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use sha2::{Digest as _, Sha256};

use super::error::{BotError, shown};
use super::files::{is_history, name_of};
use super::packing::{MAX_BYTES, MAX_FILES, unwalkable};
use super::submission::open_regular;
use crate::record::PackedFile;

/// Longer files, in bytes, are not searched for mere changes of line ends.
const MAX_TEXT: usize = 16 << 20;

/// Hashes files of a folder.
///
/// # Errors
/// If one cannot be read, is no regular file, or its name is not Unicode.
pub fn hash_files(folder: &Path, files: &[PathBuf]) -> Result<Vec<PackedFile>, BotError> {
    let mut hashed = Vec::new();
    for path in files {
        let full = folder.join(path);
        let bytes = read(&full).map_err(|error| BotError::unreadable(&full, &error))?;
        hashed.push(PackedFile { path: name_of(path)?, bytes: bytes.len() as u64, sha256: sha256(&bytes) });
    }
    hashed.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(hashed)
}

/// The SHA-256 of some bytes, in hexadecimal.
fn sha256(bytes: &[u8]) -> String {
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
    /// Its hash is right, and the receipt's length of it is wrong.
    Length(String),
    /// Something stands there that is no regular file, cannot be read, or cannot be named in a receipt.
    NotAFile(String, String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, what) = match self {
            Self::Missing(path) => (path, " is missing"),
            Self::Added(path) => (path, " is not in the receipt"),
            Self::Changed(path) => (path, " is not what was packed"),
            Self::LineEnds(path) => {
                (path, " has other line ends than what was packed: hand it over in an archive, not as text")
            }
            Self::Length(path) => (path, " is what was packed, but has another length than the receipt says"),
            Self::NotAFile(path, why) => return write!(f, "{}: {why}", shown(Path::new(path))),
        };
        write!(f, "{}{what}", shown(Path::new(path)))
    }
}

/// Compares a folder with the files of a receipt. Only the bookkeeping of version control is passed over.
///
/// # Errors
/// If the folder cannot be read, or holds more than any submission does.
pub fn differences(folder: &Path, expected: &[PackedFile]) -> Result<Vec<Difference>, BotError> {
    // The user has named it: a link leads to what is to be compared.
    let folder = &fs::canonicalize(folder).map_err(|error| BotError::unreadable(folder, &error))?;
    let expected: BTreeMap<&str, &PackedFile> =
        expected.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut differences = Vec::new();
    let (mut seen, mut files, mut total) = (BTreeSet::new(), 0, 0);
    let walk = WalkBuilder::new(folder)
        .standard_filters(false)
        .follow_links(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(|entry| entry.depth() != 1 || !is_history(entry.file_name()))
        .build();
    for entry in walk {
        let entry = entry.map_err(|error| unwalkable(folder, &error))?;
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let Some(kind) = entry.file_type().filter(|kind| !kind.is_dir()) else { continue };
        files += 1;
        total += entry.metadata().map_or(0, |metadata| metadata.len());
        if files > MAX_FILES || total > MAX_BYTES {
            return Err(BotError::TooMuchToPack { folder: folder.to_owned(), at: path.to_owned() });
        }
        let Ok(name) = name_of(path) else {
            let why = "its name is not valid UTF-8, so no receipt holds it".to_owned();
            differences.push(Difference::NotAFile(path.to_string_lossy().into_owned(), why));
            continue;
        };
        let Some(packed) = expected.get(name.as_str()) else {
            differences.push(Difference::Added(name));
            continue;
        };
        seen.insert(name.clone());
        if !kind.is_file() {
            differences.push(Difference::NotAFile(name, "it is not a regular file".to_owned()));
            continue;
        }
        match read(entry.path()) {
            Ok(bytes) => differences.extend(difference(name, &bytes, packed)),
            Err(error) => {
                differences.push(Difference::NotAFile(name, format!("it cannot be read: {error}")));
            }
        }
    }
    let missing = expected.keys().filter(|name| !seen.contains(**name));
    differences.extend(missing.map(|name| Difference::Missing((*name).to_owned())));
    Ok(differences)
}

fn difference(name: String, bytes: &[u8], packed: &PackedFile) -> Option<Difference> {
    if sha256(bytes) == packed.sha256 {
        return (bytes.len() as u64 != packed.bytes).then_some(Difference::Length(name));
    }
    if bytes.len() > MAX_TEXT {
        return Some(Difference::Changed(name));
    }
    let plain = without_cr(bytes);
    let crlf: Vec<u8> = plain
        .iter()
        .flat_map(|&byte| [Some(b'\r').filter(|_| byte == b'\n'), Some(byte)])
        .flatten()
        .collect();
    let only_ends = sha256(&plain) == packed.sha256 || sha256(&crlf) == packed.sha256;
    Some(if only_ends { Difference::LineEnds(name) } else { Difference::Changed(name) })
}

fn without_cr(bytes: &[u8]) -> Vec<u8> {
    let cr = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|&at| !cr(at)).map(|at| bytes[at]).collect()
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}
