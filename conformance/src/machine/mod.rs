//! Machines other than this one: a profile of each says how fast it is, and what a bot's times would be there follows
//! from the profiles of both.

mod demand;
mod file;
mod measure;
mod predict;
mod schedule;

pub use demand::{Demand, Kind};
pub use file::{MAX_PROFILE, ProfileError, from_bytes};
pub use measure::{Effort, Wanted, between, measure};
pub use predict::{Turns, predict};
pub use schedule::Schedule;
