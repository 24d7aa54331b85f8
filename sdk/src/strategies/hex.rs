//! Strategies for Hex.

use proptest::prelude::*;

use super::{Played, choices, last_open, played};
use crate::games::hex::{Coordinate, Message, MoveText, Position, Size};

/// Sizes of boards: 1 to 26.
///
/// # Examples
///
/// ```
/// use proptest::prelude::*;
/// proptest!(|(size in botspec_sdk::strategies::hex::size())| {
///     prop_assert!((1..=26).contains(&size.get()));
/// });
/// ```
pub fn size() -> impl Strategy<Value = Size> {
    (Size::MIN.get()..=Size::MAX.get()).prop_map(|side| Size::new(side).expect("in range"))
}

/// Games on boards of up to 11×11, with a swap now and then.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use proptest::prelude::*;
/// proptest!(|(game in botspec_sdk::strategies::hex::game())| {
///     prop_assert!(game.end.is_balanced());
///     prop_assert_eq!(game.end.is_swapped(), game.moves.iter().any(|mv| mv.to_string() == "swap"));
/// });
/// ```
pub fn game() -> impl Strategy<Value = Played<Position>> {
    let swaps = prop::bool::weighted(0.25);
    ((1_u8..=11), choices(121), swaps).prop_map(|(side, mut choices, swaps)| {
        let size = Size::new(side).expect("in range");
        if let (Some(second), true) = (choices.get_mut(1), swaps) {
            // The swap is the last of the list, which has as many moves as the board has cells.
            *second = u16::try_from(size.cell_count() - 1).expect("676 cells at most");
        }
        played(Position::opening(size), &choices)
    })
}

/// Positions on boards of up to 11×11, finished ones among them.
///
/// # Examples
///
/// ```
/// use proptest::prelude::*;
/// proptest!(|(position in botspec_sdk::strategies::hex::position())| {
///     prop_assert!(position.size().get() <= 11);
/// });
/// ```
pub fn position() -> impl Strategy<Value = Position> {
    game().prop_map(|game| game.end)
}

/// The same, but none in which somebody has won: what a bot is asked about.
///
/// # Examples
///
/// ```
/// use proptest::prelude::*;
/// proptest!(|(position in botspec_sdk::strategies::hex::open_position())| {
///     prop_assert_eq!(position.winner(), None);
/// });
/// ```
pub fn open_position() -> impl Strategy<Value = Position> {
    game().prop_map(last_open)
}

/// Coordinates, on a board or not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::Coordinate;
/// use proptest::prelude::*;
/// proptest!(|(coordinate in botspec_sdk::strategies::hex::coordinate())| {
///     prop_assert_eq!(Coordinate::from_bytes(coordinate.to_string().as_bytes()), Ok(coordinate));
/// });
/// ```
pub fn coordinate() -> impl Strategy<Value = Coordinate> {
    let number = prop_oneof![8 => 0..=27_u32, 1 => any::<u32>()];
    (0..Size::MAX.get(), number).prop_map(|(row, number)| Coordinate::new(row, number).expect("in range"))
}

/// Messages of the referee, each of any kind.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::Message;
/// use proptest::prelude::*;
/// proptest!(|(message in botspec_sdk::strategies::hex::message())| {
///     prop_assert_eq!(Message::from_bytes(message.to_string().as_bytes()), Ok(message));
/// });
/// ```
pub fn message() -> impl Strategy<Value = Message> {
    prop_oneof![
        size().prop_map(Message::InitBoard),
        Just(Message::MakeMove),
        coordinate().prop_map(Message::Seto),
        coordinate().prop_map(Message::Sety),
        coordinate().prop_map(Message::Unset),
        Just(Message::Swap),
        Just(Message::CheckWin),
        Just(Message::ShowBoard),
        Just(Message::Quit),
    ]
}

/// Answers to `make_move`, legal or not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::MoveText;
/// use proptest::prelude::*;
/// proptest!(|(text in botspec_sdk::strategies::hex::move_text())| {
///     prop_assert_eq!(MoveText::from_bytes(text.to_string().as_bytes()), Ok(text));
/// });
/// ```
pub fn move_text() -> impl Strategy<Value = MoveText> {
    prop_oneof![8 => coordinate().prop_map(MoveText::Place), 1 => Just(MoveText::Swap)]
}
