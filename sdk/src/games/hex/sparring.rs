//! Sparring partners for Hex.

use super::board::{Cell, Colour};
use super::distances::Distances;
use super::game::Hex;
use super::position::Position;
use super::rules::Move;
use crate::game::Position as _;
use crate::search::Evaluator as _;
use crate::sparring::{Level, SparringGame, Varied, any_move, chance, look_ahead};

/// From so many openings that are nearly fair one is drawn.
const OPENINGS: usize = 8;
/// Cells of the board that the numbers of positions are meant for, and of all smaller ones.
const USUAL_CELLS: u64 = 100;
/// A hundred is one step nearer to the edges.
const SPREAD: u8 = 2;

impl SparringGame for Hex {
    fn spar(level: Level, seed: u64, position: &Position) -> Move {
        let (nodes, depth, width) = match level {
            Level::Random => return any_move(seed, position),
            Level::Greedy => (u64::MAX / USUAL_CELLS, 1, usize::MAX),
            Level::Search1 => (400, 4, 6),
            Level::Search2 => (2_000, 8, 6),
            Level::Search3 => (12_000, 16, 6),
        };
        if position.board().stone_count() == 0 && position.to_move() == Colour::Black {
            return Move::Place(opening(seed, position));
        }
        // A larger board takes longer to judge: a move is to take no longer there.
        let cells = position.size().cell_count() as u64;
        let nodes = nodes.saturating_mul(USUAL_CELLS) / cells.max(USUAL_CELLS);
        let evaluator = Varied { evaluator: Distances::new(), seed, spread: SPREAD };
        look_ahead(evaluator, position, nodes, depth, width)
    }
}

/// A stone that the opponent gains little by taking for himself, nor by leaving.
fn opening(seed: u64, position: &Position) -> Cell {
    let mut distances = Distances::new();
    let mut cells: Vec<(u32, Cell)> = position
        .board()
        .vacant()
        .map(|cell| {
            let after = position.clone().play(Move::Place(cell)).expect("an empty cell");
            let worth = match after.winner() {
                Some(_) => 0,
                None => distances.evaluate(&after, position.seat_to_move()).unsigned_abs(),
            };
            (worth, cell)
        })
        .collect();
    cells.sort();
    cells.truncate(OPENINGS);
    chance(seed, position).pick(&cells).expect("a board has a cell").1
}
