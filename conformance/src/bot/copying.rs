//! Copies of folders: links are copied as links, and nothing but files, folders and links is.

use std::fs::{self, File, FileTimes, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::submission::open_regular;

/// How much is copied at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Files, folders and links.
    pub(super) entries: usize,
    /// Bytes of all files.
    pub(super) bytes: u64,
}

/// How deep folders may be nested.
const LEVELS: usize = 100;

/// Why a folder was not copied.
#[derive(Debug)]
pub(super) enum CopyError {
    /// It holds more than is allowed, counted up to this path in it.
    TooMuch(PathBuf),
    /// This could not be read or written.
    Io(PathBuf, io::Error),
}

/// Whether a file or folder is left out: its path from the top and the whole one.
pub(super) type Skips<'a> = &'a dyn Fn(&Path, &Path) -> bool;

/// How to copy.
pub(super) struct Copying<'a> {
    pub(super) bounds: Bounds,
    /// User and group of the copy, if they are not this process's own.
    pub(super) owner: Option<(u32, u32)>,
    pub(super) skips: Skips<'a>,
}

impl Copying<'_> {
    /// Copies what is in one folder into another, with the times of its files. What this user may not read is left
    /// out. While it goes on nobody else may write to `from` or `into` who is not trusted.
    pub(super) fn copy(&self, from: &Path, into: &Path) -> Result<(), CopyError> {
        let mut so_far = Bounds { entries: 0, bytes: 0 };
        let mut left = vec![PathBuf::new()];
        let mut folders = Vec::new();
        while let Some(inside) = left.pop() {
            let (source, target) = (from.join(&inside), into.join(&inside));
            let failed = |error: io::Error| CopyError::Io(source.clone(), error);
            let Some(listed) = permitted(fs::read_dir(&source)).map_err(failed)? else { continue };
            fs::create_dir_all(&target).and_then(|()| own(&target, self.owner)).map_err(failed)?;
            for entry in listed {
                let path = inside.join(entry.map_err(failed)?.file_name());
                let is_folder = self.entry(from, into, &path, &mut so_far)?;
                left.extend(is_folder.then_some(path));
            }
            folders.push((source, target));
        }
        // Last, for what is put into a folder changes its time.
        for (source, target) in folders {
            let times = fs::metadata(&source).and_then(|found| found.modified());
            if let Ok(modified) = times {
                let _ = File::open(&target)
                    .and_then(|folder| folder.set_times(FileTimes::new().set_modified(modified)));
            }
        }
        Ok(())
    }

    /// Copies what bears this path, unless it is a folder to be looked into, which it says.
    fn entry(&self, from: &Path, into: &Path, path: &Path, so_far: &mut Bounds) -> Result<bool, CopyError> {
        let source = from.join(path);
        let failed = |error: io::Error| CopyError::Io(source.clone(), error);
        let found = match fs::symlink_metadata(&source) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            found => found.map_err(failed)?,
        };
        if (self.skips)(path, &source) {
            return Ok(false);
        }
        so_far.entries += 1;
        so_far.bytes += if found.is_file() { found.len() } else { 0 };
        let is_too_deep = found.is_dir() && path.components().count() > LEVELS;
        if so_far.entries > self.bounds.entries || so_far.bytes > self.bounds.bytes || is_too_deep {
            return Err(CopyError::TooMuch(path.to_owned()));
        }
        if !found.is_dir() {
            permitted(self.one(&source, &into.join(path), &found)).map_err(failed)?;
        }
        Ok(found.is_dir())
    }

    /// Copies a file or a link.
    fn one(&self, source: &Path, target: &Path, found: &Metadata) -> io::Result<()> {
        if found.is_symlink() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(fs::read_link(source)?, target)?;
            return Ok(());
        }
        if !found.is_file() {
            return Ok(());
        }
        let mut original = open_regular(source)?;
        let mut copy = File::create_new(target)?;
        io::copy(&mut original, &mut copy)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = if found.permissions().mode() & 0o111 == 0 { 0o644 } else { 0o755 };
            copy.set_permissions(fs::Permissions::from_mode(mode))?;
        }
        copy.set_times(FileTimes::new().set_modified(found.modified()?))?;
        drop(copy);
        own(target, self.owner)
    }
}

/// `None` if this user may not do it.
fn permitted<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        result => result.map(Some),
    }
}

/// Gives a copy to its owner, a user and a group; it stays this process's own if there is none.
pub(super) fn own(path: &Path, owner: Option<(u32, u32)>) -> io::Result<()> {
    #[cfg(unix)]
    if let Some((user, group)) = owner {
        std::os::unix::fs::lchown(path, Some(user), Some(group))?;
    }
    #[cfg(not(unix))]
    let _ = (path, owner);
    Ok(())
}

/// What bears this path below a folder, if no link leads there. For folders that others have written to.
pub(super) fn without_links(top: &Path, inside: &Path) -> io::Result<PathBuf> {
    let mut path = top.to_owned();
    for part in inside.components() {
        path.push(part);
        if !matches!(part, std::path::Component::Normal(_)) || fs::symlink_metadata(&path)?.is_symlink() {
            return Err(io::Error::other(format!("{} is a link", inside.display())));
        }
    }
    Ok(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    const ENOUGH: Bounds = Bounds { entries: 100, bytes: 1000 };

    #[test]
    fn links_stay_links_and_what_is_skipped_is_left_out() {
        let temp = tempfile::tempdir().unwrap();
        let (from, into) = (temp.path().join("from"), temp.path().join("into"));
        fs::create_dir_all(from.join("a/b")).unwrap();
        fs::create_dir_all(from.join("skipped")).unwrap();
        fs::write(from.join("a/b/file"), "text").unwrap();
        symlink("/etc/passwd", from.join("a/link")).unwrap();
        let copying = Copying { bounds: ENOUGH, owner: None, skips: &|path, _| path.ends_with("skipped") };
        copying.copy(&from, &into).unwrap();
        assert_eq!(fs::read(into.join("a/b/file")).unwrap(), b"text");
        assert_eq!(fs::read_link(into.join("a/link")).unwrap(), Path::new("/etc/passwd"));
        assert!(!into.join("skipped").exists());
        let time = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
        for path in ["a/b/file", "a/b", "a"] {
            assert_eq!(time(&from.join(path)), time(&into.join(path)), "{path}");
        }
        assert!(without_links(&into, Path::new("a/b/file")).is_ok());
        for path in ["a/link", "a/../a/b", "none"] {
            assert!(without_links(&into, Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn too_much_is_not_copied() {
        let temp = tempfile::tempdir().unwrap();
        let from = temp.path().join("from");
        fs::create_dir(&from).unwrap();
        for number in 0..10 {
            fs::write(from.join(number.to_string()), [0; 100]).unwrap();
        }
        for (bounds, into) in
            [(Bounds { entries: 9, ..ENOUGH }, "one"), (Bounds { bytes: 999, ..ENOUGH }, "other")]
        {
            let copying = Copying { bounds, owner: None, skips: &|_, _| false };
            let error = copying.copy(&from, &temp.path().join(into)).unwrap_err();
            assert!(matches!(error, CopyError::TooMuch(_)), "{error:?}");
        }
    }
}
