//! The games as an arbiter keeps them, one file a game: the rules themselves are the SDK's.

pub(super) mod flit;
pub(super) mod hex;
pub(super) mod linkage;
pub(super) mod power4;

use super::arbiter::Fault;
use crate::record::{GameResult, Move};

/// The text of a move of a game whose moves are texts.
fn text(mv: &Move) -> Result<&str, Fault> {
    match mv {
        Move::Text(text) => Ok(text),
        Move::Turn(_) => Err(Fault::of_record("a move of this game is a string, not an object")),
    }
}

/// A result that says no more than who won and by what.
fn result(winner: serde_json::Value, reason: String) -> GameResult {
    GameResult { winner, player: None, reason, groups: None, counts: None, turns: None }
}
