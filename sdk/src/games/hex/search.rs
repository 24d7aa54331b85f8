//! Hex as a search sees it.

use super::board::Colour;
use super::playout::{ROWS, filled_at_random};
use super::position::Position;
use super::rules::Move;
use super::setup::Swap;
use crate::random::Random;
use crate::search::{Owners, Searchable, Status, mix};
use crate::seat::Seat;

impl Searchable for Position {
    #[inline]
    fn status(&self) -> Status {
        self.winner().map_or(Status::Open, |colour| Status::Won(self.seat_of(colour)))
    }

    fn key(&self) -> u64 {
        let right = match self.swap {
            Swap::Open => 0,
            Swap::Closed => 1,
            Swap::Done => 2,
        };
        let mut key =
            mix(mix(0, u64::from(self.size().get())), right << 1 | u64::from(self.to_move == Colour::White));
        let mut word = 0;
        for (i, (_, stone)) in self.board.cells().enumerate() {
            // 32 cells of two bits make a word.
            word = word << 2 | stone.map_or(0, |colour| colour.index() as u64 + 1);
            if i % 32 == 31 {
                key = mix(key, word);
                word = 0;
            }
        }
        mix(key, word)
    }

    fn list_moves(&self, moves: &mut Vec<Move>) {
        if self.winner().is_none() {
            moves.extend(self.board.vacant().map(Move::Place));
            moves.extend(self.may_swap().then_some(Move::Swap));
        }
    }

    #[inline]
    fn advance(&mut self, mv: Move) {
        let made = self.make(mv);
        debug_assert!(made.is_ok(), "not listed: {mv}");
    }

    /// [`Position::playout`], nobody swapping.
    #[inline]
    fn random_winner(&self, random: &mut Random, _: &mut Vec<Move>) -> Option<Seat> {
        Some(self.seat_of(self.playout(random)))
    }

    #[inline]
    fn place_of(mv: Move) -> Option<usize> {
        match mv {
            Move::Place(cell) => Some(usize::from(cell.row()) * ROWS + usize::from(cell.column())),
            Move::Swap => None,
        }
    }

    /// Of a full board every cell has an owner, also after one of the players has won.
    fn random_owners(&self, random: &mut Random, _: &mut Vec<Move>, owners: &mut Owners) -> Option<Seat> {
        let (winner, black) = filled_at_random(&self.board, self.to_move, random);
        let [of_white, of_black] = [Colour::White, Colour::Black].map(|colour| self.seat_of(colour));
        for (row, black) in black.iter().enumerate().take(usize::from(self.size().get())) {
            for column in 0..usize::from(self.size().get()) {
                let owner = if black >> column & 1 == 1 { of_black } else { of_white };
                owners.note(row * ROWS + column, owner);
            }
        }
        Some(self.seat_of(winner))
    }
}
