//! The board as a picture.

use botspec_sdk::games::flit::{Answer, Board, Position, Square};

use crate::record::{Diagram, Mark, Shape, Spot};

/// A position, with the squares of an answer and those at fault marked.
#[must_use]
pub(super) fn draw(position: &Position, answer: Option<&Answer>, offending: &[Square]) -> Diagram {
    let variant = position.variant();
    let answered: Vec<Square> = answer
        .into_iter()
        .flat_map(|answer| [answer.origin.on(variant), answer.destination.on(variant)])
        .flatten()
        .collect();
    marked(position.board(), &answered, offending)
}

/// A board, with the squares of an answer or a move and those at fault marked.
#[must_use]
pub(crate) fn marked(board: &Board, answered: &[Square], offending: &[Square]) -> Diagram {
    let variant = board.variant();
    let spot = |x: u8, y: u8| {
        let square = variant.square(x.into(), y.into()).expect("both are below the side");
        let mark = if offending.contains(&square) {
            Mark::Offending
        } else if answered.contains(&square) {
            Mark::Answer
        } else {
            Mark::None
        };
        let symbol = match board.get(square).code() {
            0 => '.',
            code => char::from(b'0' + code),
        };
        Spot { symbol, mark }
    };
    let labels = || (0..variant.side()).map(|number| number.to_string()).collect();
    Diagram::board(Shape::Square, labels(), labels(), spot)
}
