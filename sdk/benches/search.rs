//! How fast the search kit is, as ratios against a plain search measured in the same run:
//! `cargo bench -p botspec-sdk --features search --bench search`.
//!
//! The plain searches do the same by the general interface of the games alone: they list moves into new memory, copy
//! the position for each, and play random games move by move. Ratios hold from machine to machine, times do not. Of
//! Linkage's solver it is told how many positions it looks at, which are the same everywhere.
#![expect(clippy::print_stdout, reason = "a benchmark is read on a terminal")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::Endgame;
use botspec_sdk::games::{hex, linkage, power4};
use botspec_sdk::random::Random;
use botspec_sdk::search::{AlphaBeta, Budget, Evaluator, Mcts, MctsSettings, Searchable, Status};
use botspec_sdk::seat::Seat;

/// UCT as it is written first: a tree of nodes that own their children.
struct Plain<P: Searchable> {
    mv: Option<P::Move>,
    mover: Option<Seat>,
    visits: u32,
    wins: f32,
    untried: Vec<P::Move>,
    children: Vec<Self>,
}

impl<P: Searchable> Plain<P> {
    fn new(mv: Option<P::Move>, mover: Option<Seat>, position: &P) -> Self {
        Self { mv, mover, visits: 0, wins: 0.0, untried: position.legal_moves(), children: Vec::new() }
    }

    fn simulate(&mut self, mut position: P, random: &mut Random) -> Option<Seat> {
        let winner = if position.status() != Status::Open {
            winner(&position)
        } else if self.untried.is_empty() {
            let scale = 0.7 * (self.visits as f32).ln().sqrt();
            let value =
                |child: &Self| child.wins / child.visits as f32 + scale / (child.visits as f32).sqrt();
            let best = self.children.iter_mut().max_by(|a, b| value(a).total_cmp(&value(b)));
            let best = best.expect("an open game has a move");
            position = position.play(best.mv.expect("only the root has none")).expect("it was listed");
            best.simulate(position, random)
        } else {
            let mv = self.untried.swap_remove(random.index(self.untried.len()));
            let mover = Some(position.seat_to_move());
            position = position.play(mv).expect("it was listed");
            let mut child = Self::new(Some(mv), mover, &position);
            while position.status() == Status::Open {
                let moves = position.legal_moves();
                let &mv = random.pick(&moves).expect("an open game has a move");
                position = position.play(mv).expect("it was listed");
            }
            let winner = winner(&position);
            child.add(winner);
            self.children.push(child);
            winner
        };
        self.add(winner);
        winner
    }

    fn add(&mut self, winner: Option<Seat>) {
        self.visits += 1;
        self.wins += match winner {
            None => 0.5,
            winner if winner == self.mover => 1.0,
            Some(_) => 0.0,
        };
    }
}

fn winner<P: Searchable>(position: &P) -> Option<Seat> {
    match position.status() {
        Status::Won(seat) => Some(seat),
        _ => None,
    }
}

/// How often a second `work` is done, the best of several runs; it returns how many things it did in a call.
fn rate(time: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let mut best = 0.0_f64;
    for _ in 0..5 {
        let start = Instant::now();
        let mut done = 0;
        while start.elapsed() < time / 5 {
            done += work();
        }
        best = best.max(done as f64 / start.elapsed().as_secs_f64());
    }
    best
}

fn compare_mcts<P: Searchable>(name: &str, position: &P, time: Duration) {
    const SIMULATIONS: u64 = 20_000;
    let plain = rate(time, || {
        let mut random = Random::seeded(1);
        let mut root = Plain::new(None, None, position);
        for _ in 0..SIMULATIONS / 20 {
            black_box(root.simulate(position.clone(), &mut random));
        }
        SIMULATIONS / 20
    });
    println!("{name:<34} {plain:>12.3e} {:>8.1} ×", 1.0);
    let everything = MctsSettings { first_play: f32::INFINITY, expand_after: 1, ..MctsSettings::default() };
    let kinds = [
        ("kit, plain settings", everything),
        ("kit", MctsSettings::default()),
        ("kit, RAVE", MctsSettings::rave()),
    ];
    // Where no move takes a place RAVE has nothing to go by.
    let has_places = position.legal_moves().into_iter().any(|mv| P::place_of(mv).is_some());
    for (kind, settings) in kinds.into_iter().filter(|(_, settings)| has_places || settings.rave == 0) {
        let mut search = Mcts::new(settings, 1);
        let kit = rate(time, || {
            search.clear();
            let found = search.search(position, &Budget::of_nodes(SIMULATIONS));
            found.expect("the game goes on").simulations
        });
        println!("  {kind:<32} {kit:>12.3e} {:>8.1} ×", kit / plain);
    }
    let playouts = rate(time, || {
        let (mut random, mut moves) = (Random::seeded(1), Vec::new());
        for _ in 0..SIMULATIONS {
            black_box(position.random_winner(&mut random, &mut moves));
        }
        SIMULATIONS
    });
    println!("  {:<32} {playouts:>12.3e} {:>8.1} ×", "random games alone", playouts / plain);
}

