//! Bots that are wrong in two things at once.

use std::io;
use std::process::ExitCode;

use super::behaviour::play;
use super::fault::Fault;
use crate::start::Start;

/// Two faults in one bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair(pub Fault, pub Fault);

impl Pair {
    /// Every pair of faults that one bot can have, none of which is the other.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let pairs = Fault::ALL
            .iter()
            .enumerate()
            .flat_map(|(at, &first)| Fault::ALL[at + 1..].iter().map(move |&second| Self(first, second)));
        pairs.filter(|Self(first, second)| first.behaviour().goes_with(second.behaviour())).collect()
    }

    /// The file name under which the executable behaves like this: both names, joined by a plus sign.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}+{}", self.0.name(), self.1.name())
    }

    /// The pair of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (first, second) = name.split('@').next()?.split_once('+')?;
        let fault = |name: &str| Fault::ALL.iter().copied().find(|fault| fault.name() == name);
        Some(Self(fault(first)?, fault(second)?))
    }

    /// One run of the bot.
    pub(super) fn play(self, start: &Start) -> io::Result<ExitCode> {
        play(&[self.0.behaviour(), self.1.behaviour()], start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_by_their_names() {
        let all = Pair::all();
        assert!(all.len() > 1_000 && all.iter().all(|pair| Pair::named(&pair.name()) == Some(*pair)));
    }
}
