//! A folder that a bot may do anything to, held open.
//!
//! A bot can rename its folder, put a symbolic link in its place or take away
//! its own permissions. What is held open stays the folder that was made.

use crate::process::remove_all;
use std::fs::{File, FileTimes, Metadata, OpenOptions};
use std::io::{self, Read, Take, Write};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// A folder, held open.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
    held: Option<File>,
}

/// What a new file is like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) executable: bool,
    pub(super) read_only: bool,
    pub(super) owner: Option<(u32, u32)>,
}

impl Directory {
    /// Holds an existing folder.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;
            let held = File::open(path)?;
            let path = PathBuf::from(format!("/proc/self/fd/{}", held.as_raw_fd()));
            Ok(Self { path, held: Some(held) })
        }
        #[cfg(not(target_os = "linux"))]
        Ok(Self { path: path.to_owned(), held: None })
    }

    /// A path to it, whatever has been done to its name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in it, and what must be held while it is used: the folders on the way there, which are
    /// folders and no links. Those that are missing are made for `owner` if there is one.
    fn reach(&self, name: &str, make: Option<Option<(u32, u32)>>) -> io::Result<(PathBuf, Vec<Self>)> {
        let mut parts = Path::new(name).components().peekable();
        let mut held: Vec<Self> = Vec::new();
        while let Some(part) = parts.next() {
            let Component::Normal(part) = part else { return Err(io::ErrorKind::InvalidInput.into()) };
            let path = held.last().unwrap_or(self).path.join(part);
            if parts.peek().is_none() {
                return Ok((path, held));
            }
            if let Some(owner) = make {
                make_folder(&path, owner)?;
            }
            held.push(Self::open_itself(&path)?);
        }
        Err(io::ErrorKind::InvalidInput.into())
    }

    /// Holds an existing folder, but not one that a link leads to.
    fn open_itself(path: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::OFlags;
            use std::os::fd::AsRawFd;
            use std::os::unix::fs::OpenOptionsExt;
            let flags = i32::try_from((OFlags::DIRECTORY | OFlags::NOFOLLOW).bits());
            let flags = flags.expect("open flags are an int");
            let held = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
            let path = PathBuf::from(format!("/proc/self/fd/{}", held.as_raw_fd()));
            Ok(Self { path, held: Some(held) })
        }
        #[cfg(not(target_os = "linux"))]
        if std::fs::symlink_metadata(path)?.is_dir() {
            Ok(Self { path: path.to_owned(), held: None })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// Makes sure that this process may list and change it.
    pub(super) fn reclaim(&self) {
        #[cfg(unix)]
        if let Some(held) = &self.held {
            use std::os::unix::fs::PermissionsExt;
            let usable = held.metadata().is_ok_and(|it| it.permissions().mode() & 0o700 == 0o700);
            if !usable {
                let _ = held.set_permissions(std::fs::Permissions::from_mode(0o755));
            }
        }
        #[cfg(not(unix))]
        let _ = &self.held;
    }

    /// Writes a new file, in place of whatever bears its name. Folders on the way to it are made.
    pub(super) fn create(&self, name: &str, bytes: &[u8], style: Style) -> io::Result<()> {
        self.fill(name, style, |file| file.write_all(bytes))
    }

    /// Copies what is left to be read of a file to a new one, as [`create`](Self::create) would write it.
    pub(super) fn copy(&self, name: &str, source: &mut Take<&File>, style: Style) -> io::Result<()> {
        // The kernel does it by itself, where it can.
        self.fill(name, style, |file| io::copy(source, file).map(drop))
    }

    fn fill(
        &self,
        name: &str,
        style: Style,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        self.reclaim();
        let (path, _held) = self.reach(name, Some(style.owner))?;
        remove_all(&path)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(match (style.executable, style.read_only) {
                (true, _) => 0o755,
                (false, true) => 0o444,
                (false, false) => 0o644,
            });
        }
        let mut file = options.open(&path)?;
        write(&mut file)?;
        own(&file, style.owner)?;
        // What may be run is told by its extension there.
        #[cfg(not(unix))]
        let _ = style.executable;
        #[cfg(not(unix))]
        if style.read_only {
            let mut permissions = file.metadata()?.permissions();
            permissions.set_readonly(true);
            file.set_permissions(permissions)?;
        }
        Ok(())
    }

    /// Makes a folder in it, and those on the way to it, and holds it.
    pub(super) fn create_folder(&self, name: &str, owner: Option<(u32, u32)>) -> io::Result<Self> {
        let (path, _held) = self.reach(name, Some(owner))?;
        make_folder(&path, owner)?;
        Self::open_itself(&path)
    }

    /// Removes whatever bears this name, if anything does.
    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        use io::ErrorKind::{NotADirectory, NotFound};
        self.reclaim();
        match self.reach(name, None).and_then(|(path, _held)| remove_all(&path)) {
            Err(error) if matches!(error.kind(), NotADirectory | NotFound) => Ok(()),
            other => other,
        }
    }

    /// What bears this name, itself and not what it points to.
    pub(super) fn metadata(&self, name: &str) -> io::Result<Metadata> {
        let (path, _held) = self.reach(name, None)?;
        std::fs::symlink_metadata(path)
    }

    /// Reads a regular file, but no more than `most` bytes and one.
    pub(super) fn read(&self, name: &str, most: usize) -> io::Result<Vec<u8>> {
        let file = self.open_file(name)?;
        let mut bytes = Vec::new();
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Makes a regular file look so much older.
    pub(super) fn age(&self, name: &str, by: Duration) -> io::Result<()> {
        let file = self.open_file(name)?;
        let modified = file.metadata()?.modified()?;
        let then = modified.checked_sub(by).unwrap_or(modified);
        file.set_times(FileTimes::new().set_modified(then).set_accessed(then))
    }

    /// Opens a regular file, never waiting and never following a link.
    pub(super) fn open_file(&self, name: &str) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        {
            use rustix::fs::OFlags;
            use std::os::unix::fs::OpenOptionsExt;
            let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
            options.custom_flags(i32::try_from(flags.bits()).expect("open flags are an int"));
        }
        let (path, _held) = self.reach(name, None)?;
        let file = options.open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        Ok(file)
    }
}

