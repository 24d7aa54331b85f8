//! From records to bytes. Reports import records and rules only; `main` writes what they return.

mod json;
mod pretty;

pub use json::json;
pub use pretty::{Detail, draw, pretty};
