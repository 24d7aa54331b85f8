//! What the tests with bots share: the bots' executables, a bench to run checks on, what came of them, and what is
//! tried with the bots of every game.

mod bench;
mod executables;
mod outcome;
mod pace;
mod processes;
mod reproduced;
mod roster;
mod rules;

pub(crate) use bench::Bench;
pub(crate) use outcome::Earned;
pub(crate) use pace::Pace;
pub(crate) use roster::{Act, Entry, Roster, roster_tests};
