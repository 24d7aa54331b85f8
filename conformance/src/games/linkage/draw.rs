//! The board as a picture.

use botspec_sdk::games::linkage::{OrderText, Position, Square, Squares};

use crate::record::{Diagram, Mark, Shape, Spot};

/// A position, with the squares of an answer and those at fault marked.
#[must_use]
pub(super) fn draw(position: &Position, answer: Option<OrderText>, offending: Squares) -> Diagram {
    let answered = match answer {
        Some(OrderText::Place { first, second, .. }) => Squares::of(first).union(Squares::of(second)),
        Some(OrderText::Skip) | None => Squares::EMPTY,
    };
    marked(position, answered, offending)
}

/// A position, with the squares of an answer or an order and those at fault marked.
#[must_use]
pub(crate) fn marked(position: &Position, answered: Squares, offending: Squares) -> Diagram {
    let cells = position.to_setup().cells;
    let spot = |column: u8, row: u8| {
        let square = Square::at(column, row).expect("columns and rows are below seven");
        let mark = if offending.contains(square) {
            Mark::Offending
        } else if answered.contains(square) {
            Mark::Answer
        } else {
            Mark::None
        };
        Spot { symbol: cells.get(square).letter(), mark }
    };
    let columns = ('A'..='G').map(String::from).collect();
    let rows = ('1'..='7').map(String::from).collect();
    Diagram::board(Shape::Square, columns, rows, spot)
}
