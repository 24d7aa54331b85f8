//! A first fault does not hide the second: bots with two faults are told of both, in one run.

use std::sync::Mutex;

use botspec_test_bots::flit::Fault as F;

use super::earned::{FEW, NO_GAMES};
use crate::harness::{Act as _, Bench, Pace};

/// Faults that have nothing to do with each other.
const PAIRS: [(F, F); 26] = [
    (F::StopsReadingAfterStaying, F::NotWrapped),
    (F::StopsReadingAfterStaying, F::Diagonal),
    (F::FormatLeadingZeros, F::Diagonal),
    (F::FormatLeadingZeros, F::AlwaysOne),
    (F::FormatTwoBlanks, F::OwnMoveMade),
    (F::FormatTwoBlanks, F::StuckApart),
    (F::FormatBrackets, F::CrlfUpdatesLost),
    (F::FormatPlusSigns, F::NotOfOthers),
    (F::FormatBlankBehind, F::EofChildLeft),
    (F::EmptyLine, F::Diagonal),
    (F::ThinksAloud, F::EofStatusOne),
    (F::TwoLines, F::LeftSquaresStay),
    (F::Greets, F::StuckOnto),
    (F::NotEnded, F::Diagonal),
    (F::Crlf, F::Apart),
    (F::SaysOk, F::Diagonal),
    (F::SaysOk, F::CrlfColourZero),
    (F::PrintsADot, F::NoPiece),
    (F::DiesWhenStuck, F::Diagonal),
    (F::SilentAsFour, F::OntoAnother),
    (F::StartsSlowly, F::Steps),
    (F::EofEndsLate, F::RowsRunOn),
    (F::EndsAfterStaying, F::Diagonal),
    (F::StopsReadingAfterStaying, F::SilentAsFour),
    (F::EightAreStuck, F::NotOfOthers),
    (F::StaysFourTimes, F::EofPanicsOnCrowdedBoards),
];

/// So many of them may go unnoticed.
const UNNOTICED: usize = 1;
/// Checks at a time.
const AT_ONCE: usize = 3;

#[test]
fn two_faults_in_one_bot_are_both_named() {
    both_are_named(&PAIRS[..8]);
}

#[test]
#[ignore = "takes minutes"]
fn two_faults_in_one_bot_are_both_named_in_all_pairs() {
    both_are_named(&PAIRS);
}

fn both_are_named(pairs: &[(F, F)]) {
    let bench = Bench::new();
    let left = Mutex::new(pairs.iter());
    let hidden = Mutex::new(Vec::new());
    let next = || left.lock().expect("nobody panics with it").next();
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((one, other)) = next() {
                    let name = format!("{}+{}", one.name(), other.name());
                    bench.bot("flit", &name);
                    let options = [FEW, NO_GAMES].concat();
                    let outcome = bench.check(Pace::Listens, "flit", &name, &options);
                    let both = [one.earned(), other.earned()].concat();
                    if !outcome.lacks(&both).is_empty() {
                        let outcome = format!("{name} should show {both:?}: {outcome}");
                        hidden.lock().expect("nobody panics with it").push(outcome);
                    }
                }
            });
        }
    });
    let hidden = hidden.into_inner().expect("nobody panics with it");
    assert!(hidden.len() <= UNNOTICED, "{} of {} pairs:\n{}", hidden.len(), pairs.len(), hidden.join("\n"));
}
