//! What the tests with bots share: the bots' executables, a bench to run checks on, and what came of them.

mod bench;
mod executables;
mod outcome;
mod processes;
mod reproduced;
mod rules;

pub(crate) use bench::{Bench, for_each};
pub(crate) use outcome::Earned;
pub(crate) use reproduced::{Checked, not_reproduced, one_for_each_rule};
pub(crate) use rules::rules_without_proof;
