//! Who has the chain on a board filled at random.

use super::board::{Board, Colour, Size};
use crate::random::Random;

/// The most rows that a board has.
pub(super) const ROWS: usize = Size::MAX.get() as usize;

/// The colour that wins if the empty cells are dealt out in random order, `to_move` first.
pub(super) fn winner_at_random(board: &Board, to_move: Colour, random: &mut Random) -> Colour {
    if let Some(winner) = board.winner() {
        return winner;
    }
    filled_at_random(board, to_move, random).0
}

/// The same for a board without a winner, and the black stones of the board once it is full, one word a row.
pub(super) fn filled_at_random(board: &Board, to_move: Colour, random: &mut Random) -> (Colour, [u32; ROWS]) {
    let side = usize::from(board.size().get());
    let (mut black, vacant) = board.rows();
    let count = count_of(&vacant[..side]);
    let wanted = match to_move {
        Colour::Black => count.div_ceil(2),
        Colour::White => count / 2,
    };
    let mut dealt = [0_u32; ROWS];
    deal(&mut dealt[..side], &vacant[..side], wanted, random);
    for (black, dealt) in black.iter_mut().zip(dealt) {
        *black |= dealt;
    }
    // Of a full board exactly one colour has a chain.
    let winner = if joins_top_to_bottom(&black[..side]) { Colour::Black } else { Colour::White };
    (winner, black)
}

/// Puts so many of the vacant cells into `dealt`, every choice of them equally likely.
///
/// Half of them by random bits, which makes every set of the same size equally likely; then single ones are put in or
/// taken out, each as likely as any other, until there are as many as wanted.
fn deal(dealt: &mut [u32], vacant: &[u32], wanted: u32, random: &mut Random) {
    for (dealt, &vacant) in dealt.iter_mut().zip(vacant) {
        if vacant != 0 {
            *dealt = random.word() & vacant;
        }
    }
    let count = count_of(vacant);
    let mut have = count_of(dealt);
    while have != wanted {
        let is_too_many = have > wanted;
        let mut place = random.below(if is_too_many { have } else { count - have });
        for (dealt, &vacant) in dealt.iter_mut().zip(vacant) {
            let candidates = if is_too_many { *dealt } else { vacant & !*dealt };
            let here = candidates.count_ones();
            if place < here {
                *dealt ^= nth(candidates, place);
                break;
            }
            place -= here;
        }
        have = if is_too_many { have - 1 } else { have + 1 };
    }
}

fn count_of(rows: &[u32]) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum()
}

/// The set bit with this place among all that are set, counted from 0.
const fn nth(mut bits: u32, mut place: u32) -> u32 {
    while place > 0 {
        bits &= bits - 1;
        place -= 1;
    }
    bits & bits.wrapping_neg()
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
    use std::collections::HashMap;

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
    fn every_choice_of_cells_is_dealt_equally_often() {
        let vacant = [0b1011, 0b0110, 0b0001];
        for wanted in 0..=6_u32 {
            let mut counts: HashMap<[u32; 3], u32> = HashMap::new();
            let mut random = Random::seeded(u64::from(wanted));
            for _ in 0..20_000 {
                let mut dealt = [0; 3];
                deal(&mut dealt, &vacant, wanted, &mut random);
                assert_eq!(count_of(&dealt), wanted);
                assert!(dealt.iter().zip(vacant).all(|(&dealt, vacant)| dealt & !vacant == 0));
                *counts.entry(dealt).or_default() += 1;
            }
            let choices = [1, 6, 15, 20, 15, 6, 1][wanted as usize];
            assert_eq!(counts.len(), choices);
            // Five standard deviations of the rarest: √1000 is 32.
            let expected = 20_000 / u32::try_from(choices).expect("few");
            for (dealt, count) in counts {
                assert!(count.abs_diff(expected) < 300, "{wanted}: {dealt:?} {count} times");
            }
        }
    }

    #[test]
    fn black_wins_as_often_as_in_games_that_are_played_stone_by_stone() {
        for (side, to_move) in [(3, Colour::Black), (4, Colour::White), (5, Colour::Black)] {
            let size = Size::new(side).expect("in range");
            let mut random = Random::seeded(1);
            let mut wins = [0_i32; 2];
            for _ in 0..20_000 {
                let fast = winner_at_random(&Board::empty(size), to_move, &mut random);
                wins[0] += i32::from(fast == Colour::Black);
                let mut board = Board::empty(size);
                let mut vacant: Vec<_> = size.cells().collect();
                random.shuffle(&mut vacant);
                let mut colour = to_move;
                while board.winner().is_none() {
                    board.place(vacant.pop().expect("a full board has a winner"), colour);
                    colour = colour.other();
                }
                wins[1] += i32::from(board.winner() == Some(Colour::Black));
            }
            // Five standard deviations of the difference.
            assert!(wins[0].abs_diff(wins[1]) < 500, "{side}: {wins:?}");
        }
    }
}
