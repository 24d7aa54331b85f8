//! The file systems as a bot sees them: the machine's, without anybody's files.

use super::files::{Files, TEMPORARY};
use crate::process::error::{CellError, Doing};
use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountFlags, MountPropagationFlags};
use std::ffi::CString;
use std::fs;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

/// Folders in which users and running services keep things.
const HIDDEN: [&str; 6] = ["/home", "/root", "/tmp", "/var/tmp", "/dev/shm", "/run"];
/// Room for a bot's files, in memory.
const ROOM: &str = "size=256m,nr_inodes=20k,mode=0755";
/// Room for the names of folders.
const LITTLE: &str = "size=1m,nr_inodes=1k,mode=0755";

/// Hides what is not the bot's and makes its area. Returns the area's folder.
pub(super) fn arrange(files: &Files, user: Option<u32>) -> Result<OwnedFd, CellError> {
    rustix::mount::mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)
        .doing("cannot make mounts private")?;
    let hidden = hidden();
    // Held open now, they can be shown again when what is above them is hidden.
    let kept: Vec<(PathBuf, OwnedFd)> = files
        .readable
        .iter()
        .filter(|path| hidden.iter().any(|above| path.starts_with(above)))
        .filter_map(|path| Some((path.clone(), rustix::fs::open(path, OFlags::PATH, Mode::empty()).ok()?)))
        .collect();
    for folder in &hidden {
        tmpfs(folder, LITTLE)?;
    }
    for (path, held) in &kept {
        show(path, held)?;
    }
    fs::create_dir_all(&files.area).doing("cannot make the bot's area")?;
    tmpfs(&files.area, ROOM)?;
    files.make()?;
    for (name, path) in TEMPORARY {
        let folder = files.area.join(name);
        if folder.is_dir() && Path::new(path).is_dir() {
            rustix::mount::mount_bind(&folder, path).doing("cannot give the bot a temporary folder")?;
        }
    }
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    rustix::mount::mount("proc", "/proc", "proc", flags, None).doing("cannot mount a process table")?;
    passwords(files, user);
    std::env::set_current_dir("/").doing("cannot leave the current directory")?;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::open(&files.area, flags, Mode::empty()).doing("cannot open the bot's area")
}

fn hidden() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.components().count() > 1);
    let mut hidden: Vec<PathBuf> =
        HIDDEN.iter().map(PathBuf::from).filter(|path| is_real_folder(path)).collect();
    if let Some(home) = home
        && home.is_absolute()
        && is_real_folder(&home)
        && !hidden.iter().any(|above| home.starts_with(above))
        && !Path::new("/usr").starts_with(&home)
    {
        hidden.push(home);
    }
    hidden
}

fn is_real_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

fn tmpfs(folder: &Path, options: &str) -> Result<(), CellError> {
    let options = CString::new(options).expect("the options hold no zero byte");
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    rustix::mount::mount("tmpfs", folder, "tmpfs", flags, options.as_c_str())
        .doing(&format!("cannot hide {}", folder.display()))
}

/// Mounts what is held open at its old path.
fn show(path: &Path, held: &OwnedFd) -> Result<(), CellError> {
    let source = format!("/proc/self/fd/{}", held.as_raw_fd());
    let doing = "cannot show the bot its interpreter";
    if fs::metadata(&source).is_ok_and(|found| found.is_dir()) {
        fs::create_dir_all(path).doing(doing)?;
    } else {
        fs::create_dir_all(path.parent().unwrap_or(path)).doing(doing)?;
        fs::File::create(path).doing(doing)?;
    }
    rustix::mount::mount_bind_recursive(&source, path).doing(doing)?;
    // Landlock forbids writing as well; this is for kernels without it.
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    let _ = rustix::mount::mount_remount(path, flags, "");
    Ok(())
}

/// Gives the bot's user a name and a home, which Java asks for in this file
/// and not in the environment. Not vital: without it, Java sees another home.
fn passwords(files: &Files, user: Option<u32>) {
    let id = user.unwrap_or_else(|| rustix::process::getuid().as_raw());
    let home = files.area.join("home");
    let text = format!(
        "root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\nbot:x:{id}:{id}:bot:{}:/bin/sh\n",
        home.display()
    );
    let file = files.area.with_file_name("passwd");
    if fs::write(&file, text).is_ok() {
        let _ = rustix::mount::mount_bind(&file, "/etc/passwd");
    }
}
