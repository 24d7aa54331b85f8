//! What a run has left on the machine: processes, folders, mounts, shared memory.
//!
//! The suite adopts every process whose parents have ended, so whatever outlives its botspec becomes a child of
//! the suite, under whatever name and in whatever session it runs.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitOptions, getpid, set_child_subreaper, waitpid};

/// What is still there after this was left behind; a botspec that was killed is cleaned up after by its helpers.
const PATIENCE: Duration = Duration::from_secs(20);
const GLANCE: Duration = Duration::from_millis(10);

/// The children that the suite has started itself.
static OWN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
/// System V objects that were there before anything was run.
static BEFORE: OnceLock<BTreeSet<String>> = OnceLock::new();

/// To be called before anything is started.
pub(crate) fn adopt_orphans() -> io::Result<()> {
    BEFORE.get_or_init(system_v);
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// Starts a child that counts as the suite's own until [`forget`] is called.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    // Held meanwhile, so that nobody takes it for an orphan.
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    own.insert(child.id());
    Ok(child)
}

/// To be called when a child has been waited for.
pub(crate) fn forget(child: &Child) {
    OWN.lock().unwrap_or_else(PoisonError::into_inner).remove(&child.id());
}

/// Waits until nothing is left of a run: of its processes, of temporary folders of the botspec with this id, and
/// of what lies in `temporary`. Says what is left in the end.
pub(crate) fn of_run(id: u32, temporary: &Path) -> Vec<String> {
    let looks: [&dyn Fn() -> BTreeSet<String>; 4] =
        [&orphans, &|| folders(id, temporary), &|| mounts(id), &new_system_v];
    looks.into_iter().flat_map(outlasting).collect()
}

/// What a look finds now and still finds when patience ends.
fn outlasting(look: &dyn Fn() -> BTreeSet<String>) -> BTreeSet<String> {
    let mut left = look();
    let deadline = Instant::now() + PATIENCE;
    while !left.is_empty() && Instant::now() < deadline {
        sleep(GLANCE);
        left = left.intersection(&look()).cloned().collect();
    }
    left
}

/// Processes that the suite has not started and is the parent of; what has ended is buried.
fn orphans() -> BTreeSet<String> {
    let own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let parent = getpid().as_raw_nonzero().to_string();
    let names = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.file_name());
    let pids = names.filter_map(|name| name.to_str()?.parse::<u32>().ok()).filter(|pid| !own.contains(pid));
    pids.filter_map(|pid| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let mut fields = stat.rsplit(')').next()?.split_whitespace();
        let (state, above) = (fields.next()?, fields.next()?);
        if above != parent {
            return None;
        }
        if state == "Z" {
            let pid = Pid::from_raw(i32::try_from(pid).ok()?)?;
            let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            return None;
        }
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        Some(format!("process {pid}: {}", String::from_utf8_lossy(&line).replace('\0', " ")))
    })
    .collect()
}

/// Temporary folders of a botspec, whatever is in its place for temporary files, and what attacks write into
/// folders of all.
fn folders(id: u32, temporary: &Path) -> BTreeSet<String> {
    let prefix = format!("botspec-{id}-");
    let places = [PathBuf::from("/dev/shm"), PathBuf::from("/tmp"), PathBuf::from("/var/tmp")];
    let shared = places.iter().flat_map(|place| fs::read_dir(place).into_iter().flatten().flatten());
    let shared = shared.filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with(&prefix) || name.starts_with("hostile-trace")
    });
    let own = fs::read_dir(temporary).into_iter().flatten().flatten();
    shared.chain(own).map(|entry| format!("file {}", entry.path().display())).collect()
}

/// Mounts of a botspec that this process sees.
fn mounts(id: u32) -> BTreeSet<String> {
    let table = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let marks = [format!("/botspec-{id}-"), " /run/botspec".to_owned()];
    let ours = table.lines().filter(|line| marks.iter().any(|mark| line.contains(mark)));
    ours.map(|line| format!("mount {line}")).collect()
}

/// Shared memory, semaphores and message queues of System V: nothing but their kind, key and number.
fn system_v() -> BTreeSet<String> {
    let of_kind = |kind: &'static str| {
        let table = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
        let lines: Vec<String> = table.lines().skip(1).map(str::to_owned).collect();
        lines.into_iter().map(move |line| {
            let fields: Vec<&str> = line.split_whitespace().take(2).collect();
            format!("{kind} {}", fields.join(" "))
        })
    };
    ["shm", "sem", "msg"].into_iter().flat_map(of_kind).collect()
}

fn new_system_v() -> BTreeSet<String> {
    system_v().difference(BEFORE.get_or_init(system_v)).cloned().collect()
}
