//! What the tests with bots share: the bots' executables, a bench to run checks on, what came of them, and what is
//! tried with the bots of every game.

mod bench;
mod core_cases;
pub(crate) mod executables;
mod few_cases;
mod hint;
pub(crate) mod law;
mod outcome;
mod pace;
mod pairs;
pub(crate) mod processes;
mod reproduced;
mod roster;
mod rules;

pub(crate) use bench::Bench;
pub(crate) use few_cases::core_of;
pub(crate) use hint::Hint;
pub(crate) use outcome::{Earned, Outcome};
pub(crate) use pace::Pace;
pub(crate) use pace::for_each;
pub(crate) use pairs::{Groups, judge_pairs};
pub(crate) use roster::core_tests;
pub(crate) use roster::{Act, Entry, Roster, roster_tests};
