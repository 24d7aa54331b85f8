//! Moves as Hex programs elsewhere write them, in SGF and GTP.

use super::vertex::Vertex;

/// What a move says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Stone(Vertex),
    Swap(Swap),
    /// By `resign` or `forfeit`.
    GivenUp,
}

/// Which way the players have swapped: they are the same game, mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Swap {
    /// They have exchanged colours, and the stone stays: this is the contest's.
    Sides,
    /// They keep their colours, and the stone was exchanged for one of the other colour in the mirrored cell.
    Pieces,
}

impl Step {
    /// Reads a move, in small or capital letters. HexGui reads a mere `swap` as `swap-pieces`.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        Some(match text.to_ascii_lowercase().as_str() {
            "swap-pieces" | "swap" => Self::Swap(Swap::Pieces),
            "swap-sides" => Self::Swap(Swap::Sides),
            "resign" | "forfeit" => Self::GivenUp,
            cell => Self::Stone(Vertex::from_text(cell)?),
        })
    }
}
