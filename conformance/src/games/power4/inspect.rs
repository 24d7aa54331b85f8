//! `inspect`: what can be said about one `board.txt`.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{BoardText, Cells, Gravity, Kinds, Outcome, Position, Problem, Setup, Team};
use botspec_sdk::text::ParseError;
use serde_json::json;

use super::draw::draw;
use super::hint::{self, Past};
use super::{column, output};
use crate::record::{Answer, Inspection};

/// What a `board.txt` does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Books {
    /// The team to move.
    pub team: Team,
    /// The special disks that it has used in this set.
    pub used: Kinds,
    /// Those that its opponent has used.
    pub opponent_used: Kinds,
    /// The number of its turn in this set, from 1.
    pub turn: u16,
    /// Whether disks fall.
    pub gravity: Gravity,
}

/// Reads a board and judges an answer to it.
///
/// # Errors
/// If the text is no `board.txt`.
pub fn inspect(bytes: &[u8], books: &Books, answer: Option<&str>) -> Result<Inspection, ParseError> {
    let board = BoardText::from_bytes(bytes)?.board;
    let Books { team, gravity, turn, .. } = *books;
    let mut setup = Setup { board, team, used: [books.used; 2], turns: [turn.saturating_sub(1); 2], gravity };
    setup.used[team.other().index()] = books.opponent_used;
    let mut inspection = Inspection {
        schema: "botspec.inspect/1",
        game: "power4",
        consistent: true,
        problems: Vec::new(),
        side: Some(team.to_string()),
        legal_count: 0,
        legal: Vec::new(),
        answer: None,
        result: None,
        diagram: None,
    };
    match Position::from_setup(&setup) {
        Err(inconsistent) => {
            let problems = &inconsistent.problems;
            inspection.consistent = false;
            inspection.problems = problems.iter().map(ToString::to_string).collect();
            // A board with a four is one on which a set has ended.
            if problems.iter().all(|problem| matches!(problem, Problem::Four { .. })) {
                inspection.result = board.result().map(result);
            }
            let cells = problems.iter().fold(Cells::EMPTY, |all, problem| all.union(problem.cells()));
            inspection.diagram = Some(draw(&board, Cells::EMPTY, cells));
            // In a position that cannot be, nothing can be legal.
            inspection.answer =
                answer.map(|text| Answer { text: text.to_owned(), legal: false, violations: Vec::new() });
        }
        Ok(position) => {
            inspection.legal = position.legal_moves().iter().map(ToString::to_string).collect();
            inspection.legal_count = inspection.legal.len();
            inspection.result = position.outcome().map(result);
            inspection.diagram = Some(draw(&board, Cells::EMPTY, Cells::EMPTY));
            inspection.answer = answer.map(|answer| judge(&position, answer));
        }
    }
    Ok(inspection)
}

fn judge(position: &Position, text: &str) -> Answer {
    let over = position.outcome().is_some();
    let violations = match output::read(text.as_bytes(), None) {
        Err(violation) => vec![*violation],
        Ok(output) => {
            let mut violations = column::judge(position, &output);
            hint::add(&mut violations, &output, position, &Past::default());
            violations
        }
    };
    Answer { text: text.to_owned(), legal: violations.is_empty() && !over, violations }
}

/// The outcome in the form of a game record's.
#[must_use]
pub fn result(outcome: Outcome) -> serde_json::Value {
    json!({ "winner": outcome.winner.map(Team::number), "reason": outcome.reason.to_string() })
}