/// Makes a folder, unless it is there.
fn make_folder(path: &Path, owner: Option<(u32, u32)>) -> io::Result<()> {
    match std::fs::create_dir(path) {
        // Windows opens no folder as a file.
        Ok(()) if owner.is_none() => Ok(()),
        Ok(()) => own(&File::open(path)?, owner),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

fn own(file: &File, owner: Option<(u32, u32)>) -> io::Result<()> {
    #[cfg(unix)]
    if let Some((user, group)) = owner {
        std::os::unix::fs::fchown(file, Some(user), Some(group))?;
    }
    #[cfg(not(unix))]
    let _ = (file, owner);
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    const STYLE: Style = Style { executable: false, read_only: false, owner: None };

    #[test]
    fn folders_on_the_way_are_made() {
        let temp = tempfile::tempdir().unwrap();
        let folder = Directory::open(temp.path()).unwrap();
        folder.create("a/b/c", b"1", STYLE).unwrap();
        folder.create("a/b/c", b"22", STYLE).unwrap();
        assert_eq!(folder.read("a/b/c", 10).unwrap(), b"22");
        folder.remove("a/b/c").unwrap();
        folder.remove("a/x/y").unwrap();
        assert!(folder.metadata("a/b/c").is_err() && temp.path().join("a/b").is_dir());
    }

    #[test]
    fn a_copy_is_what_is_left_of_its_source() {
        use std::os::unix::fs::PermissionsExt;
        let temp = tempfile::tempdir().unwrap();
        let folder = Directory::open(temp.path()).unwrap();
        let bytes: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
        fs::write(temp.path().join("source"), &bytes).unwrap();
        let source = File::open(temp.path().join("source")).unwrap();
        let mut source = (&source).take(u64::MAX);
        source.read_exact(&mut [0; 4]).unwrap();
        symlink("source", temp.path().join("copy")).unwrap();
        folder.copy("copy", &mut source, Style { executable: true, ..STYLE }).unwrap();
        assert_eq!(fs::read(temp.path().join("copy")).unwrap(), bytes[4..]);
        assert_eq!(fs::read(temp.path().join("source")).unwrap(), bytes);
        assert_eq!(folder.metadata("copy").unwrap().permissions().mode() & 0o777, 0o755);
    }

    #[test]
    fn no_link_leads_out_of_the_folder() {
        let (temp, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(elsewhere.path().join("file"), "untouched").unwrap();
        symlink(elsewhere.path(), temp.path().join("link")).unwrap();
        let folder = Directory::open(temp.path()).unwrap();
        for name in ["link/file", "link/new", "link/new/file"] {
            assert!(folder.create(name, b"written", STYLE).is_err(), "{name}");
            assert!(folder.read(name, 10).is_err(), "{name}");
            assert!(folder.metadata(name).is_err(), "{name}");
            let _ = folder.remove(name);
        }
        assert!(folder.create("../file", b"written", STYLE).is_err());
        let left: Vec<_> =
            fs::read_dir(elsewhere.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(left, ["file"]);
        assert_eq!(fs::read_to_string(elsewhere.path().join("file")).unwrap(), "untouched");
    }
}
