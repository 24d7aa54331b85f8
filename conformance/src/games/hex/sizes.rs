//! Sizes of boards that a bot cannot use.

use botspec_sdk::games::hex::{Message, Size};

use super::init_board;
use super::script::{Script, SessionScript};
use super::session::EVERYTHING;
use super::step::Step;
use crate::run_context::RunContext;

/// The most rows of each range of sizes, and the key of boards of that range. What has two digits is tried at the end of
/// its range before anything else is; 10 is the tournament's.
const RANGES: [(u8, &str); 4] = [
    (9, EVERYTHING),
    (10, "hex: boards of 10×10"),
    (12, "hex: boards up to 12×12"),
    (Size::MAX.get(), "hex: boards up to 26×26"),
];

impl SessionScript {
    /// The sizes of its boards.
    pub(super) fn sizes(&self) -> impl Iterator<Item = Size> {
        self.all_steps().filter_map(|step| match step {
            Step::Say(Message::InitBoard(size)) => Some(*size),
            _ => None,
        })
    }

    /// Whether one of its boards has a size of two digits.
    pub(super) fn is_large(&self) -> bool {
        self.sizes().any(is_large)
    }
}

/// Whether a size has two digits.
pub(super) const fn is_large(size: Size) -> bool {
    size.get() > 9
}

/// The rule that stands in the way of a script: boards of its range, or of one below it, have been found not to work.
pub(super) fn blocker(script: &Script, context: &RunContext<'_>) -> Option<&'static str> {
    let size = match script {
        Script::Session(session) => session.sizes().max(),
        Script::Game(game) => Some(game.size),
        Script::Start(_) | Script::Headroom {} => None,
    }?;
    RANGES[..=range(size)].iter().find_map(|(_, key)| context.observations.blocked_by(key))
}

/// Remembers that boards of these sizes do not work.
pub(super) fn remember(script: &SessionScript, context: &RunContext<'_>) {
    if let Some(size) = script.sizes().max() {
        context.observations.block(RANGES[range(size)].1, init_board::SIZES.id);
    }
}

fn range(size: Size) -> usize {
    RANGES.iter().take_while(|(most, _)| *most < size.get()).count()
}
