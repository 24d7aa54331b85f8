//! Boards that are hard to judge: winding chains, near misses, crowded boards.

use botspec_sdk::games::hex::{Board, Cell, Colour, Size};
use botspec_sdk::random::Random;

use super::check_win::is_countable;

/// A kind of board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A game of random moves, broken off somewhere or played to its end.
    Random,
    /// A chain that winds from edge to edge and never touches itself.
    Winding,
    /// Such a chain with one stone missing.
    Broken,
    /// A chain along an edge of its opponent, complete or with one stone missing.
    Edge,
    /// Stones that only seem to be joined: by corners, or round the edge of the board.
    Corner,
    /// No empty cell.
    Full,
    /// As many stones as there can be while nobody has won.
    Crowded,
}

impl Shape {
    /// A board of this kind, with stone counts a game can have.
    #[must_use]
    pub(super) fn board(self, size: Size, random: &mut Random) -> Board {
        loop {
            let colour = if random.chance(1, 2) { Colour::Black } else { Colour::White };
            let made = match self {
                Self::Random => Some(random_game(size, random)),
                Self::Full => Some(full(size, random)),
                Self::Crowded => Some(crowded(size, random)),
                Self::Winding => filled(size, &winding(size, random), colour, Some(colour), random),
                Self::Broken => {
                    let mut chain = winding(size, random);
                    chain.remove(random.index(chain.len()));
                    filled(size, &chain, colour, None, random)
                }
                Self::Edge => {
                    let mut chain = along_edge(size, random);
                    let whole = random.chance(1, 2);
                    if !whole {
                        chain.remove(random.index(chain.len()));
                    }
                    filled(size, &chain, colour, whole.then_some(colour), random)
                }
                Self::Corner => filled(size, &corners(size, random), colour, None, random),
            };
            if let Some(board) = made.filter(is_countable) {
                return board;
            }
        }
    }

    /// The smallest board on which there is such a thing.
    #[must_use]
    pub(super) const fn smallest(self) -> u8 {
        match self {
            Self::Full => 1,
            Self::Random | Self::Winding | Self::Broken | Self::Edge | Self::Crowded => 2,
            Self::Corner => 3,
        }
    }
}

/// Stones in alternation on random cells.
fn random_game(size: Size, random: &mut Random) -> Board {
    let mut cells: Vec<Cell> = size.cells().collect();
    random.shuffle(&mut cells);
    let stop = if random.chance(1, 2) { cells.len() } else { random.index(cells.len()) + 1 };
    let mut board = Board::empty(size);
    let mut colour = Colour::Black;
    for cell in cells.into_iter().take(stop) {
        if board.winner().is_some() {
            break;
        }
        let _ = board.place(cell, colour);
        colour = colour.other();
    }
    board
}

/// A full board.
fn full(size: Size, random: &mut Random) -> Board {
    let mut cells: Vec<Cell> = size.cells().collect();
    random.shuffle(&mut cells);
    let mut board = Board::empty(size);
    for (turn, cell) in cells.into_iter().enumerate() {
        let _ = board.place(cell, if turn % 2 == 0 { Colour::Black } else { Colour::White });
    }
    board
}

/// Stones in alternation, on cells that do not decide the game, as long as there are any.
fn crowded(size: Size, random: &mut Random) -> Board {
    let mut cells: Vec<Cell> = size.cells().collect();
    random.shuffle(&mut cells);
    let mut board = Board::empty(size);
    let mut colour = Colour::Black;
    loop {
        let mut placed = None;
        for (at, &cell) in cells.iter().enumerate() {
            let Some(undo) = board.place(cell, colour) else { continue };
            if board.winner().is_none() {
                placed = Some(at);
                break;
            }
            board.undo(undo);
        }
        let Some(at) = placed else { return board };
        cells.remove(at);
        colour = colour.other();
    }
}

