//! How a referee talks to a bot: a turn of files, or a conversation of lines.
//!
//! Both kinds of bot live in a folder of their own inside a confined
//! [`Sandbox`](crate::process::Sandbox). What comes back is what happened, in plain
//! values; whether it was right is for the rules to say.

mod conversation;
mod directory;
mod environment;
mod file_turn;
mod input_change;
mod installed;
mod lines;
mod output;
mod snapshot;

pub use conversation::{Answer, Closed, Conversation, How, Sent};
pub use environment::Environment;
pub use file_turn::{FileTurn, Folder, InputFile, TurnRequest, WorkingDirectory};
pub use input_change::InputChange;
pub use installed::FolderStyle;
pub use lines::{Line, LineEnd};
pub use output::OutputFile;
pub use snapshot::{ChangeKind, FileChange};
