//! One executable that plays all bots of a game.

use std::io;
use std::process::{ExitCode, Termination};

use crate::lines::complain;
use crate::part::Part;
use crate::start::Start;

/// Declares the `main` of such an executable from the rosters `Fault` and `Oddity`, whose behaviours have a
/// `play`, and tries that their names are different ones.
///
/// With a function that plays several behaviours in one bot, a name may be that of two bots with a `+` between them.
macro_rules! troupe {
    ($game:literal) => {
        $crate::troupe::troupe!($game, |start| {
            behaviour(start.name()).map(|behaviour| behaviour.play(start))
        });
    };
    ($game:literal, together: $together:path) => {
        $crate::troupe::troupe!($game, |start| {
            let name = start.name().split('@').next().unwrap_or_default();
            let behaviours: Option<Vec<_>> = name.split('+').map(behaviour).collect();
            behaviours.map(|behaviours| match behaviours.as_slice() {
                [alone] => alone.play(start),
                several => $together(several, start),
            })
        });
    };
    ($game:literal, $play:expr) => {
        /// The main of the executable that plays them all.
        ///
        /// It behaves as its file name says: like the [`Fault`] or [`Oddity`] of that name. What follows an `@` in
        /// the name tells bots of different tests apart. Under any other name it ends with status 2.
        #[must_use]
        pub fn main() -> std::process::ExitCode {
            $crate::troupe::main($game, $play)
        }

        fn behaviour(name: &str) -> Option<behaviour::Behaviour> {
            let name = name.split('@').next().unwrap_or(name);
            let fault = Fault::ALL.iter().find(|fault| fault.name() == name).map(|fault| fault.behaviour());
            let oddity = || Oddity::ALL.iter().find(|oddity| oddity.name() == name);
            fault.or_else(|| oddity().map(|oddity| oddity.behaviour()))
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
                assert!(names.iter().all(|name| behaviour(&format!("{name}@once-more")).is_some()));
                assert!(behaviour("test-bot").is_none());
            }
        }
    };
}

pub(crate) use troupe;

/// Plays the part that this process has; `play` is the bot's own, and none if there is no bot of its name.
pub(crate) fn main<T: Termination>(
    game: &str,
    play: impl FnOnce(&Start) -> Option<io::Result<T>>,
) -> ExitCode {
    let done = Start::of_process().and_then(|start| match Part::of_process() {
        None | Some(Part::Again) => match play(&start) {
            Some(played) => played.map(T::report),
            None => {
                complain(format!("no {game} bot is called {}\n", start.name()))?;
                Ok(ExitCode::from(2))
            }
        },
        Some(part) => part.play(&start).map(|()| ExitCode::SUCCESS),
    });
    done.unwrap_or_else(|error| {
        // If stderr is closed there is nobody to tell.
        let _ = complain(format!("{error}\n"));
        ExitCode::FAILURE
    })
}