/// The cells of a chain from the top row to the bottom row, each a neighbour of the one before and of no other.
fn winding(size: Size, random: &mut Random) -> Vec<Cell> {
    let last = size.get() - 1;
    let cells: Vec<Cell> = size.cells().collect();
    let at = |cell: Cell| usize::from(cell.row()) * usize::from(size.get()) + usize::from(cell.column());
    // Many a chain runs into itself, and on a large board most do: what stands where is asked very often.
    let neighbours: Vec<Vec<usize>> =
        cells.iter().map(|cell| cell.neighbours(size).map(at).collect()).collect();
    let mut taken = vec![false; cells.len()];
    let mut touched = vec![0_u8; cells.len()];
    let first_row = usize::from(size.get());
    let mut next = Vec::new();
    let mut chain = Vec::new();
    loop {
        chain.clear();
        taken.fill(false);
        touched.fill(0);
        let mut end = random.index(first_row);
        loop {
            chain.push(cells[end]);
            if cells[end].row() == last {
                return chain;
            }
            taken[end] = true;
            next.clear();
            for &cell in &neighbours[end] {
                touched[cell] += 1;
                if !taken[cell] && touched[cell] == 1 && cell >= first_row {
                    next.push(cell);
                }
            }
            // Sideways and upwards when there is a choice: the longer the better.
            let end_row = cells[end].row();
            if next.len() > 1 && random.chance(3, 4) && next.iter().any(|&cell| cells[cell].row() <= end_row)
            {
                next.retain(|&cell| cells[cell].row() <= end_row);
            }
            match random.pick(&next) {
                Some(&cell) => end = cell,
                None => break,
            }
        }
    }
}

/// The first or the last column.
fn along_edge(size: Size, random: &mut Random) -> Vec<Cell> {
    let column = if random.chance(1, 2) { 0 } else { size.get() - 1 };
    (0..size.get()).filter_map(|row| Cell::at(row, column)).collect()
}

/// From the top row to the bottom row over corners that are no neighbours, or over the edge of the board.
fn corners(size: Size, random: &mut Random) -> Vec<Cell> {
    let side = size.get();
    let middle = side / 2;
    if random.chance(1, 2) {
        (0..side).filter_map(|at| Cell::at(at, at)).collect()
    } else {
        // Down the last column, and further down from the beginning of the next row.
        (0..side).filter_map(|row| Cell::at(row, if row < middle { side - 1 } else { 0 })).collect()
    }
}

/// A board with this chain of black from top to bottom, or for white the same with rows and columns exchanged,
/// and further stones at random so that the counts are those of a game. None if the winner is another then.
fn filled(
    size: Size,
    chain: &[Cell],
    colour: Colour,
    winner: Option<Colour>,
    random: &mut Random,
) -> Option<Board> {
    let mut board = Board::empty(size);
    for &cell in chain {
        let cell = if colour == Colour::Black { cell } else { cell.transposed() };
        let _ = board.place(cell, colour);
    }
    let mut free: Vec<Cell> = board.vacant().collect();
    random.shuffle(&mut free);
    let mut free = free.into_iter();
    let more = random.below(1 + u32::try_from(free.len() / 4).unwrap_or(0));
    for _ in 0..more {
        let cell = free.next()?;
        let undo = board.place(cell, colour)?;
        if board.winner() != winner {
            board.undo(undo);
        }
    }
    while board.stones_of(Colour::Black) > board.stones_of(Colour::White) + u16::from(random.chance(1, 2)) {
        let cell = free.next()?;
        let undo = board.place(cell, Colour::White)?;
        if board.winner() != winner {
            board.undo(undo);
        }
    }
    while board.stones_of(Colour::White) > board.stones_of(Colour::Black) {
        let cell = free.next()?;
        let undo = board.place(cell, Colour::Black)?;
        if board.winner() != winner {
            board.undo(undo);
        }
    }
    (board.winner() == winner && is_countable(&board)).then_some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Shape; 7] = [
        Shape::Random,
        Shape::Winding,
        Shape::Broken,
        Shape::Edge,
        Shape::Corner,
        Shape::Full,
        Shape::Crowded,
    ];

    #[test]
    fn every_shape_exists_on_every_size() {
        let mut random = Random::seeded(1);
        for shape in ALL {
            for size in Size::all().filter(|size| size.get() >= shape.smallest()) {
                let board = shape.board(size, &mut random);
                assert!(is_countable(&board));
                match shape {
                    Shape::Winding => assert!(board.winner().is_some()),
                    Shape::Broken | Shape::Corner | Shape::Crowded => assert_eq!(board.winner(), None),
                    Shape::Full => assert_eq!(board.vacant().count(), 0),
                    Shape::Random | Shape::Edge => {}
                }
            }
        }
    }

    #[test]
    fn a_winding_chain_is_longer_than_a_straight_one() {
        let mut random = Random::seeded(2);
        let size = Size::new(15).unwrap();
        let lengths: Vec<usize> = (0..40).map(|_| winding(size, &mut random).len()).collect();
        assert!(lengths.iter().sum::<usize>() > 40 * 25, "{lengths:?}");
    }
}
