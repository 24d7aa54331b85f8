//! The search kit on all four games: right where the truth is known, the same every time, and within its budget.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::time::{Duration, Instant};

use botspec_sdk::games::{flit, hex, linkage, power4};
use botspec_sdk::random::Random;
use botspec_sdk::search::{
    AlphaBeta, Budget, Evaluator, Mcts, MctsSettings, Owners, Searchable, Status, WIN, is_decided, mix,
};
use botspec_sdk::seat::Seat;
use botspec_sdk::{Deadline, IllegalMove, Position, strategies};
use proptest::prelude::*;
use serde_json::Value;

/// Plays on from `position` with the moves that `choices` choose from those that are legal, until the game is over.
fn played<P: Searchable>(mut position: P, choices: &[u16]) -> P {
    for &choice in choices {
        let mut moves = Vec::new();
        position.list_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[usize::from(choice) % moves.len()]).expect("a listed move is legal");
    }
    position
}

fn hex_of(side: u8) -> hex::Position {
    hex::Position::opening(hex::Size::new(side).unwrap())
}

fn power4_opening() -> power4::Position {
    power4::Position::opening(power4::Team::One, power4::Gravity::Fall)
}

fn flit_of(variant: flit::Variant, seed: u64) -> flit::Position {
    flit::Match::start(variant, &mut Random::seeded(seed)).0.position().clone()
}

/// The value of a position for the player to move by minimax over the plain interface, and nothing else; wins count
/// the moves to go from `ply`. Of several players all but `own` are one team.
fn minimax<P: Searchable>(
    position: &P,
    depth: u32,
    ply: i32,
    own: Seat,
    looks: &mut impl Evaluator<P>,
) -> i32 {
    match position.status() {
        Status::Won(winner) if winner == own => WIN - ply,
        Status::Won(_) => ply - WIN,
        Status::Drawn => 0,
        Status::Open if depth == 0 => looks.evaluate(position, own),
        Status::Open => {
            let mut moves = Vec::new();
            position.list_moves(&mut moves);
            let next = moves.into_iter().map(|mv| position.clone().play(mv).unwrap());
            let values = next.map(|next| minimax(&next, depth - 1, ply + 1, own, looks));
            if position.seat_to_move() == own { values.max().unwrap() } else { values.min().unwrap() }
        }
    }
}

/// A judgement without any sense, so that no two moves look alike.
fn any_looks<P: Searchable>(position: &P, seat: Seat) -> i32 {
    let value = (mix(1, position.key()) % 2_001) as i32 - 1_000;
    if seat.number() == 1 { value } else { -value }
}

fn agrees_with_minimax<P: Searchable>(position: &P, depth: u8) -> Result<(), TestCaseError> {
    if position.status() != Status::Open {
        return Ok(());
    }
    let seat = position.seat_to_move();
    let mut search = AlphaBeta::with_table(any_looks::<P>, 1 << 12);
    let found = search.search_offering(position, &Budget::of_nodes(u64::MAX), depth, |_| {}).unwrap();
    let truth = minimax(position, found.depth, 0, seat, &mut any_looks::<P>);
    prop_assert_eq!(found.value, truth, "{:?} at depth {}", position, found.depth);
    let after = position.clone().play(found.best).unwrap();
    prop_assert_eq!(minimax(&after, found.depth - 1, 1, seat, &mut any_looks::<P>), truth);
    prop_assert!(found.depth == u32::from(depth) || found.proved);
    Ok(())
}

/// What may be said of any position and any move found in it.
fn searches_are_sound<P: Searchable>(position: &P, nodes: u64) -> Result<(), TestCaseError> {
    let mut mcts = Mcts::seeded(nodes);
    let found = mcts.search(position, &Budget::of_nodes(nodes));
    prop_assert_eq!(found.is_some(), position.status() == Status::Open);
    let Some(found) = found else { return Ok(()) };
    prop_assert!(found.simulations <= nodes);
    prop_assert!((0.0..=1.0).contains(&found.win_rate));
    prop_assert!(position.clone().play(found.best).is_ok(), "{} in {:?}", found.best, position);

    let mut alpha_beta = AlphaBeta::with_table(any_looks::<P>, 1 << 10);
    let found = alpha_beta.search(position, &Budget::of_nodes(nodes)).unwrap();
    prop_assert!(found.nodes <= nodes);
    prop_assert!(position.clone().play(found.best).is_ok(), "{} in {:?}", found.best, position);
    Ok(())
}

