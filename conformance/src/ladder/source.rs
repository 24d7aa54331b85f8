//! What was handed in, as the ladder keeps it: every file, by one hash of all.

use std::fs;
use std::io;
use std::path::{Component, Path};

use ignore::WalkBuilder;
use rusqlite::{Connection, params};
use sha2::{Digest as _, Sha256};

use super::error::LadderError;
use crate::bot::is_history;

/// More is no program's source.
const MAX_FILES: usize = 10_000;
const MAX_BYTES: u64 = 256 << 20;

/// A submission's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Sorted by path.
    files: Vec<SourceFile>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it is, from the submitted folder, with `/`.
    pub path: String,
    /// Whether it may be executed.
    pub executable: bool,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Source {
    /// Reads a folder, without the bookkeeping of version control, or a file.
    ///
    /// # Errors
    /// If it cannot be read, holds a link or a name that is not Unicode, or is larger than any source.
    pub fn read(path: &Path) -> Result<Self, LadderError> {
        let unread = |path: &Path, error| {
            LadderError::Refused(format!("{}: it cannot be read: {error}", path.display()))
        };
        let root = fs::canonicalize(path).map_err(|error| unread(path, error))?;
        let (mut files, mut total) = (Vec::new(), 0);
        let is_single = root.is_file();
        let walk = WalkBuilder::new(&root)
            .standard_filters(false)
            .follow_links(false)
            .filter_entry(|entry| entry.depth() != 1 || !is_history(entry.file_name()))
            .build();
        for entry in walk {
            let entry =
                entry.map_err(|error| LadderError::Refused(format!("{}: {error}", path.display())))?;
            let Some(kind) = entry.file_type().filter(|kind| !kind.is_dir()) else { continue };
            let inside = if is_single {
                Path::new(root.file_name().unwrap_or_default())
            } else {
                entry.path().strip_prefix(&root).unwrap_or(entry.path())
            };
            let refused = |why: &str| Err(LadderError::Refused(format!("{}: {why}", entry.path().display())));
            if !kind.is_file() {
                return refused("it is a link, or no regular file: put the file itself there");
            }
            let names: Option<Vec<&str>> =
                inside.components().map(|part| part.as_os_str().to_str()).collect();
            let Some(names) = names else { return refused("its name is not valid UTF-8: rename it") };
            if names.iter().any(|name| name.contains(['\\', ':']) || name.contains(char::is_control)) {
                return refused(
                    "a backslash, a colon or a control character in its name: not every system can unpack it, rename it",
                );
            }
            let length = entry.metadata().map_or(0, |metadata| metadata.len());
            total += length;
            if files.len() == MAX_FILES || total > MAX_BYTES {
                return refused(
                    "the folder holds more than 10,000 files or 256 MiB up to here: hand in sources only",
                );
            }
            let bytes = fs::read(entry.path()).map_err(|error| unread(entry.path(), error))?;
            files.push(SourceFile { path: names.join("/"), executable: is_executable(entry.path()), bytes });
        }
        if files.is_empty() {
            return Err(LadderError::Refused(format!("{}: there is nothing in it", path.display())));
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { files })
    }

    /// The files, sorted by path.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// One hash for all of it: SHA-256 in hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut digest = Sha256::new();
        for file in &self.files {
            for part in [file.path.as_bytes(), &[u8::from(file.executable)], &file.bytes] {
                digest.update((part.len() as u64).to_le_bytes());
                digest.update(part);
            }
        }
        digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Writes all files into a folder.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_to(&self, folder: &Path) -> Result<(), LadderError> {
        for file in &self.files {
            let path = folder.join(&file.path);
            write(&path, file)
                .map_err(|error| LadderError::Io(format!("cannot write {}", path.display()), error))?;
        }
        Ok(())
    }

    pub(super) fn save(&self, connection: &Connection) -> Result<String, LadderError> {
        let hash = self.hash();
        if connection.execute("INSERT OR IGNORE INTO source (hash) VALUES (?1)", [&hash])? > 0 {
            let insert = "INSERT INTO source_file (source, path, executable, bytes) VALUES (?1, ?2, ?3, ?4)";
            let mut insert = connection.prepare(insert)?;
            for file in &self.files {
                insert.execute(params![hash, file.path, file.executable, file.bytes])?;
            }
        }
        Ok(hash)
    }

    pub(super) fn load(connection: &Connection, hash: &str) -> Result<Self, LadderError> {
        let query = "SELECT path, executable, bytes FROM source_file WHERE source = ?1 ORDER BY path";
        let mut query = connection.prepare(query)?;
        let file = |row: &rusqlite::Row<'_>| {
            Ok(SourceFile { path: row.get(0)?, executable: row.get(1)?, bytes: row.get(2)? })
        };
        let files = query.query_map([hash], file)?.collect::<Result<Vec<_>, _>>()?;
        // Whoever has written the file: nothing leads out of a folder.
        let inside = |file: &SourceFile| {
            Path::new(&file.path).components().all(|part| matches!(part, Component::Normal(_)))
        };
        let source = Self { files };
        if !source.files.iter().all(inside) || source.hash() != hash {
            let why = format!("the source {hash} is not what was handed in: take the ladder from a backup");
            return Err(LadderError::Damaged(why));
        }
        Ok(source)
    }
}

fn write(path: &Path, file: &SourceFile) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, &file.bytes)?;
    #[cfg(unix)]
    if file.executable {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_written_again() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir_all(from.path().join("src/.git")).unwrap();
        fs::create_dir_all(from.path().join(".git")).unwrap();
        for (name, text) in [("b.c", "int b;"), ("src/a.c", "int a;"), (".git/HEAD", "x"), ("src/.git/x", "")]
        {
            fs::write(from.path().join(name), text).unwrap();
        }
        let source = Source::read(from.path()).unwrap();
        let names: Vec<&str> = source.files().iter().map(|file| file.path.as_str()).collect();
        assert_eq!(names, ["b.c", "src/.git/x", "src/a.c"]);
        source.write_to(to.path()).unwrap();
        assert_eq!(Source::read(to.path()).unwrap(), source);
        fs::write(to.path().join("b.c"), "int c;").unwrap();
        assert_ne!(Source::read(to.path()).unwrap().hash(), source.hash());
        let single = Source::read(&to.path().join("b.c")).unwrap();
        assert_eq!(single.files()[0].path, "b.c");
        assert!(Source::read(&to.path().join("none")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_not_every_system_can_unpack_is_refused() {
        for name in ["a\\..\\b.c", "c:b.c", "a\nb.c"] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(name), "").unwrap();
            let error = Source::read(folder.path()).unwrap_err();
            assert!(error.to_string().contains("rename it"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("a.c")).unwrap();
        let error = Source::read(folder.path()).unwrap_err();
        assert!(error.to_string().contains("it is a link"), "{error}");
    }
}
