//! Linkage as a search sees it.

use super::board::{Colour, Side};
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
        *self = self.play_unchecked(order);
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
    /// ```
    /// use botspec_sdk::games::linkage::Position;
    /// use botspec_sdk::random::Random;
    /// let position = Position::opening();
    /// assert!(position.is_legal(position.random_order(&mut Random::seeded(1))));
    /// ```
    #[must_use]
    pub fn random_order(&self, random: &mut Random) -> Order {
        let places = self.dominoes();
        let count = match u32::try_from(places.len()).expect("84 at most") {
            0 => return Order::Skip,
            count => count,
        };
        let mut colours = [Colour::Red; 4];
        let mut kinds = 0;
        for colour in Colour::ALL {
            colours[kinds.min(3)] = colour;
            kinds += usize::from(self.left(colour) > 0);
        }
        let drawn = random.below(count * u32::try_from(kinds).expect("four colours"));
        let domino = { places }.nth((drawn % count) as usize).expect("drawn below their number");
        Order::Place { colour: colours[(drawn / count) as usize], domino }
    }

    /// Plays random orders to the end; `seen` is told of each, and whose it is.
    fn winner_at_random(&self, random: &mut Random, mut seen: impl FnMut(Seat, Order)) -> Seat {
        let mut position = *self;
        while position.end().is_none() {
            let order = position.random_order(random);
            seen(position.seat_to_move(), order);
            position = position.play_unchecked(order);
        }
        position.leader().seat()
    }
}
