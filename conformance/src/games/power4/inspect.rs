//! `inspect`: what can be said about one `board.txt`.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{
    Board, BoardText, Cells, Inconsistent, Kind, Kinds, Outcome, Position, Problem, Setup, Team,
};
use clap::{Arg, value_parser};
use serde_json::json;

use super::draw::draw;
use super::hint::{self, Past};
use super::script::Variant;
use super::{column, output};
use crate::options::{InspectError, Options};
use crate::record::{Answer, Inspection};

/// What a `board.txt` does not tell.
pub(super) fn options() -> Vec<Arg> {
    let option = |id, value_name| Arg::new(id).long(id).value_name(value_name);
    let kinds = |id| option(id, "KINDS").value_parser(value_parser!(u8)).value_delimiter(',').num_args(1);
    vec![
        option("team", "N").value_parser(value_parser!(u8)).help("The team to move, 1 or 2"),
        kinds("used").help("The special disks that this team has used in the set, such as 1,4"),
        kinds("opponent-used").help("The special disks that its opponent has used in the set"),
        option("turn", "N")
            .value_parser(value_parser!(u16).range(1..))
            .help("The number of this team's turn in the set, from 1 [default: 1]"),
    ]
}

/// Reads a board and judges an answer to it.
pub(super) fn inspect(
    bytes: &[u8],
    options: &Options<'_>,
    answer: Option<&str>,
) -> Result<Inspection, InspectError> {
    // A malformed file is named before what the command line lacks.
    let board = BoardText::from_bytes(bytes).map_err(InspectError::malformed)?.board;
    let setup = setup(board, options).map_err(InspectError::Lacking)?;
    let is_turn_told = options.get::<u16>("turn").is_some();
    Ok(look(&setup, &problems(&setup, is_turn_told), answer))
}

/// Why no set leads there, as far as that is told. What is not told may be anything: who started, so that the
/// opponent may have had a turn more; which further disks the opponent has used; and all that has been, if the number
/// of the turn is not told.
fn problems(setup: &Setup, is_turn_told: bool) -> Vec<Problem> {
    let of = |refused: Inconsistent| refused.problems;
    if !is_turn_told {
        let of_board = |problem: &Problem| {
            matches!(problem, Problem::Floating { .. } | Problem::TooManyDuals { .. } | Problem::Four { .. })
        };
        let problems = Position::from_setup(setup).err().map(of).unwrap_or_default();
        return problems.into_iter().filter(of_board).collect();
    }
    let (team, opponent) = (setup.team.index(), setup.team.other().index());
    let rest: Vec<Kind> = setup.used[opponent].rest().iter().collect();
    let possible = (0..1_u32 << rest.len()).flat_map(|chosen| {
        let more = (0..).zip(&rest).filter(move |(bit, _)| chosen >> bit & 1 == 1).map(|(_, &kind)| kind);
        let used = more.fold(setup.used[opponent], Kinds::with);
        [0, 1].map(|more| {
            let mut possible = *setup;
            possible.used[opponent] = used;
            possible.turns[opponent] = setup.turns[team].saturating_add(more);
            Position::from_setup(&possible).err().map(of).unwrap_or_default()
        })
    });
    possible.min_by_key(Vec::len).unwrap_or_default()
}

fn setup(board: Board, options: &Options<'_>) -> Result<Setup, String> {
    let variant = options.text("variant").and_then(Variant::from_name).unwrap_or_default();
    let number = options
        .get("team")
        .copied()
        .ok_or("a board does not say whose turn it is: add --team N, the number of the team to move")?;
    let team = Team::new(number).ok_or_else(|| format!("--team {number}: teams are 1 and 2"))?;
    let kinds = |option: &str, numbers: &[u8]| -> Result<Kinds, String> {
        let kind = |&number: &u8| {
            let kind = Kind::new(number).filter(|kind| kind.is_special());
            kind.ok_or_else(|| format!("{option} {number}: the special disks are 1 to 4"))
        };
        numbers.iter().map(kind).collect()
    };
    let turns = options.get::<u16>("turn").map_or(0, |turn| turn.saturating_sub(1));
    let mut setup = Setup {
        board,
        team,
        used: [kinds("--used", &options.all("used"))?; 2],
        turns: [turns; 2],
        gravity: variant.gravity(),
    };
    setup.used[team.other().index()] = kinds("--opponent-used", &options.all("opponent-used"))?;
    Ok(setup)
}

fn look(setup: &Setup, problems: &[Problem], answer: Option<&str>) -> Inspection {
    let Setup { board, team, .. } = *setup;
    let cells = problems.iter().fold(Cells::EMPTY, |all, problem| all.union(problem.cells()));
    let mut inspection = Inspection::of("power4", team.to_string());
    inspection.doubt(problems);
    inspection.diagram = Some(draw(&board, Cells::EMPTY, cells));
    match Position::from_guess(setup) {
        Err(_) => {
            // A board with a four is one on which a set has ended.
            if problems.iter().all(|problem| matches!(problem, Problem::Four { .. })) {
                inspection.result = board.result().map(result);
            }
            inspection.refuse(problems, answer);
        }
        // What is legal follows from the board and the own disks, whatever else cannot be.
        Ok(position) => {
            inspection.list(&position.legal_moves());
            inspection.result = position.outcome().map(result);
            inspection.answer = answer.map(|answer| judge(&position, answer));
        }
    }
    inspection
}

fn judge(position: &Position, text: &str) -> Answer {
    let over = position.outcome().is_some();
    let violations = match output::read(text.as_bytes(), None) {
        Err(miswritten) => vec![miswritten.violation],
        Ok(output) => {
            let mut violations = column::judge(position, &output);
            hint::add(&mut violations, &output, position, &Past::default());
            violations
        }
    };
    Answer { text: text.to_owned(), legal: violations.is_empty() && !over, violations }
}

/// The outcome in the form of a game record's.
fn result(outcome: Outcome) -> serde_json::Value {
    json!({ "winner": outcome.winner.map(Team::number), "reason": outcome.reason.to_string() })
}
