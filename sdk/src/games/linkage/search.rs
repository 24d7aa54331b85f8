//! Linkage as a search sees it.

use super::board::{Colour, Side};
use super::order::Order;
use super::position::Position;
use crate::game::Position as _;
use crate::random::Random;
use crate::search::{Searchable, Status, mix};
use crate::seat::Seat;

impl Searchable for Position {
    #[inline]
    fn status(&self) -> Status {
        match self.end() {
            None => Status::Open,
            Some(_) => Status::Won(self.leader().seat()),
        }
    }

    fn key(&self) -> u64 {
        // The dominoes that are left follow from those on the board. Of what each side touched, only empty squares count.
        let empty = self.board().empty();
        let [more, fewer] = self.touched.map(|touched| (touched & empty).bits());
        let rest = u64::from(self.skips) << 1 | u64::from(self.side() == Side::Fewer);
        let colours = Colour::ALL.into_iter().map(|colour| self.board().colour(colour).bits());
        [rest, more, fewer].into_iter().chain(colours).fold(0, mix)
    }

    fn list_moves(&self, moves: &mut Vec<Order>) {
        moves.extend(self.placements());
        if self.must_skip() {
            moves.push(Order::Skip);
        }
    }

    #[inline]
    fn advance(&mut self, order: Order) {
        *self = self.play_unchecked(order);
    }

    /// Every legal order is as likely as any other.
    fn random_winner(&self, random: &mut Random, _: &mut Vec<Order>) -> Option<Seat> {
        let mut position = *self;
        while position.end().is_none() {
            let places = position.dominoes();
            let order = match u32::try_from(places.len()).expect("84 at most") {
                0 => Order::Skip,
                count => {
                    let mut colours = [Colour::Red; 4];
                    let mut kinds = 0;
                    for colour in Colour::ALL {
                        colours[kinds.min(3)] = colour;
                        kinds += usize::from(position.left(colour) > 0);
                    }
                    let drawn = random.below(count * u32::try_from(kinds).expect("four colours"));
                    let domino = { places }.nth((drawn % count) as usize).expect("drawn below their number");
                    Order::Place { colour: colours[(drawn / count) as usize], domino }
                }
            };
            position = position.play_unchecked(order);
        }
        position.outcome().map(|outcome| outcome.winner.seat())
    }
}
