//! The content of a bot's files at one moment.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

use super::Origin;

/// No more files and folders than this are looked at, and no deeper.
const MAX: usize = 20_000;
const DEEPEST: usize = 32;
/// Of longer files only length and time are looked at.
const MAX_LENGTH: u64 = 64 * 1024 * 1024;
/// Clocks of file systems are coarse: a file changed this short before it was looked at may be changed again
/// without showing it.
const COARSE: Duration = Duration::from_secs(2);
/// A bot's source may include those beside it.
const SOURCES: [&str; 14] =
    ["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inc", "inl", "ipp", "java", "rs", "def"];

/// All files of an origin, by path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    files: BTreeMap<PathBuf, Print>,
    folders: Vec<PathBuf>,
    taken: SystemTime,
}

/// What is known of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Print {
    length: u64,
    modified: Option<SystemTime>,
    /// None of a file that is too long, or cannot be read.
    content: Option<[u8; 32]>,
}

impl Snapshot {
    /// Looks at all files, but for the `ignored` paths and what is below them. What has not changed since the
    /// `previous` look is not read again.
    #[must_use]
    pub fn take(origin: &Origin, ignored: &[PathBuf], previous: Option<&Self>) -> Self {
        let mut snapshot = Self { files: BTreeMap::new(), folders: Vec::new(), taken: SystemTime::now() };
        let is_ignored = |path: &Path| ignored.iter().any(|each| path.starts_with(each));
        let beside = |path: &Path| match path.parent() {
            Some(parent) if parent != Path::new("") => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        match origin {
            Origin::File(path) => {
                snapshot.folders.push(beside(path));
                snapshot.look(path, previous);
            }
            Origin::Source(path) => {
                snapshot.folders.push(beside(path));
                snapshot.look(path, previous);
                for each in entries(&beside(path)) {
                    let extension = each.extension().and_then(|extension| extension.to_str());
                    if extension.is_some_and(|extension| SOURCES.contains(&extension)) && !is_ignored(&each) {
                        snapshot.look(&each, previous);
                    }
                }
            }
            Origin::Folder(path) => snapshot.walk(path, &is_ignored, previous),
        }
        snapshot
    }

    fn walk(&mut self, root: &Path, is_ignored: &dyn Fn(&Path) -> bool, previous: Option<&Self>) {
        let mut left = vec![(root.to_owned(), 0)];
        while let Some((folder, depth)) = left.pop() {
            for path in entries(&folder) {
                if self.files.len() + self.folders.len() + left.len() >= MAX
                    || is_ignored(&path)
                    || is_nobodys(&path)
                {
                    continue;
                }
                // Links to folders are not followed: they may lead in a circle.
                let Ok(found) = fs::symlink_metadata(&path) else { continue };
                if !found.is_dir() {
                    self.look(&path, previous);
                } else if depth < DEEPEST && !is_build_folder(&path) {
                    left.push((path, depth + 1));
                }
            }
            self.folders.push(folder);
        }
    }

    /// Takes a regular file down; whatever else is there is nothing to watch.
    fn look(&mut self, path: &Path, previous: Option<&Self>) {
        let Ok(found) = fs::metadata(path) else { return };
        if !found.is_file() {
            return;
        }
        let (length, modified) = (found.len(), found.modified().ok());
        let known = previous.and_then(|previous| {
            let print = previous.files.get(path)?;
            let settled = modified? + COARSE < previous.taken;
            (settled && print.length == length && print.modified == modified).then_some(*print)
        });
        let read = || Print {
            length,
            modified,
            content: if length > MAX_LENGTH { None } else { content(path).ok() },
        };
        self.files.insert(path.to_owned(), known.unwrap_or_else(read));
    }

    /// The folders in which changes show.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The files that were made, removed or given another content since then, sorted.
    #[must_use]
    pub fn changed_since(&self, before: &Self) -> Vec<PathBuf> {
        let same = |one: &Print, other: &Print| match (one.content, other.content) {
            (Some(one), Some(other)) => one == other,
            _ => (one.length, one.modified) == (other.length, other.modified),
        };
        let new = self
            .files
            .iter()
            .filter(|(path, print)| before.files.get(*path).is_none_or(|old| !same(print, old)));
        let gone = before.files.keys().filter(|path| !self.files.contains_key(*path));
        let mut changed: Vec<PathBuf> = new.map(|(path, _)| path).chain(gone).cloned().collect();
        changed.sort();
        changed
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    // A folder that cannot be read holds nothing that could be checked.
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Hidden files and what editors leave beside a file while it is written.
fn is_nobodys(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    name.starts_with('.') || name.ends_with('~') || name.starts_with('#') || name == "4913"
}

/// Folders that tools fill.
fn is_build_folder(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let cargos = name == "target" && path.parent().is_some_and(|parent| parent.join("Cargo.toml").is_file());
    cargos || name == "node_modules" || name == "__pycache__" || path.join("CACHEDIR.TAG").is_file()
}

fn content(path: &Path) -> io::Result<[u8; 32]> {
    let mut hash = Sha256::new();
    let mut file = File::open(path)?.take(MAX_LENGTH + 1);
    let mut block = vec![0; 64 * 1024];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hash.finalize().into()),
            count => hash.update(&block[..count]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(before: &Snapshot, after: &Snapshot, root: &Path) -> Vec<String> {
        let name = |path: &PathBuf| path.strip_prefix(root).unwrap().display().to_string();
        after.changed_since(before).iter().map(name).collect()
    }

    #[test]
    fn what_counts_is_the_content() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        fs::write(root.join("bot.c"), "one").unwrap();
        fs::write(root.join("notes"), "x").unwrap();
        let origin = Origin::Folder(root.to_owned());
        let before = Snapshot::take(&origin, &[], None);
        fs::write(root.join("bot.c"), "one").unwrap();
        assert!(changed(&before, &Snapshot::take(&origin, &[], Some(&before)), root).is_empty());
        fs::write(root.join("bot.c"), "two").unwrap();
        fs::remove_file(root.join("notes")).unwrap();
        fs::create_dir(root.join("more")).unwrap();
        fs::write(root.join("more/new"), "").unwrap();
        let after = Snapshot::take(&origin, &[], Some(&before));
        assert_eq!(changed(&before, &after, root), ["bot.c", "more/new", "notes"]);
    }

    #[test]
    fn what_tools_make_is_not_looked_at() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        let origin = Origin::Folder(root.to_owned());
        fs::write(root.join("Cargo.toml"), "").unwrap();
        let before = Snapshot::take(&origin, &[root.join("report.html")], None);
        for folder in ["target/release", ".git", "__pycache__", "tagged"] {
            fs::create_dir_all(root.join(folder)).unwrap();
            fs::write(root.join(folder).join("file"), "x").unwrap();
        }
        fs::write(root.join("tagged/CACHEDIR.TAG"), "").unwrap();
        fs::write(root.join("report.html"), "").unwrap();
        fs::write(root.join("bot.c~"), "").unwrap();
        assert!(
            changed(&before, &Snapshot::take(&origin, &[root.join("report.html")], Some(&before)), root)
                .is_empty()
        );
    }

    #[test]
    fn a_source_is_watched_with_what_it_includes() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        fs::write(root.join("bot.c"), "").unwrap();
        let before = Snapshot::take(&Origin::Source(root.join("bot.c")), &[], None);
        fs::write(root.join("board.h"), "").unwrap();
        fs::write(root.join("order.txt"), "").unwrap();
        let after = Snapshot::take(&Origin::Source(root.join("bot.c")), &[], Some(&before));
        assert_eq!(changed(&before, &after, root), ["board.h"]);
        let alone = Snapshot::take(&Origin::File(root.join("bot.c")), &[], None);
        assert_eq!(alone.files.len(), 1);
    }
}
