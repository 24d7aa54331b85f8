//! Linkage bots, wrong and odd.
//!
//! All of them play the first legal order and say who they are, and depart from that in one thing.

mod behaviour;
mod fault;
mod faults;
mod oddities;
mod oddity;
mod usual;

pub use fault::Fault;
pub use oddity::Oddity;

crate::troupe::troupe!("Linkage", together: behaviour::together);
