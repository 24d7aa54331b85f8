//! What is legal, what happens, and how it ends.

use std::error::Error;
use std::fmt;

use super::board::{Colour, Domino, Side, Square};
use super::game::Linkage;
use super::position::Position;
use super::squares::Squares;
use super::wire::OrderText;
use crate::game::{self, IllegalMove};
use crate::seat::Seat;

/// What a player does in a turn: a move of the game.
///
/// `Display` writes the canonical text, the left or upper square first: `GE4F4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// A domino of this colour goes here.
    Place {
        /// Its colour.
        colour: Colour,
        /// Its squares.
        domino: Domino,
    },
    /// No domino.
    Skip,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        OrderText::from(*self).fmt(f)
    }
}

impl From<Order> for OrderText {
    fn from(order: Order) -> Self {
        match order {
            Order::Place { colour, domino } => {
                Self::Place { colour, first: domino.first(), second: domino.second() }
            }
            Order::Skip => Self::Skip,
        }
    }
}

impl TryFrom<OrderText> for Order {
    type Error = Reason;

    /// # Errors
    /// [`Reason::NotAdjacent`] if no domino covers the two squares.
    fn try_from(text: OrderText) -> Result<Self, Reason> {
        match text {
            OrderText::Place { colour, first, second } => match Domino::new(first, second) {
                Some(domino) => Ok(Self::Place { colour, domino }),
                None => Err(Reason::NotAdjacent { first, second }),
            },
            OrderText::Skip => Ok(Self::Skip),
        }
    }
}

/// Why an order is illegal in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The game has ended.
    GameOver,
    /// No domino of the colour is left.
    ColourExhausted {
        /// The colour.
        colour: Colour,
    },
    /// The squares are not orthogonal neighbours.
    NotAdjacent {
        /// The square named first.
        first: Square,
        /// The square named second; it may be the same one.
        second: Square,
    },
    /// There is a domino already.
    Occupied {
        /// Where.
        square: Square,
        /// Its colour.
        colour: Colour,
    },
    /// The square is the blocked centre.
    Centre,
    /// The square is next to the opponent's last domino.
    Marked {
        /// Which one.
        square: Square,
    },
    /// A skip, though something is legal.
    SkipNotForced {
        /// A legal placement, the first by text.
        legal: Order,
    },
}

impl Reason {
    /// The squares at fault, for drawing.
    #[must_use]
    pub const fn squares(&self) -> Squares {
        match *self {
            Self::NotAdjacent { first, second } => Squares::of(first).union(Squares::of(second)),
            Self::Occupied { square, .. } | Self::Marked { square } => Squares::of(square),
            Self::Centre => Squares::CENTRE,
            Self::GameOver | Self::ColourExhausted { .. } | Self::SkipNotForced { .. } => Squares::EMPTY,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::ColourExhausted { colour } => write!(f, "no {colour} domino is left"),
            Self::NotAdjacent { first, second } if first == second => {
                write!(f, "{first} is named twice: a domino covers two squares")
            }
            Self::NotAdjacent { first, second } => {
                write!(f, "{first} and {second} are not orthogonal neighbours")
            }
            Self::Occupied { square, colour } => write!(f, "{square} holds a {colour} domino"),
            Self::Centre => f.write_str("D4 is the blocked centre"),
            Self::Marked { square } => {
                write!(f, "{square} is marked x: it touches the opponent's last domino")
            }
            Self::SkipNotForced { legal } => write!(f, "a placement is legal, for example {legal}"),
        }
    }
}

impl Error for Reason {}

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

/// The places where a domino fits, colour aside, in the order of their texts.
#[derive(Debug, Clone, Copy)]
pub struct Dominoes {
    vertical: u64,
    horizontal: u64,
}

impl Dominoes {
    /// The places within these squares.
    #[must_use]
    pub const fn within(squares: Squares) -> Self {
        Self { vertical: squares.vertical_starts(), horizontal: squares.horizontal_starts() }
    }
}

impl Iterator for Dominoes {
    type Item = Domino;

    fn next(&mut self) -> Option<Domino> {
        let starts = self.vertical | self.horizontal;
        let first = Square::from_index(starts.trailing_zeros() as usize)?;
        // Of two dominoes that begin on a square the vertical one comes first: A1A2, A1B1.
        let bit = starts & starts.wrapping_neg();
        if self.vertical & bit != 0 {
            self.vertical ^= bit;
            Some(Domino::down_from(first))
        } else {
            self.horizontal ^= bit;
            Some(Domino::right_from(first))
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.vertical.count_ones() + self.horizontal.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Dominoes {}

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
        self
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
