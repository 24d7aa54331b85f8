//! Cases as data: the files they are written in, and what is generated beside them.

mod error;
mod file;
mod load;
mod plan;

pub use error::ScenarioError;
pub use file::{CaseEntry, ScenarioFile};
pub use load::{Loaded, load};
pub use plan::Plan;
