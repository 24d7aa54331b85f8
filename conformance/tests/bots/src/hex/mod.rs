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
mod usual;

use std::io;
use std::process::ExitCode;

pub use fault::Fault;
pub use oddity::Oddity;

use crate::lines::complain;
use crate::part::Part;
use crate::start::Start;
use behaviour::Behaviour;

/// The main of the executable that plays them all.
///
/// It behaves as its file name says: like the [`Fault`] or [`Oddity`] of that name. What follows an `@` in
/// the name tells bots of different tests apart. Under any other name it ends with status 2.
#[must_use]
pub fn main() -> ExitCode {
    let done = Start::of_process().and_then(|start| match Part::of_process() {
        None | Some(Part::Again) => play(&start),
        Some(part) => part.play(&start).map(|()| ExitCode::SUCCESS),
    });
    done.unwrap_or_else(|error| {
        // If stderr is closed there is nobody to tell.
        let _ = complain(format!("{error}\n"));
        ExitCode::FAILURE
    })
}

fn play(start: &Start) -> io::Result<ExitCode> {
    let Some(behaviour) = behaviour(start.name()) else {
        complain(format!("no Hex bot is called {}\n", start.name()))?;
        return Ok(ExitCode::from(2));
    };
    behaviour.play(start)
}

fn behaviour(name: &str) -> Option<Behaviour> {
    let name = name.split('@').next().unwrap_or(name);
    let fault = Fault::ALL.iter().find(|fault| fault.name() == name).map(|fault| fault.behaviour());
    fault.or_else(|| Oddity::ALL.iter().find(|oddity| oddity.name() == name).map(|oddity| oddity.behaviour()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_bots_share_a_name() {
        let faults = Fault::ALL.iter().map(|fault| fault.name());
        let oddities = Oddity::ALL.iter().map(|oddity| oddity.name());
        let names: BTreeSet<String> = faults.chain(oddities).collect();
        assert_eq!(names.len(), Fault::ALL.len() + Oddity::ALL.len());
        assert!(names.iter().all(|name| behaviour(name).is_some()));
        assert!(behaviour("plays-last@once-more").is_some());
        assert!(behaviour("hex-test-bot").is_none());
    }
}
