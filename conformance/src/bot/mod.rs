//! What to run: from the command line's BOT to a program that can be put into a game folder.

mod archive;
mod binary;
mod build;
mod error;
mod locate;
mod manifest;
mod prepare;
mod submission;
mod which;

pub use binary::BinaryKind;
pub use error::BotError;
pub use locate::Bot;
pub use manifest::Manifest;
pub use prepare::{Prepared, Step};
pub use submission::{
    BinaryFound, Inspection, NotInspected, SourceNotNamed, inspect_submission, named_source,
};
