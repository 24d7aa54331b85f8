//! From records to bytes. Reports import records, rules and what a ladder keeps only; `main` writes what they return.

mod audit;
mod badge;
mod dialogue;
mod github;
mod head;
mod html;
mod json;
mod junit;
mod last_screen;
mod markdown;
mod page;
mod play;
mod pretty;
mod reask;
mod replay;
mod rules_page;
mod season;
mod standings;
mod words;

pub use badge::badge;
pub use dialogue::dialogue;
pub use github::github;
pub use head::is_page;
pub use html::html;
pub use json::{json, json_line};
pub use junit::junit;
pub use markdown::markdown;
pub use page::{Film, Shot, page, svg};
pub use play::play;
pub use pretty::{Detail, draw, pretty, violations_of};
pub use reask::reask;
pub use replay::{replay_error, replay_summary, replayed};
pub use rules_page::rules_page;
pub use season::{Links, SeasonPage, published_sources, season};
pub use standings::{behind_rating, games_csv, standings};
