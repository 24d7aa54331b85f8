//! The strategy: this is the file to write.

use botspec_sdk::Deadline;
use botspec_sdk::games::hex::{Board, Cell, Colour, Move, Position};

/// More than any path has stones.
const FAR: u32 = 1000;

/// Plays where the shortest paths of both players have the fewest stones together, and swaps for a stone that is not
/// at the edge.
pub fn choose(position: &Position, _deadline: &Deadline) -> Move {
    let board = position.board();
    if position.may_swap() && wants_swap(board) {
        return Move::Swap;
    }
    let own = position.to_move();
    let [mine, theirs] = [own, own.other()].map(|colour| Paths::of(board, colour));
    let value = |&cell: &Cell| {
        let (mine, theirs) = (mine.through(cell), theirs.through(cell));
        // Both counts hold the cell's own stone twice: with 2 this stone wins, or the opponent's would.
        (mine != 2, theirs != 2, mine + theirs, from_centre(board, cell))
    };
    board.vacant().min_by_key(value).map_or(Move::Swap, Move::Place)
}

fn wants_swap(board: &Board) -> bool {
    let last = board.size().get() - 1;
    let inner = |cell: Cell| cell.row() > 0 && cell.column() > 0 && cell.row() < last && cell.column() < last;
    board.stones().all(|(cell, _)| inner(cell))
}

fn from_centre(board: &Board, cell: Cell) -> u32 {
    let last = u32::from(board.size().get()) - 1;
    let off = |place: u8| (2 * u32::from(place)).abs_diff(last).pow(2);
    off(cell.row()) + off(cell.column())
}

/// Stones that a player must still place to join each cell to either edge, the cell's own included.
struct Paths {
    side: usize,
    to_edges: [Vec<u32>; 2],
}

impl Paths {
    fn of(board: &Board, colour: Colour) -> Self {
        let size = board.size();
        let last = size.get() - 1;
        let to_edges = [0, last].map(|edge| {
            let at_edge = move |cell: &Cell| match colour {
                Colour::Black => cell.row() == edge,
                Colour::White => cell.column() == edge,
            };
            distances(board, colour, size.cells().filter(at_edge).collect())
        });
        Self { side: usize::from(size.get()), to_edges }
    }

    fn through(&self, cell: Cell) -> u32 {
        let at = index(self.side, cell);
        self.to_edges.iter().map(|distances| distances[at]).sum()
    }
}

fn index(side: usize, cell: Cell) -> usize {
    side * usize::from(cell.row()) + usize::from(cell.column())
}

/// A search in layers: first the cells that need no stone, then those that need one, and so on.
fn distances(board: &Board, colour: Colour, start: Vec<Cell>) -> Vec<u32> {
    let side = usize::from(board.size().get());
    let mut found = vec![FAR; side * side];
    let (mut layer, mut later) = (Vec::new(), Vec::new());
    let reach = |cell: Cell, layer: &mut Vec<Cell>, later: &mut Vec<Cell>| match board.get(cell) {
        Some(stone) if stone == colour => layer.push(cell),
        Some(_) => {} // the opponent's stones cannot be crossed
        None => later.push(cell),
    };
    for cell in start {
        reach(cell, &mut layer, &mut later);
    }
    let mut distance = 0;
    while !layer.is_empty() || !later.is_empty() {
        while let Some(cell) = layer.pop() {
            if found[index(side, cell)] == FAR {
                found[index(side, cell)] = distance;
                for to in cell.neighbours(board.size()) {
                    reach(to, &mut layer, &mut later);
                }
            }
        }
        layer = std::mem::take(&mut later);
        distance += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::hex::{BoardText, Setup};

    use super::*;

    fn answer(board: &str, to_move: Colour) -> String {
        let text = BoardText::from_bytes(board.as_bytes()).expect("well-formed");
        let position = Position::from_setup(&Setup::new(&text, to_move)).expect("consistent");
        choose(&position, &Deadline::new(Instant::now(), Duration::from_secs(1))).to_string()
    }

    #[test]
    fn it_wins_when_it_can_and_else_saves_the_game() {
        assert_eq!(answer("B.W|B.W|...|", Colour::Black), "c1");
        // White needs b2 alone, black cannot win yet.
        assert_eq!(answer("..W|..B|WB.|", Colour::Black), "b2");
    }

    #[test]
    fn it_swaps_for_a_stone_inside_the_board() {
        assert_eq!(answer("...|.B.|...|", Colour::White), "swap");
        assert_ne!(answer("B..|...|...|", Colour::White), "swap");
    }
}
