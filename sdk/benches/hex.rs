//! How fast the rules of Hex are, as ratios measured in the same run: `cargo bench --bench hex`.
//!
//! Three ways to walk a tree and ask after every stone who has won: taking stones back, copying the
//! board for every stone (into memory that is there already, with the shorter paths that a union-find
//! may have if nothing is ever taken back), and looking at the whole board. Ratios hold from
//! machine to machine, times do not.
#![expect(clippy::print_stdout, reason = "a benchmark is read on a terminal")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Board, Cell, Colour, Move, Position, Size};
use botspec_sdk::random::Random;

/// The best of several runs of each of these kinds of work, taken in turns, so that all of them see the
/// same machine; for each time that it is done.
fn best<const N: usize>(repeats: u32, mut works: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..15 {
        for (work, best) in works.iter_mut().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..repeats {
                work();
            }
            *best = (*best).min(start.elapsed() / repeats);
        }
    }
    best
}

fn report(what: &str, time: Duration, base: Duration) {
    println!("  {what:<44} {time:>10.1?}   {:>7.2} ×", time.as_secs_f64() / base.as_secs_f64());
}

/// A position after this many random moves, or two moves before the first win if that is earlier.
fn middle(size: Size, stones: usize) -> Position {
    let mut cells: Vec<Cell> = size.cells().collect();
    Random::seeded(1).shuffle(&mut cells);
    let mut position = Position::opening(size);
    let mut line = Vec::new();
    for &cell in &cells[..stones] {
        line.push(position.make(Move::Place(cell)).expect("vacant, and nobody has won"));
        if position.winner().is_some() {
            line.drain(line.len() - 2..).rev().for_each(|undo| position.unmake(undo));
            break;
        }
    }
    position
}

/// Counts the lines of `depth` stones that end in a win, taking stones back.
fn wins_in_place(position: &mut Position, cells: &[Cell], depth: u32) -> u64 {
    let mut wins = 0;
    for &cell in cells {
        let Ok(undo) = position.make(Move::Place(cell)) else { continue };
        wins += match position.winner() {
            Some(_) => 1,
            None if depth == 1 => 0,
            None => wins_in_place(position, cells, depth - 1),
        };
        position.unmake(undo);
    }
    wins
}

/// The same, copying the position as `Position::clone` does.
fn wins_by_clone(position: &Position, cells: &[Cell], depth: u32) -> u64 {
    let mut wins = 0;
    for &cell in cells {
        if position.board().get(cell).is_some() {
            continue;
        }
        let Ok(next) = position.clone().play(Move::Place(cell)) else { continue };
        wins += match next.winner() {
            Some(_) => 1,
            None if depth == 1 => 0,
            None => wins_by_clone(&next, cells, depth - 1),
        };
    }
    wins
}

/// A union-find that halves paths and keeps no account of what it did; to be copied.
struct Compressing {
    /// 0 empty, 1 black, 2 white; parent in the upper bits; the edges are four more nodes.
    stones: Vec<u8>,
    parents: Vec<u16>,
}

impl Compressing {
    fn of(board: &Board) -> Self {
        let count = board.size().cell_count();
        let mut this = Self { stones: vec![0; count], parents: (0..).take(count + 4).collect() };
        for (cell, colour) in board.stones() {
            this.place(board.size(), cell, colour);
        }
        this
    }

    fn copy_from(&mut self, other: &Self) {
        self.stones.copy_from_slice(&other.stones);
        self.parents.copy_from_slice(&other.parents);
    }

    fn root(&mut self, mut node: u16) -> u16 {
        loop {
            let parent = self.parents[usize::from(node)];
            if parent == node {
                return node;
            }
            let grandparent = self.parents[usize::from(parent)];
            self.parents[usize::from(node)] = grandparent;
            node = grandparent;
        }
    }

    /// Places a stone and says whether its colour has won.
    fn place(&mut self, size: Size, cell: Cell, colour: Colour) -> bool {
        let side = u16::from(size.get());
        let index = |cell: Cell| u16::from(cell.row()) * side + u16::from(cell.column());
        let stone = index(cell);
        let mark = 1 + u8::from(colour == Colour::White);
        self.stones[usize::from(stone)] = mark;
        let mut root = stone;
        for neighbour in cell.neighbours(size) {
            let neighbour = index(neighbour);
            if self.stones[usize::from(neighbour)] == mark {
                let other = self.root(neighbour);
                self.parents[usize::from(root)] = other;
                root = other;
            }
        }
        let (along, near) = match colour {
            Colour::Black => (cell.row(), side * side),
            Colour::White => (cell.column(), side * side + 2),
        };
        for (edge, touches) in [(near, along == 0), (near + 1, u16::from(along) + 1 == side)] {
            if touches {
                let other = self.root(edge);
                self.parents[usize::from(root)] = other;
                root = other;
            }
        }
        self.root(near) == self.root(near + 1)
    }
}

