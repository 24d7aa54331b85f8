//! A contest that is played week by week: who plays whom, what came of it, and where all of that is kept.
//!
//! Everything is in one file, a [`Store`]. A week's games follow from the order of the bots and from who has met before
//! ([`week_of()`]), and the next order from the games ([`standings()`]). A game's number and seed depend on nothing else, so
//! that it does not matter where it is played: a [`Ledger`] brings the games of another machine home.

mod bootstrap;
mod error;
mod ledger;
mod lock;
mod publish;
mod roster;
mod rounds;
mod schedule;
mod schema;
mod season;
mod settings;
mod source;
mod standing;
mod store;
mod weeks;

pub use bootstrap::rank_intervals;
pub use error::LadderError;
pub use ledger::{Ledger, LedgerHead, Merged};
pub use lock::RunLock;
pub use publish::zip_of;
pub use roster::{Added, Entry, Submission};
pub use schedule::{Match, Planned, Start, games_are_even, games_of_a_week, schedule, week_of};
pub use settings::{Format, Overruns, Seeds, Settings};
pub use source::{Source, SourceFile};
pub use standing::{Outcome, standings};
pub use store::Store;
pub use weeks::{FinishedGame, GameRow, Week};
