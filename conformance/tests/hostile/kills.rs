//! The tester is ended in the middle of an attack, by any signal and at any moment.

use std::fs;
use std::time::Duration;

use botspec_sdk::random::Random;
use libtest_mimic::{Failed, Trial};
use rustix::process::Signal;

use crate::bots::Game;
use crate::ground::{Ground, Scene, code_of};
use crate::row::Row;
use crate::table::rows;

/// What ends it, and the exit code that this leads to.
const SIGNALS: [(Signal, i32); 5] =
    [(Signal::KILL, 137), (Signal::TERM, 143), (Signal::INT, 130), (Signal::HUP, 129), (Signal::QUIT, 131)];
/// It is ended within this time from its start.
const SPAN_MS: u32 = 800;
/// It ends so soon, whatever any bot does.
const SOON: Duration = Duration::from_secs(20);

/// A few kills, and in the long form a thousand.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("twenty_kills", || kills(20, 1)),
        Trial::test("a_thousand_kills", || kills(1000, 2)).with_ignored_flag(true),
    ]
}

fn kills(times: usize, seed: u64) -> Result<(), Failed> {
    let mut random = Random::seeded(seed);
    let mut all: Vec<&Row> = rows().iter().collect();
    for time in 0..times {
        if time % all.len() == 0 {
            random.shuffle(&mut all);
        }
        let row = all[time % all.len()];
        let after = Duration::from_millis(random.below(SPAN_MS).into());
        kill(row, time, after).map_err(|failed| {
            format!("kill {time}, {} after {after:?}: {}", row.name, failed.message().unwrap_or_default())
        })?;
    }
    Ok(())
}

/// Whether what is started from here does not end by a signal that it leaves alone, as jobs in the background of a shell.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
}

/// Runs an attack, and ends the tester so long after its start.
fn kill(row: &Row, time: usize, after: Duration) -> Result<(), Failed> {
    let games: Vec<Game> = row.games().concat();
    let grounds: Vec<Ground> = Ground::all().into_iter().filter(|ground| !ground.has_no_namespaces).collect();
    let (game, ground) = (games[time % games.len()], grounds[time / 2 % grounds.len()]);
    // Without namespaces nobody is left to remove the folders of a botspec that is killed, until the next one does.
    let most = if ground.gives_namespaces()? { SIGNALS.len() } else { 3 };
    let signals: Vec<_> = SIGNALS[..most].iter().filter(|(signal, _)| !is_ignored(*signal)).collect();
    let (signal, code) = *signals[time % signals.len()];
    let scene = Scene::new(ground)?;
    let mut run = scene.start(ground, &row.command(game, &scene)?)?;
    let mut was_signalled = false;
    if run.wait_for(after)?.is_none() {
        was_signalled = run.signal(signal).is_ok();
    }
    let Some(status) = run.wait_for(SOON)? else {
        return Err(format!("still running {SOON:?} after {signal:?}").into());
    };
    // It may have been about to end by itself, or not yet have had a hand for signals.
    let is_right = (0..=4).contains(&code_of(status)) || (was_signalled && code_of(status) == code);
    if !is_right {
        return Err(format!("{signal:?} ended it with {status:?}: {}", run.output()?.1).into());
    }
    let left = run.remains();
    if left.is_empty() { Ok(()) } else { Err(format!("left behind: {left:#?}").into()) }
}
