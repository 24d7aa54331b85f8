//! Two faults in one bot: the first one must not hide the second.

use botspec_test_bots::hex::{Fault, Pair};

use super::earned::NO_PAUSE;
use crate::harness::{Act, Bench, Pace, for_each};

/// With one of these there is no second thing to be seen: the bot does not come to it.
const TOTAL: [Fault; 10] = [
    Fault::ArgsInCapitals,
    Fault::SizeDiesAlways,
    Fault::SizeAlways11,
    Fault::ResetSilentAfterLarger,
    Fault::GarbageAlways,
    Fault::GarbageForAnswers,
    Fault::SilentAfterMove,
    Fault::SilentDiesAtMoves,
    Fault::TimeFirstAnswerLate,
    Fault::TimeEveryPath,
];

/// These answer requests themselves, so that what else is done with requests and answers does not show.
const ANSWER_THEMSELVES: [Fault; 20] = [
    Fault::MoveNotRecorded,
    Fault::MoveRecordedAsTheOpponents,
    Fault::MoveRecordedTransposed,
    Fault::MoveRecordedLate,
    Fault::MoveFreedCellsForgotten,
    Fault::MoveOwnForgottenAfterUnset,
    Fault::WinStays,
    Fault::WinLastStoneOnly,
    Fault::WinLastMover,
    Fault::ResetWinnerOfTheSameStones,
    Fault::ResetWinnerKept,
    Fault::ResetGroupsKept,
    Fault::ResetFreeCellsKept,
    Fault::ResetMovesOnce,
    Fault::ResetCounterKept,
    Fault::ResetOuterCellsKept,
    Fault::ResetSwapIgnored,
    Fault::ResetOwnSwapNotExchanged,
    Fault::WinOfTheSameCells,
    Fault::WinNotAfter255Asks,
];
const ABOUT_REQUESTS: [&str; 9] =
    ["move-", "win-", "board-", "flushed-", "line-end-", "says-", "time-", "reset-", "swap-"];

/// These show on large boards only, which a bot that errs about sizes may not have.
const ON_LARGE_BOARDS: [Fault; 13] = [
    Fault::MoveDiesBeyond100,
    Fault::SwapIgnoredFrom15,
    Fault::SwapOwnNotExchangedFrom15,
    Fault::SwapOwnNotExchangedOn10,
    Fault::SwapAtOneMoreThanAByte,
    Fault::SwapBehindAByteOfTurns,
    Fault::MoveOpensBehindAByte,
    Fault::WinShortChainsOnly,
    Fault::WinDiesOfLongChains,
    Fault::WinEarlyAt26,
    Fault::WinNotAfter255Asks,
    Fault::MoveNeverInTheLastColumn,
    Fault::MoveCellsByTheirBeginning,
];

/// Where every stone stands elsewhere, no chain is one that is asked about.
const MISPLACE_ALL: [Fault; 3] = [Fault::SetTransposed, Fault::SetColoursExchanged, Fault::SetUpsideDown];

/// What is never answered cannot be answered wrongly.
const fn never_answered(fault: Fault) -> &'static [&'static str] {
    match fault {
        Fault::TimeMoveSleeps | Fault::TimeMoveComputes | Fault::FloodsAtMoves => {
            &["move-", "swap-", "time-first-move", "line-end-crlf-after-moves", "flushed-after-moves"]
        }
        Fault::TimeCheckWinSleeps | Fault::TimeCheckWinUnknown | Fault::TimeCheckWinLogged => &["win-"],
        Fault::TimeShowBoardSleeps | Fault::TimeShowBoardUnknown => &["board-"],
        _ => &[],
    }
}

/// Whether each of the two can be seen in a bot that has the other.
fn show_both(Pair(first, second): Pair) -> bool {
    let apart = |one: Fault, other: Fault| {
        !ANSWER_THEMSELVES.contains(&one)
            || !ABOUT_REQUESTS.iter().any(|about| other.name().starts_with(about))
    };
    // Only one of them takes init_board.
    let begins = |fault: Fault| ["size-", "reset-"].iter().any(|about| fault.name().starts_with(about));
    let answers =
        |one: Fault, other: Fault| !never_answered(one).iter().any(|about| other.name().starts_with(about));
    let has_room =
        |one: Fault, other: Fault| !ON_LARGE_BOARDS.contains(&one) || !other.name().starts_with("size-");
    let has_chains =
        |one: Fault, other: Fault| !MISPLACE_ALL.contains(&one) || !other.name().starts_with("win-");
    apart(first, second)
        && has_chains(first, second)
        && has_chains(second, first)
        && has_room(first, second)
        && has_room(second, first)
        && apart(second, first)
        && answers(first, second)
        && answers(second, first)
        && !(begins(first) && begins(second))
}

/// A check that tries everything, with limits that are not waited for long.
const OPTIONS: [&str; 4] = ["--cases", "20", "--time-limit", "400ms"];

fn sample(count: usize) -> Vec<Pair> {
    let rules = |fault: Fault| fault.earned().iter().map(|(rule, _)| *rule).collect::<Vec<_>>();
    let mut pairs: Vec<Pair> = Pair::all()
        .into_iter()
        .filter(|Pair(first, second)| !TOTAL.contains(first) && !TOTAL.contains(second))
        .filter(|&pair| show_both(pair))
        // What breaks the same rule is one finding.
        .filter(|&Pair(first, second)| rules(first).iter().all(|rule| !rules(second).contains(rule)))
        .filter(|&Pair(first, second)| {
            [first, second].iter().all(|fault| fault.options()[..2] == OPTIONS[..2])
        })
        .collect();
    pairs.sort_by_key(|pair| hash(&pair.name()));
    pairs.truncate(count);
    pairs
}

/// By this the sample is chosen: another fault changes it by its own pairs only. (FNV-1a.)
fn hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Of a hundred pairs, at least so many are named in one run, both of them.
fn both_are_named(count: usize, at_least: usize) {
    let bench = Bench::new();
    let pairs = sample(count);
    assert_eq!(pairs.len(), count);
    for pair in &pairs {
        bench.bot("hex", &pair.name());
    }
    let missed = for_each(
        &pairs,
        |_| Pace::Talks,
        |pair| {
            let outcome = bench.check(Pace::Talks, "hex", &pair.name(), &[&OPTIONS, NO_PAUSE].concat());
            let hidden = [pair.0, pair.1].into_iter().find(|fault| !outcome.lacks(fault.earned()).is_empty());
            hidden.map(|hidden| format!("{} is hidden: {outcome}", hidden.name()))
        },
    );
    let missed: Vec<String> = missed.into_iter().flatten().collect();
    assert!(
        missed.len() * 100 <= (100 - at_least) * count,
        "of {count} pairs {} are not named, both of them:\n{}",
        missed.len(),
        missed.join("\n")
    );
}

#[test]
fn of_two_faults_both_are_named_in_one_run() {
    both_are_named(20, 90);
}

#[test]
#[ignore = "takes minutes"]
fn of_two_faults_both_are_named_in_one_run_at_length() {
    both_are_named(120, 95);
}
