//! Linkage, the 2012 ongoing challenge.
//!
//! Two players, *More* and *Fewer*, lay 24 dominoes, six in each of four colours, on a board of 7×7
//! squares whose centre is blocked. Anybody may play any colour that is left; a domino must not
//! touch the one the opponent played last (the referee marks those squares `x`). Who has no legal
//! placement skips, and only then. The game ends when all dominoes are placed or two turns in a row
//! were skips. Twelve groups or more of one colour each: More wins; fewer: Fewer wins.
//!
//! A bot is a program started once per turn. It reads `input.txt` and writes `order.txt`, both in
//! its own folder, within five seconds; with any argument it prints one line about itself.
//!
//! ```
//! use botspec_sdk::games::linkage::{InputText, OrderText, Position};
//! use botspec_sdk::Position as _;
//!
//! let text = InputText::from_bytes(
//!     b"F5666\nRRx....\nxx.....\n.......\n...X...\n.......\n.......\n.......\n",
//! )?;
//! let position = Position::from_setup(&text.into())?;
//! assert_eq!(position.legal_moves()[0].to_string(), "BA3A4");
//!
//! let touching = OrderText::from_bytes(b"GA2A3")?;
//! let reasons = position.faults(touching);
//! assert_eq!(reasons[0].to_string(), "A2 is marked x: it touches the opponent's last domino");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod counts;
mod domino;
#[cfg(feature = "search")]
mod endgame;
mod game;
mod order;
mod position;
mod rules;
#[cfg(feature = "search")]
mod search;
mod setup;
#[cfg(feature = "search")]
mod sparring;
mod square;
mod squares;
mod wire;

pub use board::{Board, Colour, Side};
pub use cell::{Cell, Cells};
pub use domino::{Domino, Dominoes};
#[cfg(feature = "search")]
pub use endgame::{Endgame, Solution};
pub use game::Linkage;
pub use order::{Order, Reason};
pub use position::{Inconsistent, Position, Problem};
pub use rules::{End, Outcome, Placements};
pub use setup::Setup;
pub use square::Square;
pub use squares::Squares;
pub use wire::{InputText, OrderText};