/// The same, copying a union-find into memory that is there already.
fn wins_by_copy(stack: &mut [Compressing], size: Size, cells: &[Cell], colour: Colour) -> u64 {
    let mut wins = 0;
    for &cell in cells {
        let index = usize::from(cell.row()) * usize::from(size.get()) + usize::from(cell.column());
        if stack[0].stones[index] != 0 {
            continue;
        }
        let (from, to) = stack.split_at_mut(1);
        to[0].copy_from(&from[0]);
        let won = to[0].place(size, cell, colour);
        wins += match won {
            true => 1,
            false if to.len() == 1 => 0,
            false => wins_by_copy(to, size, cells, colour.other()),
        };
    }
    wins
}

/// Whether this colour has won, looked for on the whole board.
fn flood(board: &Board, colour: Colour) -> bool {
    let size = board.size();
    let side = usize::from(size.get());
    let mut seen = vec![false; size.cell_count()];
    let along = |cell: Cell| if colour == Colour::Black { cell.row() } else { cell.column() };
    let start = |cell: &Cell| along(*cell) == 0 && board.get(*cell) == Some(colour);
    let mut open: Vec<Cell> = size.cells().filter(start).collect();
    while let Some(cell) = open.pop() {
        if along(cell) + 1 == size.get() {
            return true;
        }
        for next in cell.neighbours(size) {
            let seen = &mut seen[usize::from(next.row()) * side + usize::from(next.column())];
            if !*seen && board.get(next) == Some(colour) {
                *seen = true;
                open.push(next);
            }
        }
    }
    false
}

/// The same as [`wins_in_place`], with a flood fill after every stone.
fn wins_by_flood(board: &mut Board, cells: &[Cell], colour: Colour, depth: u32) -> u64 {
    let mut wins = 0;
    for &cell in cells {
        let Some(undo) = board.place(cell, colour) else { continue };
        wins += match flood(board, colour) {
            true => 1,
            false if depth == 1 => 0,
            false => wins_by_flood(board, cells, colour.other(), depth - 1),
        };
        board.undo(undo);
    }
    wins
}

fn main() {
    const DEPTH: u32 = 2;
    for (side, stones) in [(5, 8), (11, 40), (11, 121), (19, 120), (26, 220), (26, 676)] {
        let size = Size::new(side).expect("1 to 26");
        let position = middle(size, stones);
        let cells: Vec<Cell> = position.board().vacant().collect();
        let colour = position.to_move();
        let mut in_place = position.clone();
        let mut board = position.board().clone();
        let mut stack: Vec<Compressing> = (0..=DEPTH).map(|_| Compressing::of(&board)).collect();

        let wins = wins_in_place(&mut in_place, &cells, DEPTH);
        assert_eq!(wins, wins_by_clone(&position, &cells, DEPTH));
        assert_eq!(wins, wins_by_copy(&mut stack, size, &cells, colour));
        assert_eq!(wins, wins_by_flood(&mut board, &cells, colour, DEPTH));

        let stones = position.board().stone_count();
        println!("{size}×{size}, {stones} stones, every line of {DEPTH} more, {wins} wins");
        let [undo, clone, copy, flood] = best(
            1,
            [
                &mut || _ = black_box(wins_in_place(&mut in_place, &cells, DEPTH)),
                &mut || _ = black_box(wins_by_clone(&position, &cells, DEPTH)),
                &mut || _ = black_box(wins_by_copy(&mut stack, size, &cells, colour)),
                &mut || _ = black_box(wins_by_flood(&mut board, &cells, colour, DEPTH)),
            ],
        );
        report("make and unmake", undo, undo);
        report("Position::clone and play", clone, undo);
        report("copying into place, with path halving", copy, undo);
        report("make and unmake, with a flood fill", flood, undo);
    }

    for side in [5, 11, 26] {
        let size = Size::new(side).expect("1 to 26");
        let opening = Position::opening(size);
        let (mut one, mut other, mut third) = (Random::seeded(1), Random::seeded(1), Random::seeded(1));
        println!("{size}×{size}, a random game");
        let [floor, whole, stones] = best(
            200,
            [
                &mut || {
                    let mut cells: [u16; 676] = [0; 676];
                    one.shuffle(&mut cells[..size.cell_count()]);
                    black_box(cells);
                },
                &mut || _ = black_box(opening.playout(&mut other)),
                &mut || {
                    let mut cells: Vec<Cell> = size.cells().collect();
                    third.shuffle(&mut cells);
                    let mut position = opening.clone();
                    for cell in cells {
                        if position.make(Move::Place(cell)).is_err() || position.winner().is_some() {
                            break;
                        }
                    }
                    black_box(position.winner());
                },
            ],
        );
        report("floor: a shuffle of the cells", floor, floor);
        report("playout", whole, floor);
        report("stone by stone until somebody has won", stones, floor);
    }
}
