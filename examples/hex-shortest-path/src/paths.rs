//! Shortest paths between a player's edges, counted in stones that are still to be placed.

use botspec_sdk::games::hex::{Board, Cell, Colour};

/// How a path may go on from a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Steps {
    /// To an adjacent cell.
    Adjacent,
    /// Also across a *bridge*: to a cell that has two vacant neighbours in common with this one. If the
    /// opponent takes one of them the player takes the other.
    Bridges,
}

/// The row and column of a bridge's far end, and of the two cells between, seen from its near end.
const BRIDGES: [[(i8, i8); 3]; 6] = [
    [(-2, 1), (-1, 0), (-1, 1)],
    [(-1, 2), (-1, 1), (0, 1)],
    [(1, 1), (0, 1), (1, 0)],
    [(2, -1), (1, 0), (1, -1)],
    [(1, -2), (1, -1), (0, -1)],
    [(-1, -1), (0, -1), (-1, 0)],
];

/// Of a cell that no path can reach: more than any path has stones, and sums of four still fit.
const OUT_OF_REACH: u8 = 60;

/// For each cell, the stones that a player needs to join it to each of the player's two edges.
#[derive(Debug)]
pub(crate) struct Paths<'a> {
    board: &'a Board,
    colour: Colour,
    steps: Steps,
    /// From the top or left edge and from the bottom or right one, the cell's own stone included.
    distances: [Vec<u8>; 2],
}

impl<'a> Paths<'a> {
    pub(crate) fn new(board: &'a Board, colour: Colour, steps: Steps) -> Self {
        let mut paths = Self { board, colour, steps, distances: [vec![], vec![]] };
        let last = board.size().get() - 1;
        paths.distances = [0, last].map(|edge| paths.distances_from(edge));
        paths
    }

    /// Stones on the shortest path that goes through this cell.
    pub(crate) fn through(&self, cell: Cell) -> u8 {
        let [near, far] = &self.distances;
        let index = self.index(cell);
        // The cell itself is counted from both sides.
        (near[index] + far[index]).saturating_sub(self.cost(cell).unwrap_or(0))
    }

    /// Stones on the shortest path of all; 0 if no stone is needed any more.
    pub(crate) fn shortest(&self) -> u8 {
        self.board.size().cells().map(|cell| self.through(cell)).min().unwrap_or(OUT_OF_REACH)
    }

