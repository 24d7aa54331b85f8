//! How the odd bots do it.

pub(super) mod books;
pub(super) mod drops;
pub(super) mod emptied;
pub(super) mod files;
pub(super) mod output;
pub(super) mod process;
