//! The file systems as a bot sees them: the machine's, without anybody's files.

use super::files::Files;
use crate::process::area::Area;
use crate::process::error::{Doing, SandboxError};
use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountFlags, MountPropagationFlags};
use std::ffi::CString;
use std::fs;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

/// Folders of the root that programs need. In all others users and running services keep their files, and sockets
/// that they can be called by.
const SHOWN: [&str; 15] = [
    "usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc", "opt", "nix", "gnu", "snap", "proc",
    "sys", "dev",
];
/// Folders in those that services keep such files in.
const HIDDEN: [&str; 3] = ["/dev/shm", "/nix/var", "/gnu/var"];
/// Sockets in those that there are on most machines.
const SOCKETS: [&str; 1] = ["/dev/log"];
/// All that services can be called by, a line each; its first process is in the network that the bot has left.
const ALL_SOCKETS: &str = "/proc/1/net/unix";
/// Room for a bot's files, in memory.
const ROOM: &str = "size=256m,nr_inodes=20k,mode=0755";
/// Room for a build's sources and what it makes of them, in memory.
const BUILD_ROOM: &str = "size=2g,nr_inodes=200k,mode=0755";
/// In large pieces where that takes no more room: a program is copied there at a fifth of the cost then. Not every kernel
/// knows of this.
const LARGE: &str = ",huge=within_size";
/// Room for the names of folders.
const LITTLE: &str = "size=1m,nr_inodes=1k,mode=0755";

/// Hides what is not the bot's and makes its area. Returns the area's folder.
pub(super) fn arrange(files: &Files, user: Option<u32>) -> Result<OwnedFd, SandboxError> {
    rustix::mount::mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)
        .doing("cannot make mounts private")?;
    let hidden = hidden()?;
    // Held open now, they can be shown again when what is above them is hidden.
    let kept: Vec<(PathBuf, OwnedFd)> = files
        .readable
        .iter()
        .filter(|path| hidden.iter().any(|above| path.starts_with(above)))
        .filter_map(|path| Some((path.clone(), rustix::fs::open(path, OFlags::PATH, Mode::empty()).ok()?)))
        .collect();
    let temporary: Vec<&str> =
        Area::TEMPORARY.iter().map(|(_, path)| *path).filter(|path| Path::new(path).is_dir()).collect();
    for folder in &hidden {
        match tmpfs(folder, LITTLE) {
            // Whoever had made it has removed it meanwhile.
            Err(_) if !is_real_folder(folder) => {}
            done => done?,
        }
    }
    for path in temporary {
        fs::create_dir_all(path).doing("cannot make a temporary folder")?;
    }
    for socket in SOCKETS.iter().filter(|path| is_socket(path)) {
        rustix::mount::mount_bind("/dev/null", *socket).doing("cannot hide a socket")?;
    }
    let all = fs::read(ALL_SOCKETS).unwrap_or_default();
    for socket in paths_of_sockets(&all).filter(|path| is_socket(path)) {
        // It may be gone by now.
        let _ = rustix::mount::mount_bind("/dev/null", socket);
    }
    let show_all = || kept.iter().try_for_each(|(path, held)| show(path, held));
    if !files.is_build {
        show_all()?;
    }
    fs::create_dir_all(&files.area).doing("cannot make the bot's area")?;
    let room = if files.is_build { BUILD_ROOM } else { ROOM };
    tmpfs(&files.area, &format!("{room}{LARGE}")).or_else(|_| tmpfs(&files.area, room))?;
    files.make()?;
    for (name, path) in Area::TEMPORARY {
        let folder = files.area.join(name);
        if folder.is_dir() && Path::new(path).is_dir() {
            rustix::mount::mount_bind(&folder, path).doing("cannot give the bot a temporary folder")?;
        }
    }
    for (place, copy) in files.places.iter().zip(files.copies()) {
        fs::create_dir_all(place).doing("cannot make a folder for the build")?;
        rustix::mount::mount_bind(&copy, place).doing("cannot give the build its folder")?;
    }
    if files.is_build {
        // Last, for its folder may be one that tools lie in: the user's home.
        show_all()?;
    }
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    rustix::mount::mount("proc", "/proc", "proc", flags, None).doing("cannot mount a process table")?;
    passwords(files, user);
    std::env::set_current_dir("/").doing("cannot leave the current directory")?;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::open(&files.area, flags, Mode::empty()).doing("cannot open the bot's area")
}

fn hidden() -> Result<Vec<PathBuf>, SandboxError> {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.components().count() > 1);
    let root = fs::read_dir("/").doing("cannot list the root folder")?.flatten();
    let not_shown = root.filter(|entry| !SHOWN.iter().any(|name| entry.file_name() == *name));
    let candidates = not_shown.map(|entry| entry.path()).chain(HIDDEN.iter().map(PathBuf::from));
    let mut hidden: Vec<PathBuf> = candidates.filter(|path| is_real_folder(path)).collect();
    if let Some(home) = home
        && home.is_absolute()
        && is_real_folder(&home)
        && !hidden.iter().any(|above| home.starts_with(above))
        && !Path::new("/usr").starts_with(&home)
    {
        hidden.push(home);
    }
    Ok(hidden)
}

/// `0000000000000000: 00000002 00000000 00010000 0001 01 18392 /opt/service/socket`, behind a line of headings. Those
/// without a path in a folder are no concern: the bot has a network of its own.
fn paths_of_sockets(table: &[u8]) -> impl Iterator<Item = &str> {
    let lines = table.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    lines.filter_map(|line| line.find(" /").map(|at| &line[at + 1..]))
}

fn is_socket(path: &str) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket())
}

fn is_real_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

fn tmpfs(folder: &Path, options: &str) -> Result<(), SandboxError> {
    let options = CString::new(options).expect("the options hold no zero byte");
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    rustix::mount::mount("tmpfs", folder, "tmpfs", flags, options.as_c_str())
        .doing(&format!("cannot hide {}", folder.display()))
}

/// Mounts what is held open at its old path.
fn show(path: &Path, held: &OwnedFd) -> Result<(), SandboxError> {
    let source = format!("/proc/self/fd/{}", held.as_raw_fd());
    let doing = "cannot show the bot its interpreter";
    if fs::metadata(&source).is_ok_and(|found| found.is_dir()) {
        fs::create_dir_all(path).doing(doing)?;
    } else if !path.exists() {
        // It may have been shown already, by another of its names.
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

#[cfg(test)]
mod tests {
    #[test]
    fn sockets_with_a_path_are_listed() {
        let table = b"Num       RefCount Protocol Flags    Type St Inode Path\n\
            0000000000000000: 00000002 00000000 00010000 0001 01 18392 /opt/a service/socket\n\
            0000000000000000: 00000003 00000000 00000000 0001 03 18393\n\
            0000000000000000: 00000002 00000000 00000000 0002 01 18394 @/tmp/.X11-unix/X0\n";
        assert_eq!(super::paths_of_sockets(table).collect::<Vec<_>>(), ["/opt/a service/socket"]);
    }
}
