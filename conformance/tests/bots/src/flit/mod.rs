//! Flit bots, wrong and odd.
//!
//! All of them play the first legal move and keep the board as they are told, and depart from that in one
//! thing.

mod behaviour;
mod fault;
mod faults;
mod idler;
mod idlers;
mod oddities;
mod oddity;
mod scene;
mod usual;

pub use fault::Fault;
pub use idler::Idler;
pub use oddity::Oddity;

/// The main of the executable that plays them all.
///
/// It behaves as its file name says: like the [`Fault`], [`Oddity`] or [`Idler`] of that name, or like several with a `+` between
/// their names. What follows an `@` in the name tells bots of different tests apart. Under any other name it ends with
/// status 2.
#[must_use]
pub fn main() -> std::process::ExitCode {
    crate::troupe::main("Flit", |start| behaviours(start.name()).map(|all| behaviour::play(&all, start)))
}

fn behaviours(name: &str) -> Option<Vec<behaviour::Behaviour>> {
    let name = name.split('@').next().unwrap_or(name);
    name.split('+').map(behaviour_of).collect()
}

fn behaviour_of(name: &str) -> Option<behaviour::Behaviour> {
    let fault = Fault::ALL.iter().find(|fault| fault.name() == name).map(|fault| fault.behaviour());
    let oddity = || Oddity::ALL.iter().find(|oddity| oddity.name() == name);
    let idler = || Idler::ALL.iter().find(|idler| idler.name() == name);
    fault
        .or_else(|| oddity().map(|oddity| oddity.behaviour()))
        .or_else(|| idler().map(|idler| idler.behaviour()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_bots_share_a_name() {
        let faults = Fault::ALL.iter().map(|fault| fault.name());
        let oddities = Oddity::ALL.iter().map(|oddity| oddity.name());
        let idlers = Idler::ALL.iter().map(|idler| idler.name());
        let names: BTreeSet<String> = faults.chain(oddities).chain(idlers).collect();
        assert_eq!(names.len(), Fault::ALL.len() + Oddity::ALL.len() + Idler::ALL.len());
        assert!(names.iter().all(|name| behaviours(name).is_some()));
        assert!(names.iter().all(|name| behaviours(&format!("{name}@once-more")).is_some()));
        assert_eq!(behaviours("two-lines+diagonal@here").map(|all| all.len()), Some(2));
        assert!(behaviours("test-bot").is_none() && behaviours("two-lines+nobody").is_none());
    }
}
