//! Linkage as a search sees it.

use super::board::{Colour, Side};
use super::counts::{EVERY_BYTE, passed};
use super::order::Order;
use super::position::Position;
use crate::game::Position as _;
use crate::random::Random;
use crate::search::{Owners, Searchable, Status, mix};
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
        self.advance_unchecked(order);
    }

    /// By [`Position::random_order`].
    fn random_winner(&self, random: &mut Random, _: &mut Vec<Order>) -> Option<Seat> {
        Some(self.winner_at_random(random, |_, _| {}))
    }

    /// The colour and the squares: an order of the other side takes the same place from this one.
    fn place_of(order: Order) -> Option<usize> {
        match order {
            Order::Place { colour, domino } => {
                let is_down = domino.second().index() == domino.first().index() + 1;
                let place = 2 * domino.first().index() + usize::from(is_down);
                Some(place * Colour::ALL.len() + colour.index())
            }
            Order::Skip => None,
        }
    }

    fn random_owners(&self, random: &mut Random, _: &mut Vec<Order>, owners: &mut Owners) -> Option<Seat> {
        Some(self.winner_at_random(random, |seat, order| {
            if let Some(place) = Self::place_of(order) {
                owners.note(place, seat);
            }
        }))
    }
}

impl Position {
    /// A legal order, each as likely as any other; of a game that is over, [`Order::Skip`].
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Position;
    /// use botspec_sdk::random::Random;
    /// let position = Position::opening();
    /// assert!(position.is_legal(position.random_order(&mut Random::seeded(1))));
    /// ```
    #[must_use]
    pub fn random_order(&self, random: &mut Random) -> Order {
        let places = self.dominoes();
        let count = u32::try_from(places.len()).expect("84 at most");
        // A one for each colour of which there is a domino left, and how many of them there are up to each colour.
        let some = self.left.iter().rev().fold(0, |some, &left| some << 8 | u64::from(left > 0));
        let kinds = some.wrapping_mul(EVERY_BYTE);
        let drawn = match count * u32::from(kinds.to_le_bytes()[7]) {
            0 => return Order::Skip,
            orders => random.below(orders),
        };
        // The quotient is 3 at most, which is sooner found so than by a division.
        let kind = [1_u8, 2, 3].map(|kind| u8::from(drawn >= u32::from(kind) * count)).iter().sum();
        let (colour, _) = passed(kinds, kind);
        let domino = (drawn - u32::from(kind) * count) as usize;
        Order::Place {
            colour: Colour::ALL[usize::try_from(colour).expect("3 at most")],
            domino: { places }.nth(domino).expect("drawn below their number"),
        }
    }

    /// Plays random orders to the end; `seen` is told of each, and whose it is.
    fn winner_at_random(&self, random: &mut Random, mut seen: impl FnMut(Seat, Order)) -> Seat {
        let mut position = *self;
        while position.end().is_none() {
            let order = position.random_order(random);
            seen(position.seat_to_move(), order);
            position.advance_unchecked(order);
        }
        position.leader().seat()
    }
}
