//! The files of a bot, and what in them changes.
//!
//! What decides is the content of files: a [`Snapshot`] before is compared with one after. The system's notices
//! of changes only say when it is worth looking, and where there are none, looking now and then does.

mod products;
mod snapshot;
mod wake;

use std::path::PathBuf;

pub use products::Products;
pub use snapshot::Snapshot;
pub use wake::Wake;

/// Which files a bot is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// This one alone.
    File(PathBuf),
    /// This one, and the sources beside it, which it may include.
    Source(PathBuf),
    /// All in this folder, but for what nobody writes by hand: hidden files, caches, build folders.
    Folder(PathBuf),
}
