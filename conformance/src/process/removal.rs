//! Removing what a bot has left, however deep it is.
//!
//! A bot can nest folders deeper than paths are long and than a process may hold files open. So folders are not
//! entered one below the other: what is in one is moved up, and then it is empty.

use std::io;
use std::path::Path;

/// Removes whatever bears this path, links themselves and folders with all that is in them. That nothing bears it
/// is no error.
///
/// # Errors
///
/// If something cannot be removed.
#[cfg(unix)]
pub(crate) fn remove_all(path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, FileType, statat, unlinkat};
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this path has no name"));
    };
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let parent = match std::fs::File::open(parent) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        parent => parent?,
    };
    match statat(&parent, name, AtFlags::SYMLINK_NOFOLLOW) {
        Err(rustix::io::Errno::NOENT) => return Ok(()),
        found if FileType::from_raw_mode(found?.st_mode) != FileType::Directory => {
            return Ok(unlinkat(&parent, name, AtFlags::empty())?);
        }
        _ => {}
    }
    empty(&open(&parent, name)?)?;
    Ok(unlinkat(&parent, name, AtFlags::REMOVEDIR)?)
}

/// Removes whatever bears this path, links themselves and folders with all that is in them. That nothing bears it
/// is no error.
///
/// # Errors
///
/// If something cannot be removed.
#[cfg(not(unix))]
pub(crate) fn remove_all(path: &Path) -> io::Result<()> {
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(found) if found.is_dir() => std::fs::remove_dir_all(path),
        Ok(_) => std::fs::remove_file(path),
    }
}

#[cfg(target_os = "linux")]
pub(super) use unix::names;
#[cfg(unix)]
pub(super) use unix::{empty, open};

#[cfg(unix)]
mod unix {
    use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
    use rustix::fs::{chmodat, fchmod, fstat, openat, renameat, statat, unlinkat};
    use rustix::io::Errno;
    use rustix::path::Arg;
    use std::ffi::CString;
    use std::io;
    use std::os::fd::{AsFd, OwnedFd};

    /// So many names are listed at once.
    const BATCH: usize = 1024;

    /// Opens a folder, whatever its owner has made of its permissions.
    pub(in crate::process) fn open(parent: impl AsFd, name: impl Arg + Copy) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = match openat(&parent, name, flags, Mode::empty()) {
            Err(Errno::ACCESS) => {
                chmodat(&parent, name, Mode::RWXU, AtFlags::empty())?;
                openat(&parent, name, flags, Mode::empty())
            }
            folder => folder,
        }?;
        if !Mode::from_raw_mode(fstat(&folder)?.st_mode).contains(Mode::RWXU) {
            fchmod(&folder, Mode::RWXU)?;
        }
        Ok(folder)
    }

    /// Removes everything in a folder. No more than two folders are open at once.
    pub(in crate::process) fn empty(folder: &OwnedFd) -> io::Result<()> {
        let mut number = 0_u64;
        loop {
            let (names, moved_up) = (names(folder)?, number);
            let is_all = names.len() < BATCH;
            for (name, is_folder) in names {
                if is_folder {
                    let inner = open(folder, name.as_c_str())?;
                    move_up(&inner, folder, &mut number)?;
                    unlinkat(folder, name, AtFlags::REMOVEDIR)?;
                } else {
                    unlinkat(folder, name, AtFlags::empty())?;
                }
            }
            if is_all && number == moved_up {
                return Ok(());
            }
        }
    }

    /// Empties a folder: what is no folder is removed, and the others go to `above`.
    fn move_up(folder: &OwnedFd, above: &OwnedFd, number: &mut u64) -> io::Result<()> {
        loop {
            let names = names(folder)?;
            let is_all = names.len() < BATCH;
            for (name, is_folder) in names {
                if is_folder {
                    // What is to be moved must be writable itself.
                    drop(open(folder, name.as_c_str())?);
                    while let Err(error) = renameat(folder, &name, above, format!("botspec-{number}")) {
                        if !matches!(error, Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR) {
                            return Err(error.into());
                        }
                        *number += 1;
                    }
                    *number += 1;
                } else {
                    unlinkat(folder, name, AtFlags::empty())?;
                }
            }
            if is_all {
                return Ok(());
            }
        }
    }

    /// Names in a folder, 1024 at the most, and whether they are folders.
    pub(in crate::process) fn names(folder: &OwnedFd) -> io::Result<Vec<(CString, bool)>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => {
                    FileType::from_raw_mode(statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode)
                }
                kind => kind,
            };
            names.push((name.to_owned(), kind == FileType::Directory));
            if names.len() == BATCH {
                break;
            }
        }
        Ok(names)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]
    /// Makes folders one in another, deeper than any path is long.
    fn deep(root: &Path, name: &str, depth: usize) {
        use rustix::fs::{Mode, OFlags, mkdirat, openat};
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        let mut folder = rustix::fs::open(root, flags, Mode::empty()).unwrap();
        for _ in 0..depth {
            mkdirat(&folder, name, Mode::RWXU).unwrap();
            folder = openat(&folder, name, flags, Mode::empty()).unwrap();
        }
    }

    #[test]
    fn what_is_deeper_than_paths_are_long_is_removed() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("root");
        fs::create_dir(&root).unwrap();
        deep(&root, "d", 3000);
        deep(&root, &"long".repeat(60), 40);
        deep(&root, "botspec-0", 3);
        fs::write(root.join("botspec-1"), "").unwrap();
        remove_all(&root).unwrap();
        assert!(!root.exists());
        assert!(remove_all(&root).is_ok() && remove_all(&root.join("no/such/folder")).is_ok());
    }

    #[test]
    fn links_are_not_followed_and_permissions_do_not_matter() {
        let temp = tempfile::tempdir().unwrap();
        let kept = temp.path().join("kept");
        fs::create_dir(&kept).unwrap();
        fs::write(kept.join("file"), "").unwrap();
        let root = temp.path().join("root");
        fs::create_dir_all(root.join("inner/most")).unwrap();
        symlink(&kept, root.join("inner/most/link")).unwrap();
        for folder in ["inner/most", "inner"] {
            fs::set_permissions(root.join(folder), fs::Permissions::from_mode(0o000)).unwrap();
        }
        remove_all(&root).unwrap();
        assert!(!root.exists() && kept.join("file").exists());
        symlink(&kept, &root).unwrap();
        remove_all(&root).unwrap();
        assert!(fs::symlink_metadata(&root).is_err() && kept.join("file").exists());
    }
}
