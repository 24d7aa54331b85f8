//! Positions for finding out whether a bot answers the same each time.

use std::fmt::Write as _;

use botspec_sdk::games::hex::{Message, Position, Size};
use botspec_sdk::random::Random;

use super::draw::{Spots, draw};
use crate::audit::{Probe, played};
use crate::counted::counted;
use crate::scenario::Plan;

/// How many moves were made before each of them.
const MOVES: [u32; 5] = [0, 5, 16, 37, 60];

/// The empty board of a tournament and what random play makes of it, for both colours.
#[must_use]
pub(super) fn probes(plan: &Plan) -> Vec<Probe> {
    let mut random = Random::seeded(plan.seed);
    MOVES.map(|moves| probe(&played(Position::opening(Size::TOURNAMENT), moves, &mut random))).into()
}

fn probe(position: &Position) -> Probe {
    let colour = position.to_move();
    let mut told = format!("{}\n", Message::InitBoard(position.size()));
    let mut stones = 0;
    for (cell, stone) in position.board().stones() {
        stones += 1;
        let message = if stone == colour { Message::Sety(cell.into()) } else { Message::Seto(cell.into()) };
        // Writing into memory cannot fail.
        let _ = writeln!(told, "{message}");
    }
    let title = format!("as {colour} with {} on the board", counted(stones, "stone"));
    let diagram = draw(position.board(), Spots::default());
    Probe::conversation(title, vec![colour.to_string()], told, &format!("{}\n", Message::MakeMove), diagram)
}
