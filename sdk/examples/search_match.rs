//! Plays matches between the searches of the kit at equal time, and prints who won how many games:
//!
//! ```sh
//! cargo run --release -p botspec-sdk --features search --example search_match -- [GAMES] [MILLISECONDS]
//! ```
//!
//! Games go in pairs: each begins with the same random moves, once for either side. The interval is that of Wilson, at
//! 95 %.
#![expect(clippy::print_stdout, reason = "the result is for a terminal")]

use std::time::{Duration, Instant};

use botspec_sdk::Deadline;
use botspec_sdk::games::{hex, power4};
use botspec_sdk::random::Random;
use botspec_sdk::search::{AlphaBeta, Budget, Evaluator, Mcts, MctsSettings, Searchable, Status};
use botspec_sdk::seat::Seat;

/// One who chooses a move within a budget.
type Player<P> = Box<dyn FnMut(&P, &Budget) -> <P as botspec_sdk::Position>::Move>;

fn mcts<P: Searchable + 'static>(settings: MctsSettings, seed: u64) -> Player<P> {
    let mut search = Mcts::new(settings, seed);
    Box::new(move |position, budget| search.search(position, budget).expect("the game goes on").best)
}

fn alpha_beta<P: Searchable + 'static>(evaluator: impl Evaluator<P> + 'static) -> Player<P> {
    let mut search = AlphaBeta::new(evaluator);
    Box::new(move |position, budget| search.search(position, budget).expect("the game goes on").best)
}

/// Plays the first player against the second, and prints the share of points that the first has won, draws counting half.
fn compare<P: Searchable>(
    name: &str,
    games: u32,
    time: Duration,
    opening: &P,
    random_moves: u32,
    players: impl Fn(u64) -> [Player<P>; 2],
) {
    let mut half_points = 0_u32;
    for game in 0..games {
        let mut random = Random::seeded(u64::from(game / 2));
        let mut position = opening.clone();
        let mut moves = Vec::new();
        for _ in 0..random_moves {
            moves.clear();
            position.list_moves(&mut moves);
            if let Some(&mv) = random.pick(&moves) {
                position.advance(mv);
            }
        }
        let mut players = players(u64::from(game));
        let seat_of_first = Seat::from_index(u8::from(game % 2 == 1));
        let winner = loop {
            match position.status() {
                Status::Won(seat) => break Some(seat),
                Status::Drawn => break None,
                Status::Open => {}
            }
            let budget = Budget::until(Deadline::new(Instant::now(), time));
            let player = usize::from(position.seat_to_move() != seat_of_first);
            let mv = players[player](&position, &budget);
            position.advance(mv);
        };
        half_points += match winner {
            None => 1,
            Some(seat) if seat == seat_of_first => 2,
            Some(_) => 0,
        };
    }
    let (n, share) = (f64::from(games), f64::from(half_points) / f64::from(2 * games));
    let z = 1.96_f64;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let [share, low, high] = [share, middle - half, middle + half].map(|share| 100.0 * share);
    println!("{name:<60} {share:>5.1} % of {games} games [{low:.1}, {high:.1}]");
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse().expect("a number"));
    let games = arguments.next().unwrap_or(40);
    let time = Duration::from_millis(u64::from(arguments.next().unwrap_or(50)));

    let plain = MctsSettings::default();
    for gravity in power4::Gravity::ALL {
        let name = format!("power4, {gravity}: alpha-beta by threats, against MCTS");
        let opening = power4::Position::opening(power4::Team::One, gravity);
        compare(&name, games, time, &opening, 2, |seed| [alpha_beta(power4::Threats), mcts(plain, seed)]);
    }
    for side in [5, 7, 9, 11] {
        let size = hex::Size::new(side).expect("1 to 26");
        let opening = hex::Position::opening(size);
        let name = format!("hex {size}×{size}: alpha-beta by two-distance, against MCTS");
        compare(&name, games, time, &opening, 2, |seed| {
            [alpha_beta(hex::Distances::new()), mcts(plain, seed)]
        });
        let name = format!("hex {size}×{size}: MCTS with RAVE, against MCTS without");
        compare(&name, games, time, &opening, 2, |seed| {
            [mcts(MctsSettings::rave(), seed), mcts(plain, seed)]
        });
        let name = format!("hex {size}×{size}: alpha-beta by two-distance, against RAVE");
        compare(&name, games, time, &opening, 2, |seed| {
            [alpha_beta(hex::Distances::new()), mcts(MctsSettings::rave(), seed)]
        });
    }
}