/// The interface for searches says what the plain one says.
fn interfaces_agree<P: Searchable + PartialEq>(
    position: &P,
    winner: impl Fn(P::Outcome) -> Option<Seat>,
) -> Result<(), TestCaseError> {
    let status = match position.outcome().map(winner) {
        None => Status::Open,
        Some(None) => Status::Drawn,
        Some(Some(seat)) => Status::Won(seat),
    };
    prop_assert_eq!(position.status(), status);
    let mut moves = Vec::new();
    position.list_moves(&mut moves);
    prop_assert_eq!(moves.is_empty(), status != Status::Open);
    // Only Flit lists anything more: a stay where nothing else is legal.
    let legal = position.legal_moves();
    prop_assert!(moves == legal || (legal.is_empty() && moves.len() == 1), "{:?} {:?}", moves, legal);
    for mv in moves {
        let (mut advanced, played) = (position.clone(), position.clone().play(mv));
        advanced.advance(mv);
        let played = played.map_err(|refused| TestCaseError::fail(refused.to_string()))?;
        prop_assert_eq!(advanced.key(), played.key());
        prop_assert_ne!(advanced.key(), position.key());
        prop_assert_eq!(advanced, played);
    }
    Ok(())
}

/// The choices of up to so many moves.
fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..most)
}

/// What a bot may be shown in Linkage, whether or not a game leads there.
fn linkage_guess() -> impl Strategy<Value = linkage::Position> {
    let cell = prop::sample::select(b"RBGYx....".as_slice())
        .prop_map(|letter| linkage::Cell::from_letter(letter).unwrap());
    let side = prop::sample::select(&linkage::Side::ALL[..]);
    let cells = prop::collection::vec(cell, linkage::Square::COUNT);
    (side, prop::array::uniform4(0..=6_u8), cells).prop_map(|(side, left, cells)| {
        let cells = linkage::Cells::from_fn(|square| match square {
            linkage::Square::CENTRE => linkage::Cell::Centre,
            square => cells[square.index()],
        });
        linkage::Position::from_guess(&linkage::Setup { side, left, cells }).unwrap()
    })
}

