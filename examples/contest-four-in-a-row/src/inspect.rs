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
    let (position, problems) = match Position::from_cells(field(bytes)?) {
        Ok(position) => (Some(position), Vec::new()),
        Err(problems) => (None, problems),
    };
    let legal = position.map(|it| it.legal_moves()).unwrap_or_default();
    let judged = |text: &str| {
        let judged = position.map(|position| judge(&position, text.as_bytes()));
        let is_legal = matches!(&judged, Some(Ok(column)) if legal.contains(column));
        let violations = judged.and_then(Result::err).into_iter().map(|violation| *violation).collect();
        Answer { text: text.to_owned(), legal: is_legal, violations }
    };
    Ok(Inspection {
        schema: "botspec.inspect/1",
        game: "four",
        consistent: position.is_some(),
        problems,
        side: position.map(|it| it.next().index().to_string()),
        legal_count: legal.len(),
        legal: legal.iter().map(ToString::to_string).collect(),
        answer: answer.map(judged),
        result: position
            .and_then(|it| it.outcome())
            .map(|end| json!({"winner": side(end.winner), "reason": end.reason})),
        diagram: position.map(|it| draw(&it, None)),
    })
}

/// A player in the words of a record: 0, 1, or null.
pub(crate) fn side(seat: Option<Seat>) -> Value {
    seat.map(Seat::index).into()
}

#[cfg(test)]
#[test]
fn a_field_says_whose_turn_it_is_and_what_is_legal() {
    let after = |cells: &str| inspect(cells.as_bytes(), Some("place_disc 7")).unwrap();
    let seen = after(&(".,".repeat(41) + "0"));
    assert_eq!((seen.side.as_deref(), seen.legal_count), (Some("1"), 7));
    assert_eq!(seen.answer.unwrap().violations[0].rule, "four/answer/column");
    assert_eq!(
        after(&("0,".to_owned() + &".,".repeat(40) + "1")).problems,
        ["an empty cell is below a disc in column 0"]
    );
    assert!(after(&(".,".repeat(39) + "0,0,0")).problems[0].starts_with("player 0 has 3 discs"));
}
