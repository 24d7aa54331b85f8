//! Resource limits, which every child inherits.

use crate::process::isolation::Held;
use rustix::process::{Resource, Rlimit};

const MIB: u64 = 1024 * 1024;
/// Memory a process may fill with data of its own.
const DATA: u64 = 4096 * MIB;
/// Size of one file.
const FILE: u64 = 256 * MIB;
/// Open files of one process.
const FILES: u64 = 1024;
/// Processes and threads of one bot: enough for a Java virtual machine on a large machine.
const PROCESSES: u64 = 256;

/// Sets the limits. `has_own_count` says that the processes of this user are
/// all ours, so that their number can be limited.
pub(super) fn set(has_own_count: bool) -> Held {
    let mut limits =
        vec![(Resource::Core, 0), (Resource::Data, DATA), (Resource::Fsize, FILE), (Resource::Nofile, FILES)];
    if has_own_count {
        limits.push((Resource::Nproc, PROCESSES));
    }
    for (resource, most) in limits {
        let maximum = rustix::process::getrlimit(resource).maximum.map_or(most, |now| now.min(most));
        let limit = Rlimit { current: Some(maximum), maximum: Some(maximum) };
        if let Err(error) = rustix::process::setrlimit(resource, limit) {
            return Held::No(format!("cannot limit {resource:?}: {error}"));
        }
    }
    if has_own_count {
        Held::Yes(String::new())
    } else {
        Held::Yes("not the number of processes, which counts all of this user's".to_owned())
    }
}
