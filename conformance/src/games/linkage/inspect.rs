//! `inspect`: what can be said about one `input.txt`.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{InputText, Outcome, Position, Squares};
use serde_json::json;

use super::draw::draw;
use super::{hint, order};
use crate::options::InspectError;
use crate::record::{Answer, Inspection};

/// Reads a position and judges an answer to it.
pub(super) fn inspect(bytes: &[u8], answer: Option<&str>) -> Result<Inspection, InspectError> {
    let text = InputText::from_bytes(bytes).map_err(InspectError::malformed)?;
    let mut inspection = Inspection::of("linkage", text.side.to_string());
    match Position::from_setup(&text.into()) {
        Err(inconsistent) => {
            inspection.refuse(&inconsistent.problems, answer);
        }
        Ok(position) => {
            inspection.list(&position.legal_moves());
            inspection.result = position.outcome().map(result);
            inspection.diagram = Some(draw(&position, None, Squares::EMPTY));
            inspection.answer = answer.map(|answer| judge(&position, answer));
        }
    }
    Ok(inspection)
}

fn judge(position: &Position, text: &str) -> Answer {
    let violations = match order::read(text.as_bytes(), None) {
        Err(miswritten) => vec![miswritten.violation],
        Ok(order) => {
            let guess = hint::for_answer(order, position);
            let mut violations = order::judge(position, order);
            for violation in &mut violations {
                violation.hint = violation.hint.take().or_else(|| guess.clone());
            }
            violations
        }
    };
    Answer::judged(text, violations)
}

/// The outcome in the form of a game record's.
fn result(outcome: Outcome) -> serde_json::Value {
    json!({
        "winner": outcome.winner.to_string(),
        "reason": outcome.end.to_string(),
        "groups": outcome.groups,
    })
}
