//! What a player does in a turn, and why it may be refused.

use std::error::Error;
use std::fmt;

use super::board::Colour;
use super::domino::Domino;
use super::square::Square;
use super::squares::Squares;
use super::wire::OrderText;

/// What a player does in a turn: a move of the game.
///
/// `Display` writes the canonical text, the left or upper square first: `GE4F4`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Colour, Order, OrderText};
/// let order: Order = OrderText::from_bytes(b"GF4E4")?.try_into()?;
/// assert!(matches!(order, Order::Place { colour: Colour::Green, .. }));
/// assert_eq!(order.to_string(), "GE4F4", "the left square first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{OrderText, Position, Reason};
/// let position = Position::opening();
/// let faults = position.faults(OrderText::from_bytes(b"RA1C1")?);
/// assert!(matches!(faults[..], [Reason::NotAdjacent { .. }]));
/// assert_eq!(faults[0].to_string(), "A1 and C1 are not orthogonal neighbours");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let faults = Position::opening().faults(OrderText::from_bytes(b"RD4D5")?);
    /// assert_eq!(faults[0].squares().to_string(), "D4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
