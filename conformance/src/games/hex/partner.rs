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
            Self::Swapper | Self::ForeseeingSwapper if position.may_swap() => Move::Swap,
            Self::Path if position.may_swap() && is_central(position) => Move::Swap,
            Self::Path | Self::Swapper => on_path(),
            Self::Steady | Self::Foreseeing | Self::ForeseeingSwapper | Self::Wavering => {
                let beside: Vec<Cell> = last
                    .into_iter()
                    .flat_map(|cell| cell.neighbours(position.size()))
                    .filter(|&cell| position.board().get(cell).is_none())
                    .collect();
                random.pick(&beside).map_or_else(on_path, |&cell| Move::Place(cell))
            }
            Self::Yielding => Move::Place(yielded(position)),
        }
    }

    /// Whether it plays a second game, in which it goes where the bot went next in the first one.
    #[must_use]
    pub(super) const fn foresees(self) -> bool {
        matches!(self, Self::Foreseeing | Self::ForeseeingSwapper)
    }

    /// Whether the bot is asked who has won. Of a wrong answer behind a swap it cannot be told whether the bot knows the
    /// rules of winning, or its colour: the other games tell that better.
    #[must_use]
    pub(super) const fn asks_who_has_won(self) -> bool {
        !matches!(self, Self::ForeseeingSwapper)
    }

    /// Where it puts a stone that it takes back again, before the one that counts. The bot has moved so often.
    #[must_use]
    pub(super) fn wavers(
        self,
        position: &Position,
        counts: Move,
        own_moves: usize,
        random: &mut Random,
    ) -> Option<Cell> {
        if self != Self::Wavering || own_moves < 2 {
            return None;
        }
        // With it the game would be over.
        let decides = |cell: Cell| {
            let mut board = position.board().clone();
            let _ = board.place(cell, position.to_move());
            board.winner().is_some()
        };
        let others: Vec<Cell> =
            position.board().vacant().filter(|&cell| counts != Move::Place(cell) && !decides(cell)).collect();
        random.pick(&others).copied()
    }

    /// The name in case ids.
    #[must_use]
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Path => "path",
            Self::Swapper => "swapper",
            Self::Steady => "steady",
            Self::Yielding => "yielding",
            Self::Foreseeing => "foreseeing",
            Self::ForeseeingSwapper => "foreseeing-swapper",
            Self::Wavering => "wavering",
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
            Self::Yielding => "lets the bot win",
            Self::Foreseeing => "in a second game goes where the bot went next in the first one",
            Self::ForeseeingSwapper => {
                "swaps, and in a second game goes where the bot went next in the first one"
            }
            Self::Wavering => "takes its stones back and puts them elsewhere",
        }
    }
}

/// The middle of an empty board, else the cell that leaves this side the most stones away from winning.
fn yielded(position: &Position) -> Cell {
    let (board, colour) = (position.board(), position.to_move());
    let middle = position.size().get() / 2;
    if board.stone_count() == 0
        && let Some(cell) = Cell::at(middle, middle)
    {
        return cell;
    }
    let stones_away = |cell: &Cell| {
        let mut next = board.clone();
        let _ = next.place(*cell, colour);
        match (next.winner(), shortest_path(&next, colour).len()) {
            (Some(_), _) => 0,
            // It cannot win any more.
            (None, 0) => usize::MAX,
            (None, away) => away,
        }
    };
    board.vacant().max_by_key(stones_away).expect("a game that is not over has an empty cell")
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
            let partners =
                [Partner::Random, Partner::Path, Partner::Swapper, Partner::Steady, Partner::Yielding];
            for partner in partners.into_iter().chain([Partner::Foreseeing]) {
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

    #[test]
    fn who_yields_loses_to_bots_that_move_anywhere() {
        let mut random = Random::seeded(11);
        let (mut lost, mut games) = (0, 0);
        for (size, seat) in [4, 5, 6, 7].into_iter().flat_map(|size| Colour::ALL.map(|seat| (size, seat))) {
            for _ in 0..20 {
                let mut position = Position::opening(Size::new(size).unwrap());
                while position.outcome().is_none() {
                    let partner =
                        if position.to_move() == seat { Partner::Random } else { Partner::Yielding };
                    let mv = match partner.choose(&position, None, &mut random) {
                        Move::Swap => Move::Place(position.board().vacant().next().unwrap()),
                        mv => mv,
                    };
                    position = position.play(mv).unwrap();
                }
                games += 1;
                lost += u32::from(position.board().winner() == Some(seat));
            }
        }
        // On a small board chance may win all the same.
        assert!(lost * 10 >= games * 9, "{lost} of {games} games were lost");
    }
}
