//! Positions a second of the search kit's alpha-beta on plain Connect Four, and of the solver `connect-four-ai`, by turns in one
//! run: `cargo bench --manifest-path sdk/benches/connect-four/Cargo.toml`.
//!
//! Both look at the same positions with the same window, as far as the kit has one: without an opening book, from an empty
//! table, until the result is known. A position is one that the search enters; neither enters one that is decided on the spot.
#![expect(clippy::print_stdout, reason = "a benchmark is read on a terminal")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use botspec_sdk::Position as _;
use botspec_sdk::random::Random;
use botspec_sdk::search::{AlphaBeta, Budget};
use connect_four_ai::{Position, Solver};
use connect_four_bench::{Four, ThreatsFirst};

/// Disks on the boards that are looked at.
const DISKS: u32 = 16;

/// The columns of the beginning of a random game in which nobody loses on the spot.
fn beginning(seed: u64) -> String {
    let mut random = Random::seeded(seed);
    'games: loop {
        let (mut position, mut columns) = (Four::OPENING, String::new());
        while position.disks() < DISKS {
            let Some(&mv) = random.pick(&position.legal_moves()) else { continue 'games };
            position = position.play(mv).expect("it was listed");
            columns += &mv.to_string();
        }
        if position.outcome().is_none() {
            return columns;
        }
    }
}

/// What it looked at, and how long that took.
#[derive(Default)]
struct Work {
    positions: u64,
    time: Duration,
}

impl Work {
    fn add(&mut self, look: impl FnOnce() -> u64) {
        let (start, used) = (Instant::now(), cpu_time());
        self.positions += look();
        self.time += match (used, cpu_time()) {
            (Some(before), Some(after)) => after - before,
            _ => start.elapsed(),
        };
    }

    fn rate(&self) -> f64 {
        self.positions as f64 / self.time.as_secs_f64()
    }
}

/// How long this thread has had a core, where the system says: on a busy machine that is what counts.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn main() {
    // `cargo test --all-targets` runs this too, without `--bench`: then it only has to work.
    let long = std::env::args().any(|argument| argument == "--bench");
    let (rounds, games, most) = if long { (5, 6, 2_000_000) } else { (1, 1, 1_000) };
    let beginnings: Vec<String> = (0..games).map(beginning).collect();
    let mut solver = Solver::empty();
    let mut kit = AlphaBeta::with_table(ThreatsFirst, 1 << 20);
    let mut best = [0.0_f64; 2];
    for round in 0..rounds {
        let (mut theirs, mut ours) = (Work::default(), Work::default());
        for columns in &beginnings {
            let four = Four::from_columns(columns).expect("the game goes on");
            kit.clear();
            let mut found = None;
            ours.add(|| {
                found = black_box(kit.search(&four, &Budget::of_nodes(most)));
                found.map_or(0, |found| found.nodes)
            });
            let position = Position::from_moves(columns).expect("the game goes on");
            solver.reset();
            let mut score = 0;
            theirs.add(|| {
                score = black_box(solver.solve(&position));
                solver.explored_positions as u64
            });
            if let Some(found) = found.filter(|found| found.proved) {
                assert_eq!(found.value.signum(), i32::from(score).signum(), "{columns}");
            }
        }
        println!(
            "round {}: connect-four-ai {:.2e} positions a second ({} in {:.2?}), kit {:.2e} ({} in {:.2?}), {:.2} ×",
            round + 1,
            theirs.rate(),
            theirs.positions,
            theirs.time,
            ours.rate(),
            ours.positions,
            ours.time,
            ours.rate() / theirs.rate(),
        );
        best = [best[0].max(theirs.rate()), best[1].max(ours.rate())];
    }
    println!("the best round of each: {:.2} ×", best[1] / best[0]);
}
