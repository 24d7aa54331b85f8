//! A bot's `main`: the only room of the SDK that touches files, streams and clocks.

pub mod best;
pub mod conversation;
pub mod deadline;
pub mod file_turn;
mod log;
pub mod process_start;
mod restart;
