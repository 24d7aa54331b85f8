//! What the bots do that are odd but right.

pub(super) mod choice;
pub(super) mod known;
pub(super) mod process;
pub(super) mod talk;
