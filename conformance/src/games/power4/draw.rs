//! The board as a picture.

use botspec_sdk::games::power4::{Board, Cell, Cells, Column, Disk, Team};

use crate::record::{Diagram, Mark, Shape, Spot};

/// A board, top row first, with the cells of an answer and those at fault marked. Dual disks are `*`.
#[must_use]
pub(crate) fn draw(board: &Board, answered: Cells, offending: Cells) -> Diagram {
    let spot = |cell: Cell| {
        let symbol = match board.get(cell) {
            None => '.',
            Some(Disk::Of(Team::One)) => '1',
            Some(Disk::Of(Team::Two)) => '2',
            Some(Disk::Dual) => '*',
        };
        let mark = if offending.contains(cell) {
            Mark::Offending
        } else if answered.contains(cell) {
            Mark::Answer
        } else {
            Mark::None
        };
        Spot { symbol, mark }
    };
    let row = |row: u8| Column::all().filter_map(|column| Cell::at(column, row)).map(spot).collect();
    Diagram {
        shape: Shape::Square,
        columns: Column::all().map(|column| column.to_string()).collect(),
        rows: (1..=Cell::ROWS).rev().map(|row| row.to_string()).collect(),
        spots: (1..=Cell::ROWS).rev().map(row).collect(),
    }
}
