//! Flit, king of the hill: four bots on a 32×32 torus, or two on 16×16 in the trial ([`Variant::Duel`]).
//!
//! Bots take turns in the order of their numbers. A move takes one of the bot's pieces, the origin, to any
//! empty square next to *another* of its pieces, and every neutral piece next to the destination becomes the
//! mover's. Staying is always allowed. After each turn a neutral piece may appear on a square that is empty
//! and has four empty neighbours. The game ends after 32,768 turns, when all bots in a row moved nothing, or
//! when one bot is out of reach; then the one with the most pieces wins, and a tie has no winner.
//!
//! What a bot sees is a [`Position`], kept by its [`Memory`]; what a referee keeps is a [`Match`]; [`draw`] is chance.

mod board;
pub mod draw;
mod game;
mod memory;
#[cfg(feature = "search")]
mod outlook;
mod position;
mod reach;
mod referee;
pub mod rules;
#[cfg(feature = "search")]
mod search;
mod setup;
#[cfg(feature = "search")]
mod sparring;
mod square;
mod squares;
mod variant;
mod wire;

pub use board::{Board, Contents, Player};
pub use game::Flit;
pub use memory::Memory;
#[cfg(feature = "search")]
pub use outlook::outlook;
pub use position::Position;
pub use referee::{Match, OVERRUNS, Reply, Turn, TurnError};
pub use rules::{Destinations, End, Move, Reason};
pub use setup::{Inconsistent, Problem, Setup};
pub use square::{Direction, Square};
pub use squares::{Iter, Squares};
pub use variant::Variant;
pub use wire::{Answer, Message, Point, Update};
