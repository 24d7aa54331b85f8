//! Sparring partners: what botspec itself plays.

use std::collections::VecDeque;

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Board, Cell, Colour, Move, Position};
use botspec_sdk::random::Random;

use super::script::Partner;

impl Partner {
    /// Chooses for the side to move in a game that is not over. `last` is the bot's latest stone.
    #[must_use]
    pub(super) fn choose(self, position: &Position, last: Option<Cell>, random: &mut Random) -> Move {
        let legal = position.legal_moves();
        let any = *random.pick(&legal).expect("a game that is not over has a legal move");
        let colour = position.to_move();
        let on_path = || {
            let path = shortest_path(position.board(), colour);
            path.get(path.len() / 2).map_or(any, |&cell| Move::Place(cell))
        };
        match self {
            Self::Random => any,
            Self::Swapper if position.may_swap() => Move::Swap,
            Self::Path if position.may_swap() && is_central(position) => Move::Swap,
            Self::Path | Self::Swapper => on_path(),
            Self::Steady => {
                let beside: Vec<Cell> = last
                    .into_iter()
                    .flat_map(|cell| cell.neighbours(position.size()))
                    .filter(|&cell| position.board().get(cell).is_none())
                    .collect();
                random.pick(&beside).map_or_else(on_path, |&cell| Move::Place(cell))
            }
        }
    }

    /// The name in case ids.
    #[must_use]
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Path => "path",
            Self::Swapper => "swapper",
            Self::Steady => "steady",
        }
    }

    /// How it plays, for titles.
    #[must_use]
    pub(super) const fn manner(self) -> &'static str {
        match self {
            Self::Random => "plays anything",
            Self::Path => "follows its shortest path",
            Self::Swapper => "always swaps when it may",
            Self::Steady => "stays close and never swaps",
        }
    }
}

/// Whether the only stone is in the inner half of the board.
fn is_central(position: &Position) -> bool {
    let side = position.size().get();
    let inner = |at: u8| at >= side / 4 && at < side - side / 4;
    position.board().stones().all(|(cell, _)| inner(cell.row()) && inner(cell.column()))
}

/// The empty cells of a shortest path of this colour from edge to edge, in order; empty if it has won, or
/// cannot win any more.
#[must_use]
pub(super) fn shortest_path(board: &Board, colour: Colour) -> Vec<Cell> {
    let size = board.size();
    let along = |cell: Cell| if colour == Colour::Black { cell.row() } else { cell.column() };
    let open = |cell: Cell| board.get(cell).is_none_or(|stone| stone == colour);
    let index = |cell: Cell| usize::from(cell.row()) * usize::from(size.get()) + usize::from(cell.column());
    // Breadth first; cells that hold a stone already cost nothing and go to the front.
    let mut from: Vec<Option<Option<Cell>>> = vec![None; size.cell_count()];
    let mut queue: VecDeque<(Cell, Option<Cell>)> = VecDeque::new();
    let enter = |queue: &mut VecDeque<(Cell, Option<Cell>)>, cell: Cell, by: Option<Cell>| {
        if board.get(cell).is_some() { queue.push_front((cell, by)) } else { queue.push_back((cell, by)) }
    };
    for cell in size.cells().filter(|&cell| along(cell) == 0 && open(cell)) {
        enter(&mut queue, cell, None);
    }
    while let Some((cell, by)) = queue.pop_front() {
        if from[index(cell)].is_some() {
            continue;
        }
        from[index(cell)] = Some(by);
        if along(cell) + 1 == size.get() {
            let mut path = vec![cell];
            let mut at = by;
            while let Some(cell) = at {
                path.push(cell);
                at = from[index(cell)].flatten();
            }
            path.retain(|&cell| board.get(cell).is_none());
            path.reverse();
            return path;
        }
        for neighbour in cell.neighbours(size) {
            if open(neighbour) && from[index(neighbour)].is_none() {
                enter(&mut queue, neighbour, Some(cell));
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::hex::{BoardText, Size};

    use super::*;

    #[test]
    fn a_shortest_path_completes_a_chain() {
        let board = |text: &str| BoardText::from_bytes(text.as_bytes()).unwrap().to_board();
        assert_eq!(shortest_path(&board(".B.|...|B..|"), Colour::Black).len(), 1);
        assert_eq!(shortest_path(&board("BBB|...|...|"), Colour::White).len(), 3);
        assert!(shortest_path(&board("B..|B..|B..|"), Colour::White).is_empty());
    }

    #[test]
    fn every_partner_plays_every_game_to_its_end() {
        let mut random = Random::seeded(5);
        for size in [1, 2, 3, 6, 11] {
            for partner in [Partner::Random, Partner::Path, Partner::Swapper, Partner::Steady] {
                let mut position = Position::opening(Size::new(size).unwrap());
                let mut last = None;
                while position.outcome().is_none() {
                    let mv = partner.choose(&position, last, &mut random);
                    if let Move::Place(cell) = mv {
                        last = Some(cell);
                    }
                    position = position.play(mv).unwrap();
                }
            }
        }
    }
}
