//! Smaller cases: a turn instead of a game, a board with fewer dominoes.

use botspec_sdk::games::linkage::{Cell, Colour, Domino, InputText, Linkage, Setup, Square};

use super::script::{Circumstance, Script, Turn};
use super::witness;
use crate::record::{Event, Extent, given};
use crate::scenario::{cuts, without};

/// What may show the same.
#[must_use]
pub(super) fn smaller(script: &Script, transcript: &[Event]) -> Vec<Script> {
    match script {
        Script::Game(_) => {
            let last = given(transcript, Linkage::INPUT_FILE).last();
            let text = last.and_then(|bytes| std::str::from_utf8(bytes).ok()).map(str::to_owned);
            let turn =
                text.map(|input| Turn { input, circumstance: Circumstance::Usual, stale: None, stray: None });
            turn.map(Script::Turn).into_iter().collect()
        }
        Script::Turn(turn) => {
            let on_board = |input| Script::Turn(Turn { input, ..turn.clone() });
            smaller_boards(&turn.input).into_iter().map(on_board).collect()
        }
        _ => Vec::new(),
    }
}

/// How much a bot was given.
#[must_use]
pub(super) fn extent(transcript: &[Event]) -> Extent {
    let boards: Vec<&[u8]> = given(transcript, Linkage::INPUT_FILE).collect();
    let dominoes = boards.last().and_then(|bytes| setup(bytes)).map_or(0, |setup| placed(&setup).len());
    Extent::of(&[(boards.len(), "turn", "turns"), (dominoes, "domino", "dominoes")])
}

/// Positions with fewer dominoes that a game leads to: of a game that leads to this one some orders are left out, or
/// some dominoes are taken back and the marks with them.
fn smaller_boards(input: &str) -> Vec<String> {
    let Some(whole) = setup(input.as_bytes()) else { return Vec::new() };
    let orders = witness::game(&whole).unwrap_or_default();
    let shorter = cuts(orders.len()).into_iter().filter_map(|cut| witness::leads(&without(&orders, &cut)));
    let mut boards: Vec<Setup> = shorter.collect();
    boards.extend(with_dominoes_taken_back(whole));
    boards
        .into_iter()
        .map(|Setup { side, left, cells }| InputText { side, left, cells }.to_string())
        .filter(|text| text != input)
        .collect()
}

/// The same position with some dominoes back in hand, where a game leads to it: it is the same side's turn after an
/// even number of them, and after others the other's.
fn with_dominoes_taken_back(whole: Setup) -> Vec<Setup> {
    let dominoes = placed(&whole);
    let mut boards = Vec::new();
    for cut in cuts(dominoes.len()) {
        let mut setup = whole;
        for domino in &dominoes[cut] {
            if let Cell::Domino(colour) = setup.cells.get(domino.first()) {
                setup.left[colour.index()] += 1;
            }
            setup.cells.set(domino.first(), Cell::Empty);
            setup.cells.set(domino.second(), Cell::Empty);
        }
        let other = Setup { side: setup.side.other(), ..setup };
        boards.extend([setup, other, unmarked(setup), unmarked(other)]);
    }
    boards.retain(|setup| witness::game(setup).is_some());
    boards
}

/// The same without marks: nothing is open beside the opponent's last domino, or there is none.
fn unmarked(mut setup: Setup) -> Setup {
    for square in setup.cells.squares(Cell::Marked) {
        setup.cells.set(square, Cell::Empty);
    }
    setup
}

/// Dominoes that the squares of a position can be.
fn placed(setup: &Setup) -> Vec<Domino> {
    let mut dominoes = Vec::new();
    for colour in Colour::ALL {
        let squares: Vec<Square> = setup.cells.squares(Cell::Domino(colour)).into_iter().collect();
        dominoes.extend(tiled(&squares).unwrap_or_default());
    }
    dominoes
}

/// Squares, in order, as dominoes: the first one belongs to the one below it or to the one on its right.
fn tiled(squares: &[Square]) -> Option<Vec<Domino>> {
    let Some((&first, rest)) = squares.split_first() else { return Some(Vec::new()) };
    rest.iter().enumerate().find_map(|(at, &second)| {
        let domino = Domino::new(first, second)?;
        let mut dominoes = tiled(&without(rest, &(at..at + 1)))?;
        dominoes.insert(0, domino);
        Some(dominoes)
    })
}

fn setup(bytes: &[u8]) -> Option<Setup> {
    InputText::from_bytes(bytes).ok().map(Setup::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    use botspec_sdk::games::linkage::Position;

    const BOARD: &str = "M4565\nRR.xx..\nB.xYYx.\nB.RRx..\n...X...\n.......\n.......\n.......\n";

    #[test]
    fn smaller_boards_are_positions_with_fewer_dominoes() {
        let count = |text: &str| placed(&setup(text.as_bytes()).unwrap()).len();
        assert_eq!(count(BOARD), 4);
        let boards = smaller_boards(BOARD);
        for number in [0, 3] {
            assert!(boards.iter().any(|board| count(board) == number), "{number}: {boards:?}");
        }
        for board in &boards {
            assert!(Position::from_setup(&setup(board.as_bytes()).unwrap()).is_ok(), "{board}");
            assert!(count(board) < 4, "{board}");
        }
        assert!(boards.iter().any(|board| board.contains('x') && count(board) < 4));
    }

    #[test]
    fn squares_of_one_colour_are_told_apart() {
        let text = "M3666\nRRR....\nR.R....\nR......\n...X...\n.......\n.......\n.......\n";
        assert_eq!(placed(&setup(text.as_bytes()).unwrap()).len(), 3);
    }
}
