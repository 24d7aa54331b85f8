//! Random games between sides that want something: they tell more of a position than games between sides that do not.

use botspec_sdk::games::linkage::{Colour, Order, Outcome, Position, Reason, Side};
use botspec_sdk::random::Random;
use botspec_sdk::search::{Owners, Searchable, Status};
use botspec_sdk::seat::Seat;
use botspec_sdk::{IllegalMove, Position as Rules};

/// How often a side draws another order than one that is not to its taste.
const REDRAWS: u32 = 3;

/// A position whose random games are keen: More likes dominoes that touch none of their colour, Fewer those that do.
#[derive(Debug, Clone)]
pub(crate) struct Keen(pub(crate) Position);

impl Keen {
    /// An order of a position in which something can be placed, drawn at random, and again if it is not to the side's taste.
    fn draw(&self, random: &mut Random) -> Order {
        let position = &self.0;
        let (dominoes, mut colours) = (position.dominoes(), Colour::ALL);
        let mut kinds = 0;
        for colour in Colour::ALL.into_iter().filter(|&colour| position.left(colour) > 0) {
            colours[kinds] = colour;
            kinds += 1;
        }
        let mut redraws = REDRAWS;
        loop {
            let domino = { dominoes }.nth(random.index(dominoes.len())).expect("drawn below their number");
            let colour = colours[random.index(kinds)];
            let touches = !(domino.neighbours() & position.board().colour(colour)).is_empty();
            if redraws == 0 || touches == (position.side() == Side::Fewer) {
                return Order::Place { colour, domino };
            }
            redraws -= 1;
        }
    }
}

impl Searchable for Keen {
    fn status(&self) -> Status {
        self.0.status()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn list_moves(&self, moves: &mut Vec<Order>) {
        self.0.list_moves(moves);
    }

    fn advance(&mut self, order: Order) {
        self.0.advance(order);
    }

    fn place_of(order: Order) -> Option<usize> {
        Position::place_of(order)
    }

    fn random_owners(&self, random: &mut Random, _: &mut Vec<Order>, owners: &mut Owners) -> Option<Seat> {
        let mut game = self.clone();
        while game.0.end().is_none() {
            let order = if game.0.must_skip() { Order::Skip } else { game.draw(random) };
            if let Some(place) = Self::place_of(order) {
                owners.note(place, game.seat_to_move());
            }
            game.0 = game.0.play_unchecked(order);
        }
        Some(game.0.leader().seat())
    }
}

/// The rules are those of the position.
impl Rules for Keen {
    type Move = Order;
    type Reason = Reason;
    type Outcome = Outcome;

    fn seat_to_move(&self) -> Seat {
        self.0.seat_to_move()
    }

    fn legal_moves(&self) -> Vec<Order> {
        self.0.legal_moves()
    }

    fn play(self, order: Order) -> Result<Self, IllegalMove<Self>> {
        let refused =
            |IllegalMove { mv, reason, position }| IllegalMove { mv, reason, position: Self(position) };
        self.0.play(order).map(Self).map_err(refused)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_legal() {
        for seed in 0..50 {
            let mut random = Random::seeded(seed);
            let mut game = Keen(Position::opening());
            while game.outcome().is_none() {
                let order = if game.0.must_skip() { Order::Skip } else { game.draw(&mut random) };
                game = game.play(order).expect("a legal order");
            }
        }
    }

    #[test]
    fn keen_sides_are_better_matched() {
        // Of games without any wish More wins nine in ten: they hardly tell one order from another.
        let mut random = Random::seeded(1);
        let opening = Keen(Position::opening());
        let won = (0..1_000)
            .filter(|_| opening.random_winner(&mut random, &mut Vec::new()) == Some(Side::More.seat()))
            .count();
        assert!((100..900).contains(&won), "More won {won} of 1000");
    }
}
