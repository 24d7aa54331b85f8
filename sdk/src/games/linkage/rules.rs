//! What is legal, what happens, and how it ends.

use std::fmt;

use super::board::{Colour, Side};
use super::domino::{Domino, Dominoes};
use super::game::Linkage;
use super::order::{Order, Reason};
use super::position::Position;
use super::square::Square;
use super::squares::Squares;
use super::wire::OrderText;
use crate::game::{self, IllegalMove};
use crate::seat::Seat;

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// All 24 dominoes are placed.
    Placed,
    /// Two turns in a row were skips.
    Skips,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Placed => "placed",
            Self::Skips => "skips",
        })
    }
}

/// The result of a finished game. There is no draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// More with twelve groups or more, else Fewer.
    pub winner: Side,
    /// Groups on the board.
    pub groups: u32,
    /// What ended the game.
    pub end: End,
}

/// The legal placements of a position in the order of their texts, without allocation.
#[derive(Debug, Clone)]
pub struct Placements {
    all: Dominoes,
    rest: Dominoes,
    /// Of [`Colour::BY_LETTER`], how many have been begun.
    begun: usize,
    left: [u8; 4],
}

impl Iterator for Placements {
    type Item = Order;

    fn next(&mut self) -> Option<Order> {
        loop {
            if let (Some(&colour), Some(domino)) =
                (Colour::BY_LETTER.get(self.begun.wrapping_sub(1)), self.rest.next())
            {
                return Some(Order::Place { colour, domino });
            }
            let colour = Colour::BY_LETTER.get(self.begun)?;
            self.begun += 1;
            if self.left[colour.index()] > 0 {
                self.rest = self.all;
            }
        }
    }
}

impl Position {
    /// The places where the side to move may lay a domino of any colour that is left.
    #[must_use]
    pub const fn dominoes(&self) -> Dominoes {
        Dominoes::within(self.open())
    }

    /// The legal placements in canonical order, without allocation. None once the game is over.
    #[must_use]
    pub fn placements(&self) -> Placements {
        let all = if self.end().is_none() { self.dominoes() } else { Dominoes::within(Squares::EMPTY) };
        Placements { all, rest: Dominoes::within(Squares::EMPTY), begun: 0, left: self.left }
    }

    /// The number of legal placements.
    #[must_use]
    pub fn placement_count(&self) -> usize {
        if self.end().is_some() {
            return 0;
        }
        let colours = self.left.iter().filter(|&&left| left > 0).count();
        self.dominoes().len() * colours
    }

    /// Whether `Skip` is the only answer: no placement is legal and the game is not over.
    #[must_use]
    pub fn must_skip(&self) -> bool {
        self.end().is_none() && self.dominoes().len() == 0
    }

    /// Everything that is wrong with an order, faithfully to how it was written: first the
    /// colour, then the shape, then its squares in the order in which they are named. Empty if it is
    /// legal.
    #[must_use]
    pub fn faults(&self, order: OrderText) -> Vec<Reason> {
        let mut faults = Vec::new();
        if self.end().is_some() {
            faults.push(Reason::GameOver);
        }
        match order {
            OrderText::Skip => {
                faults.extend(self.placements().next().map(|legal| Reason::SkipNotForced { legal }));
            }
            OrderText::Place { colour, first, second } => {
                if self.left(colour) == 0 {
                    faults.push(Reason::ColourExhausted { colour });
                }
                if Domino::new(first, second).is_none() {
                    faults.push(Reason::NotAdjacent { first, second });
                }
                faults.extend(self.fault_of_square(first));
                if second != first {
                    faults.extend(self.fault_of_square(second));
                }
            }
        }
        faults
    }

    fn fault_of_square(&self, square: Square) -> Option<Reason> {
        if square == Square::CENTRE {
            return Some(Reason::Centre);
        }
        match self.board.get(square) {
            Some(colour) => Some(Reason::Occupied { square, colour }),
            None => self.marks().contains(square).then_some(Reason::Marked { square }),
        }
    }

    /// Whether an order is legal.
    #[must_use]
    pub fn is_legal(&self, order: Order) -> bool {
        match order {
            Order::Place { colour, domino } => {
                self.left(colour) > 0 && self.open().contains_all(domino.squares()) && self.end().is_none()
            }
            Order::Skip => self.must_skip(),
        }
    }

    /// The position after a legal order, for searches that take their orders from
    /// [`Position::placements`]. After an illegal one the result is a position of no game.
    #[must_use]
    pub fn play_unchecked(mut self, order: Order) -> Self {
        self.advance_unchecked(order);
        self
    }

    /// The same in place: a copy of what has just been written would have to wait for it.
    pub(super) fn advance_unchecked(&mut self, order: Order) {
        match order {
            Order::Place { colour, domino } => {
                self.left[colour.index()] = self.left[colour.index()].saturating_sub(1);
                self.board.place(colour, domino);
                self.touched[self.side.index()] = domino.neighbours();
                self.skips = 0;
            }
            // What the skipping side touched stays: its last domino still counts.
            Order::Skip => self.skips = self.skips.saturating_add(1),
        }
        self.side = self.side.other();
    }

    /// What ended the game, or `None` while it goes on.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        if self.left_in_all() == 0 {
            Some(End::Placed)
        } else if self.skips >= 2 {
            Some(End::Skips)
        } else {
            None
        }
    }

    /// The side that has the groups it wants if the game ends like this.
    #[must_use]
    pub fn leader(&self) -> Side {
        if self.groups() >= Linkage::GROUPS_FOR_MORE { Side::More } else { Side::Fewer }
    }
}

impl game::Position for Position {
    type Move = Order;
    type Reason = Reason;
    type Outcome = Outcome;

    fn seat_to_move(&self) -> Seat {
        self.side.seat()
    }

    /// The placements, or `Skip` alone where there is none.
    fn legal_moves(&self) -> Vec<Order> {
        if self.must_skip() { vec![Order::Skip] } else { self.placements().collect() }
    }

    fn play(self, order: Order) -> Result<Self, IllegalMove<Self>> {
        if self.is_legal(order) {
            return Ok(self.play_unchecked(order));
        }
        let reason = self.faults(order.into()).first().copied();
        let reason = reason.expect("is_legal and faults apply the same rules");
        Err(IllegalMove { mv: order, reason, position: self })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| Outcome { winner: self.leader(), groups: self.groups(), end })
    }
}
