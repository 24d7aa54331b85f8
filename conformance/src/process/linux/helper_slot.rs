//! Helper slots: a helper process and its folders, which serve one sandbox after another.
//!
//! Confining a helper costs more than most turns. When a sandbox is done with, its
//! slots are emptied and kept for the next one. What cannot be emptied beyond
//! doubt is given up instead.

use super::area;
use super::cgroup::Group;
use super::confine::{BUILD_MEMORY, BUILD_PROCESSES, PROCESSES};
use super::helper::{ASKED, NAMESPACED, ONLINE, PLAIN};
use super::host::Shared;
use super::message::{Confinement, Reply, Request, Site};
use super::wire::{Delivery, Wire};
use crate::process::area::Area;
use crate::process::error::{Doing, SandboxError};
use crate::process::isolation::{Isolation, SandboxMode};
use crate::process::removal::remove_all;
use crate::process::scratch::Scratch;
use crate::process::workplace::Workplace;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::net::{AddressFamily, SocketFlags, SocketType};
use rustix::process::{Pid, PidfdFlags};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The helper itself needs no longer than this, beyond what the bot is given. Beside a bot with hundreds of processes, each
/// in a session of its own, it was seen to get one core for 3 ms in two seconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// Bots of root run as users from here on: a number that no system gives to a
/// person, and the helper's process id, which makes it a user of its own.
const FIRST_USER: u32 = 0x7000_0000;

/// A helper and its folders. Everything in them ends when they are dropped.
#[derive(Debug)]
pub(super) struct HelperSlot {
    wire: Option<Wire>,
    helper: Child,
    pub(super) isolation: Isolation,
    pub(super) area: Area,
    readable: Vec<PathBuf>,
    /// The area's folder, where no path leads to it.
    held: Option<OwnedFd>,
    folder: Scratch,
    /// Dropped last: it goes when nobody is in it.
    _group: Option<Group>,
}

/// What all that runs in a slot may have together.
struct Bounds {
    /// In bytes.
    memory: u64,
    /// Processes and threads, the helper's own with them.
    processes: u64,
}

impl Bounds {
    fn of(shared: &Shared, is_build: bool) -> Self {
        if is_build {
            Self { memory: BUILD_MEMORY, processes: BUILD_PROCESSES }
        } else {
            Self { memory: shared.memory, processes: PROCESSES }
        }
    }
}

