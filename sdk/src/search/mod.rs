//! Searching for good moves: Monte Carlo tree search and alpha-beta, for any game of this crate.
//!
//! The module is behind the feature `search`, which is off unless asked for:
//!
//! ```toml
//! botspec-sdk = { version = "0.1", features = ["search"] }
//! ```
//!
//! Both searches
//! - stop by a [`Budget`]: the turn's [`Deadline`](crate::Deadline), a number of nodes, or whichever comes first;
//! - are *anytime*: each better move is handed out as soon as it is known;
//! - are deterministic: the same seed, positions and number of nodes give the same moves on every machine;
//! - know a forced win, and end at once where the result of the position is proved.
//!
//! [`Mcts`] needs nothing but the rules. [`AlphaBeta`] needs an [`Evaluator`]: a number that says how good a position
//! looks. [`hex::Distances`](crate::games::hex::Distances) and [`power4::Threats`](crate::games::power4::Threats) are
//! such ones, and in Power Connect Four and on all but the smallest boards of Hex alpha-beta with them is much the stronger.
//! On Hex it is stronger still if it is [narrow](AlphaBeta::narrow).
//! In Linkage it is not, if it goes by the number of groups: there `Mcts` is what to begin with, and
//! [`linkage::Endgame`](crate::games::linkage::Endgame) what to end with. Where moves take places, in Hex and in Linkage,
//! `Mcts` gains much by [RAVE](MctsSettings::rave). For Flit there are
//! [`outlook`](crate::games::flit::outlook), which tells good moves from bad ones without a search, and
//! [`Position::lead_of`](crate::games::flit::Position::lead_of), whose strength was not measured.
//!
//! # How strong
//!
//! Both with 50 ms a move, 40 games each from two random moves; the intervals are those of Wilson at 95 %. `cargo run
//! --release -p botspec-sdk --features search --example search_match` plays them again.
//!
//! | game | alpha-beta against `Mcts` | RAVE against `Mcts` | alpha-beta against RAVE |
//! |---|---|---|---|
//! | Power Connect Four, `fall` and `hover` | 100 % (91 to 100), each | | |
//! | Hex 5×5 | 73 % (57 to 84) | 70 % (55 to 82) | 53 % (38 to 67) |
//! | Hex 7×7 | 85 % (71 to 93) | 83 % (68 to 91) | 65 % (50 to 78) |
//! | Hex 9×9 | 95 % (84 to 99) | 100 % (91 to 100) | 60 % (45 to 74) |
//! | Hex 11×11 | 98 % (87 to 100) | 98 % (87 to 100) | 78 % (63 to 88) |
//!
//! Alpha-beta goes by [`power4::Threats`](crate::games::power4::Threats) and
//! [`hex::Distances`](crate::games::hex::Distances), and looks at all moves; `Mcts` is without RAVE where nothing is said.
//!
//! # A bot for Hex
//!
//! ```
//! use botspec_sdk::games::hex::{Hex, Move, Position, Size};
//! use botspec_sdk::search::{Budget, Mcts, MctsSettings};
//! use botspec_sdk::{Bot, Deadline};
//!
//! struct Searcher(Mcts<Position>);
//!
//! impl Bot<Hex> for Searcher {
//!     fn choose(&mut self, position: &Position, deadline: &Deadline) -> Move {
//!         // What was found out in earlier turns is still in the tree.
//!         let found = self.0.search(position, &Budget::until(*deadline));
//!         found.expect("a bot is asked only while the game goes on").best
//!     }
//! }
//!
//! let mut bot = Searcher(Mcts::new(MctsSettings::rave(), 1));
//! let deadline = Deadline::new(std::time::Instant::now(), std::time::Duration::from_millis(20));
//! let position = Position::opening(Size::new(5).expect("1 to 26"));
//! assert!(position.is_legal(bot.choose(&position, &deadline)));
//! ```

mod alpha_beta;
mod budget;
mod mcts;
mod owners;
mod searchable;
mod table;

pub use alpha_beta::{AlphaBeta, AlphaBetaResult, Evaluator, WIN, is_decided};
pub use budget::Budget;
pub use mcts::{Mcts, MctsResult, MctsSettings};
pub use owners::Owners;
pub use searchable::{Searchable, Status, mix};