fn gravity() -> impl Strategy<Value = power4::Gravity> {
    prop::sample::select(&power4::Gravity::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn alpha_beta_agrees_with_minimax_on_hex(side in 1_u8..=4, choices in choices(12)) {
        agrees_with_minimax(&played(hex_of(side), &choices), 3)?;
    }

    #[test]
    fn alpha_beta_agrees_with_minimax_on_power4(gravity in gravity(), choices in choices(40)) {
        agrees_with_minimax(&played(power4::Position::opening(power4::Team::Two, gravity), &choices), 2)?;
    }

    #[test]
    fn alpha_beta_agrees_with_minimax_on_plain_connect_four(choices in choices(40)) {
        agrees_with_minimax(&played(connect_four(), &choices), 4)?;
    }

    #[test]
    fn alpha_beta_agrees_with_minimax_on_linkage(choices in prop::collection::vec(any::<u16>(), 14..26)) {
        agrees_with_minimax(&played(linkage::Position::opening(), &choices), 3)?;
    }

    #[test]
    fn alpha_beta_agrees_with_minimax_on_flit(seed: u64, choices in choices(6), four: bool) {
        let variant = if four { flit::Variant::Standard } else { flit::Variant::Duel };
        agrees_with_minimax(&played(flit_of(variant, seed), &choices), 2)?;
    }

    #[test]
    fn searches_are_sound_on_hex(position in strategies::hex::position(), nodes in 0_u64..300) {
        searches_are_sound(&position, nodes)?;
    }

    #[test]
    fn searches_are_sound_on_power4(position in strategies::power4::position(), nodes in 0_u64..500) {
        searches_are_sound(&position, nodes)?;
    }

    #[test]
    fn searches_are_sound_on_linkage(position in strategies::linkage::position(), nodes in 0_u64..500) {
        searches_are_sound(&position, nodes)?;
    }

    #[test]
    fn searches_are_sound_where_no_game_of_linkage_leads(position in linkage_guess(), nodes in 0_u64..200) {
        prop_assert_eq!(position.status() == Status::Open, !position.legal_moves().is_empty());
        if position.status() == Status::Open {
            searches_are_sound(&position, nodes)?;
            let solved = linkage::Endgame::with_table(1 << 8).solve(&position, &Budget::of_nodes(nodes));
            prop_assert!(solved.is_none_or(|solution| position.is_legal(solution.order)));
        }
        let (mut next, mut random) = (position, Random::seeded(nodes));
        while next.status() == Status::Open {
            next = next.play(next.random_order(&mut random)).expect("a random order is legal");
        }
    }

    #[test]
    fn searches_are_sound_on_flit(position in strategies::flit::open_position(), nodes in 0_u64..100) {
        searches_are_sound(&position, nodes)?;
    }

    #[test]
    fn distances_are_the_same_for_either_colour(side in 1_u8..=9, choices in choices(40)) {
        let position = played(hex_of(side), &choices);
        let mut mirrored = hex::Board::empty(position.size());
        for (cell, colour) in position.board().stones() {
            mirrored.place(cell.transposed(), colour.other());
        }
        let mut distances = hex::Distances::new();
        for colour in hex::Colour::ALL {
            let found = distances.of(position.board(), colour);
            prop_assert_eq!(found, distances.of(&mirrored, colour.other()));
            // Who has lost has no way left.
            prop_assert!(found.is_none() || position.winner().is_none_or(|winner| winner == colour));
        }
        if position.status() == Status::Open {
            let [one, other] = [0, 1].map(|seat| distances.evaluate(&position, Seat::from_index(seat)));
            prop_assert_eq!(one, -other);
        }
    }

    #[test]
    fn interfaces_agree_on_all_games(choices in choices(50), seed: u64, side in 1_u8..=9, gravity in gravity()) {
        interfaces_agree(&played(hex_of(side), &choices), |outcome| Some(outcome.seat))?;
        let power4 = power4::Position::opening(power4::Team::One, gravity);
        interfaces_agree(&played(power4, &choices), |outcome| outcome.winner.map(power4::Team::seat))?;
        let linkage = linkage::Position::opening();
        interfaces_agree(&played(linkage, &choices), |outcome| Some(outcome.winner.seat()))?;
        let flit = flit_of(flit::Variant::Duel, seed);
        interfaces_agree(&played(flit, &choices[..choices.len().min(20)]), |outcome| {
            outcome.winner.map(flit::Player::seat)
        })?;
    }

    #[test]
    fn what_mcts_proves_is_true(choices in prop::collection::vec(any::<u16>(), 16..26)) {
        let position = played(linkage::Position::opening(), &choices);
        let found = Mcts::seeded(1).search(&position, &Budget::of_nodes(30_000));
        if let Some((found, Status::Won(seat))) = found.map(|found| (found, found.proved)) {
            let solved = AlphaBeta::new(any_looks::<linkage::Position>)
                .search(&position, &Budget::of_nodes(300_000))
                .expect("it is open");
            prop_assume!(solved.proved);
            prop_assert_eq!(solved.value > 0, seat == position.seat_to_move());
            // And the move keeps the win.
            let after = position.play(found.best).unwrap();
            let reply = AlphaBeta::new(any_looks::<linkage::Position>)
                .search(&after, &Budget::of_nodes(300_000));
            if let Some(reply) = reply.filter(|reply| reply.proved && seat == position.seat_to_move()) {
                prop_assert!(reply.value < 0);
            }
        }
    }
}

/// Power Connect Four when all special disks are used: plain Connect Four.
fn connect_four() -> power4::Position {
    let setup = power4::Setup { used: [power4::Kinds::ALL; 2], ..power4_opening().to_setup() };
    power4::Position::from_guess(&setup).unwrap()
}

/// Both searches know that the side to move wins, and play a move that keeps the win.
fn sees_the_win<P: Searchable>(position: &P, nodes: u64) {
    let winner = position.seat_to_move();
    let found = Mcts::seeded(1).search(position, &Budget::of_nodes(nodes)).unwrap();
    assert_eq!(found.proved, Status::Won(winner), "{position:?}");
    let after = position.clone().play(found.best).unwrap();
    let mcts_best = AlphaBeta::new(any_looks::<P>).search(&after, &Budget::of_nodes(nodes));
    assert!(mcts_best.is_none_or(|reply| !reply.proved || reply.value < 0), "{position:?}: {}", found.best);

    let found = AlphaBeta::new(any_looks::<P>).search(position, &Budget::of_nodes(nodes)).unwrap();
    assert!(is_decided(found.value) && found.value > 0 && found.proved, "{position:?}: {}", found.value);
    if found.value == WIN - 1 {
        let after = position.clone().play(found.best).unwrap();
        assert_eq!(after.status(), Status::Won(winner));
    }
}

fn vectors(game: &str) -> Value {
    let path = format!("{}/tests/vectors/{game}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The positions of a recorded game, the last of them finished.
fn positions<P: Position>(mut position: P, moves: &Value) -> Vec<P> {
    let mut positions = vec![position.clone()];
    for text in moves.as_array().unwrap() {
        let text = text.as_str().unwrap();
        let mv = position.legal_moves().into_iter().find(|mv| mv.to_string() == text).unwrap();
        position = position.play(mv).unwrap();
        positions.push(position.clone());
    }
    positions
}

#[test]
fn what_is_left_of_recorded_games_is_seen() {
    let mut seen = [0; 3];
    for game in vectors("hex")["games"].as_array().unwrap() {
        let side = u8::try_from(game["size"].as_u64().unwrap()).unwrap();
        let positions = positions(hex_of(side), &game["moves"]);
        if let [.., before, end] = &positions[..]
            && end.status() == Status::Won(before.seat_to_move())
            && side <= 13
            && before.legal_moves().len() > 1
        {
            sees_the_win(before, 20_000);
            seen[0] += 1;
        }
    }
    for game in vectors("power4")["games"].as_array().unwrap() {
        let first = power4::Team::new(u8::try_from(game["first"].as_u64().unwrap()).unwrap()).unwrap();
        let gravity = power4::Gravity::ALL[usize::from(game["hover"].as_bool().unwrap())];
        let positions = positions(power4::Position::opening(first, gravity), &game["drops"]);
        if let [.., before, end] = &positions[..]
            && end.status() == Status::Won(before.seat_to_move())
            && before.legal_moves().len() > 1
        {
            sees_the_win(before, 20_000);
            seen[1] += 1;
        }
    }
    for game in vectors("linkage")["games"].as_array().unwrap() {
        let positions = positions(linkage::Position::opening(), &game["orders"]);
        // The last choice that anybody had: what it leads to can be seen by looking at everything.
        let last = positions.iter().rfind(|position| position.legal_moves().len() > 1).unwrap();
        let mover = last.seat_to_move();
        let value = minimax(last, 30, 0, mover, &mut any_looks::<linkage::Position>);
        let found = Mcts::seeded(1).search(last, &Budget::of_nodes(100_000)).unwrap();
        assert_eq!(found.proved == Status::Won(mover), value > 0, "{last:?}");
        assert_ne!(found.proved, Status::Open);
        if value > 0 {
            sees_the_win(last, 100_000);
            seen[2] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count >= 3), "{seen:?}");
}

#[test]
fn a_win_by_a_bridge_is_seen() {
    // Black reaches each edge by one of two cells, whatever white does.
    let text = hex::BoardText::from_bytes(b"....|..B.|.B..|....|").unwrap();
    let setup = hex::Setup::new(&text, hex::Colour::White);
    let white = hex::Position::from_setup(&setup).unwrap();
    for settings in [MctsSettings::default(), MctsSettings::rave()] {
        let found = Mcts::new(settings, 1).search(&white, &Budget::of_nodes(300_000)).unwrap();
        assert_eq!(found.proved, Status::Won(white.seat_of(hex::Colour::Black)));
    }
    let found =
        AlphaBeta::new(any_looks::<hex::Position>).search(&white, &Budget::of_nodes(200_000)).unwrap();
    assert_eq!((found.value, found.depth), (4 - WIN, 4));
}

#[test]
fn small_boards_of_hex_are_solved() {
    // Without the swap the first player wins on every board; with it the second one swaps a winning opening.
    for side in 2..=3 {
        let opening = hex_of(side);
        let setup = hex::Setup { swap: hex::Swap::Closed, ..opening.to_setup() };
        sees_the_win(&hex::Position::from_setup(&setup).unwrap(), 300_000);
    }
    let found = Mcts::seeded(1).search(&hex_of(2), &Budget::of_nodes(100_000)).unwrap();
    let solved = AlphaBeta::new(any_looks::<hex::Position>).search(&hex_of(2), &Budget::of_nodes(100_000));
    let solved = solved.unwrap();
    assert_eq!(found.proved == Status::Won(Seat::from_index(0)), solved.value > 0);
    assert!(solved.proved);
}

#[test]
fn a_double_threat_is_seen() {
    // Three in the bottom row with both ends open after 5 3: team 1 to move, plain disks only.
    let mut position = connect_four();
    for column in [4, 4, 5, 5] {
        let drop = position.drops().find(|drop| drop.column.number() == column).unwrap();
        position = position.play(drop).unwrap();
    }
    let position = power4::Position::from_guess(&position.to_setup()).unwrap();
    sees_the_win(&position, 100_000);
}

#[test]
fn dominance_in_flit_is_seen() {
    // As many pieces as make dominance with one more, and one neutral piece to convert: 126 + 4 = 125 + 1 + 4.
    let variant = flit::Variant::Duel;
    let mut board = flit::Board::empty(variant);
    let mut left = [126, 125];
    let empty = [(0, 0), (8, 8), (3, 12), (12, 3)];
    for square in variant.squares() {
        let at = (square.x(), square.y());
        let contents = if empty.contains(&at) {
            flit::Contents::Empty
        } else if at == (8, 9) {
            flit::Contents::Neutral
        } else {
            // Player 1 is beside every empty square, and has the rest of its pieces wherever there is room.
            let player = usize::from(left[0] == 0 || (square.y() % 2 == 1 && left[1] > 0));
            left[player] -= 1;
            flit::Contents::Piece(flit::Player::ALL[player])
        };
        board.set(square, contents);
    }
    assert_eq!(left, [0, 0]);
    let position = flit::Position::new(board, flit::Player::One);
    let found = Mcts::seeded(1).search(&position, &Budget::of_nodes(5_000)).unwrap();
    assert_eq!(found.proved, Status::Won(Seat::from_index(0)));
    assert_eq!((found.best.destination.x(), found.best.destination.y()), (8, 8));
    let found = AlphaBeta::new(flit::Position::lead_of).search(&position, &Budget::of_nodes(5_000)).unwrap();
    assert_eq!(found.value, WIN - 1);
    assert_eq!((found.best.destination.x(), found.best.destination.y()), (8, 8));
}

fn does_the_same_twice<P: Searchable>(position: &P) {
    let run = |settings: MctsSettings| {
        let mut offered = Vec::new();
        let mut search = Mcts::new(settings, 7);
        let found = search.search_offering(position, &Budget::of_nodes(3_000), |mv| offered.push(mv));
        let found = found.unwrap();
        assert_eq!(offered.last(), Some(&found.best));
        (found, offered, search.node_count())
    };
    for settings in [MctsSettings::default(), MctsSettings::rave()] {
        assert_eq!(run(settings), run(settings));
    }

    let run = || {
        let mut offered = Vec::new();
        let mut search = AlphaBeta::with_table(any_looks::<P>, 1 << 12);
        let budget = Budget::of_nodes(3_000);
        let found = search.search_offering(position, &budget, u8::MAX, |mv| offered.push(mv)).unwrap();
        assert_eq!(offered.last(), Some(&found.best));
        search.clear();
        let again = search.search(position, &budget).unwrap();
        assert_eq!(found, again, "cleared, it is as new");
        (found, offered)
    };
    assert_eq!(run(), run());
}

#[test]
fn a_number_of_nodes_gives_the_same_answer_every_time() {
    does_the_same_twice(&hex_of(7));
    does_the_same_twice(&power4_opening());
    does_the_same_twice(&linkage::Position::opening());
    does_the_same_twice(&flit_of(flit::Variant::Duel, 1));
    does_the_same_twice(&flit_of(flit::Variant::Standard, 1));
}

#[test]
fn a_search_ends_when_time_is_up_and_has_an_answer_before_it_begins() {
    let position = hex_of(11);
    for limit in [Duration::ZERO, Duration::from_millis(20)] {
        let turn = Deadline::new(Instant::now(), limit);
        let found = Mcts::seeded(1).search(&position, &Budget::until(turn)).unwrap();
        assert!(turn.is_over() && position.is_legal(found.best));
        assert!(found.simulations == 0 || !limit.is_zero());
        let turn = Deadline::new(Instant::now(), limit);
        let search = &mut AlphaBeta::with_table(any_looks::<hex::Position>, 1 << 10);
        let found = search.search(&position, &Budget::until(turn)).unwrap();
        assert!(turn.is_over() && position.is_legal(found.best));
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    for settings in [MctsSettings::default(), MctsSettings::rave()] {
        the_tree_is_kept(Mcts::new(settings, 1));
    }
}

fn the_tree_is_kept(mut search: Mcts<hex::Position>) {
    let mut position = hex_of(6);
    search.search(&position, &Budget::of_nodes(20_000)).unwrap();
    for _ in 0..2 {
        // The reply is the one that the search has thought of most, so there is much to keep.
        let found = search.search(&position, &Budget::of_nodes(0)).unwrap();
        position = position.play(found.best).unwrap();
    }
    let kept = search.search(&position, &Budget::of_nodes(0)).unwrap();
    assert_eq!(kept.simulations, 0);
    assert!(search.node_count() > 200, "{}", search.node_count());
    assert_ne!(kept.win_rate, 0.5);
    assert!(position.is_legal(kept.best));

    // Another game has nothing in common with this one.
    search.search(&hex_of(5), &Budget::of_nodes(0)).unwrap();
    assert_eq!(search.node_count(), 1 + 25);
}

/// One of many numbers that are as good as each other; how often two were compared is counted.
#[derive(Debug, Clone, Copy, Eq)]
struct Number(u32);

thread_local! {
    static COMPARED: Cell<u64> = const { Cell::new(0) };
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        COMPARED.set(COMPARED.get() + 1);
        self.0 == other.0
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether a number has been named, which ends the game.
#[derive(Debug, Clone)]
struct Many(bool);

impl Many {
    const MOVES: u32 = 20_000;
}

impl Position for Many {
    type Move = Number;
    type Reason = linkage::Reason;
    type Outcome = ();

    fn seat_to_move(&self) -> Seat {
        Seat::from_index(u8::from(self.0))
    }

    fn legal_moves(&self) -> Vec<Number> {
        if self.0 { Vec::new() } else { (0..Self::MOVES).map(Number).collect() }
    }

    fn play(self, mv: Number) -> Result<Self, IllegalMove<Self>> {
        if self.0 {
            Err(IllegalMove { mv, reason: linkage::Reason::GameOver, position: self })
        } else {
            Ok(Self(true))
        }
    }

    fn outcome(&self) -> Option<()> {
        self.0.then_some(())
    }
}

impl Searchable for Many {
    fn status(&self) -> Status {
        if self.0 { Status::Drawn } else { Status::Open }
    }

    fn key(&self) -> u64 {
        u64::from(self.0)
    }
}

/// A bot of Flit may have tens of thousands of moves, and 30 ms: to look for each among all would take all of that.
#[test]
fn going_on_from_thousands_of_moves_is_no_matter_of_their_square() {
    for tried in [0, 100, 5_000] {
        let mut search = Mcts::seeded(1);
        search.search(&Many(false), &Budget::of_nodes(tried)).unwrap();
        let before = COMPARED.get();
        search.search(&Many(false), &Budget::of_nodes(0)).unwrap();
        let compared = COMPARED.get() - before;
        assert!(compared < 2_000_000, "{compared} after {tried} tries");
    }
}

#[test]
fn a_full_tree_is_searched_on() {
    for usual in [MctsSettings::default(), MctsSettings::rave()] {
        let mut search = Mcts::new(MctsSettings { max_nodes: 300, expand_after: 1, ..usual }, 1);
        let found = search.search(&hex_of(9), &Budget::of_nodes(5_000)).unwrap();
        assert_eq!(found.simulations, 5_000);
        assert!(search.node_count() <= 300);
    }
}

/// A guess may say that no domino is left where squares are empty.
#[test]
fn a_random_order_of_a_game_that_is_over_is_skip() {
    let text = b"M0000\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
    let setup = linkage::InputText::from_bytes(text).unwrap().into();
    let over = linkage::Position::from_guess(&setup).unwrap();
    assert_eq!(over.random_order(&mut Random::seeded(1)), linkage::Order::Skip);
}

/// In Hex the cells that a random game deals out are all owned in the end, by turns, and the winner's make a chain.
#[test]
fn who_owns_which_place_fits_the_winner() {
    let mut random = Random::seeded(5);
    for side in 1..=8 {
        let mut position = hex_of(side);
        let mut moves = Vec::new();
        while position.status() == Status::Open {
            let mut owners = Owners::default();
            let winner = position.random_owners(&mut random, &mut moves, &mut owners);
            let mut full = position.board().clone();
            let [mut stones, mut empty] = [0_i32; 2];
            for cell in position.size().cells() {
                let place = hex::Position::place_of(hex::Move::Place(cell)).unwrap();
                let [black, white] =
                    hex::Colour::ALL.map(|colour| owners.has(place, position.seat_of(colour)));
                assert_ne!(black, white, "{cell} has one owner");
                let owner = if black { hex::Colour::Black } else { hex::Colour::White };
                match position.board().get(cell) {
                    Some(colour) => assert_eq!(colour, owner, "{cell} has had a stone already"),
                    None => {
                        let _ = full.place(cell, owner).unwrap();
                        stones += if owner == position.to_move() { 1 } else { -1 };
                        empty += 1;
                    }
                }
            }
            assert_eq!(full.winner().map(|colour| position.seat_of(colour)), winner);
            assert_eq!(stones, empty % 2, "by turns");
            position.list_moves(&mut moves);
            let &mv = random.pick(&moves).unwrap();
            moves.clear();
            position.advance(mv);
        }
    }
    assert_eq!(hex::Position::place_of(hex::Move::Swap), None);
}

/// An order takes a place, so nobody can have it twice, and each random game takes as many as it has orders.
#[test]
fn orders_of_linkage_take_places_of_their_own() {
    let opening = linkage::Position::opening();
    let places: HashSet<usize> =
        opening.legal_moves().into_iter().filter_map(linkage::Position::place_of).collect();
    assert_eq!(places.len(), opening.legal_moves().len());
    assert_eq!(linkage::Position::place_of(linkage::Order::Skip), None);

    let mut owners = Owners::default();
    let seeded = || (Random::seeded(2), Vec::new());
    let (mut random, mut moves) = seeded();
    let winner = opening.random_owners(&mut random, &mut moves, &mut owners);
    let owned = |index| (0..400).filter(|&place| owners.has(place, Seat::from_index(index))).count();
    assert!(owned(0).abs_diff(owned(1)) <= 1 && owned(0) > 8, "{} {}", owned(0), owned(1));
    let (mut random, mut moves) = seeded();
    assert_eq!(opening.random_winner(&mut random, &mut moves), winner, "the same game");
}

/// Hex with nothing but what a game of one's own has to say.
#[derive(Debug, Clone)]
struct Own(hex::Position);

impl Position for Own {
    type Move = hex::Move;
    type Reason = hex::Reason;
    type Outcome = hex::Outcome;

    fn seat_to_move(&self) -> Seat {
        self.0.seat_to_move()
    }

    fn legal_moves(&self) -> Vec<hex::Move> {
        self.0.legal_moves()
    }

    fn play(self, mv: hex::Move) -> Result<Self, IllegalMove<Self>> {
        self.0.play(mv).map(Self).map_err(|IllegalMove { mv, reason, position }| IllegalMove {
            mv,
            reason,
            position: Self(position),
        })
    }

    fn outcome(&self) -> Option<hex::Outcome> {
        self.0.outcome()
    }
}

impl Searchable for Own {
    fn status(&self) -> Status {
        self.0.status()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn place_of(mv: hex::Move) -> Option<usize> {
        hex::Position::place_of(mv)
    }
}

#[test]
fn a_game_of_ones_own_has_rave_too() {
    let closed = hex::Setup { swap: hex::Swap::Closed, ..hex_of(5).to_setup() };
    let opening = Own(hex::Position::from_setup(&closed).unwrap());
    let mut owners = Owners::default();
    let winner = opening.random_owners(&mut Random::seeded(1), &mut Vec::new(), &mut owners).unwrap();
    let owned = |seat| (0..26 * 26).filter(|&place| owners.has(place, seat)).count();
    let [first, second] = [0, 1].map(|index| owned(Seat::from_index(index)));
    assert!(first >= 5 && (first == second || first == second + 1), "{first} {second}");
    // Who has won made the last move.
    assert_eq!(winner, Seat::from_index(u8::from(first == second)));

    let found = Mcts::new(MctsSettings::rave(), 1).search(&opening, &Budget::of_nodes(2_000)).unwrap();
    assert_eq!(found.best.to_string(), "c3", "the centre");
}

/// With as many simulations, and the same games every time.
#[test]
fn rave_pays_in_hex() {
    let settings = [MctsSettings::rave(), MctsSettings::default()];
    let mut won = 0;
    for game in 0..20 {
        let mut random = Random::seeded(game / 2);
        let drawn = [49, 48].map(|count| u16::try_from(random.below(count)).expect("below 49"));
        let mut position = played(hex_of(7), &drawn);
        let mut players = settings.map(|settings| Mcts::new(settings, game));
        let first = Seat::from_index((game % 2) as u8);
        while position.status() == Status::Open {
            let player = &mut players[usize::from(position.seat_to_move() != first)];
            let found = player.search(&position, &Budget::of_nodes(500)).unwrap();
            position.advance(found.best);
        }
        won += u32::from(position.status() == Status::Won(first));
    }
    assert!(won >= 15, "{won} of 20");
}

/// Keys of all positions that are met in random games, and of all that one move makes of them.
fn keys_differ<P: Searchable>(opening: &P, games: u64, is_same: impl Fn(&P, &P) -> bool) {
    let mut seen: HashMap<u64, P> = HashMap::new();
    let mut moves = Vec::new();
    for game in 0..games {
        let mut random = Random::seeded(game);
        let mut position = opening.clone();
        while position.status() == Status::Open {
            moves.clear();
            position.list_moves(&mut moves);
            for &mv in &moves {
                let mut next = position.clone();
                next.advance(mv);
                let other = seen.entry(next.key()).or_insert_with(|| next.clone());
                assert!(is_same(other, &next), "{other:?}\n{next:?}");
            }
            position.advance(*random.pick(&moves).unwrap());
        }
    }
    assert!(seen.len() > 10_000);
}

#[test]
fn different_positions_have_different_keys() {
    keys_differ(&hex_of(6), 30, PartialEq::eq);
    keys_differ(&linkage::Position::opening(), 30, PartialEq::eq);
    // Once the dual disk is used, how many turns have passed bears on nothing.
    keys_differ(&power4_opening(), 100, |one, other| {
        let facts = |position: &power4::Position| {
            let dual = power4::Team::ALL.map(|team| position.used(team).contains(power4::Kind::Dual));
            let turns =
                power4::Team::ALL.map(|team| if dual[team.index()] { 0 } else { position.turns(team) });
            power4::Setup { turns, ..position.to_setup() }
        };
        facts(one) == facts(other)
    });
}

#[test]
fn only_one_legal_move_needs_no_search() {
    let position = hex_of(1);
    let found = Mcts::seeded(1).search(&position, &Budget::of_nodes(1_000)).unwrap();
    assert_eq!((found.simulations, found.best.to_string().as_str()), (0, "a1"));
}

#[test]
fn a_random_game_ends_as_often_this_way_as_move_by_move() {
    const GAMES: u32 = 20_000;
    let compare = |position: power4::Position| {
        let (mut one, mut other) = (Random::seeded(1), Random::seeded(2));
        let mut moves = Vec::new();
        let mut fast = [0_i32; 3];
        let mut slow = [0_i32; 3];
        let place = |winner: Option<Seat>| winner.map_or(0, |seat| usize::from(seat.number()));
        for _ in 0..GAMES {
            fast[place(position.random_winner(&mut one, &mut moves))] += 1;
            let mut game = position;
            while game.outcome().is_none() {
                game = game.play(*other.pick(&game.legal_moves()).unwrap()).unwrap();
            }
            slow[place(game.outcome().unwrap().winner.map(power4::Team::seat))] += 1;
        }
        // Five standard deviations of the difference of two such counts are 500.
        for (fast, slow) in fast.into_iter().zip(slow) {
            assert!(fast.abs_diff(slow) < 500, "{position:?}: {fast} and {slow} of {GAMES}");
        }
    };
    compare(power4_opening());
    compare(connect_four());
    compare(power4::Position::opening(power4::Team::Two, power4::Gravity::Hover));
}
