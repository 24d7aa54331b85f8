//! What no set leads to, as far as counting tells.
//!
//! Each of these holds at the start of a set and stays true with every drop:
//!
//! - The team to move has taken as many turns as the other, or one fewer.
//! - A team has used no more special disks than it has taken turns, and the dual one within ten.
//! - Of a team's own disks no more lie there than it has dropped normal ones, and of the dual ones no more than were
//!   used.
//! - What was dropped to stay lies there, but for what the clearing disks that were used can have removed.
//! - Where disks hover, gaps come of a row or of neighbours that were cleared.

use super::board::{Board, Gravity};
use super::disk::{Disk, Kind, Kinds, Team};
use super::game::Power4;
use super::position::Problem;
use super::setup::Setup;

/// What lies on a board that cannot lie there, whoever has used what: a set is over with a four.
pub(super) fn problems_of_board(board: &Board, gravity: Gravity) -> Vec<Problem> {
    let mut problems = Vec::new();
    let floating = board.floating();
    if gravity == Gravity::Fall && !floating.is_empty() {
        problems.push(Problem::Floating { cells: floating });
    }
    let dual = board.cells(Disk::Dual);
    if dual.len() > 2 {
        problems.push(Problem::TooManyDuals { cells: dual });
    }
    for team in Team::ALL {
        let cells = board.counting_for(team).fours();
        if !cells.is_empty() {
            problems.push(Problem::Four { team, cells });
        }
    }
    problems
}

/// Why turns and used disks cannot be those of a set that has led to the board.
pub(super) fn problems_of_books(setup: &Setup) -> Vec<Problem> {
    let Setup { board, team, used, turns, gravity } = *setup;
    let mut problems = Vec::new();
    let [own, other] = [team, team.other()].map(|team| turns[team.index()]);
    if own != other && own.checked_add(1) != Some(other) {
        problems.push(Problem::NotItsTurn { team, turns: own, other });
    }
    for team in Team::ALL {
        problems.extend(problems_of_team(team, used[team.index()], turns[team.index()], &board));
    }
    let cells = board.cells(Disk::Dual);
    let dropped = used.iter().map(|used| u32::from(used.contains(Kind::Dual))).sum();
    if cells.len() > dropped {
        problems.push(Problem::UnusedDual { cells, dropped });
    }
    let cells = board.floating();
    let leave_gaps = [Kind::ClearRow, Kind::ClearNeighbours];
    if gravity == Gravity::Hover
        && !cells.is_empty()
        && !used.iter().any(|used| leave_gaps.into_iter().any(|kind| used.contains(kind)))
    {
        problems.push(Problem::Gaps { cells });
    }
    if problems.is_empty() {
        problems.extend(too_few_disks(setup));
    }
    problems
}

fn problems_of_team(team: Team, used: Kinds, turns: u16, board: &Board) -> Vec<Problem> {
    let mut problems = Vec::new();
    let cells = board.cells(Disk::Of(team));
    match u32::from(turns).checked_sub(used.len()) {
        None => problems.push(Problem::MoreUsedThanTurns { team, used, turns }),
        Some(dropped) if cells.len() > dropped => {
            problems.push(Problem::TooManyDisks { team, cells, dropped });
        }
        Some(_) => {}
    }
    if turns >= Power4::DUAL_BY_TURN && !used.contains(Kind::Dual) {
        problems.push(Problem::DualOverdue { team, turns });
    }
    problems
}

/// More of what was dropped is gone than can have been cleared.
fn too_few_disks(setup: &Setup) -> Option<Problem> {
    let Setup { board, used, turns, gravity, .. } = *setup;
    let clearing = || used.into_iter().flat_map(|used| used.without(Kind::Dual).iter().collect::<Vec<_>>());
    let taken: u32 = turns.into_iter().map(u32::from).sum();
    let dropped = taken.saturating_sub(u32::try_from(clearing().count()).unwrap_or(u32::MAX));
    let gone = dropped.saturating_sub(board.occupied().len());
    let most = clearing().map(|kind| removes_at_most(kind, gravity)).sum();
    (gone > most).then_some(Problem::TooFewDisks { gone, most })
}

/// How many disks besides itself a disk can clear. Above where one lands there is nothing, unless disks hover.
const fn removes_at_most(kind: Kind, gravity: Gravity) -> u32 {
    match (kind, gravity) {
        (Kind::ClearRow, _) => 6,
        (Kind::ClearColumn, _) => 5,
        (Kind::ClearNeighbours, Gravity::Fall) => 7,
        (Kind::ClearNeighbours, Gravity::Hover) => 8,
        (Kind::Dual | Kind::Normal, _) => 0,
    }
}
