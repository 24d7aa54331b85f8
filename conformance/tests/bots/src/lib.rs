//! Bots that the tester is tested with.
//!
//! A module a game. Each has a roster of *faults* (bots that break one rule on purpose, and nothing
//! else) and one of *oddities* (bots that surprise, but are right), and one executable plays them all: it
//! behaves as its file name says. A test copies it to `<folder>/<name>` and has that copy checked.
//!
//! ```
//! use botspec_test_bots::linkage::{Fault, Oddity};
//!
//! assert_eq!(Fault::OrderAppended.name(), "order-appended");
//! assert_eq!(Oddity::SquaresReversed.name(), "squares-reversed");
//! assert!(Fault::ALL.len() > 26);
//! ```
//!
//! What each fault earns is not said here but in one table beside the tests. Bots in other languages are
//! source files in the folder of their game.

mod any_game;
mod lines;
mod part;
mod roster;
mod start;
mod troupe;
mod watchdog;

pub mod fickle;
pub mod flit;
pub mod hex;
pub mod linkage;
pub mod power4;
pub mod seeded;
