//! How fast the rules of Flit are, as ratios to a floor measured in the same run: `cargo bench --bench flit`.
//!
//! The floor of counting is counting the bits of the board once, which no count of moves can do without. The
//! floor of a game is drawing what its players and its referee draw. Ratios hold from machine to machine,
//! times do not.
#![expect(clippy::print_stdout, reason = "a benchmark is read on a terminal")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use botspec_sdk::Position as _;
use botspec_sdk::games::flit::{Answer, Contents, Match, Position, Reply, Variant, draw};
use botspec_sdk::random::Random;

/// The best of several runs of the same work, for each time that it is done.
fn best(repeats: u32, mut work: impl FnMut()) -> Duration {
    let run = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        for _ in 0..repeats {
            work();
        }
        start.elapsed() / repeats
    };
    (0..15).map(|_| run(&mut work)).min().expect("there were runs")
}

fn report(what: &str, time: Duration, floor: Duration) {
    println!("{what:<44} {time:>10.1?}   {:>7.1} × floor", time.as_secs_f64() / floor.as_secs_f64());
}

/// A board some way into a game between players that move at random.
fn middle(variant: Variant, turns: u32) -> Position {
    let mut random = Random::seeded(1);
    let mut game = Match::start(variant, &mut random).0;
    while game.turns() < turns && game.outcome().is_none() {
        let answer = Answer::from(game.position().random_move(&mut random));
        game.turn(Reply::Answer(answer), |board| draw::neutral(board, &mut random))
            .expect("drawn by the rules");
    }
    game.position().clone()
}

/// Plays a game at random to its end; the number of its turns.
fn game(variant: Variant, seed: u64) -> u32 {
    let mut random = Random::seeded(seed);
    let mut game = Match::start(variant, &mut random).0;
    while game.outcome().is_none() {
        let answer = Answer::from(game.position().random_move(&mut random));
        game.turn(Reply::Answer(answer), |board| draw::neutral(board, &mut random))
            .expect("drawn by the rules");
    }
    game.turns()
}

fn main() {
    for variant in Variant::ALL {
        let position = middle(variant, variant.turns() / 2);
        let own = position.board().count(Contents::Piece(position.player()));
        println!("{variant}: {own} pieces, {} moves", position.legal_count());

        let board = position.board();
        let floor = best(20_000, || {
            black_box(black_box(board.occupied()).len());
        });
        println!("{:<44} {floor:>10.1?}", "floor: counting the occupied squares");
        let count = best(20_000, || {
            black_box(black_box(&position).legal_count());
        });
        report("legal_count", count, floor);
        let list = best(200, || {
            black_box(black_box(&position).legal_moves());
        });
        report("legal_moves", list, floor);
        let mut random = Random::seeded(3);
        let moved = best(2_000, || {
            let mut next = black_box(&position).clone();
            let mv = next.random_move(&mut random);
            next = next.play(mv).expect("a legal one");
            black_box(next);
        });
        report("a random move, judged and made", moved, floor);

        let turns = black_box(game(variant, 7));
        let floor = best(1, || {
            let mut random = Random::seeded(7);
            for _ in 0..turns {
                black_box((random.below(own), random.below(own), random.below(variant.area())));
            }
        });
        println!("{:<44} {floor:>10.1?}", format!("floor: the draws of {turns} turns"));
        let played = best(1, || {
            black_box(game(variant, 7));
        });
        report("a game at random", played, floor);
    }
}
