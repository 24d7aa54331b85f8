//! Flit bots, wrong and odd.
//!
//! All of them play the first legal move and keep the board as they are told, and depart from that in one
//! thing.

mod behaviour;
mod fault;
mod faults;
mod oddities;
mod oddity;
mod scene;
mod usual;

pub use fault::Fault;
pub use oddity::Oddity;

crate::troupe::troupe!("Flit");
