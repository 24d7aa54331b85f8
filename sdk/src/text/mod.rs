//! What every parser of a text shares: places, what was found there, and the error that says so.

mod cursor;
mod error;

pub use cursor::Cursor;
pub use error::{Found, ParseError, Place};
