//! Control groups: one for each cell, in which memory of every kind counts, and that of all its processes together.
//!
//! Only version 2 is used. A group is made below the nearest group above this process's own that hands on memory and
//! processes and that this user may write to: as root that is usually its parent, for others what was delegated to
//! them. A helper enters the group of its cell by itself, before it gives up any right, and whoever has started the
//! helper proper removes the group when that has ended.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What groups of ours are called: this, the number of the process that made it, a dash, and a number.
const PREFIX: &str = "botspec-";
/// Where this process itself goes if it is alone in a group that was delegated.
const MAIN: &str = "botspec-main";
/// What a group must delegate.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];
/// How often, and how long apart, to try to remove a group in which something is just ending.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(5);

/// How many groups this process has made: a process may have several hosts, and no two groups share a name.
static MADE: AtomicU64 = AtomicU64::new(0);

/// Where groups can be made.
#[derive(Debug)]
pub(super) struct Groups {
    parent: PathBuf,
}

/// A group of one cell; removed when it is dropped, if it is empty.
#[derive(Debug)]
pub(super) struct Group(PathBuf);

impl Groups {
    /// Finds a place for groups.
    ///
    /// # Errors
    ///
    /// Why there is none, in a few words.
    pub(super) fn find() -> Result<Self, String> {
        let groups = fs::read_to_string("/proc/self/cgroup").map_err(|error| error.to_string())?;
        let mounts = fs::read_to_string("/proc/self/mountinfo").map_err(|error| error.to_string())?;
        let (top, own) = own_group(&groups, &mounts).ok_or("the machine has none of version 2")?;
        Self::below(&top, &own)
    }

    /// Finds a place between `own`, the group of this process, and `top`.
    fn below(top: &Path, own: &Path) -> Result<Self, String> {
        let mut why = format!("{} does not delegate memory and pids", own.display());
        for parent in own.ancestors().take_while(|parent| parent.starts_with(top)) {
            if !hands_on(parent, "cgroup.subtree_control") {
                continue;
            }
            let groups = Self { parent: parent.to_owned() };
            groups.sweep();
            match groups.make(u64::MAX, u64::MAX) {
                Ok(_) => return Ok(groups),
                Err(error) => why = format!("{}: {error}", parent.display()),
            }
        }
        if own != top && hands_on(own, "cgroup.controllers") && is_alone(own) {
            let main = own.join(MAIN);
            // With the last, no cell takes more than its share of the processor from others that want it, too.
            let wanted =
                if lists(own, "cgroup.controllers", "cpu") { "+memory +pids +cpu" } else { "+memory +pids" };
            let done = fs::create_dir(&main)
                .and_then(|()| fs::write(main.join("cgroup.procs"), "0"))
                .and_then(|()| fs::write(own.join("cgroup.subtree_control"), wanted));
            match done {
                Ok(()) => return Ok(Self { parent: own.to_owned() }),
                Err(error) => why = format!("{}: {error}", own.display()),
            }
        }
        Err(why)
    }

    /// Makes a group with so many bytes of memory, no swap, and so many processes and threads.
    ///
    /// # Errors
    ///
    /// If it cannot be made or bounded.
    pub(super) fn make(&self, memory: u64, processes: u64) -> io::Result<Group> {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let group = Group(self.parent.join(format!("{PREFIX}{}-{number}", std::process::id())));
        fs::create_dir(&group.0)?;
        let bound = |most: u64| if most == u64::MAX { "max".to_owned() } else { most.to_string() };
        fs::write(group.0.join("memory.max"), bound(memory))?;
        fs::write(group.0.join("pids.max"), bound(processes))?;
        // A kernel without swap does not have it.
        let _ = fs::write(group.0.join("memory.swap.max"), "0");
        Ok(group)
    }

    /// Removes groups of runs that are no more. What is not empty stays.
    fn sweep(&self) {
        for entry in fs::read_dir(&self.parent).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next());
            let process = process.filter(|process| process.bytes().all(|byte| byte.is_ascii_digit()));
            if process
                .is_some_and(|process| !process.is_empty() && !Path::new("/proc").join(process).exists())
            {
                let _ = fs::remove_dir(entry.path());
            }
        }
    }
}

impl Group {
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes a group as soon as it is empty, unless that takes long.
pub(super) fn remove(group: &Path) {
    for _ in 0..TRIES {
        match fs::remove_dir(group) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => std::thread::sleep(PAUSE),
            _ => return,
        }
    }
}

/// Enters a group with all that this process starts from now on.
///
/// # Errors
///
/// If the kernel does not allow it.
pub(super) fn enter(group: &Path) -> io::Result<()> {
    fs::write(group.join("cgroup.procs"), "0")
}

/// Whether a group has all that it must delegate in this list of its.
fn hands_on(group: &Path, list: &str) -> bool {
    CONTROLLERS.iter().all(|controller| lists(group, list, controller))
}

