//! A run that is killed goes on where it was, and two runs do not get in each other's way.

use std::collections::BTreeMap;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use botspec_sdk::random::Random;
use wait_timeout::ChildExt as _;

use super::bench::Bench;

const RUN: &str = "run killed.db --week 1 --sandbox auto --jobs 2";

/// Milliseconds in which a run has begun to play.
const STARTING: u32 = 150;

fn start(bench: &Bench, words: &str) -> Child {
    bench.ladder(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// What is written of the games that have ended: number, and the whole line.
fn ended(bench: &Bench) -> BTreeMap<String, String> {
    let (csv, _) = bench.expect("export killed.db --format csv", 0);
    let lines = csv.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    lines.filter(|cells| !cells[9].is_empty()).map(|cells| (cells[1].to_owned(), cells.join(","))).collect()
}

/// No game is lost, none is played twice, and the table is the same in the end.
fn is_killed(times: u32, bots: usize, games: u32) {
    let bench = Bench::new();
    bench.season("whole.db", bots, games);
    std::fs::copy(bench.at("whole.db"), bench.at("killed.db")).unwrap();
    let begun = Instant::now();
    bench.expect("run whole.db --week 1 --sandbox auto --jobs 2", 0);
    let took = u32::try_from(begun.elapsed().as_millis()).unwrap();
    // So that the last kill still finds something to do.
    let longest = STARTING + 2 * took / times;
    let mut random = Random::seeded(11);
    let mut known = BTreeMap::new();
    for _ in 0..times {
        let mut run = start(&bench, RUN);
        let moment = Duration::from_millis(random.below(longest).into());
        if run.wait_timeout(moment).unwrap().is_none() {
            run.kill().unwrap();
        }
        run.wait().unwrap();
        // A week that was not even drawn up has no games.
        let now = ended(&bench);
        for (number, line) in &known {
            assert_eq!(now.get(number), Some(line), "game {number} is lost, or was played twice");
        }
        known = now;
    }
    bench.expect(RUN, 0);
    let all = ended(&bench);
    assert!(known.iter().all(|(number, line)| all.get(number) == Some(line)));
    assert_eq!(bench.json("killed.db"), bench.json("whole.db"));
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    is_killed(8, 5, 10);
}

#[test]
#[ignore = "takes half a minute"]
fn a_run_that_is_killed_a_hundred_times_goes_on_where_it_was() {
    is_killed(100, 12, 100);
}

#[test]
fn of_two_runs_one_plays() {
    let bench = Bench::new();
    bench.season("killed.db", 4, 10);
    bench.season("whole.db", 4, 10);
    bench.expect("run whole.db --sandbox auto", 0);
    let mut runs = [start(&bench, RUN), start(&bench, RUN)];
    let codes = runs.each_mut().map(|run| run.wait().unwrap().code());
    // The second one is refused, unless it comes when the first is through, and then there is nothing left to do.
    assert!(codes.contains(&Some(0)) && codes.iter().all(|code| matches!(code, Some(0 | 2))), "{codes:?}");
    assert_eq!(bench.json("killed.db"), bench.json("whole.db"));
    let lock = botspec::ladder::RunLock::take(&bench.at("killed.db")).unwrap();
    let (_, told) = bench.expect(RUN, 2);
    assert!(told.contains("another process plays its games"), "{told}");
    drop(lock);
    bench.expect(RUN, 0);
}
