//! How the odd bots do it.

pub(super) mod input;
pub(super) mod moves;
pub(super) mod process;
pub(super) mod turns;
pub(super) mod writing;
