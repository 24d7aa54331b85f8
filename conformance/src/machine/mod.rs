//! Machines other than this one: a profile of each says how fast it is, and what a bot's times would be there follows
//! from the profiles of both.

mod demand;
mod file;
mod measurement;
mod prediction;
mod stall_pattern;

pub use demand::Kind;
pub use file::{MAX_PROFILE, ProfileError, from_bytes};
pub use measurement::{Effort, Wanted, between, measure};
pub use prediction::{Turns, predict};