impl HelperSlot {
    /// Makes new ones, for a build if there is a workplace; `no_namespaces` says why the helper is not to have any.
    pub(super) fn open(
        shared: &Shared,
        readable: &[PathBuf],
        workplace: Option<&Workplace>,
        no_namespaces: Option<&str>,
    ) -> Result<Self, SandboxError> {
        let (folder, area) = area::create(&shared.place)?;
        let flags = SocketFlags::CLOEXEC;
        let (ours, theirs) = rustix::net::socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)
            .doing("cannot make a socket for a helper")?;
        let has_namespaces = no_namespaces.is_none() && shared.sandbox != SandboxMode::Off;
        let role = match workplace {
            _ if !has_namespaces => PLAIN,
            Some(workplace) if workplace.network => ONLINE,
            _ => NAMESPACED,
        };
        let bounds = Bounds::of(shared, workplace.is_some());
        let group = match &shared.groups {
            Ok(groups) => groups.make(bounds.memory, bounds.processes).map_err(|error| error.to_string()),
            Err(why) => Err(why.clone()),
        };
        let helper = Command::new(&shared.helper)
            // Bots see it, and where this program lies is none of their business.
            .arg0("botspec")
            .args([ASKED, role])
            .stdin(theirs)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .doing("cannot start a helper")?;
        let user = rustix::process::geteuid().is_root().then(|| FIRST_USER.saturating_add(helper.id()));
        let confinement = Confinement {
            sandbox: shared.sandbox,
            area: area.host_path().into(),
            no_namespaces: no_namespaces.map(str::to_owned),
            user,
            readable: readable.iter().map(|path| path.as_path().into()).collect(),
            workplace: workplace.map(Site::from),
            memory: bounds.memory,
            group: group.as_ref().map(|group| group.path().into()).map_err(Clone::clone),
        };
        let mut slot = Self {
            wire: Some(Wire::new(ours)),
            helper,
            isolation: Isolation::default(),
            area,
            readable: readable.to_vec(),
            held: None,
            folder,
            _group: group.ok(),
        };
        // If it fails before it reads, it says why all the same.
        let asked = slot.wire()?.send(&Request::Confine(confinement), &[]).doing("the helper is gone");
        let delivery = slot.receive_within(PATIENCE)?;
        match delivery.value {
            Reply::Confined(confined) => {
                asked?;
                slot.held = delivery.fds.into_iter().next();
                slot.area = area::confined(slot.area.clone(), &confined, slot.held.as_ref())?;
                slot.isolation = confined.isolation;
            }
            other => return Err(unexpected(other)),
        }
        Ok(slot)
    }

    /// Empties them for the next cell, or gives them up.
    fn renewed(mut self) -> Option<Self> {
        self.wire().ok()?.send(&Request::Renew, &[]).ok()?;
        let reply = self.receive_within(PATIENCE).ok()?.value;
        (matches!(reply, Reply::Renewed) && area::empty(&self.area).is_ok()).then_some(self)
    }

    pub(super) fn wire(&self) -> Result<&Wire, SandboxError> {
        self.wire.as_ref().ok_or_else(|| SandboxError::text("the helper is gone"))
    }

    fn receive_within(&mut self, patience: Duration) -> Result<Delivery<Reply>, SandboxError> {
        let deadline = std::time::Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(std::time::Instant::now());
            let mut polled = [PollFd::new(self.wire()?, PollFlags::IN)];
            match rustix::event::poll(&mut polled, Timespec::try_from(left).ok().as_ref()) {
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(SandboxError::new("cannot wait for the helper", error)),
                Ok(0) => {
                    self.abandon();
                    return Err(SandboxError::text("the helper did not answer and was killed"));
                }
                Ok(_) => return self.receive(),
            }
        }
    }

    /// Takes the next reply, which is there or about to be.
    pub(super) fn receive(&mut self) -> Result<Delivery<Reply>, SandboxError> {
        let wire = self.wire.as_mut().ok_or_else(|| SandboxError::text("the helper is gone"))?;
        let delivery = wire.receive().doing("cannot hear the helper")?;
        delivery.ok_or_else(|| SandboxError::text("the helper ended unexpectedly"))
    }

    /// Gives the helper up.
    pub(super) fn abandon(&mut self) {
        self.wire = None;
        let _ = self.helper.kill();
    }
}

pub(super) fn unexpected(reply: Reply) -> SandboxError {
    match reply {
        Reply::Failed(why) => SandboxError::text(why),
        other => SandboxError::text(format!("the helper answered out of turn: {other:?}")),
    }
}

impl Drop for HelperSlot {
    fn drop(&mut self) {
        // The end of the socket is the helper's sign to kill everything and end.
        self.wire = None;
        if !ends_within(&self.helper, PATIENCE) {
            let _ = self.helper.kill();
        }
        let _ = self.helper.wait();
        // It may be deeper than what is dropped with it can reach.
        let _ = remove_all(self.folder.path());
    }
}

fn ends_within(child: &Child, patience: Duration) -> bool {
    let pidfd: OwnedFd = match rustix::process::pidfd_open(Pid::from_child(child), PidfdFlags::empty()) {
        Ok(pidfd) => pidfd,
        Err(_) => return false,
    };
    let mut polled = [PollFd::new(&pidfd, PollFlags::IN)];
    matches!(rustix::event::poll(&mut polled, Timespec::try_from(patience).ok().as_ref()), Ok(1))
}

/// Empty slots that wait for their next sandbox.
#[derive(Debug)]
pub(super) struct HelperPool(Mutex<Option<Vec<HelperSlot>>>);

impl HelperPool {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }

    /// Some whose bots can read just this.
    pub(super) fn take(&self, readable: &[PathBuf]) -> Option<HelperSlot> {
        let mut pool = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = pool.as_mut()?;
        let found = pool.iter().position(|spare| spare.readable == readable)?;
        Some(pool.swap_remove(found))
    }

    /// Empties these and keeps them, unless the host is gone or they cannot be emptied.
    pub(super) fn give(&self, slot: HelperSlot) {
        let Some(slot) = slot.renewed() else { return };
        if let Some(pool) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            pool.push(slot);
        }
    }

    /// Ends them all, and every one that is given back from now on.
    pub(super) fn close(&self) {
        let pool = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(pool);
    }
}
