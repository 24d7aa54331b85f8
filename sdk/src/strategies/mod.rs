//! Strategies for [proptest](https://docs.rs/proptest): positions, games, messages and moves to try a bot on.
//!
//! The module is behind the feature `proptest`, for the tests of a bot alone:
//!
//! ```toml
//! [dev-dependencies]
//! botspec-sdk = { version = "0.1", features = ["proptest"] }
//! proptest = "1"
//! ```
//!
//! Whatever is generated here can come up in play: positions are those of legal games from the opening, and shrink to
//! shorter games; messages and moves have the right form, though they need not be legal.
//!
//! # My strategy answers legally on any position
//!
//! ```
//! use botspec_sdk::Position as _;
//! use botspec_sdk::games::linkage::{Order, Position};
//! use botspec_sdk::strategies;
//! use proptest::prelude::*;
//!
//! fn choose(position: &Position) -> Order {
//!     position.placements().last().unwrap_or(Order::Skip)
//! }
//!
//! proptest!(|(position in strategies::linkage::open_position())| {
//!     prop_assert!(position.is_legal(choose(&position)));
//! });
//! ```

use proptest::collection::vec;
use proptest::prelude::*;

use crate::game::Position;

pub mod flit;
pub mod hex;
pub mod linkage;
pub mod power4;

/// A game from its opening on, finished or not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Gravity, Position, Team};
/// use botspec_sdk::strategies::{self, Played};
/// use proptest::prelude::*;
///
/// let opening = Position::opening(Team::One, Gravity::Fall);
/// proptest!(|(played in strategies::game(opening, 6))| {
///     let Played { moves, end, .. } = played;
///     prop_assert_eq!(usize::from(end.turns(Team::One) + end.turns(Team::Two)), moves.len());
/// });
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played<P: Position> {
    /// Where it began.
    pub opening: P,
    /// What was played, in order.
    pub moves: Vec<P::Move>,
    /// What it came to.
    pub end: P,
}

/// Games of up to `most` moves from this position; those that end earlier are finished.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::hex::{Position, Size};
/// use proptest::prelude::*;
///
/// let opening = Position::opening(Size::new(3).expect("1 to 26"));
/// proptest!(|(game in botspec_sdk::strategies::game(opening, 20))| {
///     let mut position = game.opening;
///     for mv in game.moves {
///         prop_assert!(position.outcome().is_none());
///         position = position.play(mv).expect("the moves of a game are legal");
///     }
///     prop_assert_eq!(position, game.end);
/// });
/// ```
pub fn game<P: Position>(opening: P, most: usize) -> impl Strategy<Value = Played<P>> {
    choices(most).prop_map(move |choices| played(opening.clone(), &choices))
}

/// Positions after up to `most` moves from this one, finished ones among them.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Gravity, Position, Team};
/// use proptest::prelude::*;
///
/// let opening = Position::opening(Team::Two, Gravity::Hover);
/// proptest!(|(position in botspec_sdk::strategies::position(opening, 10))| {
///     prop_assert!(position.turns(Team::One) <= position.turns(Team::Two));
/// });
/// ```
pub fn position<P: Position>(opening: P, most: usize) -> impl Strategy<Value = P> {
    game(opening, most).prop_map(|game| game.end)
}

/// The same, but none in which the game is over: what a bot is asked about.
///
/// # Panics
/// If the game is over in `opening`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::hex::{Position, Size};
/// use proptest::prelude::*;
///
/// let opening = Position::opening(Size::new(3).expect("1 to 26"));
/// proptest!(|(position in botspec_sdk::strategies::open_position(opening, 20))| {
///     prop_assert!(position.outcome().is_none());
/// });
/// ```
pub fn open_position<P: Position>(opening: P, most: usize) -> impl Strategy<Value = P> {
    assert!(opening.outcome().is_none(), "the game is over: {opening:?}");
    game(opening, most).prop_map(last_open)
}

/// One number for each of up to `most` moves.
fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 0..=most)
}

/// The game in which each move is chosen by a number from those that are legal, until it is over.
fn played<P: Position>(opening: P, choices: &[u16]) -> Played<P> {
    let mut game = Played { opening: opening.clone(), moves: Vec::new(), end: opening };
    for &choice in choices {
        let moves = game.end.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        game.end = game.end.play(mv).expect("what is listed is legal");
        game.moves.push(mv);
    }
    game
}

/// The last position of a game that is not over.
fn last_open<P: Position>(game: Played<P>) -> P {
    if game.end.outcome().is_none() {
        return game.end;
    }
    let before = game.moves.len().saturating_sub(1);
    game.moves[..before]
        .iter()
        .fold(game.opening, |position, &mv| position.play(mv).expect("the moves of a game are legal"))
}