    /// Stones that the player has to put there; `None` if the opponent has one there.
    fn cost(&self, cell: Cell) -> Option<u8> {
        match self.board.get(cell) {
            None => Some(1),
            Some(colour) => (colour == self.colour).then_some(0),
        }
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row()) * usize::from(self.board.size().get()) + usize::from(cell.column())
    }

    /// How far from the player's first edge a cell is, in rows for black and in columns for white.
    fn along(&self, cell: Cell) -> u8 {
        match self.colour {
            Colour::Black => cell.row(),
            Colour::White => cell.column(),
        }
    }

    /// A search in layers: first all cells that need no stone, then those that need one, and so on.
    fn distances_from(&self, edge: u8) -> Vec<u8> {
        let size = self.board.size();
        let costs: Vec<Option<u8>> = size.cells().map(|cell| self.cost(cell)).collect();
        let mut distances = vec![OUT_OF_REACH; size.cell_count()];
        let mut layer: Vec<Cell> = Vec::new();
        let mut next: Vec<Cell> = Vec::new();
        let mut reach = |cell: Cell, distance: u8, layer: &mut Vec<Cell>, next: &mut Vec<Cell>| {
            let Some(cost) = costs[self.index(cell)] else { return };
            let known = &mut distances[self.index(cell)];
            if distance + cost < *known {
                *known = distance + cost;
                if cost == 0 { layer.push(cell) } else { next.push(cell) }
            }
        };
        for cell in size.cells().filter(|&cell| self.along(cell) == edge || self.bridges_to(edge, cell)) {
            reach(cell, 0, &mut layer, &mut next);
        }
        let mut distance = 0;
        while !layer.is_empty() || !next.is_empty() {
            while let Some(cell) = layer.pop() {
                self.for_each_step(cell, &costs, |to| reach(to, distance, &mut layer, &mut next));
            }
            std::mem::swap(&mut layer, &mut next);
            distance += 1;
        }
        distances
    }

    /// Whether a cell of the row (column) next to this edge has both its neighbours there vacant.
    fn bridges_to(&self, edge: u8, cell: Cell) -> bool {
        self.steps == Steps::Bridges && self.along(cell).abs_diff(edge) == 1 && {
            let mut between = cell.neighbours(self.board.size()).filter(|&next| self.along(next) == edge);
            let is_vacant = |cell: Option<Cell>| cell.is_some_and(|cell| self.board.get(cell).is_none());
            is_vacant(between.next()) && is_vacant(between.next())
        }
    }

    #[inline]
    fn for_each_step(&self, from: Cell, costs: &[Option<u8>], mut step: impl FnMut(Cell)) {
        let size = self.board.size();
        from.neighbours(size).for_each(&mut step);
        if self.steps == Steps::Adjacent {
            return;
        }
        let at = |(row, column): (i8, i8)| {
            let row = from.row().checked_add_signed(row)?;
            let column = from.column().checked_add_signed(column)?;
            Cell::at(row, column).filter(|cell| cell.is_on(size))
        };
        for [end, a, b] in BRIDGES {
            // Both cells between are on the board if the end is. Only vacant ones cost a stone.
            let is_vacant = |offset| at(offset).is_some_and(|cell| costs[self.index(cell)] == Some(1));
            if let Some(end) = at(end)
                && is_vacant(a)
                && is_vacant(b)
            {
                step(end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::hex::{BoardText, Size};

    use super::*;

    fn shortest(board: &str, colour: Colour, steps: Steps) -> u8 {
        let board = BoardText::from_bytes(board.as_bytes()).expect("well-formed").to_board();
        Paths::new(&board, colour, steps).shortest()
    }

    #[test]
    fn paths_are_counted_in_stones() {
        let wall = "..W.|..W.|....|..W.|";
        assert_eq!(shortest(wall, Colour::White, Steps::Adjacent), 3);
        assert_eq!(shortest(wall, Colour::Black, Steps::Adjacent), 4);
        assert_eq!(shortest("...|.B.|...|", Colour::Black, Steps::Adjacent), 2);
        assert_eq!(shortest("...|.B.|...|", Colour::Black, Steps::Bridges), 0);
        assert_eq!(shortest("...|.B.|...|", Colour::White, Steps::Bridges), 2);
    }

    #[test]
    fn bridges_are_pairs_of_common_neighbours() {
        let centre = Cell::at(3, 3).expect("on the board");
        let size = Size::new(7).expect("in range");
        for [end, a, b] in BRIDGES {
            let at = |(row, column): (i8, i8)| {
                Cell::at(
                    3_u8.checked_add_signed(row).expect("small"),
                    3_u8.checked_add_signed(column).expect("small"),
                )
                .expect("on the board")
            };
            assert!(!centre.neighbours(size).any(|cell| cell == at(end)));
            for between in [at(a), at(b)] {
                assert!(centre.neighbours(size).any(|cell| cell == between));
                assert!(at(end).neighbours(size).any(|cell| cell == between));
            }
        }
    }

    #[test]
    fn an_empty_board_needs_a_stone_a_row_or_half_of_them() {
        for size in Size::all() {
            let board = Board::empty(size);
            for colour in Colour::ALL {
                assert_eq!(Paths::new(&board, colour, Steps::Adjacent).shortest(), size.get());
                let bridged = Paths::new(&board, colour, Steps::Bridges).shortest();
                assert_eq!(bridged, if size.get() == 1 { 1 } else { size.get() / 2 }, "{size}");
            }
        }
    }
}
