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
mod pair;
mod usual;

pub use fault::Fault;
pub use oddity::Oddity;
pub use pair::Pair;

crate::troupe::troupe!("Hex");

/// The main of the executable that plays them all, two faults at once too: under the name of a [`Pair`].
#[must_use]
pub fn play() -> std::process::ExitCode {
    crate::troupe::main("Hex", |start| {
        let pair = Pair::named(start.name()).map(|pair| pair.play(start));
        pair.or_else(|| behaviour(start.name()).map(|behaviour| behaviour.play(start)))
    })
}
