//! The board as a picture.

use botspec::record::{Diagram, Mark, Shape, Spot};

use crate::position::{Column, Position};

/// A position; of one column the uppermost disc is marked.
pub(crate) fn draw(position: &Position, marked: Option<(Column, Mark)>) -> Diagram {
    let cells = position.cells();
    let mark_at = |row: usize, at: usize| {
        let marked = marked
            .filter(|(column, _)| column.index() == at && row + position.height(*column) == cells.len());
        marked.map_or(Mark::None, |(_, mark)| mark)
    };
    let symbol =
        |row: usize, at: usize| cells[row][at].map_or('.', |seat| if seat.index() == 0 { '0' } else { '1' });
    let spot = |row: usize, at: usize| Spot { symbol: symbol(row, at), mark: mark_at(row, at) };
    Diagram {
        shape: Shape::Square,
        columns: Column::all().map(|column| column.to_string()).collect(),
        rows: vec![String::new(); cells.len()],
        spots: (0..cells.len())
            .map(|row| Column::all().map(|column| spot(row, column.index())).collect())
            .collect(),
    }
}
