//! A folder that a bot may do anything to, held open.
//!
//! A bot can rename its folder, put a symbolic link in its place or take away
//! its own permissions. What is held open stays the folder that was made.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

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

    /// The path of a file in it.
    pub(super) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
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

    /// Writes a new file, in place of whatever bears its name.
    pub(super) fn create(&self, name: &str, bytes: &[u8], style: Style) -> io::Result<()> {
        self.reclaim();
        self.remove(name)?;
        let path = self.join(name);
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
        file.write_all(bytes)?;
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

    /// Makes a folder in it, and those on the way to it.
    pub(super) fn create_folder(&self, name: &str, owner: Option<(u32, u32)>) -> io::Result<()> {
        let mut path = self.path.clone();
        for part in Path::new(name) {
            path.push(part);
            match std::fs::create_dir(&path) {
                Ok(()) => own(&File::open(&path)?, owner)?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Removes whatever bears this name, if anything does.
    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        self.reclaim();
        let path = self.join(name);
        let result = match std::fs::symlink_metadata(&path) {
            Ok(found) if found.is_dir() => std::fs::remove_dir_all(&path),
            Ok(_) => std::fs::remove_file(&path),
            Err(error) => Err(error),
        };
        match result {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(())
            }
            other => other,
        }
    }

    /// What bears this name, itself and not what it points to.
    pub(super) fn metadata(&self, name: &str) -> io::Result<Metadata> {
        std::fs::symlink_metadata(self.join(name))
    }

    /// Reads a regular file, but no more than `most` bytes and one.
    pub(super) fn read(&self, name: &str, most: usize) -> io::Result<Vec<u8>> {
        let file = self.open_file(name)?;
        let mut bytes = Vec::new();
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
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
        let file = options.open(self.join(name))?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        Ok(file)
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
