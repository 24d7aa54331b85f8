//! What is in a folder, and what has changed since.

use super::directory::Directory;
use crate::process::is_shortage;
use std::collections::BTreeMap;
use std::fs::{FileType, Metadata};
use std::path::Path;
use std::time::SystemTime;

/// No more files than this are looked at.
const MAX: usize = 10_000;
/// No deeper than this.
const DEEPEST: usize = 32;
/// Their paths together are no longer than this many bytes.
const MAX_LENGTH: usize = 4 * 1024 * 1024;

/// A change to a file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Its path, relative to the bot's folder, parts separated by `/`. Bytes
    /// that are not UTF-8 are replaced.
    pub path: String,
    /// What happened to it.
    pub kind: ChangeKind,
    /// Whether a language runtime did it, and not the bot: Python's
    /// `__pycache__`, for one.
    pub by_runtime: bool,
}

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is new.
    Created,
    /// It was written to, replaced, or its attributes were changed.
    Modified,
    /// It is gone.
    Removed,
}

/// Everything below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Snapshot {
    entries: BTreeMap<String, Entry>,
    /// Number of bytes of all paths.
    length: usize,
    /// Whether there was more than is looked at.
    pub(super) truncated: bool,
    /// Whether the machine ran short of what it takes to look.
    pub(super) unseen: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    is_folder: bool,
    identity: Identity,
}

/// Changes whenever a file does. For a folder it is always the same.
type Identity = (Option<u64>, u64, Option<SystemTime>, Option<(i64, i64)>);

impl Snapshot {
    /// Looks at everything below a folder, without following links.
    pub(super) fn take(directory: &Directory) -> Self {
        Self::take_without(directory, None)
    }

    /// The same, leaving out one folder below it.
    pub(super) fn take_without(directory: &Directory, except: Option<&str>) -> Self {
        directory.reclaim();
        let mut snapshot = Self::default();
        snapshot.walk(directory.path(), "", except, 0);
        snapshot
    }

    fn walk(&mut self, folder: &Path, prefix: &str, except: Option<&str>, depth: usize) {
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if is_shortage(&error) => {
                // What was not seen has not gone.
                (self.unseen, self.truncated) = (true, true);
                return;
            }
            Err(_) => match reopen(folder) {
                Some(entries) => entries,
                None => {
                    self.truncated = true;
                    return;
                }
            },
        };
        for entry in entries.flatten() {
            if self.entries.len() >= MAX || self.length >= MAX_LENGTH || depth > DEEPEST {
                self.truncated = true;
                return;
            }
            let Ok(metadata) = entry.metadata() else { continue };
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if except == Some(&path) {
                continue;
            }
            let is_folder = metadata.is_dir();
            self.length += path.len();
            self.entries.insert(path.clone(), Entry { is_folder, identity: identity(&metadata) });
            if is_folder {
                self.walk(&entry.path(), &format!("{path}/"), except, depth + 1);
            }
        }
    }

    /// Paths of everything that is not a folder.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter(|(_, entry)| !entry.is_folder).map(|(path, _)| path.as_str())
    }

    /// What has changed since `before`, by path.
    pub(super) fn changes_since(&self, before: &Self) -> Vec<FileChange> {
        let mut changes = Vec::new();
        let mut add = |path: &String, kind| {
            changes.push(FileChange { path: path.clone(), kind, by_runtime: is_of_runtime(path) });
        };
        for (path, entry) in &self.entries {
            match before.entries.get(path) {
                None => add(path, ChangeKind::Created),
                Some(old) if old != entry => add(path, ChangeKind::Modified),
                Some(_) => {}
            }
        }
        if !self.truncated {
            for path in before.entries.keys().filter(|path| !self.entries.contains_key(*path)) {
                add(path, ChangeKind::Removed);
            }
        }
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        // Whoever fills it has made the folder as well.
        let by_runtime = changes.iter().any(|it| it.by_runtime && it.path.starts_with(".cache/"));
        if let Some(cache) =
            changes.iter_mut().find(|it| it.path == ".cache" && it.kind == ChangeKind::Created)
        {
            cache.by_runtime = by_runtime;
        }
        changes
    }
}

/// Opens a folder whose owner has taken away the right to list it.
fn reopen(folder: &Path) -> Option<std::fs::ReadDir> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if std::fs::symlink_metadata(folder).is_ok_and(|it| it.is_dir()) {
            std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).ok()?;
        }
    }
    std::fs::read_dir(folder).ok()
}

fn identity(metadata: &Metadata) -> Identity {
    if metadata.is_dir() {
        return (None, 0, None, None);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let changed = (metadata.ctime(), metadata.ctime_nsec());
        (Some(metadata.ino()), metadata.len(), metadata.modified().ok(), Some(changed))
    }
    #[cfg(not(unix))]
    (None, metadata.len(), metadata.modified().ok(), None)
}

/// Files that language runtimes leave behind whatever the bot does.
pub(super) fn is_of_runtime(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or(path);
    let leftover = ["hsperfdata_", "dotnet-diagnostic-", "clr-debug-pipe-", "node-compile-cache"];
    let caches = [".cache/deno", ".cache/guile"];
    path.split('/').any(|part| part == "__pycache__")
        || first == ".dotnet"
        || caches.iter().any(|it| path == *it || path.starts_with(&format!("{it}/")))
        || leftover.iter().any(|it| first.starts_with(it))
}

/// What a file type is called.
pub(super) fn kind_name(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    if kind.is_dir() {
        "a folder"
    } else if kind.is_symlink() {
        "a symbolic link"
    } else if kind.is_file() {
        "a file that its owner may not read"
    } else {
        "something else"
    }
}
