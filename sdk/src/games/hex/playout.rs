//! Who has the chain on a board filled at random.

use super::board::{Board, Colour, Size};
use crate::random::Random;

/// The most rows that a board has.
const ROWS: usize = Size::MAX.get() as usize;

/// The colour that wins if the empty cells are dealt out in random order, `to_move` first.
pub(super) fn winner_at_random(board: &Board, to_move: Colour, random: &mut Random) -> Colour {
    if let Some(winner) = board.winner() {
        return winner;
    }
    let mut vacant = [(0_u8, 0_u8); ROWS * ROWS];
    let mut count = 0;
    let mut black = [0_u32; ROWS];
    for (cell, stone) in board.cells() {
        match stone {
            None => {
                vacant[count] = (cell.row(), cell.column());
                count += 1;
            }
            Some(Colour::Black) => black[usize::from(cell.row())] |= 1 << cell.column(),
            Some(Colour::White) => {}
        }
    }
    let vacant = &mut vacant[..count];
    random.shuffle(vacant);
    let first_black = match to_move {
        Colour::Black => 0,
        Colour::White => 1,
    };
    for &(row, column) in vacant.iter().skip(first_black).step_by(2) {
        black[usize::from(row)] |= 1 << column;
    }
    let rows = &black[..usize::from(board.size().get())];
    // Of a full board exactly one colour has a chain.
    if joins_top_to_bottom(rows) { Colour::Black } else { Colour::White }
}

/// Whether the cells that are set, one word a row, join the first row to the last.
fn joins_top_to_bottom(rows: &[u32]) -> bool {
    let last = rows.len() - 1;
    let mut reached = [0_u32; ROWS];
    reached[0] = rows[0];
    // Down and up again until nothing new is reached.
    loop {
        let mut changed = false;
        for row in 1..=last {
            let from = reached[row - 1] | reached[row - 1] >> 1;
            changed |= spread(&mut reached[row], from, rows[row]);
        }
        if reached[last] != 0 {
            return true;
        }
        if !changed {
            return false;
        }
        for row in (0..last).rev() {
            let from = reached[row + 1] | reached[row + 1] << 1;
            spread(&mut reached[row], from, rows[row]);
        }
    }
}

/// Adds to `reached` the runs of `open` that `from` or `reached` touch; says whether there were any.
fn spread(reached: &mut u32, from: u32, open: u32) -> bool {
    let before = *reached;
    let mut now = before | (from & open);
    if now == before {
        return false;
    }
    loop {
        let wider = (now | now << 1 | now >> 1) & open;
        if wider == now {
            break;
        }
        now = wider;
    }
    *reached = now;
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_board_has_the_winner_that_the_groups_say() {
        let mut random = Random::seeded(3);
        for round in 0..2_000_u32 {
            let size = Size::new(1 + (round % 13) as u8).expect("in range");
            let mut board = Board::empty(size);
            let mut rows = vec![0_u32; usize::from(size.get())];
            for cell in size.cells() {
                let black = random.chance(1, 2);
                board.place(cell, if black { Colour::Black } else { Colour::White });
                rows[usize::from(cell.row())] |= u32::from(black) << cell.column();
            }
            let expected = if joins_top_to_bottom(&rows) { Colour::Black } else { Colour::White };
            assert_eq!(board.winner(), Some(expected), "{board}");
        }
    }

    #[test]
    fn a_playout_is_the_game_that_its_documentation_describes() {
        for seed in 0..200 {
            let size = Size::new(1 + (seed % 11) as u8).expect("in range");
            let mut board = Board::empty(size);
            let mut vacant: Vec<_> = size.cells().collect();
            Random::seeded(seed).shuffle(&mut vacant);
            let mut colour = Colour::White;
            while board.winner().is_none() {
                board.place(vacant.remove(0), colour);
                colour = colour.other();
            }
            let mut random = Random::seeded(seed);
            assert_eq!(
                Some(winner_at_random(&Board::empty(size), Colour::White, &mut random)),
                board.winner()
            );
        }
    }
}
