//! Linux: a helper process per cell.
//!
//! The helper is the host's child, started with one end of a socket as its
//! standard input; requests go one way and replies the other ([`message`]). It
//! is single-threaded, starts bots with vfork ([`spawn`]), waits on pidfds, and is what
//! every orphan below it is handed to, so it can find and kill them all.

mod activity;
mod area;
mod cell;
mod cgroup;
mod confine;
mod freezer;
mod helper;
mod host;
mod message;
mod oom;
mod pin;
mod procfs;
mod quarters;
mod reap;
mod running;
mod spawn;
mod supervise;
mod suspect;
mod weigh;
mod wire;

pub(super) use cell::Cell;
pub use helper::serve_if_asked;
pub(super) use host::{Host, Interrupter};
pub use pin::{Pinned, pin_to_core};
pub(super) use running::{Moment, Running, Stopwatch};
