//! The host: what all cells of a run share.

use super::area;
use super::cgroup::Groups;
use super::helper_slot::HelperPool;
use super::sandbox::Sandbox;
use crate::process::error::{Doing, HostError, SandboxError};
use crate::process::isolation::{Isolation, SandboxMode};
use crate::process::scratch::sweep;
use crate::process::workplace::Workplace;
use rustix::event::EventfdFlags;
use rustix::process::{Resource, Rlimit};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// This machine, ready to run bots. Opened once a run and shared by threads.
#[derive(Debug)]
pub(crate) struct Host {
    shared: Arc<Shared>,
    isolation: Isolation,
    /// Why helpers get no namespaces of their own, if they do not.
    no_namespaces: Option<String>,
}

/// What cells keep of their host.
#[derive(Debug)]
pub(super) struct Shared {
    /// The program that serves as helper.
    pub(super) helper: PathBuf,
    pub(super) sandbox: SandboxMode,
    /// Where areas are made.
    pub(super) place: PathBuf,
    /// Readable as soon as the run is interrupted, and for ever after.
    pub(super) interrupt: OwnedFd,
    interrupted: AtomicBool,
    pub(super) pool: HelperPool,
    /// How many bytes of memory a bot may have.
    pub(super) memory: u64,
    /// Where control groups are made, or why none are.
    pub(super) groups: Result<Groups, String>,
}

impl Host {
    /// Opens the host, with so many bytes of memory for each bot. This program serves as the helper, or another one if
    /// it is named.
    ///
    /// # Errors
    ///
    /// If no helper can be started, or `Strict` is asked for and a layer is missing.
    pub(crate) fn open_bounded(
        helper: Option<&Path>,
        sandbox: SandboxMode,
        memory: u64,
    ) -> Result<Self, HostError> {
        let own = || std::env::current_exe().doing("cannot find this program's own file");
        let helper = helper.map_or_else(own, |helper| Ok(helper.to_owned())).map_err(HostError::Helper)?;
        Self::open_as(&helper, sandbox, None, memory)
    }

    /// The same without even trying namespaces.
    ///
    /// # Errors
    ///
    /// As [`open_bounded`](Self::open_bounded).
    pub(crate) fn open_without_namespaces(
        helper: &Path,
        sandbox: SandboxMode,
        memory: u64,
    ) -> Result<Self, HostError> {
        Self::open_as(helper, sandbox, Some("they were not asked for".to_owned()), memory)
    }

    fn open_as(
        helper: &Path,
        sandbox: SandboxMode,
        no_namespaces: Option<String>,
        memory: u64,
    ) -> Result<Self, HostError> {
        raise_open_files();
        let place = area::best_place();
        for place in [place.as_path(), &std::env::temp_dir()] {
            sweep(place, "botspec-");
        }
        let interrupt = rustix::event::eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK);
        let shared = Arc::new(Shared {
            helper: helper.to_owned(),
            sandbox,
            place,
            interrupt: interrupt.doing("cannot make an event descriptor").map_err(HostError::Helper)?,
            interrupted: AtomicBool::new(false),
            pool: HelperPool::new(),
            memory,
            groups: if sandbox == SandboxMode::Off {
                Err("the sandbox is switched off".to_owned())
            } else {
                Groups::find()
            },
        });
        let (first, no_namespaces) = match Sandbox::open(&shared, &[], no_namespaces.as_deref()) {
            Ok(cell) => (cell, no_namespaces),
            Err(error) => {
                let why = no_namespaces.unwrap_or_else(|| error.to_string());
                (Sandbox::open(&shared, &[], Some(&why)).map_err(HostError::Helper)?, Some(why))
            }
        };
        let isolation = first.isolation().clone();
        if sandbox == SandboxMode::Strict && !isolation.is_full() {
            return Err(HostError::NotStrict(isolation));
        }
        Ok(Self { shared, isolation, no_namespaces })
    }

    /// What bots are kept from, and by what.
    #[must_use]
    pub(crate) fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Makes a place for one bot. `readable` are files and folders that it
    /// needs beyond its own and the system's.
    ///
    /// # Errors
    ///
    /// If the machine has no process, memory or disk space left for it.
    pub(crate) fn cell(&self, readable: &[PathBuf]) -> Result<Sandbox, SandboxError> {
        Sandbox::open(&self.shared, readable, self.no_namespaces.as_deref())
    }

    /// Makes a place to build a bot in, confined as bots are; `None` if the sandbox is switched off.
    ///
    /// # Errors
    ///
    /// If the machine has no process, memory or disk space left for it, or it cannot be confined as strictly as was
    /// asked for.
    pub(crate) fn workplace(&self, workplace: &Workplace) -> Result<Option<Sandbox>, SandboxError> {
        if self.shared.sandbox == SandboxMode::Off {
            return Ok(None);
        }
        let cell = Sandbox::open_workplace(&self.shared, workplace, self.no_namespaces.as_deref())?;
        if self.is_strict() && !cell.isolation().is_full() {
            return Err(SandboxError::text(HostError::NotStrict(cell.isolation().clone()).to_string()));
        }
        Ok(Some(cell))
    }

    /// Whether nothing is to run with a layer missing.
    #[must_use]
    pub(crate) fn is_strict(&self) -> bool {
        self.shared.sandbox == SandboxMode::Strict
    }

    /// A handle that can interrupt the run from elsewhere, such as a Ctrl-C handler.
    #[must_use]
    pub(crate) fn interrupter(&self) -> Interrupter {
        Interrupter(Arc::clone(&self.shared))
    }

    /// Whether the run has been interrupted.
    #[must_use]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.shared.is_interrupted()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // Handlers of Ctrl-C may keep what is shared for ever.
        self.shared.pool.close();
    }
}

/// Enough for the bots of some hundred games at once.
const OPEN_FILES: u64 = 1 << 14;

/// Raises the number of files that this program may have open, if it may: each bot takes some, and there may be many at
/// once. Confined bots have a limit of their own.
fn raise_open_files() {
    let Rlimit { current, maximum } = rustix::process::getrlimit(Resource::Nofile);
    let most = maximum.map_or(OPEN_FILES, |maximum| maximum.min(OPEN_FILES));
    if current.is_some_and(|current| current < most) {
        let _ = rustix::process::setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum });
    }
}
/// Interrupts the run of the host that it was taken from.
#[derive(Clone, Debug)]
pub(crate) struct Interrupter(Arc<Shared>);

impl Interrupter {
    /// Ends every run at once with [`Ending::Interrupted`](crate::process::Ending::Interrupted), now and from now on.
    /// May be called from any thread.
    pub(crate) fn interrupt(&self) {
        self.0.interrupted.store(true, Ordering::SeqCst);
        // It can only fail when it has been written to 2^64 times.
        let _ = rustix::io::write(&self.0.interrupt, &1_u64.to_ne_bytes());
    }
}

impl Shared {
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}
