//! What may change what a bot knows.

use botspec_sdk::games::hex::{Cell, Colour, Size};

use super::{init_board, input, make_move, set, swap};
use crate::requirement::Requirement;

/// Something that may change what a bot knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// `init_board`.
    Begun(Size),
    /// `sety` or `seto`, with the colour of the stone; whether the cell was empty.
    Put { cell: Cell, colour: Colour, own: bool, effective: bool },
    /// `unset`; whether there was a stone.
    Taken { cell: Cell, effective: bool },
    /// The bot's own stone.
    Moved { cell: Cell, colour: Colour },
    /// A swap, by either side.
    Swapped,
    /// A line that is no message.
    Unknown,
}

impl Event {
    pub(super) const fn cell(&self) -> Option<Cell> {
        match *self {
            Self::Put { cell, .. } | Self::Taken { cell, .. } | Self::Moved { cell, .. } => Some(cell),
            Self::Begun(_) | Self::Swapped | Self::Unknown => None,
        }
    }

    /// The rule that a bot breaks which does not survive it.
    pub(super) fn rule(&self) -> &'static Requirement {
        match self {
            Self::Begun(_) => &init_board::SIZES,
            Self::Put { effective: false, .. } | Self::Taken { effective: false, .. } => &set::OCCUPIED,
            Self::Put { .. } | Self::Taken { .. } => &set::RECORDED,
            Self::Moved { .. } => &make_move::RECORDED,
            Self::Swapped => &swap::COLOURS,
            Self::Unknown => &input::UNKNOWN,
        }
    }

    /// The message that told of it, where there was one.
    pub(super) fn message(&self) -> Option<String> {
        match self {
            Self::Put { cell, own, .. } => Some(format!("{} {cell}", if *own { "sety" } else { "seto" })),
            Self::Taken { cell, .. } => Some(format!("unset {cell}")),
            Self::Begun(_) | Self::Moved { .. } | Self::Swapped | Self::Unknown => None,
        }
    }

    /// Whether it should have changed nothing.
    pub(super) const fn is_idle(&self) -> bool {
        matches!(self, Self::Put { effective: false, .. } | Self::Taken { effective: false, .. })
    }
}
