//! Starting bots and getting rid of them, whatever they do.
//!
//! A [`Host`] is opened once a run. It gives out [`Sandbox`]s: one confined place
//! for one bot, with folders of its own and a small helper process that starts
//! the bot, judges its time and kills everything it leaves behind. In a cell a
//! file bot's turn is [`Sandbox::run`]; a stream bot is [`Sandbox::start`].
//!
//! ```text
//! Host ── Sandbox ── helper process ── the bot and whatever it starts
//!           └──── Area: game, home and temporary folders, all of them watched
//! ```
//!
//! The helper is this same program started again; its `main` must begin with
//! [`serve_if_asked`].

mod account;
mod activity;
mod area;
mod deadline;
mod error;
mod finished;
mod isolation;
mod kept;
mod launch;
mod measure;
mod pressure;
mod program;
mod quiet;
mod removal;
mod scratch;
mod signals;
mod tree;
mod umask;
mod workplace;

mod portable;

#[cfg(target_os = "linux")]
mod choice;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub use choice::{Host, Interrupter, Moment, Running, Sandbox, Stopwatch};
#[cfg(target_os = "linux")]
pub use linux::{Pinned, pin_to_core, serve_if_asked};

#[cfg(not(target_os = "linux"))]
pub use portable::{
    Host, Interrupter, Moment, Pinned, Running, Sandbox, Stopwatch, pin_to_core, serve_if_asked,
};

pub use account::{Elapsed, Punctuality};
pub use activity::{Activity, State};
pub use area::Area;
pub use deadline::Deadline;
pub(crate) use error::is_shortage;
pub use error::{HostError, SandboxError};
pub use finished::{Captured, Ending, Finished, Received, Survivor};
pub use isolation::{Held, Isolation, Layer, MEMORY, Risk, SandboxMode};
pub use kept::KeptFiles;
pub use launch::{Launch, Limit};
pub use measure::{
    Cost, KERNELS, Kernel, Kernels, START_LIMIT, Stall, Stalls, Start, Starter, compute_if_asked, parallel,
    processor, stalls_of_starters,
};
pub use pressure::{HostLoad, Pressure};
pub use program::{Program, ProgramFile, Protocol};
pub use quiet::{denied, wait_until_quiet};
pub(crate) use removal::remove_all;
pub(crate) use scratch::without_path;
pub use scratch::{Scratch, sweep};
#[cfg(unix)]
pub(crate) use signals::is_ignored;
pub(crate) use signals::survive_file_limit;
pub(crate) use tree::Tree;
pub use umask::keep_own_rights;
pub use workplace::Workplace;
pub(crate) use workplace::below_root;
