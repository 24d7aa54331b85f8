//! Four In A Row, as the arena riddles.io played it: a contest for botspec that lives in a crate of its own.
//!
//! README.md says which file holds what.

mod arbiter;
mod contest;
mod draw;
mod inspect;
mod partner;
mod play;
mod position;
mod referee;
mod requirements;
mod script;
mod wire;

pub use contest::FourInARow;
pub use position::{Column, Position, Reason};
pub use script::Script;
