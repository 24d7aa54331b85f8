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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{End, Position};
/// assert_eq!(End::Placed.to_string(), "placed");
/// assert_eq!(Position::opening().end(), None);
/// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::linkage::{Outcome, Position, Side};
/// let mut position = Position::opening();
/// while position.outcome().is_none() {
///     position = position.play(position.legal_moves()[0])?;
/// }
/// let Outcome { winner, groups, .. } = position.outcome().expect("the game is over");
/// assert_eq!(winner == Side::More, groups >= 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Placements, Position};
/// let mut placements: Placements = Position::opening().placements();
/// assert_eq!(placements.next().map(|order| order.to_string()), Some("BA1A2".to_owned()));
/// assert_eq!(placements.last().map(|order| order.to_string()), Some("YG6G7".to_owned()));
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RA1A2")?.try_into()?)?;
    /// assert_eq!(position.dominoes().next().map(|domino| domino.to_string()), Some("A4A5".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn dominoes(&self) -> Dominoes {
        Dominoes::within(self.open())
    }

    /// The legal placements in canonical order, without allocation. None once the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Position;
    /// let position = Position::opening();
    /// let fewest = position.placements().min_by_key(|order| position.play_unchecked(*order).groups());
    /// assert_eq!(fewest.map(|order| order.to_string()), Some("BA1A2".to_owned()), "all are alike in the opening");
    /// ```
    #[must_use]
    pub fn placements(&self) -> Placements {
        let all = if self.end().is_none() { self.dominoes() } else { Dominoes::within(Squares::EMPTY) };
        Placements { all, rest: Dominoes::within(Squares::EMPTY), begun: 0, left: self.left }
    }

    /// The number of legal placements, in `0..=320`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Position;
    /// assert_eq!(Position::opening().placement_count(), 4 * 80);
    /// ```
    #[must_use]
    pub fn placement_count(&self) -> usize {
        if self.end().is_some() {
            return 0;
        }
        let colours = self.left.iter().filter(|&&left| left > 0).count();
        self.dominoes().len() * colours
    }

    /// Whether `Skip` is the only answer: no placement is legal and the game is not over.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Order, Position};
    /// assert!(!Position::opening().must_skip());
    /// assert!(!Position::opening().is_legal(Order::Skip), "a skip is legal only where it is forced");
    /// ```
    #[must_use]
    pub fn must_skip(&self) -> bool {
        self.end().is_none() && self.dominoes().len() == 0
    }

    /// Everything that is wrong with an order, faithfully to how it was written: first the
    /// colour, then the shape, then its squares in the order in which they are named. Empty if it is
    /// legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RA1A2")?.try_into()?)?;
    /// let faults = position.faults(OrderText::from_bytes(b"GA2B2")?);
    /// assert_eq!(faults.len(), 2);
    /// assert_eq!(faults[0].to_string(), "A2 holds a red domino");
    /// assert_eq!(faults[1].to_string(), "B2 is marked x: it touches the opponent's last domino");
    /// assert!(position.faults(OrderText::from_bytes(b"GA4A5")?).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let position = Position::opening();
    /// assert!(position.is_legal(OrderText::from_bytes(b"RA1A2")?.try_into()?));
    /// assert!(!position.is_legal(OrderText::from_bytes(b"RD3D4")?.try_into()?), "the centre is blocked");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Position;
    /// let position = Position::opening();
    /// let least = position.placements().map(|order| position.play_unchecked(order).placement_count()).min();
    /// // A domino in the open takes two squares and marks six: that leaves the opponent least.
    /// assert_eq!(least, Some(240));
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::Position;
    /// let mut position = Position::opening();
    /// let mut turns = 0;
    /// while position.end().is_none() {
    ///     position = position.play(position.legal_moves()[0])?;
    ///     turns += 1;
    /// }
    /// assert!((1..=48).contains(&turns), "{turns} turns");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Position, Side};
    /// assert_eq!(Position::opening().leader(), Side::Fewer, "there are no groups yet");
    /// ```
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
