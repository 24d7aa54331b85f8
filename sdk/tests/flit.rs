//! Flit against test vectors of an independent implementation, sets of squares in place of bits, and
//! malformed texts.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use botspec_sdk::Position as _;
use botspec_sdk::games::flit::{
    Answer, Board, Contents, Direction, End, Match, Message, Move, Player, Point, Position, Problem, Reason,
    Reply, Setup, Square, Squares, TurnError, Update, Variant, draw, rules,
};
use botspec_sdk::perft::perft;
use botspec_sdk::random::Random;
use proptest::prelude::*;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    positions: Vec<Listed>,
    games: Vec<Played>,
    dominance: Vec<Dominance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    size: u8,
    bot: u8,
    updates: Vec<String>,
    legal_count: u32,
    legal_sample: Vec<String>,
    legal_sha256: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    size: u8,
    bots: usize,
    initial: Vec<String>,
    turns: Vec<PlayedTurn>,
    end: PlayedEnd,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedTurn {
    bot: u8,
    answer: Option<String>,
    frozen: bool,
    neutral: Option<(u32, u32)>,
    updates: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedEnd {
    reason: String,
    turns: u32,
    counts: Vec<u32>,
    winner: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dominance {
    counts: Vec<u32>,
    neutral: u32,
    empty: u32,
    over: bool,
    bot: Option<u8>,
}

static VECTORS: LazyLock<Vectors> =
    LazyLock::new(|| serde_json::from_str(include_str!("vectors/flit.json")).unwrap());

fn variant(size: u8) -> Variant {
    Variant::ALL.into_iter().find(|variant| variant.side() == size).unwrap()
}

fn player(number: u8) -> Player {
    Player::from_number(number).unwrap()
}

fn square(x: u32, y: u32) -> Square {
    Variant::Standard.square(x, y).unwrap()
}

fn position(variant: Variant, bot: u8, updates: &str) -> Position {
    let setup = Setup::from_bytes(updates.as_bytes(), variant, player(bot)).unwrap();
    Position::new(setup.board().unwrap(), setup.player)
}

fn answer(text: &str) -> Answer {
    Answer::from_bytes(text.as_bytes()).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

#[test]
fn positions_have_the_known_moves() {
    for listed in &VECTORS.positions {
        let position = position(variant(listed.size), listed.bot, &listed.updates.join("\n"));
        let moves: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
        assert_eq!(position.legal_count(), listed.legal_count);
        assert_eq!(moves.len(), listed.legal_count as usize);
        assert_eq!(&moves[..moves.len().min(50)], listed.legal_sample);
        assert_eq!(hex(&Sha256::digest(moves.join("\n"))), listed.legal_sha256);
    }
    assert!(VECTORS.positions.len() >= 100);
}

#[test]
fn games_go_turn_by_turn_to_the_known_end() {
    for played in &VECTORS.games {
        let variant = variant(played.size);
        assert_eq!(variant.players().len(), played.bots);
        let start = position(variant, 1, &played.initial.join("\n"));
        let mut game = Match::new(start.board().clone());
        for (i, expected) in played.turns.iter().enumerate() {
            let bot = player(expected.bot);
            assert_eq!(game.outcome(), None, "before turn {i}");
            assert_eq!(game.position().player(), bot, "turn {i}");
            assert_eq!(game.is_frozen(bot), expected.frozen, "turn {i}");
            let reply = match &expected.answer {
                _ if expected.frozen => Reply::NotAsked,
                None => Reply::Overrun,
                Some(text) => Answer::from_bytes(text.as_bytes()).map_or(Reply::Malformed, Reply::Answer),
            };
            let neutral = expected.neutral.map(|(x, y)| variant.square(x, y).unwrap());
            let turn = game.turn(reply, |_| neutral).unwrap();
            let updates: Vec<String> = turn.updates.iter().map(Update::to_string).collect();
            assert_eq!(updates, expected.updates, "turn {i}: {:?}", expected.answer);
        }
        let end = game.outcome().expect("the game has ended");
        assert_eq!(end.reason.name(), played.end.reason);
        assert_eq!(end.winner.map(Player::number), played.end.winner);
        assert_eq!(game.turns(), played.end.turns);
        assert_eq!(game.position().board().piece_counts(), played.end.counts);
        assert_eq!(game.turn(Reply::Overrun, |_| None), Err(TurnError::GameOver));
    }
}

#[test]
fn dominance_is_as_known() {
    for case in &VECTORS.dominance {
        let ahead = rules::dominance(&case.counts, case.neutral, case.empty);
        assert_eq!(ahead.map(Player::number), case.bot, "{:?}", case.counts);
        assert_eq!(ahead.is_some(), case.over, "{:?}", case.counts);
    }
}

#[test]
fn on_a_full_board_the_one_with_more_pieces_dominates() {
    assert_eq!(rules::dominance(&[127, 129], 0, 0), Some(Player::Two));
    assert_eq!(rules::dominance(&[128, 128], 0, 0), Some(Player::One));
    assert_eq!(rules::dominance(&[u32::MAX, u32::MAX], u32::MAX, u32::MAX), None);
}

#[test]
fn a_tie_for_the_first_place_has_no_winner() {
    assert_eq!(rules::leader(&[3, 7, 7, 1]), None);
    assert_eq!(rules::leader(&[3, 3, 7, 1]), Some(Player::Three));
    assert_eq!(rules::leader(&[]), None);
}

#[test]
fn all_turns_are_named_before_stays() {
    // Each bot takes a piece to and fro beside its other one; the last two turns move nothing.
    let start = position(Variant::Duel, 1, "0 0 1\n5 5 1\n0 9 2\n9 9 2\n");
    let mut game = Match::new(start.board().clone());
    let mut at = [square(0, 0), square(0, 9)];
    let mut next = [[square(5, 6), square(5, 4)], [square(9, 10), square(9, 8)]];
    for _ in 0..511 {
        for bot in [0, 1] {
            assert_eq!(game.outcome(), None);
            let [destination, then] = next[bot];
            let mv = Move { origin: at[bot], destination };
            let turn = game.turn(Reply::Answer(mv.into()), |_| None).unwrap();
            assert_eq!(turn.moved, Some(mv));
            (at[bot], next[bot]) = (destination, [then, destination]);
        }
    }
    for _ in 0..2 {
        assert_eq!(game.outcome(), None);
        game.turn(Reply::Answer(answer("0 0 0 0")), |_| None).unwrap();
    }
    assert_eq!(game.outcome().map(|end| (end.winner, end.reason)), Some((None, End::Turns)));
}

#[test]
fn with_all_others_frozen_one_idle_turn_ends_the_game() {
    let mut random = Random::seeded(9);
    let (mut game, _) = Match::start(Variant::Standard, &mut random);
    for frozen in [Player::Two, Player::Three, Player::Four] {
        game.freeze(frozen);
    }
    for _ in 0..3 {
        let mv = game.position().random_move(&mut random);
        game.turn(Reply::Answer(mv.into()), |_| None).unwrap();
        for _ in 0..3 {
            game.turn(Reply::NotAsked, |_| None).unwrap();
            assert_eq!(game.outcome(), None);
        }
    }
    game.turn(Reply::Malformed, |_| None).unwrap();
    assert_eq!(game.outcome().map(|end| end.reason), Some(End::Stays));
}

#[test]
fn five_overruns_in_a_row_freeze_and_an_answer_in_time_resets() {
    let mut random = Random::seeded(3);
    let (mut game, _) = Match::start(Variant::Duel, &mut random);
    let replies = [Reply::Overrun; 4].into_iter().chain([Reply::Malformed]).chain([Reply::Overrun; 5]);
    for reply in replies {
        assert!(!game.is_frozen(Player::One));
        game.turn(reply, |_| None).unwrap();
        let mv = game.position().random_move(&mut random);
        assert!(!mv.is_stay());
        game.turn(Reply::Answer(mv.into()), |_| None).unwrap();
    }
    assert!(game.is_frozen(Player::One));
    assert_eq!(game.turn(Reply::Overrun, |_| None), Err(TurnError::Frozen(Player::One)));
    game.turn(Reply::NotAsked, |_| None).unwrap();
    assert_eq!(game.turn(Reply::NotAsked, |_| None), Err(TurnError::NotFrozen(Player::Two)));
    game.turn(Reply::Malformed, |_| None).unwrap();
    assert_eq!(game.outcome().unwrap().reason, End::Stays);
}

#[test]
fn a_neutral_piece_appears_on_available_squares_only() {
    let (mut game, _) = Match::start(Variant::Standard, &mut Random::seeded(1));
    let before = game.clone();
    let own = game.position().board().pieces(Player::Three).nth(0).unwrap();
    for taken in [own, own.step(Direction::Left, Variant::Standard)] {
        let refused = game.turn(Reply::Malformed, |_| Some(taken));
        assert_eq!(refused, Err(TurnError::NotAvailable(taken)));
        assert_eq!(game, before);
    }
}

#[test]
fn the_documented_draws_reproduce_a_game() {
    // Rules 3 and 7 once more, from the words of `draw` alone, with squares in a plain list.
    let mut random = Random::seeded(42);
    let (mut game, updates) = Match::start(Variant::Standard, &mut random);
    let mut again = Random::seeded(42);
    let mut squares = [0_u8; 1024];
    let free = |squares: &[u8; 1024], i: usize| {
        let (x, y) = (i % 32, i / 32);
        [(x, y), (x + 1, y), (x + 31, y), (x, y + 1), (x, y + 31)]
            .iter()
            .all(|(x, y)| squares[y % 32 * 32 + x % 32] == 0)
    };
    for update in updates {
        let Contents::Piece(bot) = update.contents else { panic!("no neutral pieces at the start") };
        let available: Vec<usize> = (0..1024).filter(|&i| free(&squares, i)).collect();
        let i = available[again.below(u32::try_from(available.len()).unwrap()) as usize];
        squares[i] = bot.number();
        assert_eq!(update.to_string(), format!("{} {} {}", i % 32, i / 32, bot));
    }
    let mut appeared = 0;
    for _ in 0..2_000 {
        let mv = game.position().random_move(&mut random);
        let mv_again = game.position().random_move(&mut again);
        assert_eq!(mv, mv_again);
        let turn = game.turn(Reply::Answer(mv.into()), |board| draw::neutral(board, &mut random)).unwrap();
        for update in &turn.updates {
            if update.contents != Contents::Neutral {
                squares[(update.at.y * 32 + update.at.x) as usize] = update.contents.code();
            }
        }
        let drawn = again.below(1024);
        let i = drawn as usize;
        let appears = free(&squares, i) && again.below(16) == 0;
        let expected = appears.then(|| square(drawn % 32, drawn / 32));
        assert_eq!(turn.neutral, expected);
        if appears {
            squares[i] = 5;
            appeared += 1;
        }
    }
    assert!(appeared > 20);
}

#[test]
fn every_fault_is_named_with_its_square() {
    use Reason::*;
    let duel = position(Variant::Duel, 1, "0 0 1\n3 3 2\n5 5 5\n9 9 1\n");
    let (own, foreign, neutral) = (square(0, 0), square(3, 3), square(5, 5));
    let other = Contents::Piece(Player::Two);
    let point = |x, y| Point { x, y };
    let one = Player::One;
    let empty = square(7, 7);
    let table = [
        ("0 0 9 10", vec![]),
        ("0 0 9 8", vec![]),
        ("9 9 15 0", vec![]),
        ("9 9 0 15", vec![]),
        ("3 3 3 3", vec![]),
        ("15 15 15 15", vec![]),
        (
            "16 0 16 0",
            vec![
                OriginOffBoard { origin: point(16, 0), variant: Variant::Duel },
                DestinationOffBoard { destination: point(16, 0), variant: Variant::Duel },
            ],
        ),
        (
            "0 99999999999999999999 1 0",
            vec![OriginOffBoard { origin: point(0, u32::MAX), variant: Variant::Duel }],
        ),
        ("0 0 16 9", vec![DestinationOffBoard { destination: point(16, 9), variant: Variant::Duel }]),
        (
            "0 0 3 3",
            vec![
                DestinationOccupied { destination: foreign, holds: other },
                DestinationApart { destination: foreign, player: one },
            ],
        ),
        (
            "3 3 5 5",
            vec![
                OriginNotOwn { origin: foreign, holds: other, player: one },
                DestinationOccupied { destination: neutral, holds: Contents::Neutral },
                DestinationApart { destination: neutral, player: one },
            ],
        ),
        ("0 0 15 0", vec![DestinationBesideOrigin { destination: square(15, 0), origin: own }]),
        ("7 7 15 0", vec![OriginNotOwn { origin: empty, holds: Contents::Empty, player: one }]),
        ("0 0 7 7", vec![DestinationApart { destination: empty, player: one }]),
    ];
    for (text, faults) in table {
        let judged = duel.judge(&answer(text));
        assert_eq!(judged.err().unwrap_or_default(), faults, "{text}");
    }
}

#[test]
fn a_refused_move_comes_back_with_the_untouched_position() {
    let duel = position(Variant::Duel, 2, "0 0 2\n3 3 2\n");
    // The board of the contest has this square, that of a duel has not.
    let mv = Move { origin: square(0, 0), destination: square(16, 0) };
    let refused = duel.clone().play(mv).unwrap_err();
    assert_eq!(refused.mv, mv);
    assert_eq!(refused.position, duel);
    assert_eq!(
        refused.reason.to_string(),
        "the destination 16 0 is off the board: coordinates go from 0 to 15"
    );
}

#[test]
fn with_no_move_left_staying_is_all_there_is() {
    let stuck = position(Variant::Standard, 3, "4 4 3\n");
    assert_eq!((stuck.legal_count(), stuck.legal_moves()), (0, vec![]));
    assert_eq!(stuck.first_legal_move(), None);
    assert_eq!(stuck.random_move(&mut Random::seeded(1)), stuck.stay());
    assert_eq!(stuck.outcome(), None);
    let after = stuck.clone().play(stuck.stay()).unwrap();
    assert_eq!(after.board(), stuck.board());
    assert_eq!(after.player(), Player::Four);
}

#[test]
fn dominance_ends_a_position_only_after_a_move() {
    let crowd: String = (0..16).flat_map(|x| (0..9).map(move |y| format!("{x} {y} 2\n"))).collect();
    let ahead = position(Variant::Duel, 2, &crowd);
    assert_eq!(ahead.dominance(), Some(Player::Two));
    assert_eq!(ahead.outcome(), None);
    assert!(ahead.legal_count() > 0);
    let over = ahead.clone().play(ahead.stay()).unwrap();
    assert_eq!(over.outcome().map(|end| (end.winner, end.reason)), Some((Some(Player::Two), End::Dominance)));
    assert_eq!((over.legal_count(), over.legal_moves()), (0, vec![]));
    assert_eq!(over.first_legal_move(), None);
    assert_eq!(over.clone().play(over.stay()).unwrap_err().reason, Reason::GameOver);
}

#[test]
fn perft_is_that_of_the_listed_moves() {
    let position = position(Variant::Duel, 1, "0 0 1\n5 5 1\n0 8 2\n8 0 2\n7 8 5\n");
    assert_eq!(perft(&position, 1), u64::from(position.legal_count()));
    let naive: u64 = position
        .legal_moves()
        .into_iter()
        .map(|mv| u64::from(position.clone().play(mv).unwrap().legal_count()))
        .sum();
    assert_eq!(perft(&position, 2), naive);
}

#[test]
fn malformed_answers_are_refused_where_they_go_wrong() {
    let long = format!("0 0 0 1{}", "0".repeat(10_000));
    assert_eq!(answer(&long).destination.y, u32::MAX);
    let table: [(&[u8], u32, &str); 22] = [
        (b"", 1, "x0"),
        (b"M", 1, "x0"),
        (b" 1 2 3 4", 1, "x0"),
        (b"-1 2 3 4", 1, "x0"),
        (b"+1 2 3 4", 1, "x0"),
        (b"01 2 3 4", 2, "x0"),
        (b"00 2 3 4", 2, "x0"),
        (b"0x1 2 3 4", 2, "space"),
        (b"1,2,3,4", 2, "space"),
        (b"1\t2 3 4", 2, "space"),
        (b"1.0 2 3 4", 2, "space"),
        (b"1 2", 4, "space"),
        (b"1 2 ", 5, "x1"),
        (b"1 2 3", 6, "space"),
        (b"1  2 3 4", 3, "y0"),
        (b"1 2  3 4", 5, "x1"),
        (b"1 2 3 4 ", 8, "line end"),
        (b"1 2 3 4 5", 8, "line end"),
        (b"1 2 3 4\r", 8, "line end"),
        (b"1 2 3 4\n", 8, "line end"),
        (b"1 2 3 \xff", 7, "y1"),
        ("1 2 3 ४".as_bytes(), 7, "y1"),
    ];
    for (text, column, field) in table {
        let error = Answer::from_bytes(text).unwrap_err();
        assert_eq!(
            (error.place.line, error.place.column, error.field),
            (1, column, field),
            "{text:?}: {error}"
        );
    }
}

#[test]
fn malformed_messages_are_refused_where_they_go_wrong() {
    let table: [(&[u8], u32, &str); 10] = [
        (b"", 1, "message"),
        (b"m", 1, "message"),
        (b"M ", 1, "message"),
        (b"quit", 1, "message"),
        (b"1 2", 4, "space"),
        (b"1 2 6", 5, "colour"),
        (b"1 2 x", 5, "colour"),
        (b"1 2 05", 6, "line end"),
        (b"1 02 5", 4, "y"),
        (b"1 2 5 5", 6, "line end"),
    ];
    for (text, column, field) in table {
        let error = Message::from_bytes(text).unwrap_err();
        assert_eq!((error.place.column, error.field), (column, field), "{text:?}: {error}");
    }
}

#[test]
fn a_setup_is_lines_of_updates() {
    let setup = Setup::from_bytes(b"\n1 2 3\r\n\r\n4 5 0", Variant::Standard, Player::Two).unwrap();
    let lines: Vec<String> = setup.updates.iter().map(Update::to_string).collect();
    assert_eq!(lines, ["1 2 3", "4 5 0"]);
    let error = Setup::from_bytes(b"1 2 3\nM\n", Variant::Standard, Player::Two).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (2, 1));
    let error = Setup::from_bytes(b"1 2 3\n4 4 4 4\n", Variant::Standard, Player::Two).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (2, 6));
}

#[test]
fn an_impossible_setup_tells_all_its_problems_at_once() {
    let setup = Setup::from_bytes(b"16 0 4\n1 1 2\n0 99 5\n", Variant::Duel, Player::Three).unwrap();
    let problems = Position::from_setup(&setup).unwrap_err().problems;
    let (first, last) = (setup.updates[0], setup.updates[2]);
    let variant = Variant::Duel;
    assert_eq!(
        problems,
        [
            Problem::MoverDoesNotPlay { player: Player::Three, variant },
            Problem::OffBoard { update: first, variant },
            Problem::ColourDoesNotPlay { update: first, variant },
            Problem::OffBoard { update: last, variant },
        ]
    );
}

#[test]
fn what_no_game_leads_to_is_no_position() {
    let first = "5 5 1\n12 3 2\n3 12 1\n9 9 2\n";
    let problems = |more: &str| {
        let setup =
            Setup::from_bytes(format!("{first}{more}").as_bytes(), Variant::Duel, Player::One).unwrap();
        Position::from_setup(&setup).err().map(|inconsistent| inconsistent.problems).unwrap_or_default()
    };
    let at = |x, y| Variant::Duel.square(x, y).unwrap();
    assert_eq!(problems(""), []);
    assert_eq!(problems("7 5 5\n"), []);
    assert_eq!(problems("9 9 0\n"), [Problem::TooFewPieces { player: Player::Two, pieces: 1 }]);
    let beside = Problem::BesideNeutral { neutral: at(6, 5), beside: at(5, 5) };
    assert_eq!(problems("6 5 5\n"), [beside]);
    let neutrals = [(0, 0, 15, 0), (15, 0, 0, 0)];
    let both = neutrals.map(|(x, y, a, b)| Problem::BesideNeutral { neutral: at(x, y), beside: at(a, b) });
    assert_eq!(problems("0 0 5\n15 0 5\n"), both, "round an edge, one neutral piece beside another");
    assert_eq!(problems("14 14 1\n"), [Problem::AllApart { player: Player::One, pieces: 3 }]);
    assert_eq!(problems("14 14 1\n13 14 1\n"), []);
    let together = Problem::PlacedTogether { first: at(5, 5), second: at(6, 5) };
    assert_eq!(problems("9 9 0\n6 5 2\n"), [together]);
    // Bot 2 has moved: its pieces are side by side.
    assert_eq!(problems("12 3 0\n9 9 0\n6 5 2\n7 5 2\n"), []);
    let full: String =
        (0..16).flat_map(|y| (0..16).map(move |x| format!("{x} {y} {}\n", 1 + y % 2))).collect();
    assert_eq!(problems(&full), [Problem::TooFull { empty: 0 }]);
    assert_eq!(problems(&format!("{full}0 0 0\n4 0 0\n4 1 0\n5 5 0\n")), []);
}

/// What is refused is not reached by any game that is played at random, nor in the vectors.
#[test]
fn games_lead_to_positions_only() {
    for played in &VECTORS.games {
        let start = position(variant(played.size), 1, &played.initial.join("\n"));
        assert_eq!(start.board().problems(), []);
    }
    for seed in 0..20 {
        let mut random = Random::seeded(seed);
        let variant = Variant::ALL[usize::from(seed % 2 == 0)];
        let mut game = Match::start(variant, &mut random).0;
        while game.outcome().is_none() && game.turns() < 400 {
            assert_eq!(game.position().board().problems(), [], "{}", game.position().board());
            let mv = game.position().random_move(&mut random);
            let available = game.position().board().available();
            let neutral = available.nth(random.below(available.len().max(1)));
            let answer = Reply::Answer(mv.into());
            game.turn(answer, |board| neutral.filter(|square| board.is_available(*square))).unwrap();
        }
    }
}

/// Any contents for any squares of one of the boards; empty squares are frequent, so that boards differ in
/// how crowded they are.
fn any_board() -> impl Strategy<Value = (Variant, Vec<(Square, Contents)>)> {
    (prop::bool::ANY, 1_u32..400, any::<u64>()).prop_map(|(duel, many, seed)| {
        let variant = if duel { Variant::Duel } else { Variant::Standard };
        let side = u32::from(variant.side());
        let mut random = Random::seeded(seed);
        let colours = u32::try_from(variant.players().len()).unwrap() + 2;
        let updates = (0..many)
            .map(|_| {
                let at = variant.square(random.below(side), random.below(side)).unwrap();
                let code = random.below(colours);
                let code = if code + 1 == colours { 5 } else { u8::try_from(code).unwrap() };
                (at, Contents::from_code(code).unwrap())
            })
            .collect();
        (variant, updates)
    })
}

fn board((variant, updates): &(Variant, Vec<(Square, Contents)>)) -> Board {
    let mut board = Board::empty(*variant);
    for &(square, contents) in updates {
        board.set(square, contents);
    }
    board
}

fn set(squares: &Squares) -> BTreeSet<Square> {
    squares.iter().collect()
}

/// Bytes that messages are made of, and a few that they are not.
fn texts() -> impl Strategy<Value = u8> {
    prop::sample::select(&b"00123459     M-\r\n\xff"[..])
}

proptest! {
    #[test]
    fn bits_agree_with_sets((variant, updates) in any_board()) {
        let half = updates.len() / 2;
        let [a, b] = [&updates[..half], &updates[half..]].map(|part| -> BTreeSet<Square> {
            part.iter().map(|&(square, _)| square).collect()
        });
        let [bits_a, bits_b] = [&a, &b].map(|part| Squares::of(variant, part.iter().copied()));
        prop_assert_eq!(set(&bits_a), a.clone());
        prop_assert_eq!(bits_a.len() as usize, a.len());
        prop_assert_eq!(bits_a.is_empty(), a.is_empty());
        prop_assert_eq!(set(&(bits_a | bits_b)), &a | &b);
        prop_assert_eq!(set(&(bits_a & bits_b)), &a & &b);
        prop_assert_eq!(set(&(bits_a - bits_b)), &a - &b);
        let all: BTreeSet<Square> = variant.squares().collect();
        prop_assert_eq!(set(&!bits_a), &all - &a);
        prop_assert_eq!(set(&Squares::all(variant)), all.clone());
        for way in Direction::ALL {
            let moved: BTreeSet<Square> = a.iter().map(|square| square.step(way, variant)).collect();
            prop_assert_eq!(set(&bits_a.shifted(way)), moved);
        }
        let touching = |square: &Square| square.neighbours(variant).iter().filter(|n| a.contains(n)).count();
        let (any, one) = bits_a.neighbours_by_count();
        prop_assert_eq!(any, bits_a.neighbours());
        prop_assert_eq!(set(&any), all.iter().copied().filter(|s| touching(s) > 0).collect::<BTreeSet<_>>());
        prop_assert_eq!(set(&one), all.iter().copied().filter(|s| touching(s) == 1).collect::<BTreeSet<_>>());
        for (i, square) in bits_a.iter().enumerate() {
            prop_assert_eq!(bits_a.nth(u32::try_from(i).unwrap()), Some(square));
        }
        prop_assert_eq!(bits_a.nth(bits_a.len()), None);
        prop_assert!(bits_a.iter().is_sorted_by_key(|square| (square.y(), square.x())));
    }

    #[test]
    fn distances_are_those_of_a_walk_step_by_step((variant, updates) in any_board()) {
        let half = updates.len() / 2;
        let [from, to] = [&updates[..half], &updates[half..]]
            .map(|part| part.iter().map(|&(square, _)| square).collect::<BTreeSet<Square>>());
        let mut rings: Vec<BTreeSet<Square>> = vec![to.clone()];
        let mut seen = to.clone();
        while let Some(last) = rings.last().filter(|last| !last.is_empty()) {
            let next = last.iter().flat_map(|square| square.neighbours(variant));
            let ring: BTreeSet<Square> = next.filter(|square| !seen.contains(square)).collect();
            seen.extend(&ring);
            rings.push(ring);
        }
        for (steps, ring) in rings.iter().enumerate() {
            for &square in ring {
                let nearest = to.iter().map(|&to| square.distance(to, variant)).min();
                prop_assert_eq!(nearest.map(usize::from), Some(steps));
            }
        }
        let [bits_from, bits_to] = [&from, &to].map(|part| Squares::of(variant, part.iter().copied()));
        let by_distance: Vec<_> = bits_from.by_distance(&bits_to).map(|ring| set(&ring)).collect();
        let expected = if to.is_empty() { vec![from] } else { rings.iter().map(|ring| ring & &from).collect() };
        let expected: Vec<_> = expected.into_iter().filter(|ring| !ring.is_empty()).collect();
        prop_assert_eq!(by_distance, expected);
        prop_assert!(bits_to.by_distance(&Squares::none(variant)).eq(Some(bits_to).filter(|to| !to.is_empty())));
    }

    #[test]
    fn a_board_holds_the_last_of_what_it_was_told(told in any_board()) {
        let board = board(&told);
        let last: std::collections::BTreeMap<Square, Contents> = told.1.iter().copied().collect();
        let mut counts = [0_u32; 6];
        for square in told.0.squares() {
            let held = last.get(&square).copied().unwrap_or(Contents::Empty);
            prop_assert_eq!(board.get(square), held);
            counts[usize::from(held.code())] += 1;
            let empty = |s: &Square| board.get(*s) == Contents::Empty;
            let available = empty(&square) && square.neighbours(told.0).iter().all(empty);
            prop_assert_eq!(board.is_available(square), available);
            prop_assert_eq!(board.available().contains(square), available);
        }
        for code in 0..=5 {
            prop_assert_eq!(board.count(Contents::from_code(code).unwrap()), counts[usize::from(code)]);
        }
    }

    #[test]
    fn the_listed_moves_are_the_accepted_ones(told in any_board(), seed in any::<u64>()) {
        let board = board(&told);
        let mut random = Random::seeded(seed);
        for &mover in told.0.players() {
            let position = Position::new(board.clone(), mover);
            let listed = position.legal_moves();
            prop_assert_eq!(position.first_legal_move(), listed.first().copied());
            prop_assert_eq!(listed.len(), position.legal_count() as usize);
            prop_assert!(listed.is_sorted_by(|a, b| a < b));
            let listed: BTreeSet<Move> = listed.into_iter().collect();
            let drawn = position.random_move(&mut random);
            prop_assert!(listed.contains(&drawn) || listed.is_empty() && drawn.is_stay());
            for square in told.0.squares() {
                let there = listed.iter().filter(|mv| mv.destination == square).map(|mv| mv.origin);
                prop_assert_eq!(set(&position.origins(square)), there.collect::<BTreeSet<_>>());
            }
            // Every origin with a few destinations, and every destination with a few origins.
            let squares: Vec<Square> = told.0.squares().collect();
            for &from in &squares {
                for &to in [random.pick(&squares).unwrap(), &from.step(Direction::Up, told.0)] {
                    for mv in [Move { origin: from, destination: to }, Move { origin: to, destination: from }] {
                        let accepted = position.judge(&mv.into()).is_ok();
                        prop_assert_eq!(accepted, mv.is_stay() || listed.contains(&mv), "{}", mv);
                    }
                }
            }
            for &mv in listed.iter().step_by(97) {
                prop_assert!(position.clone().play(mv).is_ok());
            }
        }
    }

    #[test]
    fn a_move_changes_what_its_updates_say(told in any_board(), seed in any::<u64>()) {
        let mut random = Random::seeded(seed);
        let mut game = Match::new(board(&told));
        let mut mirror = game.position().board().clone();
        for _ in 0..20 {
            if game.outcome().is_some() {
                break;
            }
            let mv = game.position().random_move(&mut random);
            let before = game.position().clone();
            let turn = game.turn(Reply::Answer(mv.into()), |board| draw::neutral(board, &mut random)).unwrap();
            for update in &turn.updates {
                mirror.set(update.at.on(told.0).unwrap(), update.contents);
            }
            prop_assert_eq!(game.position().board(), &mirror);
            let converted = if mv.is_stay() { 0 } else { before.conversions(mv.destination).len() };
            let count = |board: &Board| board.count(Contents::Piece(before.player()));
            prop_assert_eq!(count(&mirror) as usize, count(before.board()) as usize + converted);
        }
    }

    #[test]
    fn written_texts_are_read_back(a in any::<[u32; 4]>(), code in 0_u8..6) {
        let answer = Answer { origin: Point { x: a[0], y: a[1] }, destination: Point { x: a[2], y: a[3] } };
        prop_assert_eq!(Answer::from_bytes(answer.to_string().as_bytes()), Ok(answer));
        let update = Update { at: answer.origin, contents: Contents::from_code(code).unwrap() };
        for message in [Message::Update(update), Message::MoveRequest] {
            prop_assert_eq!(Message::from_bytes(message.to_string().as_bytes()), Ok(message));
        }
    }

    #[test]
    fn what_parses_is_written_the_same(bytes in prop::collection::vec(texts(), 0..12)) {
        if let Ok(answer) = Answer::from_bytes(&bytes) {
            let written = answer.to_string();
            prop_assert_eq!(written.as_bytes(), &bytes[..]);
        }
        if let Ok(message) = Message::from_bytes(&bytes) {
            let written = message.to_string();
            prop_assert_eq!(written.as_bytes(), &bytes[..]);
        }
        if let Ok(setup) = Setup::from_bytes(&bytes, Variant::Duel, Player::One) {
            let _ = Position::from_setup(&setup);
        }
    }
}
