//! The board as a picture.

use botspec_sdk::games::hex::{Board, Cell};

use crate::record::{Diagram, Mark, Shape, Spot};

/// The cells that matter.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spots {
    /// At fault.
    pub(crate) offending: Vec<Cell>,
    /// Part of the matter, and not at fault.
    pub(crate) answer: Vec<Cell>,
}

/// A board, with what matters marked.
#[must_use]
pub(crate) fn draw(board: &Board, spots: Spots) -> Diagram {
    let side = board.size().get();
    let spot = |column: u8, row: u8| {
        let cell = Cell::at(row, column).expect("both are below the size");
        let mark = if spots.offending.contains(&cell) {
            Mark::Offending
        } else if spots.answer.contains(&cell) {
            Mark::Answer
        } else {
            Mark::None
        };
        Spot { symbol: board.get(cell).map_or('.', |colour| colour.letter()), mark }
    };
    let columns = (1..=side).map(|column| column.to_string()).collect();
    let rows = (0..side).map(|row| char::from(b'a' + row).to_string()).collect();
    Diagram::board(Shape::Rhombus, columns, rows, spot)
}
