//! Sparring partners: legal, the same for the same seed, and each level better than chance.

use botspec_sdk::games::flit::{Board, Contents, Flit, Match, Player, Reply, Square, Variant, draw, outlook};
use botspec_sdk::games::hex::{self, Hex};
use botspec_sdk::games::linkage::{self, Linkage};
use botspec_sdk::games::power4::{self, Power4};
use botspec_sdk::random::Random;
use botspec_sdk::search::{AlphaBeta, Budget, Searchable, Status};
use botspec_sdk::seat::Seat;
use botspec_sdk::sparring::{Level, Partner, SparringGame};
use botspec_sdk::{Bot as _, Deadline, Position as _};

/// Who wins a game between two levels; every move must be legal, and the same when it is asked for again.
fn winner<G: SparringGame>(opening: &G::Position, levels: [Level; 2], seed: u64) -> Option<Seat> {
    let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::ZERO);
    let mut position = opening.clone();
    loop {
        match position.status() {
            Status::Won(seat) => return Some(seat),
            Status::Drawn => return None,
            Status::Open => {}
        }
        let level = levels[position.seat_to_move().index()];
        let mv = G::spar(level, seed, &position);
        assert_eq!(Partner::<G>::new(level, seed).choose(&position, &deadline), mv);
        position = position.play(mv).expect("a partner plays legally");
    }
}

fn beats_chance<G: SparringGame>(opening: &G::Position) {
    for &level in &G::LEVELS[1..3] {
        for seed in 0..6 {
            let own = Seat::from_index(u8::from(seed % 2 == 1));
            let levels = if own.index() == 0 { [level, Level::Random] } else { [Level::Random, level] };
            assert_eq!(winner::<G>(opening, levels, seed), Some(own), "{} {seed}", level.name());
        }
    }
}

fn hex_of(size: u8) -> hex::Position {
    hex::Position::opening(hex::Size::new(size).expect("1 to 26"))
}

#[test]
fn partners_of_two_players_are_legal_and_better_than_chance() {
    beats_chance::<Hex>(&hex_of(7));
    beats_chance::<Linkage>(&linkage::Position::opening());
    for gravity in power4::Gravity::ALL {
        beats_chance::<Power4>(&power4::Position::opening(power4::Team::One, gravity));
    }
}

#[test]
fn in_hex_partners_play_on_boards_of_any_size() {
    for size in [1, 2, 3, 4] {
        for level in Level::ALL {
            assert!(winner::<Hex>(&hex_of(size), [level; 2], 1).is_some(), "{} {size}", level.name());
        }
    }
    assert!(winner::<Hex>(&hex_of(26), [Level::Random; 2], 1).is_some());
    let first = Hex::spar(Level::Search3, 1, &hex_of(26));
    let second = hex_of(26).play(first).expect("legal");
    for level in Level::ALL {
        assert!(second.is_legal(Hex::spar(level, 1, &second)), "{}", level.name());
    }
}

#[test]
fn in_flit_each_level_collects_more_than_the_one_before() {
    for pair in Flit::LEVELS.windows(2) {
        let mut won = 0;
        for seed in 0..6_usize {
            let mut random = Random::seeded(seed as u64);
            let mut game = Match::start(Variant::Duel, &mut random).0;
            while game.outcome().is_none() {
                let is_better = game.position().player().index() == seed % 2;
                let mv = Flit::spar(pair[usize::from(is_better)], seed as u64, game.position());
                let turn = game.turn(Reply::Answer(mv.into()), |board| draw::neutral(board, &mut random));
                assert!(turn.expect("the game goes on").faults.is_empty(), "{mv:?}");
            }
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            won += usize::from(winner.is_some_and(|player| player.index() == seed % 2));
        }
        assert!(won >= 4, "{} won {won} of 6 against {}", pair[1].name(), pair[0].name());
    }
}

fn number(count: usize) -> i32 {
    i32::try_from(count).expect("squares are few")
}

/// The outlook once more, square by square.
fn outlook_by_steps(board: &Board, player: Player) -> i32 {
    let variant = board.variant();
    let squares: Vec<Square> = variant.squares().collect();
    let is_piece = |square: &Square, own: bool| match board.get(*square) {
        Contents::Piece(other) => (other == player) == own,
        _ => false,
    };
    let set = |own| squares.iter().copied().filter(|square| is_piece(square, own)).collect::<Vec<_>>();
    let (mut own, mut theirs) = (set(true), set(false));
    let mut worth = 2_000 * number(own.len());
    for step in 1..=12 {
        let free = squares.iter().filter(|square| !own.contains(square) && !theirs.contains(square));
        let beside =
            |set: &[Square], square: Square| square.neighbours(variant).iter().any(|next| set.contains(next));
        let reached: Vec<(Square, bool, bool)> =
            free.map(|&square| (square, beside(&own, square), beside(&theirs, square))).collect();
        let gained =
            || reached.iter().filter(|(_, near, nearer)| *near && !nearer).map(|(square, ..)| *square);
        let neutral = number(gained().filter(|&square| board.get(square) == Contents::Neutral).count());
        worth += neutral * 1_500 / (step + 1) + number(gained().count()) * 12 / (step + 1);
        own.extend(reached.iter().filter(|(_, near, _)| *near).map(|(square, ..)| *square));
        theirs.extend(reached.iter().filter(|(.., nearer)| *nearer).map(|(square, ..)| *square));
    }
    worth
}

#[test]
fn the_outlook_is_that_of_a_walk_square_by_square() {
    for seed in 0..20 {
        let mut random = Random::seeded(seed);
        let mut game = Match::start(Variant::Duel, &mut random).0;
        for _ in 0..10 * seed {
            let mv = Flit::spar(Level::Greedy, seed, game.position());
            game.turn(Reply::Answer(mv.into()), |board| draw::neutral(board, &mut random))
                .expect("it goes on");
        }
        let board = game.position().board();
        for &player in Variant::Duel.players() {
            assert_eq!(outlook(board, player), outlook_by_steps(board, player), "{board}");
        }
    }
}

#[test]
fn a_narrow_search_proves_nothing_that_it_has_not_looked_at() {
    // With all moves the result of Hex 3×3 is proved; with two of nine, only in what is left of it.
    let position = hex_of(3);
    let budget = Budget::of_nodes(2_000_000);
    let search = || AlphaBeta::new(|_: &hex::Position, _: Seat| 0);
    assert!(search().search(&position, &budget).expect("it goes on").proved);
    let narrow = search().narrow(2).search(&position, &budget).expect("it goes on");
    assert!(!narrow.proved, "{narrow:?}");
    assert!(narrow.nodes < 10_000, "it ends where nothing is left to look at: {narrow:?}");
    // Where no move is left out it is any other search.
    let wide = search().narrow(9).search(&position, &budget).expect("it goes on");
    assert_eq!(Some(wide), search().search(&position, &budget));
    // Moves that were left out are remembered as long as what came of it.
    let mut search = search().narrow(2);
    for _ in 0..2 {
        assert!(!search.search(&position, &budget).expect("it goes on").proved);
    }
}
