//! What the tests with bots share: the bots' executables, a bench to run checks on, and what came of them.

mod bench;
mod executables;
mod outcome;
mod processes;
mod reproduced;
mod rules;

pub(crate) use bench::{Bench, for_each};
pub(crate) use outcome::Earned;
pub(crate) use reproduced::not_reproduced;
pub(crate) use rules::rules_without_proof;
