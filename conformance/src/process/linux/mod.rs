//! Linux: a helper process per cell.
//!
//! The helper is the host's child, started with one end of a socket as its
//! standard input; requests go one way and replies the other ([`message`]). It
//! is single-threaded, starts bots with vfork ([`spawn`]), waits on pidfds, and is what
//! every orphan below it is handed to, so it can find and kill them all.

mod activity;
mod area;
mod cgroup;
mod confine;
mod freezer;
mod helper;
mod helper_slot;
mod host;
mod message;
mod oom;
mod overtime_check;
mod pin;
mod procfs;
mod reap;
mod running;
mod sandbox;
mod spawn;
mod supervise;
mod weigh;
mod wire;

pub use helper::serve_if_asked;
pub(super) use host::{Host, Interrupter};
pub use pin::{Pinned, pin_to_core};
pub(super) use running::{Moment, Running, Stopwatch};
pub(super) use sandbox::Sandbox;