fn lists(group: &Path, list: &str, controller: &str) -> bool {
    let listed = fs::read_to_string(group.join(list)).unwrap_or_default();
    listed.split_ascii_whitespace().any(|each| each == controller)
}

/// Whether this process is the only one in a group, and no group is below it.
fn is_alone(group: &Path) -> bool {
    let own = std::process::id().to_string();
    let processes = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    let inner = fs::read_dir(group).into_iter().flatten().flatten();
    processes.trim() == own && inner.filter(|entry| entry.path().is_dir()).count() == 0
}

/// The folder of all groups that are in sight and the one of this process's group, from `/proc/self/cgroup` and
/// `/proc/self/mountinfo`.
fn own_group(groups: &str, mounts: &str) -> Option<(PathBuf, PathBuf)> {
    let own = Path::new(groups.lines().find_map(|line| line.strip_prefix("0::"))?);
    mounts.lines().find_map(|line| {
        let (mount, kind) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (root, top) = (Path::new(fields.next()?), PathBuf::from(fields.next()?));
        let inside = own.strip_prefix(root).ok().filter(|_| kind.starts_with("cgroup2 "))?;
        // A group outside the part that is in sight is shown with such steps.
        let is_in_sight = inside.components().all(|part| matches!(part, Component::Normal(_)));
        // Put together anew, for nothing in it leaves a slash at the end.
        is_in_sight.then(|| (top.clone(), top.join(inside).components().collect()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_is_found() {
        let mounts = "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                      41 31 0:38 / /sys/fs/cgroup rw,relatime shared:4 - cgroup2 cgroup2 rw\n";
        let found = own_group("4:memory:/x\n0::/user.slice/me\n", mounts).unwrap();
        assert_eq!(found, ("/sys/fs/cgroup".into(), "/sys/fs/cgroup/user.slice/me".into()));
        let part = "41 31 0:38 /user.slice /cg rw - cgroup2 cgroup2 rw\n";
        assert_eq!(own_group("0::/user.slice/me\n", part).unwrap().1, Path::new("/cg/me"));
        assert_eq!(own_group("0::/user.slice/me\n", "41 31 0:38 /other /cg rw - cgroup2 x rw\n"), None);
        assert_eq!(own_group("0::/../me\n", mounts), None);
        assert_eq!(own_group("4:memory:/x\n", mounts), None);
    }

    /// Folders that look like groups, each with what it hands on.
    fn tree(folders: &[(&str, &str)]) -> tempfile::TempDir {
        let top = tempfile::tempdir().unwrap();
        for (folder, control) in folders {
            let folder = top.path().join(folder);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("cgroup.subtree_control"), control).unwrap();
            fs::write(folder.join("cgroup.controllers"), "cpu memory pids").unwrap();
            fs::write(folder.join("cgroup.procs"), "1\n2\n").unwrap();
        }
        top
    }

    #[test]
    fn groups_are_made_below_the_nearest_that_hands_on() {
        let top = tree(&[("", "cpu memory pids"), ("a", "memory pids"), ("a/b", "cpu"), ("a/b/c", "")]);
        let gone = top.path().join("a/botspec-4000000000-0");
        fs::create_dir(&gone).unwrap();
        // Everything but the folder itself is the kernel's in a real one.
        let clean = |group: &Group| {
            for entry in fs::read_dir(group.path()).unwrap() {
                fs::remove_file(entry.unwrap().path()).unwrap();
            }
        };
        let groups = Groups::below(top.path(), &top.path().join("a/b/c")).unwrap();
        assert!(!gone.exists());
        let group = groups.make(1 << 20, 7).unwrap();
        // Another host of the same process makes its own.
        let other = Groups::below(top.path(), &top.path().join("a")).unwrap().make(1 << 20, 7).unwrap();
        assert_ne!(other.path(), group.path());
        let path = group.path().to_owned();
        assert_eq!(path.parent(), Some(top.path().join("a").as_path()));
        let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
        assert_eq!([read("memory.max"), read("pids.max"), read("memory.swap.max")], ["1048576", "7", "0"]);
        enter(&path).unwrap();
        assert_eq!(read("cgroup.procs"), "0");
        clean(&other);
        clean(&group);
        drop(group);
        assert!(!path.exists());
    }

    #[test]
    fn where_there_is_no_place_it_is_said_why() {
        let top = tree(&[("", "cpu"), ("a", "memory")]);
        let why = Groups::below(top.path(), &top.path().join("a")).unwrap_err();
        assert!(why.ends_with("/a does not delegate memory and pids"), "{why}");
        // One that is this process's alone is divided.
        fs::write(top.path().join("a/cgroup.procs"), format!("{}\n", std::process::id())).unwrap();
        let groups = Groups::below(top.path(), &top.path().join("a")).unwrap();
        assert_eq!(groups.parent, top.path().join("a"));
        let control = fs::read_to_string(top.path().join("a/cgroup.subtree_control")).unwrap();
        assert_eq!(control, "+memory +pids +cpu");
    }
}
