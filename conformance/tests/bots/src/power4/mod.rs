//! Power Connect Four bots, wrong and odd.
//!
//! All of them keep the set open, use their special disks in time and remember that, and depart from it in one
//! thing.

mod behaviour;
mod fault;
mod faults;
mod oddities;
mod oddity;
mod usual;

pub use fault::Fault;
pub use oddity::Oddity;

crate::troupe::troupe!("Power Connect Four", together: behaviour::together);
