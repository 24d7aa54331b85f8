//! Formats, rules engines and run loops for contest bots.
//!
//! Data walks one way: bytes → *wire* (these bytes have this form) → *setup* (these are the facts
//! claimed) → *position* (these facts are possible) → *rules*. An entrant implements [`Bot`] for
//! one of the [`games`] and hands it to a run loop in [`run`]; everything else is done here.
//!
//! # A bot for Linkage
//!
//! ```
//! use botspec_sdk::games::linkage::{Order, Position, Side};
//! use botspec_sdk::{Deadline, Position as _};
//!
//! /// More wants many groups after its placement, Fewer few.
//! fn choose(position: &Position, _deadline: &Deadline) -> Order {
//!     let groups = |order: &Order| position.play_unchecked(*order).groups();
//!     let best = match position.side() {
//!         Side::More => position.placements().max_by_key(groups),
//!         Side::Fewer => position.placements().min_by_key(groups),
//!     };
//!     best.unwrap_or(Order::Skip)
//! }
//!
//! let mut position = Position::opening();
//! let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::from_secs(4));
//! while position.outcome().is_none() {
//!     position = position.play(choose(&position, &deadline))?;
//! }
//! println!("{position:?}\n{:?}", position.outcome());
//! # Ok::<(), botspec_sdk::IllegalMove<Position>>(())
//! ```
//! Its `main` is `file_turn::run::<Linkage>(&IDENTITY, choose)`: see [`run::file_turn`].
//!
//! # A bot for Hex
//!
//! ```
//! use botspec_sdk::games::hex::{Move, Position, Size};
//! use botspec_sdk::random::Random;
//! use botspec_sdk::{Deadline, Position as _};
//!
//! /// Plays where it wins the most random games.
//! fn choose(position: &Position, deadline: &Deadline) -> Move {
//!     let mut random = Random::seeded(1);
//!     let mut wins = vec![0_u32; position.legal_moves().len()];
//!     for _ in 0..100 {
//!         for (wins, mv) in wins.iter_mut().zip(position.legal_moves()) {
//!             let Ok(after) = position.clone().play(mv) else { continue };
//!             // After a swap this player has the other colour.
//!             let winner = after.seat_of(after.playout(&mut random));
//!             *wins += u32::from(winner == position.seat_to_move());
//!         }
//!         if deadline.is_over() {
//!             break;
//!         }
//!     }
//!     let best = position.legal_moves().into_iter().zip(wins).max_by_key(|&(_, wins)| wins);
//!     best.map_or(Move::Swap, |(mv, _)| mv)
//! }
//!
//! let mut position = Position::opening(Size::new(4).expect("1 to 26"));
//! let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::from_secs(70));
//! while position.outcome().is_none() {
//!     let mv = choose(&position, &deadline);
//!     position = position.play(mv)?;
//! }
//! println!("{:?}\n{:?}", position.board(), position.outcome());
//! # Ok::<(), botspec_sdk::IllegalMove<Position>>(())
//! ```
//! Its `main` is `conversation::run::<Hex>(choose)`: see [`run::conversation`].
//!
//! # A bot for Flit
//!
//! ```
//! use botspec_sdk::games::flit::{Answer, Match, Move, Position, Reply, Variant, draw};
//! use botspec_sdk::random::Random;
//! use botspec_sdk::{Deadline, Position as _};
//!
//! /// Takes as many neutral pieces as one move can.
//! fn choose(position: &Position, _deadline: &Deadline) -> Move {
//!     let gain = |mv: &Move| position.conversions(mv.destination).len();
//!     position.legal_moves().into_iter().max_by_key(gain).unwrap_or(position.stay())
//! }
//!
//! let mut random = Random::seeded(1);
//! let (mut game, _updates) = Match::start(Variant::Duel, &mut random);
//! let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::from_millis(60));
//! while game.outcome().is_none() {
//!     let answer = Answer::from(choose(game.position(), &deadline));
//!     game.turn(Reply::Answer(answer), |board| draw::neutral(board, &mut random))?;
//! }
//! println!("{}{:?}", game.position().board(), game.outcome());
//! # Ok::<(), botspec_sdk::games::flit::TurnError>(())
//! ```
//! Its `main` is `conversation::run::<Flit>(choose)`: see [`run::conversation`].
//!
//! # A bot for Power Connect Four
//!
//! ```
//! use botspec_sdk::games::power4::{Drop, Gravity, Kind, Position, Team};
//! use botspec_sdk::{Deadline, Position as _};
//!
//! /// Makes and takes away places where a fourth disk wins, with normal disks if that will do.
//! fn choose(position: &Position, _deadline: &Deadline) -> Drop {
//!     let value = |drop: &Drop| {
//!         let Some(after) = position.play_unchecked(*drop) else { return i32::MIN };
//!         let worth = |team: Team| {
//!             let places = after.board().counting_for(team).fourths().without(after.board().occupied());
//!             if after.board().has_four(team) { 1_000 } else { places.into_iter().count() as i32 }
//!         };
//!         2 * (worth(position.team()) - worth(position.team().other())) + i32::from(drop.kind == Kind::Normal)
//!     };
//!     position.drops().max_by_key(value).expect("a bot is asked only while the set goes on")
//! }
//!
//! let mut position = Position::opening(Team::One, Gravity::Fall);
//! let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::from_secs(1));
//! while position.outcome().is_none() {
//!     position = position.play(choose(&position, &deadline))?;
//! }
//! println!("{:?}{:?}", position.board(), position.outcome());
//! # Ok::<(), botspec_sdk::IllegalMove<Position>>(())
//! ```
//! Its `main` is `file_turn::run::<Power4>(&TeamId::OfProgram, choose)`: see [`run::file_turn`]. Which disks
//! are used and how many turns have passed is not in the contest's files; the loop remembers it.
//!
//! # More
//!
//! The feature `search` adds Monte Carlo tree search and alpha-beta for all games (`search`), the feature `proptest`
//! strategies to try a bot on any position (`strategies`). With [`run::best`] a bot that does not come to an end answers
//! in time all the same.

pub mod bot;
pub mod file_game;
pub mod game;
pub mod games;
pub mod outcome;
pub mod perft;
pub mod random;
pub mod run;
#[cfg(feature = "search")]
pub mod search;
pub mod seat;
#[cfg(feature = "search")]
pub mod sparring;
#[cfg(feature = "proptest")]
pub mod strategies;
pub mod stream_game;
pub mod text;

pub use bot::{Bot, Identity};
pub use file_game::FileGame;
pub use game::{Game, IllegalMove, Position};
pub use run::deadline::Deadline;
pub use stream_game::{Heard, StreamGame};

/// The guides, whose programs are compiled with the other examples of this crate.
#[cfg(all(doctest, feature = "search"))]
mod guides {
    #[doc = include_str!("../../docs/first-bot/linkage.md")]
    struct Linkage;
    #[doc = include_str!("../../docs/first-bot/hex.md")]
    struct Hex;
    #[doc = include_str!("../../docs/first-bot/flit.md")]
    struct Flit;
    #[doc = include_str!("../../docs/first-bot/power4.md")]
    struct Power4;
}