/// Minimax without anything: positions looked at, and the value for the player to move.
fn minimax<P: Searchable>(position: &P, depth: u32, looks: &mut impl Evaluator<P>, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let seat = position.seat_to_move();
    match position.status() {
        Status::Won(winner) if winner == seat => return 1_000_000,
        Status::Won(_) => return -1_000_000,
        Status::Drawn => return 0,
        Status::Open if depth == 0 => return looks.evaluate(position, seat),
        Status::Open => {}
    }
    let moves = position.legal_moves().into_iter();
    let next = moves.map(|mv| position.clone().play(mv).expect("it was listed"));
    next.map(|next| -minimax(&next, depth - 1, looks, nodes)).max().expect("an open game has a move")
}

fn compare_alpha_beta<P: Searchable, E: Evaluator<P>>(name: &str, position: &P, depth: u8, looks: fn() -> E) {
    let start = Instant::now();
    let mut nodes = 0;
    black_box(minimax(position, u32::from(depth), &mut looks(), &mut nodes));
    let plain = start.elapsed();
    println!("{name}, depth {depth}: plain {nodes} nodes in {plain:.2?}");
    let mut search = AlphaBeta::new(looks());
    // Only then the memory of the table is there.
    search.clear();
    let start = Instant::now();
    let found = search.search_offering(position, &Budget::of_nodes(u64::MAX), depth, |_| {});
    let time = start.elapsed();
    let found = found.expect("the game goes on");
    println!(
        "  kit: {} nodes in {time:.2?}, {:.1} × as fast to the depth",
        found.nodes,
        plain.as_secs_f64() / time.as_secs_f64(),
    );
    search.clear();
    let start = Instant::now();
    let found = search.search(position, &Budget::of_nodes(nodes)).expect("the game goes on");
    let time = start.elapsed();
    println!(
        "  kit with as many nodes: depth {} in {time:.2?}, {:.2} × the nodes a second",
        found.depth,
        plain.as_secs_f64() / time.as_secs_f64()
    );
}

/// What it takes to solve positions of random games of Linkage with so many placements to go.
fn solve_endgames(placements: u32, games: u64) {
    let mut nodes = Vec::new();
    let (mut solved, mut time) = (0, Duration::ZERO);
    for seed in 0..games {
        let mut random = Random::seeded(seed);
        let mut position = linkage::Position::opening();
        while Endgame::placements_left(&position) > placements {
            let moves = position.legal_moves();
            let &mv = random.pick(&moves).expect("two players who can only skip have nothing left to place");
            position = position.play(mv).expect("it was listed");
        }
        let mut endgame = Endgame::new();
        let start = Instant::now();
        solved += u64::from(black_box(endgame.solve(&position, &Budget::of_nodes(1_000_000))).is_some());
        time += start.elapsed();
        nodes.push(endgame.nodes());
    }
    nodes.sort_unstable();
    println!(
        "{placements:>2} placements to go: {solved} of {games} solved, half of them with {} nodes, nine tenths with {}; {:.1e} a second",
        nodes[nodes.len() / 2],
        nodes[nodes.len() * 9 / 10],
        nodes.iter().sum::<u64>() as f64 / time.as_secs_f64(),
    );
}

fn main() {
    // `cargo test --all-targets` runs this too, without `--bench`: then it only has to work.
    let long = std::env::args().any(|argument| argument == "--bench");
    let time = Duration::from_millis(if long { 2_000 } else { 1 });

    let hex_11 = hex::Position::opening(hex::Size::new(11).expect("1 to 26"));
    let power4_opening = power4::Position::opening(power4::Team::One, power4::Gravity::Fall);
    let connect_four = power4::Setup { used: [power4::Kinds::ALL; 2], ..power4_opening.to_setup() };
    let connect_four = power4::Position::from_guess(&connect_four).expect("the board is empty");

    println!("{:<34} {:>12}", "Monte Carlo tree search", "per second");
    compare_mcts("hex 11×11, plain", &hex_11, time);
    compare_mcts("connect four, plain", &connect_four, time);
    compare_mcts("power connect four, plain", &power4_opening, time);
    compare_mcts("linkage, plain", &linkage::Position::opening(), time);

    let (few, more) = if long { (4, 7) } else { (1, 2) };
    println!("\nAlpha-beta");
    let even = || |_: &power4::Position, _: Seat| 0;
    compare_alpha_beta("connect four, no evaluation", &connect_four, more, even);
    compare_alpha_beta("power connect four, no evaluation", &power4_opening, few, even);

    println!("\nThe end of Linkage");
    for placements in if long { 6..=13 } else { 4..=4 } {
        solve_endgames(placements, if long { 40 } else { 1 });
    }
}
