//! How fast Linkage is searched, in orders per second and as a share of a floor measured in the same
//! run, so that results of different machines can be compared.
//!
//! The floor is a loop that takes the lowest bit off a word, again and again: what any move generator
//! on bitboards does at the least for each move.
#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Order, Position};
use botspec_sdk::perft::perft;
use botspec_sdk::random::Random;

fn main() {
    // `cargo test --all-targets` runs this too, without `--bench`: then it only has to work.
    let long = std::env::args().any(|argument| argument == "--bench");
    let time = Duration::from_millis(if long { 1_000 } else { 1 });
    let positions = positions();

    let floor =
        rate(time, || (0..256_u64).map(|i| scan(black_box(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)))).sum());
    let rows = [
        ("list placements", rate(time, || positions.iter().map(list).sum())),
        ("list and play", rate(time, || positions.iter().map(|p| played(p, |_| 1)).sum())),
        (
            "list, play, groups",
            rate(time, || positions.iter().map(|p| played(p, |q| q.groups().min(1).into())).sum()),
        ),
        ("perft 2, unchecked", rate(time, || positions.iter().map(|p| played(p, |q| list(&q))).sum())),
        ("perft 2, generic", rate(time, || positions.iter().map(|p| perft(p, 2)).sum())),
    ];
    println!("{:<20} {:>12} {:>8}", "linkage", "orders/s", "of floor");
    println!("{:<20} {:>12.3e} {:>8.3}", "floor (bits)", floor, 1.0);
    for (name, rate) in rows {
        println!("{name:<20} {rate:>12.3e} {:>8.3}", rate / floor);
    }
}

/// Positions of one random game, from the opening to shortly before the end.
fn positions() -> Vec<Position> {
    let mut random = Random::seeded(1);
    let mut position = Position::opening();
    let mut positions = Vec::new();
    while position.outcome().is_none() {
        positions.push(position);
        let order = random.pick(&position.legal_moves()).copied().unwrap_or(Order::Skip);
        position = position.play_unchecked(order);
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
    for order in position.placements() {
        black_box(order);
        count += 1;
    }
    count
}

fn played(position: &Position, of: impl Fn(Position) -> u64) -> u64 {
    position.placements().map(|order| of(black_box(position.play_unchecked(order)))).sum()
}
