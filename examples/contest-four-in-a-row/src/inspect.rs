//! `inspect`: what can be said about one line `update game field`.

use botspec::record::{Answer, Inspection};
use botspec_sdk::Position as _;
use botspec_sdk::seat::Seat;
use botspec_sdk::text::ParseError;
use serde_json::{Value, json};

use crate::draw::draw;
use crate::play::judge;
use crate::position::Position;
use crate::wire::field;

/// Reads a field and judges an answer to it. Whose turn it is follows from the discs.
pub(crate) fn inspect(bytes: &[u8], answer: Option<&str>) -> Result<Inspection, ParseError> {
    let position = Position::from_cells(field(bytes)?);
    let mut seen = Inspection::of("four", String::new());
    seen.side = position.as_ref().ok().map(|position| position.seat_to_move().index().to_string());
    match position {
        Err(problems) => seen.refuse(&problems, answer),
        Ok(position) => {
            seen.list(&position.legal_moves());
            let end = position.outcome();
            seen.result = end.map(|end| json!({"winner": side(end.winner), "reason": end.reason}));
            let judged = |text: &str| judge(&position, text.as_bytes()).err().map(|violation| *violation);
            seen.answer = answer.map(|text| Answer {
                legal: end.is_none() && judged(text).is_none(),
                ..Answer::judged(text, judged(text).into_iter().collect())
            });
            seen.diagram = Some(draw(&position, None));
        }
    }
    Ok(seen)
}

/// A player in the words of a record: 0, 1, or null.
pub(crate) fn side(seat: Option<Seat>) -> Value {
    seat.map(Seat::index).into()
}
