//! What the tests with bots share: the bots' executables, a bench to run checks on, what came of them, and what is
//! tried with the bots of every game.

mod bench;
mod core_cases;
mod executables;
mod few_cases;
mod hint;
mod law;
mod outcome;
mod pace;
mod pairs;
mod processes;
mod reproduced;
mod roster;
mod rules;

pub(crate) use bench::Bench;
#[allow(unused_imports, reason = "of interest to games whose checks leave cases out only")]
pub(crate) use few_cases::core_of;
pub(crate) use hint::Hint;
pub(crate) use outcome::Earned;
pub(crate) use pace::Pace;
#[allow(unused_imports, reason = "of interest to games that judge bots in ways of their own only")]
pub(crate) use pace::for_each;
#[allow(unused_imports, reason = "of interest to games whose bots are tried with two faults at once")]
pub(crate) use pairs::{Groups, judge_pairs};
#[allow(unused_imports, reason = "of interest to games whose checks leave cases out only")]
pub(crate) use roster::core_tests;
pub(crate) use roster::{Act, Entry, Roster, roster_tests};
