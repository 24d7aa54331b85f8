//! Hex bots, wrong and odd.
//!
//! All of them play the first empty cell and swap a stone that is not at the edge, and depart from that in one
//! thing.

mod behaviour;
mod bot;
mod fault;
mod faults;
mod oddities;
mod oddity;
mod usual;

pub use fault::Fault;
pub use oddity::Oddity;

crate::troupe::troupe!("Hex");
