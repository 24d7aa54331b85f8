//! Cells that are shown wrongly.

use botspec_sdk::games::hex::{Board, BoardText, Cell, Colour};

/// A cell that is shown wrongly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Difference {
    pub(super) cell: Cell,
    pub(super) expected: Option<Colour>,
    pub(super) shown: Option<Colour>,
}

pub(super) fn differences(expected: &Board, shown: &BoardText) -> Vec<Difference> {
    if shown.size() != expected.size() {
        return Vec::new();
    }
    let shown = shown.to_board();
    expected
        .cells()
        .map(|(cell, stone)| Difference { cell, expected: stone, shown: shown.get(cell) })
        .filter(|difference| difference.expected != difference.shown)
        .collect()
}
