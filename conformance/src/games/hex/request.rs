//! The requests that are answered.

use botspec_sdk::games::hex::{BoardText, MoveText, Standing};

use super::{check_win, make_move, show_board, time};
use crate::requirement::Requirement;

/// A request that is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    MakeMove,
    CheckWin,
    ShowBoard,
}

impl Kind {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::MakeMove, Self::CheckWin, Self::ShowBoard];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::MakeMove => "make_move",
            Self::CheckWin => "check_win",
            Self::ShowBoard => "show_board",
        }
    }

    /// The key under which it is noted that answers of this kind are malformed, and plain all the same.
    pub(super) const fn form(self) -> &'static str {
        match self {
            Self::MakeMove => "make_move: form",
            Self::CheckWin => "check_win: form",
            Self::ShowBoard => "show_board: form",
        }
    }

    /// The key under which it is noted that answers of this kind are kept back.
    pub(super) const fn kept_back(self) -> &'static str {
        match self {
            Self::MakeMove => "make_move: kept back",
            Self::CheckWin => "check_win: kept back",
            Self::ShowBoard => "show_board: kept back",
        }
    }

    /// Whether a line has the form of an answer.
    pub(super) fn fits(self, line: &[u8]) -> bool {
        match self {
            Self::MakeMove => MoveText::from_bytes(line).is_ok(),
            Self::CheckWin => Standing::from_bytes(line).is_ok(),
            Self::ShowBoard => BoardText::from_bytes(line).is_ok(),
        }
    }

    /// The rule about the form of the answer.
    pub(super) const fn rule_of_form(self) -> &'static Requirement {
        match self {
            Kind::MakeMove => &make_move::FORMAT,
            Kind::CheckWin => &check_win::VALUE,
            Kind::ShowBoard => &show_board::FORMAT,
        }
    }

    /// The rule about the time it may take.
    pub(super) const fn rule_of_time(self) -> &'static Requirement {
        match self {
            Kind::MakeMove => &time::TURN,
            Kind::CheckWin | Kind::ShowBoard => &time::REPLY,
        }
    }

    /// Another request, whose answer cannot be taken for one of this kind.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::CheckWin => Self::ShowBoard,
            Self::MakeMove | Self::ShowBoard => Self::CheckWin,
        }
    }
}
