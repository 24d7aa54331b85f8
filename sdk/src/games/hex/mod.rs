//! Hex, UAIS tournament protocol.
//!
//! Two players, *black* and *white*, put stones on a rhombus of hexagons, 1×1 to 26×26. Black moves
//! first and wants a chain from the top row to the bottom row, white one from the left column to the
//! right column; exactly one of them gets it. The second player may answer the first stone with
//! `swap`: the players exchange colours, the stone stays, and whoever opened moves next, as white.
//!
//! `c8` is row 3, column 8: **the letter is the row**. A cell is adjacent to its left and right
//! neighbours, to the two above it, `(r−1, c)` and `(r−1, c+1)`, and the two below, `(r+1, c−1)` and
//! `(r+1, c)`.
//!
//! A bot is a process that is started once a game with its colour as argument and answers messages
//! on stdin; see [`Message`] and [`run::conversation`](crate::run::conversation).
//!
//! ```
//! use botspec_sdk::Position as _;
//! use botspec_sdk::games::hex::{Colour, MoveText, Position, Size};
//!
//! let mut position = Position::opening(Size::new(2).unwrap());
//! for answer in ["a1", "swap", "b1", "a2", "b2"] {
//!     let text = MoveText::from_bytes(answer.as_bytes())?;
//!     let mv = position.judge(text)?;
//!     position = position.play(mv)?;
//! }
//! let outcome = position.outcome().unwrap();
//! assert_eq!(outcome.winner, Colour::White);
//! assert_eq!(outcome.seat.number(), 1, "who opened has been white since the swap");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
#[cfg(feature = "search")]
mod distances;
mod game;
mod groups;
mod memory;
mod playout;
mod position;
mod rules;
#[cfg(feature = "search")]
mod search;
mod setup;
#[cfg(feature = "search")]
mod sparring;
mod wire;

pub use board::{Board, Cell, Colour, Size};
#[cfg(feature = "search")]
pub use distances::Distances;
pub use game::Hex;
pub use groups::Undo as StoneUndo;
pub use memory::Memory;
pub use position::{Inconsistent, Position, Problem};
pub use rules::{End, Move, Outcome, Reason, Undo};
pub use setup::{Setup, Swap};
pub use wire::{BoardText, Coordinate, Message, MoveText, Standing};
