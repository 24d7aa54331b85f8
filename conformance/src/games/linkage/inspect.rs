//! `inspect`: what can be said about one `input.txt`.

use botspec_sdk::games::linkage::{InputText, Position, Setup};

use super::arbiter::Rules;
use super::{hint, order};
use crate::options::InspectError;
use crate::record::{Answer, Inspection};

/// Reads a position and judges an answer to it.
pub(super) fn inspect(bytes: &[u8], answer: Option<&str>) -> Result<Inspection, InspectError> {
    let text = InputText::from_bytes(bytes).map_err(InspectError::malformed)?;
    let setup = Setup::from(text);
    let mut inspection = Inspection::of("linkage", setup.side.to_string());
    let problems = Position::from_setup(&setup).err().map_or_else(Vec::new, |refused| refused.problems);
    match Position::from_guess(&setup) {
        Err(_) => inspection.refuse(&problems, answer),
        // What is legal follows from the squares, the marks and what is left, whatever else cannot be.
        Ok(position) => {
            inspection.answer = answer.map(|answer| judge(&position, answer));
            inspection.show(&Rules::at(position));
            inspection.doubt(&problems);
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
