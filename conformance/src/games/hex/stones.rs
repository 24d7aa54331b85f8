//! Stones that the tester chooses: which messages a step comes to.

use botspec_sdk::games::hex::{Board, BoardText, Cell, Colour, Memory, Message};
use botspec_sdk::random::Random;

use super::partner::shortest_path;
use super::step::{Step, Whose};

/// The messages of a step, for a bot that knows this; none if it is asked something.
#[must_use]
pub(super) fn messages(step: &Step, memory: &Memory, random: &mut Random) -> Vec<Message> {
    let own = memory.colour();
    match step {
        Step::Say(message) if !message.has_answer() => vec![*message],
        Step::Put(whose) => {
            // Nobody moves once the game is over.
            let open = memory.board().filter(|board| board.winner().is_none());
            let vacant: Vec<Cell> = open.map(|board| board.vacant().collect()).unwrap_or_default();
            random.pick(&vacant).map(|&cell| put(*whose, cell)).into_iter().collect()
        }
        Step::Take(side) => {
            let of_side = |board: &Board| -> Vec<Cell> {
                board
                    .stones()
                    .filter(|(_, stone)| whose(*stone, own) == *side)
                    .map(|(cell, _)| cell)
                    .collect()
            };
            let stones = memory.board().map(of_side).unwrap_or_default();
            random.pick(&stones).map(|&cell| Message::Unset(cell.into())).into_iter().collect()
        }
        Step::Board(text) => set_up(text, own, random),
        Step::Decide(whose) => {
            memory.board().map(|board| decide(board, *whose, own, random)).unwrap_or_default()
        }
        Step::Say(_) | Step::Raw(_) | Step::Listen(_) => Vec::new(),
    }
}

/// The message that puts a stone.
#[must_use]
pub(super) fn put(whose: Whose, cell: Cell) -> Message {
    match whose {
        Whose::Own => Message::Sety(cell.into()),
        Whose::Opponent => Message::Seto(cell.into()),
    }
}

fn whose(stone: Colour, own: Colour) -> Whose {
    if stone == own { Whose::Own } else { Whose::Opponent }
}

/// The stones of a board in alternation, black first, in random order.
fn set_up(text: &BoardText, own: Colour, random: &mut Random) -> Vec<Message> {
    let mut stones: [Vec<Cell>; 2] = Colour::ALL
        .map(|colour| text.stones().filter(|&(_, stone)| stone == colour).map(|(cell, _)| cell).collect());
    for cells in &mut stones {
        random.shuffle(cells);
    }
    let [black, white] = stones;
    let turns = 0..black.len().max(white.len());
    let of_turn = |turn: usize| {
        let stones = [(Colour::Black, black.get(turn)), (Colour::White, white.get(turn))];
        stones.into_iter().filter_map(|(stone, cell)| Some(put(whose(stone, own), *cell?)))
    };
    turns.flat_map(of_turn).collect()
}

/// Stones in alternation until this side has won.
fn decide(board: &Board, winner: Whose, own: Colour, random: &mut Random) -> Vec<Message> {
    let mut board = board.clone();
    let winner = if winner == Whose::Own { own } else { own.other() };
    let mut messages = Vec::new();
    loop {
        let path = shortest_path(&board, winner);
        if board.winner().is_some() || path.is_empty() {
            return messages;
        }
        let to_move = if board.stones_of(Colour::Black) > board.stones_of(Colour::White) {
            Colour::White
        } else {
            Colour::Black
        };
        let elsewhere: Vec<Cell> = board.vacant().filter(|cell| !path.contains(cell)).collect();
        let cell = if to_move == winner { path.first() } else { random.pick(&elsewhere) };
        // No room for the other side: the chain is completed without it.
        let (stone, cell) = cell.map_or((winner, path[0]), |&cell| (to_move, cell));
        messages.push(put(whose(stone, own), cell));
        let _ = board.place(cell, stone);
    }
}
