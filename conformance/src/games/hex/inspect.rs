//! `inspect`: what can be said about one line of `show_board`.

use botspec_sdk::games::hex::{BoardText, Colour, Position, Setup};
use botspec_sdk::text::Found;
use clap::Arg;
use clap::builder::PossibleValuesParser;

use super::arbiter::Rules;
use super::make_move;
use crate::counted::counted;
use crate::options::{InspectError, Options};
use crate::record::{Answer, Inspection};

/// What a board does not say.
pub(super) fn options() -> Vec<Arg> {
    let colours = PossibleValuesParser::new(["black", "white"]);
    let side = Arg::new("side").long("side").value_name("COLOUR").value_parser(colours);
    vec![side.help("The colour to move, black or white")]
}

/// Reads a board and judges an answer to it. One line end may follow the line.
pub(super) fn inspect(
    bytes: &[u8],
    options: &Options<'_>,
    answer: Option<&str>,
) -> Result<Inspection, InspectError> {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // A malformed board is named before what the command line lacks.
    let text = BoardText::from_bytes(line).map_err(|mut error| {
        if error.found == Found::LineEnd {
            error.expected = format!(
                "{}, as a board is one line",
                error.expected.replace("the end of the line", "the end of the text")
            )
            .into();
        }
        InspectError::malformed(error)
    })?;
    let side = Colour::ALL.into_iter().find(|colour| options.text("side") == Some(&colour.to_string()));
    let side = side.ok_or_else(|| {
        InspectError::Lacking(
            "a board does not say whose turn it is: add --side black or --side white, the colour to move"
                .to_owned(),
        )
    })?;
    let mut inspection = Inspection::of("hex", side.to_string());
    match Position::from_setup(&Setup::new(&text, side)) {
        Err(inconsistent) => {
            inspection.refuse(&inconsistent.problems, answer);
        }
        Ok(position) => {
            inspection.answer = answer.map(|answer| judge(&position, answer));
            let unbalanced = (!position.is_balanced()).then(|| unbalanced(&position));
            inspection.show(&Rules::at(position));
            inspection.doubt(unbalanced.as_slice());
        }
    }
    Ok(inspection)
}

/// Why no game comes to these stones. A referee may put any, so what is legal is clear all the same.
fn unbalanced(position: &Position) -> String {
    let [black, white] = [Colour::Black, Colour::White].map(|colour| position.board().stones_of(colour));
    let to_move = position.to_move();
    format!(
        "{} and {white} white, and {to_move} to move: black begins, and they move by turns",
        counted(black, "black stone")
    )
}

fn judge(position: &Position, text: &str) -> Answer {
    let violations = match make_move::read(text.as_bytes()) {
        Err(violation) => vec![*violation],
        Ok(answer) => make_move::judge(position, answer).into_iter().collect(),
    };
    Answer::judged(text, violations)
}
