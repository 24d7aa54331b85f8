//! What a bot never does is not kept: such a bot breaks nothing, and does not pass.

use botspec_test_bots::flit::Idler;

use super::earned::NO_LONG_GAMES;
use crate::harness::{Bench, Pace, for_each};

/// The rules that only a bot keeps which moves.
const OF_MOVES: &[&str] = &[
    "flit/identity/argument",
    "flit/move/adjacent",
    "flit/move/origin",
    "flit/move/vacant",
    "flit/update/tracked",
];

/// The rules at level must that it leaves untried, and the cases that cannot be judged.
fn leaves(idler: Idler) -> (&'static [&'static str], &'static [&'static str]) {
    use Idler as I;
    let as_each = &["flit/identity/as-1", "flit/identity/as-2", "flit/identity/as-3", "flit/identity/as-4"];
    match idler {
        I::AlwaysTheSame | I::Stays | I::StaysAnywhere | I::StaysOnAnother => (OF_MOVES, as_each),
        I::MovesOnce => (&["flit/update/tracked"], &[]),
        I::MovesAsOneOnly => (&[], &as_each[1..]),
    }
}

/// Few random boards, and no long games.
fn options() -> Vec<&'static str> {
    [&["--cases", "1", "--skip", "flit/time"], NO_LONG_GAMES].concat()
}

#[test]
fn what_a_bot_never_does_it_does_not_keep() {
    let bench = Bench::new();
    Idler::ALL.iter().for_each(|idler| drop(bench.bot("flit", &idler.name())));
    let wrong: Vec<String> = for_each(
        Idler::ALL,
        |_| Pace::Listens,
        |idler| {
            let (rules, cases) = leaves(*idler);
            bench.check(Pace::Listens, "flit", &idler.name(), &options()).leaves(rules, cases)
        },
    )
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
