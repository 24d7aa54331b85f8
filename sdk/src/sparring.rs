//! Sparring partners: opponents of known strength, to play against while a bot is being written.
//!
//! A [`Partner`] is a [`Bot`] for any of the games. What it plays depends on its [`Level`], its seed and the position
//! alone, never on the machine: searches end after a number of nodes, not of milliseconds. `botspec play GAME BOT
//! --sparring LEVEL` lets a bot play against one; here is how a bot's own tests do.
//!
//! ```
//! use botspec_sdk::games::power4::{Drop, Gravity, Position, Power4, Team};
//! use botspec_sdk::sparring::{Level, Partner};
//! use botspec_sdk::{Bot as _, Deadline, Position as _};
//!
//! fn my_bot(position: &Position) -> Drop {
//!     position.drops().next().expect("a bot is asked only while the set goes on")
//! }
//!
//! let mut partner = Partner::<Power4>::new(Level::Greedy, 1);
//! let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::from_secs(1));
//! let mut position = Position::opening(Team::One, Gravity::Fall);
//! while position.outcome().is_none() {
//!     let drop = match position.team() {
//!         Team::One => my_bot(&position),
//!         Team::Two => partner.choose(&position, &deadline),
//!     };
//!     position = position.play(drop)?;
//! }
//! // There is much to be done for a bot that always takes the first drop of the list.
//! assert_eq!(position.outcome().and_then(|outcome| outcome.winner), Some(Team::Two));
//! # Ok::<(), botspec_sdk::IllegalMove<Position>>(())
//! ```

use std::marker::PhantomData;

use crate::bot::Bot;
use crate::game::{Game, Position};
use crate::random::Random;
use crate::run::deadline::Deadline;
use crate::search::{AlphaBeta, Budget, Evaluator, Searchable, mix};
use crate::seat::Seat;

/// How strong a partner is. The order is that of strength; what is behind a level is each game's own.
///
/// # Examples
///
/// ```
/// use botspec_sdk::sparring::Level;
/// assert_eq!(Level::from_name("search-1"), Some(Level::Search1));
/// assert!(Level::Random < Level::Greedy);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Every legal move is as likely as any other.
    Random,
    /// The move after which the position looks best.
    Greedy,
    /// Looks a little ahead.
    Search1,
    /// Looks further ahead.
    Search2,
    /// Looks as far ahead as a small part of the contest's time allows on a slow machine.
    Search3,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 5] = [Self::Random, Self::Greedy, Self::Search1, Self::Search2, Self::Search3];

    /// As it is written on a command line.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::sparring::Level;
    /// assert_eq!(Level::Search2.name(), "search-2");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Search1 => "search-1",
            Self::Search2 => "search-2",
            Self::Search3 => "search-3",
        }
    }

    /// The level of this name.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::sparring::Level;
    /// assert_eq!(Level::from_name("greedy"), Some(Level::Greedy));
    /// assert_eq!(Level::from_name("strong"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A game that has sparring partners.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::{flit::Flit, power4::Power4};
/// use botspec_sdk::sparring::{Level, SparringGame};
/// assert_eq!(Power4::LEVELS, Level::ALL);
/// assert_eq!(Flit::LEVELS.last(), Some(&Level::Search2), "more would not play better");
/// ```
pub trait SparringGame: Game<Position: Searchable> {
    /// The levels that differ in this game, the weakest first.
    const LEVELS: &'static [Level] = &Level::ALL;

    /// What a partner of this level and seed plays in a position in which the game goes on: always the same. A level beyond
    /// [`LEVELS`](Self::LEVELS) plays as the strongest.
    ///
    /// # Panics
    /// May panic if the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Hex, Position, Size};
    /// use botspec_sdk::sparring::{Level, SparringGame as _};
    /// let opening = Position::opening(Size::new(5).unwrap());
    /// let mv = Hex::spar(Level::Greedy, 7, &opening);
    /// assert!(opening.is_legal(mv));
    /// assert_eq!(Hex::spar(Level::Greedy, 7, &opening), mv, "always the same");
    /// ```
    fn spar(level: Level, seed: u64, position: &Self::Position) -> <Self::Position as Position>::Move;
}

