//! What each team threatens: an evaluation for alpha-beta.

use super::cells::Cells;
use super::disk::{Kinds, Team};
use super::drop::Drop;
use super::position::Position;
use crate::search::Evaluator;
use crate::seat::Seat;

/// An [`Evaluator`] for Power Connect Four: empty cells in which a fourth disk would win, special disks that are left,
/// and disks near the middle.
///
/// Moves in the middle columns come first.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Gravity, Position, Team, Threats};
/// use botspec_sdk::search::{AlphaBeta, Budget};
///
/// let mut search = AlphaBeta::new(Threats);
/// let opening = Position::opening(Team::One, Gravity::Fall);
/// let found = search.search(&opening, &Budget::of_nodes(20_000)).expect("the set goes on");
/// assert!(found.depth >= 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Threats;

impl Threats {
    /// What a cell in which one disk wins is worth.
    const THREAT: i32 = 20;
    /// What a special disk that is left is worth.
    const SPECIAL: i32 = 12;

    fn of_team(position: &Position, team: Team) -> i32 {
        let own = position.board().counting_for(team);
        let threats = own.fourths().without(position.board().occupied());
        let left = Kinds::ALL.len() - position.used(team).len();
        let number = |cells: Cells| i32::try_from(cells.len()).expect("42 cells");
        let mut value =
            Self::THREAT * number(threats) + Self::SPECIAL * i32::try_from(left).expect("four kinds");
        // Column 4 counts most, and those beside it a little.
        for (column, worth) in [(2, 1), (3, 3), (4, 1)] {
            value += worth * number(own.in_column(column));
        }
        value
    }
}

impl Evaluator<Position> for Threats {
    fn evaluate(&mut self, position: &Position, seat: Seat) -> i32 {
        let [one, two] = Team::ALL.map(|team| Self::of_team(position, team));
        if seat == Team::One.seat() { one - two } else { two - one }
    }

    fn order(&mut self, _: &Position, moves: &mut [Drop]) {
        // Normal disks before special ones, which are listed first.
        moves.sort_by_key(|drop| (drop.kind.is_special(), drop.column.number().abs_diff(4)));
    }
}
