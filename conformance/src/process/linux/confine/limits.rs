//! Resource limits, which every child inherits, and what bounds memory besides them.

use crate::process::isolation::Held;
use rustix::process::{Resource, Rlimit};

const MIB: u64 = 1024 * 1024;
/// Size of one file.
const FILE: u64 = 256 * MIB;
/// Open files of one process.
const FILES: u64 = 1024;
/// Processes and threads of one bot: enough for a Java virtual machine on a large machine.
pub(in crate::process::linux) const PROCESSES: u64 = 256;

/// Memory of a process of a build, and of a whole build with its files. Compilers and linkers are larger than bots, and
/// work with a thread for each core and more.
const BUILD_DATA: u64 = 4096 * MIB;
pub(in crate::process::linux) const BUILD_MEMORY: u64 = 6144 * MIB;
const BUILD_FILE: u64 = 1024 * MIB;
const BUILD_FILES: u64 = 4096;
pub(in crate::process::linux) const BUILD_PROCESSES: u64 = 2048;

/// What is to be bounded.
pub(super) struct Limits<'a> {
    /// Memory of everything together, in bytes.
    pub(super) memory: u64,
    /// Whether a control group bounds that, and why not.
    pub(super) grouped: &'a Result<(), String>,
    pub(super) is_build: bool,
    /// Whether all files are in a file system of their own, for bots or for builds.
    pub(super) bounds_files: Option<bool>,
}

/// Sets the limits. `has_own_count` says that the processes of this user are all ours, so that their number can be
/// limited.
pub(super) fn set(limits: &Limits<'_>, has_own_count: bool) -> Held {
    let (data, file, files, processes) = if limits.is_build {
        (BUILD_DATA.min(limits.memory), BUILD_FILE, BUILD_FILES, BUILD_PROCESSES)
    } else {
        (limits.memory, FILE, FILES, PROCESSES)
    };
    let mut resources =
        vec![(Resource::Core, 0), (Resource::Data, data), (Resource::Fsize, file), (Resource::Nofile, files)];
    if has_own_count {
        resources.push((Resource::Nproc, processes));
    }
    for (resource, most) in resources {
        let maximum = rustix::process::getrlimit(resource).maximum.map_or(most, |now| now.min(most));
        let limit = Rlimit { current: Some(maximum), maximum: Some(maximum) };
        if let Err(error) = rustix::process::setrlimit(resource, limit) {
            return Held::No(format!("cannot limit {resource:?}: {error}"));
        }
    }
    let counted = if has_own_count || limits.grouped.is_ok() {
        format!("{processes} processes and threads")
    } else {
        "not the number of processes, which counts all of this user's".to_owned()
    };
    let room = match limits.bounds_files {
        Some(true) => "2048 MiB of files",
        Some(false) => "256 MiB of files",
        None => "not the size of all files together",
    };
    Held::Yes(format!(
        "{}; {} MiB of its own memory a process, {} MiB a file, {files} open files; {room}; {counted}",
        memory(limits),
        data / MIB,
        file / MIB,
    ))
}

/// What bounds the memory of everything together, in words.
fn memory(limits: &Limits<'_>) -> String {
    let most = limits.memory / MIB;
    match limits.grouped {
        Ok(()) => {
            format!("{most} MiB of memory in all, files and socket buffers included, by a control group")
        }
        Err(why) => {
            format!(
                "{most} MiB of memory in all, looked at several times a second, socket buffers included (no control \
                 group: {why})"
            )
        }
    }
}
