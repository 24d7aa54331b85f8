//! The referee: bots → game record, and game record → was it so?
//!
//! An [`Arbiter`] keeps one game by its rules, whoever makes the moves. [`replay()`] feeds it a record's moves; the
//! [`seats`] ask bots for them. A [`tournament`] plays many games, in parallel, and counts.
//!
//! The rules of a game are in `rules/`, how its bots are asked in `seats/`: one file a game in each.

pub mod again;
pub mod arbiter;
pub mod archive;
pub mod central;
pub mod plain;
pub mod replay;
mod rules;
pub mod score;
pub mod seats;
pub mod times;
pub mod tournament;

pub use arbiter::{Arbiter, Ended, Fault, open};
pub use replay::{Replayed, replay};
