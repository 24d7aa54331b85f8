//! Strategies for Power Connect Four.

use proptest::prelude::*;
use proptest::sample::select;

use super::{Played, choices, last_open, played};
use crate::games::power4::{BoardText, Gravity, OutputText, Position, Team};

/// The most drops of a set that are tried: enough to fill the board in spite of clearing disks.
const DROPS: usize = 80;

/// Whether disks fall: both variants.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Gravity;
/// use proptest::prelude::*;
/// proptest!(|(gravity in botspec_sdk::strategies::power4::gravity())| {
///     prop_assert!(Gravity::ALL.contains(&gravity));
/// });
/// ```
pub fn gravity() -> impl Strategy<Value = Gravity> {
    select(&Gravity::ALL[..])
}

/// Sets that either team starts, in both variants.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Position;
/// use proptest::prelude::*;
/// proptest!(|(game in botspec_sdk::strategies::power4::game())| {
///     prop_assert_eq!(&game.opening, &Position::opening(game.opening.team(), game.end.gravity()));
/// });
/// ```
pub fn game() -> impl Strategy<Value = Played<Position>> {
    let team = select(&Team::ALL[..]);
    (team, gravity(), choices(DROPS))
        .prop_map(|(team, gravity, choices)| played(Position::opening(team, gravity), &choices))
}

/// Positions, finished ones among them.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Team;
/// use proptest::prelude::*;
/// proptest!(|(position in botspec_sdk::strategies::power4::position())| {
///     prop_assert!(position.turns(Team::One).abs_diff(position.turns(Team::Two)) <= 1);
/// });
/// ```
pub fn position() -> impl Strategy<Value = Position> {
    game().prop_map(|game| game.end)
}

/// The same, but none in which the set is over: what a bot is asked about.
///
/// # Examples
///
/// ```
/// use proptest::prelude::*;
/// proptest!(|(position in botspec_sdk::strategies::power4::open_position())| {
///     prop_assert!(position.drops().next().is_some());
/// });
/// ```
pub fn open_position() -> impl Strategy<Value = Position> {
    game().prop_map(last_open)
}

/// What the referee writes into `board.txt`: that of some position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::BoardText;
/// use proptest::prelude::*;
/// proptest!(|(text in botspec_sdk::strategies::power4::board_text())| {
///     prop_assert_eq!(BoardText::from_bytes(text.to_string().as_bytes()), Ok(text));
/// });
/// ```
pub fn board_text() -> impl Strategy<Value = BoardText> {
    open_position().prop_map(|position| BoardText { board: *position.board() })
}

/// What a bot may write into `output.txt`, legal or not: two numbers.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::OutputText;
/// use proptest::prelude::*;
/// proptest!(|(text in botspec_sdk::strategies::power4::output_text())| {
///     prop_assert_eq!(OutputText::from_bytes(text.to_string().as_bytes()), Ok(text));
/// });
/// ```
pub fn output_text() -> impl Strategy<Value = OutputText> {
    let number = || prop_oneof![8 => -1..=8_i64, 1 => any::<i64>()];
    (number(), number()).prop_map(|(kind, column)| {
        let text = format!("{kind} {column}");
        OutputText::from_bytes(text.as_bytes()).expect("two numbers are an output")
    })
}
