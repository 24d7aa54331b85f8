//! From records to bytes. Reports import records and rules only; `main` writes what they return.

mod github;
mod html;
mod json;
mod junit;
mod markdown;
mod play;
mod pretty;
mod words;

pub use github::github;
pub use html::html;
pub use json::json;
pub use junit::junit;
pub use markdown::markdown;
pub use play::{orders, outcome, play, side};
pub use pretty::{Detail, draw, pretty};
