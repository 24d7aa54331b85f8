//! A Hex bot that plays where the shortest paths of both players meet.
//!
//! A good cell is one that brings this player's edges together and keeps the opponent's apart. So for
//! every vacant cell it counts the stones that each player would need for a path through there, and
//! takes the cell where that is fewest for both together. The opening is a stone it would not take for
//! itself by a swap.

mod paths;

use std::cmp::Reverse;
use std::process::ExitCode;

use botspec_sdk::Deadline;
use botspec_sdk::games::hex::{Board, Cell, Colour, Hex, Move, Position};

use paths::{Paths, Steps};

fn main() -> ExitCode {
    botspec_sdk::run::conversation::run::<Hex>(choose)
}

/// A move takes about a millisecond on 26×26: the deadline is of no concern.
fn choose(position: &Position, _: &Deadline) -> Move {
    let board = position.board();
    if position.may_swap() && is_strong(board) {
        return Move::Swap;
    }
    let cell = if board.stone_count() == 0 && position.to_move() == Colour::Black {
        opening(board)
    } else {
        best_cell(board, position.to_move())
    };
    Move::Place(cell)
}

/// Whether black's only stone is worth a swap: black's way has become shorter than white's.
fn is_strong(board: &Board) -> bool {
    let [black, white] = Colour::ALL.map(|colour| Paths::new(board, colour, Steps::Bridges));
    black.shortest() < white.shortest()
}

/// The cell of the second row nearest to its middle that would not be worth a swap, or the corner.
fn opening(board: &Board) -> Cell {
    let mut row: Vec<Cell> = board.vacant().filter(|cell| cell.row() == 1).collect();
    row.sort_by_key(|&cell| from_centre(board, cell));
    let fair = row.into_iter().find(|&cell| {
        let mut after = board.clone();
        after.place(cell, Colour::Black).is_some() && !is_strong(&after)
    });
    fair.or_else(|| board.vacant().next()).expect("the board is empty")
}

fn best_cell(board: &Board, own: Colour) -> Cell {
    let solid = [own, own.other()].map(|colour| Paths::new(board, colour, Steps::Adjacent));
    let bridged = [own, own.other()].map(|colour| Paths::new(board, colour, Steps::Bridges));
    // A player whose bridges reach from edge to edge needs no stone by that count, so count without
    // bridges: to complete the chain, or to put up what resistance there is.
    let [mine, theirs] = if bridged.iter().all(|paths| paths.shortest() > 0) { &bridged } else { &solid };
    let safe = bridged[0].shortest() == 0;

    let cost = |&cell: &Cell| {
        let wins = solid[0].through(cell) == 1;
        let saves = solid[1].through(cell) == 1;
        let (mine, theirs) = (u16::from(mine.through(cell)), u16::from(theirs.through(cell)));
        let both = if safe { mine } else { mine + theirs };
        (Reverse(wins), Reverse(saves), both, mine, from_centre(board, cell))
    };
    board.vacant().min_by_key(cost).expect("a game that is not over has a vacant cell")
}

/// How far a cell is from the centre, in steps from cell to cell, times two.
fn from_centre(board: &Board, cell: Cell) -> u16 {
    let last = i16::from(board.size().get()) - 1;
    let row = 2 * i16::from(cell.row()) - last;
    let column = 2 * i16::from(cell.column()) - last;
    // Going down and to the right are different directions; going down and left is one step.
    if row.signum() == column.signum() {
        row.unsigned_abs() + column.unsigned_abs()
    } else {
        row.unsigned_abs().max(column.unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::Position as _;
    use botspec_sdk::games::hex::{BoardText, Setup, Size};
    use botspec_sdk::random::Random;

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
    fn an_intrusion_into_a_bridge_is_answered() {
        // The bridge from b2 to the bottom row goes through c1 and c2; white has taken c2.
        assert_eq!(answer(".B..|.B..|.BW.|..W.|", Colour::Black), "d1");
    }

    #[test]
    fn it_swaps_a_strong_stone_and_opens_with_one_that_is_not() {
        assert_eq!(answer("...|.B.|...|", Colour::White), "swap");
        assert_ne!(answer("B....|.....|.....|.....|.....|", Colour::White), "swap");
        for size in Size::all().filter(|size| size.get() > 1) {
            let opening = Position::opening(size);
            let deadline = Deadline::new(Instant::now(), Duration::from_secs(1));
            let opened = choose(&opening, &deadline);
            let after = opening.play(opened).expect("legal");
            if size.get() > 3 {
                assert_ne!(choose(&after, &deadline), Move::Swap, "{size}: {opened}");
            }
        }
    }

    #[test]
    fn it_beats_random_play_from_either_seat() {
        for seed in 0..60 {
            let mut random = Random::seeded(seed);
            let size = Size::new(7 + (seed % 5) as u8).expect("in range");
            let mut position = Position::opening(size);
            let own = (seed % 2) as usize;
            let deadline = Deadline::new(Instant::now(), Duration::from_secs(1));
            while position.outcome().is_none() {
                let mv = if position.seat_to_move().index() == own {
                    choose(&position, &deadline)
                } else {
                    *random.pick(&position.legal_moves()).expect("not over")
                };
                position = position.play(mv).expect("legal");
            }
            let winner = position.outcome().expect("over").seat;
            assert_eq!(winner.index(), own, "seed {seed}: {}", position.board());
        }
    }

    #[test]
    fn it_plays_itself_to_the_end_on_every_size() {
        for size in Size::all() {
            let mut position = Position::opening(size);
            let deadline = Deadline::new(Instant::now(), Duration::from_secs(1));
            while position.outcome().is_none() {
                let mv = choose(&position, &deadline);
                position = position.play(mv).expect("legal");
            }
        }
    }
}
