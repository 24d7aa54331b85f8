//! Formats, rules engines and run loops for contest bots.
//!
//! Data walks one way: bytes → *wire* (these bytes have this form) → *setup* (these are the facts
//! claimed) → *position* (these facts are possible) → *rules*. An entrant implements [`Bot`] for
//! one of the [`games`] and hands it to a run loop in [`run`]; everything else is done here.

pub mod bot;
pub mod game;
pub mod games;
pub mod outcome;
pub mod perft;
pub mod random;
pub mod run;
pub mod seat;
pub mod text;

pub use bot::{Bot, Identity};
pub use game::{Game, IllegalMove, Position};
pub use run::deadline::Deadline;
