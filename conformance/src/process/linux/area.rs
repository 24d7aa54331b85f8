//! Where a cell's folders are made: in memory, if programs may run from there.

use super::message::Confined;
use crate::process::area::Area;
use crate::process::error::{Doing, SandboxError};
use crate::process::removal;
use crate::process::scratch::Scratch;
use rustix::fs::{Mode, OFlags, StatVfsMountFlags};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};

/// Folders in memory on an ordinary Linux system.
const IN_MEMORY: &str = "/dev/shm";
/// What everybody may do in an area's folders: 0755.
const FOLDER: Mode = Mode::RWXU.union(Mode::RGRP).union(Mode::XGRP).union(Mode::ROTH).union(Mode::XOTH);

/// The folder in which temporary folders are best made.
pub(super) fn best_place() -> PathBuf {
    let usable = |path: &Path| {
        let runs = rustix::fs::statvfs(path).is_ok_and(|it| !it.f_flag.contains(StatVfsMountFlags::NOEXEC));
        runs && rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
    };
    let in_memory = PathBuf::from(IN_MEMORY);
    if usable(&in_memory) { in_memory } else { std::env::temp_dir() }
}

/// Makes an empty area that bots see where it is.
pub(super) fn create(place: &Path) -> Result<(Scratch, Area), SandboxError> {
    let folder = Scratch::new_in(place, "botspec-");
    let folder = folder.doing("cannot make a temporary folder")?;
    for name in Area::FOLDERS {
        fs::create_dir(folder.path().join(name)).doing("cannot make a temporary folder")?;
    }
    let area = Area::plain(folder.path().to_owned());
    Ok((folder, area))
}

/// The area that a confined helper has made, or the plain one in its hands.
pub(super) fn confined(
    plain: Area,
    confined: &Confined,
    held: Option<&OwnedFd>,
) -> Result<Area, SandboxError> {
    let mut area = match (&confined.view, held) {
        (Some(view), Some(held)) => Area {
            host: format!("/proc/self/fd/{}", held.as_raw_fd()).into(),
            bot: (&view.area).into(),
            owner: None,
            folders: view.folders.iter().map(|(name, seen)| (name.clone(), seen.into())).collect(),
            bounded: true,
        },
        _ => plain,
    };
    area.owner = confined.owner;
    if let Some((user, group)) = area.owner {
        let own = |path: &Path| chown(path, Some(user), Some(group)).doing("cannot give the bot its folders");
        if !area.bounded {
            own(&area.host)?;
        }
        area.folders().iter().try_for_each(|(path, _)| own(path))?;
    }
    Ok(area)
}

/// Removes everything that a bot has put into its folders.
///
/// # Errors
///
/// If something cannot be removed, or the area itself is not as it was made.
pub(super) fn empty(area: &Area) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let root = rustix::fs::open(area.host_path(), flags, Mode::empty())?;
    let is_ours = |(name, is_folder): &(CString, bool)| {
        *is_folder && area.folders.iter().any(|(folder, _)| folder.as_bytes() == name.as_bytes())
    };
    if !removal::names(&root)?.iter().all(is_ours) {
        return Err(io::Error::other("the bot has changed its area"));
    }
    for (name, _) in &area.folders {
        let folder = removal::open(&root, name.as_str())?;
        removal::empty(&folder)?;
        if Mode::from_raw_mode(rustix::fs::fstat(&folder)?.st_mode) != FOLDER {
            rustix::fs::fchmod(&folder, FOLDER)?;
        }
    }
    Ok(())
}
