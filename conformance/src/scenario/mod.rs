//! Cases as data: the files they are written in, and what is generated beside them.

mod error;
mod file;
mod load;
mod plan;
mod range;
mod shrink;
mod write;

pub use error::ScenarioError;
pub use file::{CaseEntry, ScenarioFile};
pub use load::{Loaded, load, load_from};
pub use plan::{Plan, stream};
pub use range::ranged;
pub use shrink::{Search, cuts, without};
pub use write::{as_text, as_text_if_any, as_texts, file_of, script_to_json};
