//! `inspect`: what can be said about one line `update game field`.

use botspec::record::{Answer, Inspection};
use botspec_sdk::Position as _;
use botspec_sdk::text::ParseError;

use crate::arbiter::Rules;
use crate::play::judge;
use crate::position::Position;
use crate::wire::field;

/// Reads a field and judges an answer to it. Whose turn it is follows from the discs.
pub(crate) fn inspect(bytes: &[u8], answer: Option<&str>) -> Result<Inspection, ParseError> {
    let mut seen = Inspection::of("four", String::new());
    match Position::from_cells(field(bytes)?) {
        Err(problems) => {
            seen.side = None;
            seen.refuse(&problems, answer);
        }
        Ok(position) => {
            seen.side = Some(position.seat_to_move().index().to_string());
            seen.show(&Rules { position, last: None });
            seen.answer = answer.map(|text| {
                let violation = judge(&position, text.as_bytes()).err();
                let judged = Answer::judged(text, violation.map(|it| *it).into_iter().collect());
                Answer { legal: judged.legal && seen.result.is_none(), ..judged }
            });
        }
    }
    Ok(seen)
}
