//! What a position is worth without looking further ahead.

use botspec_sdk::games::power4::{Cells, Column, Kind, Outcome, Position, Team};

/// A won set; one won later is worth a little less.
pub(crate) const WIN: i32 = 10_000;

/// An empty cell that would complete four.
const THREAT: i32 = 16;
/// A disk in the middle column, where most lines of four pass.
const MIDDLE: i32 = 3;
/// A disk in one of the columns next to it.
const NEXT_TO_MIDDLE: i32 = 1;
/// A disk that clears, kept for later. More than a disk in the middle, less than a threat: so it is used to
/// take a threat away or to make one, and not for less.
const IN_RESERVE: i32 = 12;

/// What the end of a set is worth to this team.
pub(crate) fn of_end(outcome: Outcome, team: Team) -> i32 {
    match outcome.winner {
        Some(winner) if winner == team => WIN,
        Some(_) => -WIN,
        None => 0,
    }
}

/// What a position is worth to the team to move.
pub(crate) fn of(position: &Position) -> i32 {
    let team = position.team();
    of_team(position, team) - of_team(position, team.other())
}

fn of_team(position: &Position, team: Team) -> i32 {
    let cells = position.board().counting_for(team);
    let columns = |numbers: &[u8]| {
        let columns = numbers.iter().filter_map(|&number| Column::new(number)).map(Cells::column);
        columns.map(|column| count(cells & column)).sum::<i32>()
    };
    let clearing = position.used(team).with(Kind::Dual).rest().len();
    THREAT * count(cells.fourths().without(position.board().occupied()))
        + MIDDLE * columns(&[4])
        + NEXT_TO_MIDDLE * columns(&[3, 5])
        + IN_RESERVE * i32::try_from(clearing).unwrap_or_default()
}

fn count(cells: Cells) -> i32 {
    i32::try_from(cells.len()).unwrap_or_default()
}
