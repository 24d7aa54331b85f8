//! What to run: from the command line's BOT to a program that can be put into a game folder.
//!
//! [`Bot::locate`] finds out what a path holds, [`Bot::prepare`] builds it and says how it is started. Apart from
//! that, [`inspect_submission`] and [`named_source`] judge a folder as a submission.

mod archive;
mod bench;
mod binary;
mod bytecode;
mod cache;
mod cargo;
mod command;
mod compile;
mod copying;
mod difference;
mod error;
mod executable;
mod fetch;
mod files;
mod fingerprint;
mod imports;
mod interpreter;
mod locate;
mod manifest;
mod object_code;
mod origin;
mod packing;
mod prepare;
mod sources;
mod step;
mod stranger;
mod submission;
mod toolbox;
mod toolchain;
mod workshop;
mod workspace;

pub use binary::{BinaryKind, HEAD, Recognised, recognise};
pub use command::interrupt_builds;
pub use difference::{Difference, differences, hash_files, sha256_of_all};
pub use error::BotError;
pub use files::is_history;
pub use fingerprint::fingerprint;
pub use imports::imported_by;
pub use interpreter::installed;
pub use locate::Bot;
pub use manifest::{Manifest, Placed};
pub use packing::Packing;
pub use step::Step;
pub use stranger::Stranger;
pub use submission::{
    BinaryFound, Content, Inspection, NotInspected, SourceNotNamed, inspect_submission, named_source,
};
pub use toolbox::{TOOLS, Tool, Toolbox};
pub use workshop::Workshop;