/// An opponent of some strength.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Linkage, Position};
/// use botspec_sdk::sparring::{Level, Partner};
/// use botspec_sdk::{Bot as _, Deadline};
/// let mut partner = Partner::<Linkage>::new(Level::Random, 1);
/// // However little time is left: it goes by nodes, not by the clock.
/// let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::ZERO);
/// let order = partner.choose(&Position::opening(), &deadline);
/// assert!(Position::opening().is_legal(order));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Partner<G> {
    level: Level,
    seed: u64,
    game: PhantomData<fn() -> G>,
}

impl<G: SparringGame> Partner<G> {
    /// One of this level. With other seeds it plays other moves of much the same worth.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Hex, Position, Size};
    /// use botspec_sdk::sparring::{Level, Partner};
    /// use botspec_sdk::{Bot as _, Deadline};
    /// let opening = Position::opening(Size::TOURNAMENT);
    /// let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::from_secs(70));
    /// let first = |seed| Partner::<Hex>::new(Level::Random, seed).choose(&opening, &deadline);
    /// assert_eq!(first(1), first(1));
    /// assert!((2..20).any(|seed| first(seed) != first(1)), "other seeds, other games");
    /// ```
    #[must_use]
    pub const fn new(level: Level, seed: u64) -> Self {
        Self { level, seed, game: PhantomData }
    }
}

impl<G: SparringGame> Bot<G> for Partner<G> {
    fn choose(&mut self, position: &G::Position, _: &Deadline) -> <G::Position as Position>::Move {
        G::spar(self.level, self.seed, position)
    }
}

/// The chance of one position, whatever was drawn in others.
pub(crate) fn chance<P: Searchable>(seed: u64, position: &P) -> Random {
    Random::seeded(mix(mix(0, seed), position.key()))
}

/// Any move.
pub(crate) fn any_move<P: Searchable>(seed: u64, position: &P) -> P::Move {
    let mut moves = Vec::new();
    position.list_moves(&mut moves);
    *chance(seed, position).pick(&moves).expect("an open game has a move")
}

/// The best move that alpha-beta finds with so many nodes, no deeper than this, looking at so many moves of a position.
pub(crate) fn look_ahead<P: Searchable>(
    evaluator: impl Evaluator<P>,
    position: &P,
    nodes: u64,
    depth: u8,
    width: usize,
) -> P::Move {
    // A small table is quickly made anew for each move.
    let entries = usize::try_from(nodes).unwrap_or(usize::MAX).clamp(1 << 8, 1 << 16);
    let mut search = AlphaBeta::with_table(evaluator, entries).narrow(width);
    let found = search.search_offering(position, &Budget::of_nodes(nodes), depth, |_| {});
    found.expect("a bot is asked only while the game goes on").best
}

/// An evaluator whose values differ a little from seed to seed, so that a partner does not play the same game again
/// and again.
#[derive(Debug, Clone)]
pub(crate) struct Varied<E> {
    pub(crate) evaluator: E,
    pub(crate) seed: u64,
    /// Values differ by no more than this from what they are.
    pub(crate) spread: u8,
}

impl<P: Searchable, E: Evaluator<P>> Evaluator<P> for Varied<E> {
    fn evaluate(&mut self, position: &P, seat: Seat) -> i32 {
        let spread = i32::from(self.spread);
        let drawn = mix(mix(0, self.seed), position.key()) % (2 * u64::from(self.spread) + 1);
        let for_first = i32::try_from(drawn).expect("two bytes at most") - spread;
        // What is good for one is as bad for the other.
        let own = if seat == Seat::from_index(0) { for_first } else { -for_first };
        self.evaluator.evaluate(position, seat) + own
    }

    fn order(&mut self, position: &P, moves: &mut [P::Move]) {
        self.evaluator.order(position, moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_names_of_their_own() {
        for level in Level::ALL {
            assert_eq!(Level::from_name(level.name()), Some(level));
        }
        assert_eq!(Level::from_name("search-9"), None);
    }
}
