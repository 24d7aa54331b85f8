//! Confining a helper once, so that every bot it starts is confined.
//!
//! In this order: namespaces (of which the helper is process 1), folders of
//! their own, another user, limits, Landlock, seccomp. What a kernel does not
//! give is left out and named.

mod files;
mod landlock;
mod limits;
mod mounts;
mod namespaces;
mod seccomp;
mod user;

pub(super) use limits::{BUILD_MEMORY, BUILD_PROCESSES, PROCESSES};
pub(super) use namespaces::enter;

use super::message::{Confined, Confinement};
use crate::process::error::SandboxError;
use crate::process::isolation::{Held, Isolation, Layer, Risk, SandboxMode};
use rustix::process::{DumpableBehavior, Signal};
use std::os::fd::OwnedFd;

/// Confines this process. `grouped` says whether it is in a control group of its own, and why not. `is_init` says that it is process 1 of namespaces of
/// its own, which [`enter`] has made. The descriptor is the area's, if it is
/// one that only this process can see by its path.
pub(super) fn confine(
    confinement: &Confinement,
    grouped: &Result<(), String>,
    is_init: bool,
) -> Result<(Confined, Option<OwnedFd>), SandboxError> {
    if confinement.sandbox == SandboxMode::Off {
        let isolation = Isolation::none("the sandbox is switched off");
        return Ok((Confined { isolation, view: None, owner: None }, None));
    }
    let files = files::Files::of(confinement, is_init);
    let area = if is_init { Some(mounts::arrange(&files, confinement.user)?) } else { None };
    // With mounts of its own, everything that it needs is shown to it.
    let needed = if is_init { &[] } else { files.readable.as_slice() };
    let user = user::drop_rights(confinement.user, needed);
    let owner = user.as_ref().ok().copied().flatten();
    let bounds_files = is_init.then_some(files.is_build);
    let network = confinement.has_network();
    let limits =
        limits::Limits { memory: confinement.memory, grouped, is_build: files.is_build, bounds_files };
    let has_own_count = is_init || owner.is_some();
    let limits = limits::set(&limits, has_own_count);
    let landlock = landlock::restrict(&files, network, is_init);
    let risks = if is_init { Vec::new() } else { risks(owner.is_some(), &landlock) };
    let layers = vec![
        (Layer::Namespaces, namespaces_held(confinement, is_init)),
        (Layer::Limits, limits),
        (Layer::User, user::held(user)),
        (Layer::Landlock, landlock),
        (Layer::Seccomp, seccomp::filter(is_init, network)),
    ];
    // After the change of user, which would undo them.
    let _ = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
    if is_init {
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    }
    let mut isolation = Isolation { layers, risks };
    isolation.layers.sort_by_key(|(layer, _)| Layer::ALL.iter().position(|each| each == layer));
    Ok((Confined { isolation, view: area.as_ref().map(|_| files.view()), owner }, area))
}

/// What bots can do without namespaces. `has_own_user` says that no process of anybody else is of the bot's user.
fn risks(has_own_user: bool, landlock: &Held) -> Vec<Risk> {
    // Signals came to Landlock last: what holds in part does not hold them back.
    let signals_are_held = *landlock == Held::Yes(String::new());
    let holds = |risk: &Risk| match risk {
        Risk::Disk => true,
        Risk::Processes => !has_own_user,
        Risk::Signals => !has_own_user && !signals_are_held,
        Risk::Survivors => false,
    };
    Risk::ALL.into_iter().filter(holds).collect()
}

fn namespaces_held(confinement: &Confinement, is_init: bool) -> Held {
    match (&confinement.no_namespaces, is_init) {
        (_, true) => Held::Yes(String::new()),
        (Some(why), false) => Held::No(why.clone()),
        (None, false) => Held::No("they were not asked for".to_owned()),
    }
}
