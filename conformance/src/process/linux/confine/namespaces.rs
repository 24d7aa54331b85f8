//! New namespaces for a process that this one is going to start.

use crate::process::error::{Doing, SandboxError};
use rustix::thread::{CapabilitySet, CapabilitySets, UnshareFlags};
use std::fs;

/// Enters new namespaces. The process table's first process will be the next
/// child of this process; an ordinary user has no right in them but to mount.
/// The `network` may stay the machine's.
pub(in crate::process::linux) fn enter(network: bool) -> Result<(), SandboxError> {
    let user = rustix::process::geteuid();
    let group = rustix::process::getegid();
    let mut flags = UnshareFlags::NEWNS | UnshareFlags::NEWPID | UnshareFlags::NEWIPC;
    if !network {
        flags |= UnshareFlags::NEWNET;
    }
    if !user.is_root() {
        flags |= UnshareFlags::NEWUSER;
    }
    #[expect(unsafe_code, reason = "unshare could part threads from their file descriptors")]
    // SAFETY: FILES is not among the flags, and this process has one thread.
    unsafe { rustix::thread::unshare_unsafe(flags) }.doing("the kernel does not allow new namespaces")?;
    if !user.is_root() {
        let map = |id: u32| format!("{id} {id} 1");
        fs::write("/proc/self/setgroups", "deny").doing("cannot set up a user namespace")?;
        fs::write("/proc/self/uid_map", map(user.as_raw())).doing("cannot set up a user namespace")?;
        fs::write("/proc/self/gid_map", map(group.as_raw())).doing("cannot set up a user namespace")?;
        let (mount, none) = (CapabilitySet::SYS_ADMIN, CapabilitySet::empty());
        let sets = CapabilitySets { effective: mount, permitted: mount, inheritable: none };
        rustix::thread::set_capabilities(None, sets).doing("cannot keep the right to mount only")?;
    }
    Ok(())
}

/// Gives up every capability.
pub(super) fn drop_capabilities() {
    let none = CapabilitySet::empty();
    let _ = rustix::thread::clear_ambient_capability_set();
    let _ = rustix::thread::set_capabilities(
        None,
        CapabilitySets { effective: none, permitted: none, inheritable: none },
    );
}
