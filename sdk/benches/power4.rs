//! How fast Power Connect Four is searched, in drops per second and as a share of a floor measured in the
//! same run, so that results of different machines can be compared.
//!
//! The floor is a loop that takes the lowest bit off a word, again and again: what any move generator
//! on bitboards does at the least for each move.
#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Gravity, Position, Team};
use botspec_sdk::perft::perft;
use botspec_sdk::random::Random;

fn main() {
    // `cargo test --all-targets` runs this too, without `--bench`: then it only has to work.
    let long = std::env::args().any(|argument| argument == "--bench");
    let time = Duration::from_millis(if long { 1_000 } else { 1 });

    let floor =
        rate(time, || (0..256_u64).map(|i| scan(black_box(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)))).sum());
    println!("{:<28} {:>12} {:>8}", "power4", "drops/s", "of floor");
    println!("{:<28} {:>12.3e} {:>8.3}", "floor (bits)", floor, 1.0);
    for gravity in Gravity::ALL {
        let positions = positions(gravity);
        let rows = [
            ("list", rate(time, || positions.iter().map(list).sum())),
            ("list and play", rate(time, || positions.iter().map(|p| played(p, |_| 1)).sum())),
            (
                "list, play, result",
                rate(time, || positions.iter().map(|p| played(p, |q| q.outcome().map_or(1, |_| 1))).sum()),
            ),
            ("perft 2, unchecked", rate(time, || positions.iter().map(|p| played(p, |q| list(&q))).sum())),
            ("perft 2, generic", rate(time, || positions.iter().map(|p| perft(p, 2)).sum())),
        ];
        for (name, rate) in rows {
            println!("{:<28} {rate:>12.3e} {:>8.3}", format!("{name} ({gravity})"), rate / floor);
        }
    }
}

/// Positions of one random set, from the opening to shortly before the end.
fn positions(gravity: Gravity) -> Vec<Position> {
    let mut random = Random::seeded(1);
    let mut position = Position::opening(Team::One, gravity);
    let mut positions = Vec::new();
    while let Some(next) =
        random.pick(&position.legal_moves()).and_then(|&drop| position.play_unchecked(drop))
    {
        positions.push(position);
        position = next;
    }
    positions
}

/// How many things per second `work` does, which returns how many it did.
fn rate(time: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let start = Instant::now();
    let mut done: f64 = 0.0;
    loop {
        done += f64::from(u32::try_from(black_box(work())).unwrap_or(u32::MAX));
        let elapsed = start.elapsed();
        if elapsed >= time {
            return done / elapsed.as_secs_f64();
        }
    }
}

fn scan(mut bits: u64) -> u64 {
    let mut count = 0;
    while bits != 0 {
        black_box(bits.trailing_zeros());
        bits &= bits - 1;
        count += 1;
    }
    count
}

fn list(position: &Position) -> u64 {
    let mut count = 0;
    for drop in position.drops() {
        black_box(drop);
        count += 1;
    }
    count
}

fn played(position: &Position, of: impl Fn(Position) -> u64) -> u64 {
    position.drops().filter_map(|drop| position.play_unchecked(drop)).map(|after| of(black_box(after))).sum()
}
