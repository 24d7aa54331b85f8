//! The board as a picture.

use botspec::record::{Diagram, Mark, Shape, Spot};

use crate::position::{Column, HEIGHT, Position};

/// A position; of one column the uppermost disc is marked.
pub(crate) fn draw(position: &Position, marked: Option<(Column, Mark)>) -> Diagram {
    let spot = |column: u8, row: u8| {
        let (at, row) = (usize::from(column), usize::from(row));
        let symbol = position.cells()[row][at].map_or('.', |seat| if seat.index() == 0 { '0' } else { '1' });
        let is_marked = |column: Column| column.index() == at && row + position.height(column) == HEIGHT;
        let mark = marked.filter(|(column, _)| is_marked(*column)).map_or(Mark::None, |(_, mark)| mark);
        Spot { symbol, mark }
    };
    let columns = Column::all().map(|column| column.to_string()).collect();
    Diagram::board(Shape::Square, columns, vec![String::new(); HEIGHT], spot)
}
