//! How the odd bots do it.

pub(super) mod files;
pub(super) mod id;
pub(super) mod order;
pub(super) mod process;
