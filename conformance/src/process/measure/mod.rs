//! How fast this machine is: fixed pieces of work, what keeps a program from its core, and how long programs take to start.
//!
//! Work is told in processor time, which other programs hardly touch, and in wall time, which they and quotas do.

mod clock;
mod computing;
mod kernels;
mod processor;
mod stalls;
mod starts;

pub use clock::Cost;
pub use computing::{compute_if_asked, stalls_of_starters};
pub use kernels::{KERNELS, Kernel, Kernels};
pub use processor::processor;
pub use stalls::{Stall, Stalls, parallel};
pub use starts::{START_LIMIT, Start, Starter};
