//! Strategies for Linkage.

use proptest::prelude::*;
use proptest::sample::select;

use super::{Played, choices, last_open, played};
use crate::games::linkage::{Colour, InputText, OrderText, Position, Square};

/// The most turns of a game: 24 dominoes, and skips between them.
const TURNS: usize = 30;

/// Games from the opening.
///
/// # Examples
///
/// ```
/// use proptest::prelude::*;
/// proptest!(|(game in botspec_sdk::strategies::linkage::game())| {
///     prop_assert!(game.end.left_in_all() <= 24);
/// });
/// ```
pub fn game() -> impl Strategy<Value = Played<Position>> {
    choices(TURNS).prop_map(|choices| played(Position::opening(), &choices))
}

/// Positions, finished ones among them.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use proptest::prelude::*;
/// proptest!(|(position in botspec_sdk::strategies::linkage::position())| {
///     prop_assert_eq!(position.legal_moves().is_empty(), position.outcome().is_some());
/// });
/// ```
pub fn position() -> impl Strategy<Value = Position> {
    game().prop_map(|game| game.end)
}

/// The same, but none in which the game is over: what a bot is asked about.
///
/// # Examples
///
/// ```
/// use proptest::prelude::*;
/// proptest!(|(position in botspec_sdk::strategies::linkage::open_position())| {
///     prop_assert_eq!(position.end(), None);
/// });
/// ```
pub fn open_position() -> impl Strategy<Value = Position> {
    game().prop_map(last_open)
}

/// What the referee writes into `input.txt`: that of some position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{InputText, Position};
/// use proptest::prelude::*;
/// proptest!(|(input in botspec_sdk::strategies::linkage::input_text())| {
///     prop_assert_eq!(InputText::from_bytes(input.to_string().as_bytes()), Ok(input));
///     prop_assert!(Position::from_setup(&input.into()).is_ok());
/// });
/// ```
pub fn input_text() -> impl Strategy<Value = InputText> {
    open_position().prop_map(|position| position.to_setup().into())
}

/// Orders, legal or not: the squares need not even be neighbours.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::OrderText;
/// use proptest::prelude::*;
/// proptest!(|(order in botspec_sdk::strategies::linkage::order_text())| {
///     prop_assert_eq!(OrderText::from_bytes(order.to_string().as_bytes()), Ok(order));
/// });
/// ```
pub fn order_text() -> impl Strategy<Value = OrderText> {
    let square = || (0..Square::COUNT).prop_map(|index| Square::from_index(index).expect("in range"));
    let place = (select(&Colour::ALL[..]), square(), square());
    let place = place.prop_map(|(colour, first, second)| OrderText::Place { colour, first, second });
    prop_oneof![8 => place, 1 => Just(OrderText::Skip)]
}
