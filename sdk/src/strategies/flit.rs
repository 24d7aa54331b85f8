//! Strategies for Flit.

use proptest::prelude::*;
use proptest::sample::select;

use super::choices;
use crate::game::Position as _;
use crate::games::flit::{
    Answer, Contents, Match, Message, Player, Point, Position, Reply, Update, Variant, draw,
};
use crate::random::Random;

/// Turns that are played at most. Games go on for many more, but each takes time.
const TURNS: usize = 60;

/// Both variants.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Variant;
/// use proptest::prelude::*;
/// proptest!(|(variant in botspec_sdk::strategies::flit::variant())| {
///     prop_assert!(Variant::ALL.contains(&variant));
/// });
/// ```
pub fn variant() -> impl Strategy<Value = Variant> {
    select(&Variant::ALL[..])
}

/// Positions after up to 60 turns, with the neutral pieces that appear meanwhile; none in which the game is over.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use proptest::prelude::*;
/// proptest!(|(position in botspec_sdk::strategies::flit::open_position())| {
///     prop_assert!(position.outcome().is_none());
///     prop_assert!(position.board().problems().is_empty());
/// });
/// ```
pub fn open_position() -> impl Strategy<Value = Position> {
    (variant(), any::<u64>(), choices(TURNS)).prop_map(|(variant, seed, choices)| {
        let mut random = Random::seeded(seed);
        let (mut game, _) = Match::start(variant, &mut random);
        let mut last = game.position().clone();
        for choice in choices {
            let moves = last.legal_moves();
            let mv = moves.get(usize::from(choice) % moves.len().max(1)).copied();
            let answer = Answer::from(mv.unwrap_or_else(|| last.stay()));
            let turn = game.turn(Reply::Answer(answer), |board| draw::neutral(board, &mut random));
            if turn.is_err() || game.outcome().is_some() {
                break;
            }
            last.clone_from(game.position());
        }
        last
    })
}

/// Squares as they are written, on a board or not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Answer;
/// use proptest::prelude::*;
/// proptest!(|(point in botspec_sdk::strategies::flit::point())| {
///     let answer = Answer::from_bytes(format!("{point} {point}").as_bytes());
///     prop_assert_eq!(answer.map(|answer| answer.destination), Ok(point));
/// });
/// ```
pub fn point() -> impl Strategy<Value = Point> {
    let number = || prop_oneof![8 => 0..=32_u32, 1 => any::<u32>()];
    (number(), number()).prop_map(|(x, y)| Point { x, y })
}

/// Messages of the referee.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Message;
/// use proptest::prelude::*;
/// proptest!(|(message in botspec_sdk::strategies::flit::message())| {
///     prop_assert_eq!(Message::from_bytes(message.to_string().as_bytes()), Ok(message));
/// });
/// ```
pub fn message() -> impl Strategy<Value = Message> {
    let players = select(&Player::ALL[..]).prop_map(Contents::Piece);
    let contents = prop_oneof![Just(Contents::Empty), players, Just(Contents::Neutral)];
    let update = (point(), contents).prop_map(|(at, contents)| Message::Update(Update { at, contents }));
    prop_oneof![4 => update, 1 => Just(Message::MoveRequest)]
}

/// Answers, legal or not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Answer;
/// use proptest::prelude::*;
/// proptest!(|(answer in botspec_sdk::strategies::flit::answer())| {
///     prop_assert_eq!(Answer::from_bytes(answer.to_string().as_bytes()), Ok(answer));
/// });
/// ```
pub fn answer() -> impl Strategy<Value = Answer> {
    (point(), point()).prop_map(|(origin, destination)| Answer { origin, destination })
}
