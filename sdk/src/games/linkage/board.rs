//! Colours, sides, and the board they meet on.

use std::fmt;

use super::domino::Domino;
use super::square::Square;
use super::squares::Squares;
use crate::seat::Seat;

/// A colour of dominoes.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::Colour;
/// assert_eq!(Colour::ALL.map(|colour| colour.to_string()), ["red", "blue", "green", "yellow"]);
/// assert_eq!(Colour::BY_LETTER.map(Colour::letter), ['B', 'G', 'R', 'Y']);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// `R`
    Red,
    /// `B`
    Blue,
    /// `G`
    Green,
    /// `Y`
    Yellow,
}

impl Colour {
    /// In the order in which `input.txt` counts them.
    pub const ALL: [Self; 4] = [Self::Red, Self::Blue, Self::Green, Self::Yellow];
    /// In the order of their letters, which is the order of moves.
    pub const BY_LETTER: [Self; 4] = [Self::Blue, Self::Green, Self::Red, Self::Yellow];

    /// In `0..4`, for arrays; the place in [`Colour::ALL`].
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Colour;
    /// let left = [6, 5, 6, 6];
    /// assert_eq!(left[Colour::Blue.index()], 5);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `R`, `B`, `G` or `Y`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Colour;
    /// assert_eq!(Colour::Yellow.letter(), 'Y');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Green => 'G',
            Self::Yellow => 'Y',
        }
    }

    /// The colour with this letter; upper and lower case matter.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Colour;
    /// assert_eq!(Colour::from_letter(b'G'), Some(Colour::Green));
    /// assert_eq!(Colour::from_letter(b'g'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'R' => Some(Self::Red),
            b'B' => Some(Self::Blue),
            b'G' => Some(Self::Green),
            b'Y' => Some(Self::Yellow),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    /// The colour's name: `red`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Yellow => "yellow",
        })
    }
}

/// One of the two players.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Position, Side};
/// assert_eq!(Position::opening().side(), Side::More);
/// assert_eq!(Side::ALL.map(|side| side.to_string()), ["more", "fewer"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first and wants twelve groups or more.
    More,
    /// Wants fewer than twelve groups.
    Fewer,
}

impl Side {
    /// In the order of play.
    pub const ALL: [Self; 2] = [Self::More, Self::Fewer];

    /// The opponent.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Side;
    /// assert_eq!(Side::More.other(), Side::Fewer);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::More => Self::Fewer,
            Self::Fewer => Self::More,
        }
    }

    /// 0 for More, 1 for Fewer.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Side;
    /// let mut wins = [0; 2];
    /// wins[Side::Fewer.index()] += 1;
    /// assert_eq!(wins, [0, 1]);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Seat 1 for More, seat 2 for Fewer.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Side;
    /// assert_eq!(Side::Fewer.seat().number(), 2);
    /// ```
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::from_index(self as u8)
    }

    /// `M` or `F`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Side;
    /// assert_eq!(Side::ALL.map(Side::letter), ['M', 'F']);
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::More => 'M',
            Self::Fewer => 'F',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::More => "more",
            Self::Fewer => "fewer",
        })
    }
}

/// The dominoes on the board: a set of squares for each colour. The centre is in none of them.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::linkage::{Colour, OrderText, Position};
/// let mut position = Position::opening();
/// for order in ["RA1A2", "RG6G7"] {
///     position = position.play(OrderText::from_bytes(order.as_bytes())?.try_into()?)?;
/// }
/// assert_eq!(position.board().colour(Colour::Red).to_string(), "A1 A2 G6 G7");
/// assert_eq!(position.board().groups(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board([Squares; 4]);

impl Board {
    /// Without a domino.
    pub const EMPTY: Self = Self([Squares::EMPTY; 4]);

    /// From the squares of each colour, in the order of [`Colour::ALL`]; they must not overlap.
    pub(super) const fn new(colours: [Squares; 4]) -> Self {
        Self(colours)
    }

    /// The squares under dominoes of this colour.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{Colour, OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RA1B1")?.try_into()?)?;
    /// assert_eq!(position.board().colour(Colour::Red).to_string(), "A1 B1");
    /// assert!(position.board().colour(Colour::Blue).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn colour(&self, colour: Colour) -> Squares {
        self.0[colour.index()]
    }

    /// The squares under dominoes.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"YG7G6")?.try_into()?)?;
    /// assert_eq!(position.board().covered().to_string(), "G6 G7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn covered(&self) -> Squares {
        self.0[0].union(self.0[1]).union(self.0[2]).union(self.0[3])
    }

    /// The squares without a domino, the centre left out.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Board, Square};
    /// assert_eq!(Board::EMPTY.empty().len(), 48, "all but the centre");
    /// assert!(!Board::EMPTY.empty().contains(Square::CENTRE));
    /// ```
    #[must_use]
    pub const fn empty(&self) -> Squares {
        Squares::ALL.without(self.covered().union(Squares::CENTRE))
    }

    /// The colour on this square, if there is a domino.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{Colour, OrderText, Position, Square};
    /// let position = Position::opening().play(OrderText::from_bytes(b"GC1C2")?.try_into()?)?;
    /// let square = |name: &[u8]| Square::from_name(name).expect("A1 to G7");
    /// assert_eq!(position.board().get(square(b"C2")), Some(Colour::Green));
    /// assert_eq!(position.board().get(square(b"C3")), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.colour(colour).contains(square))
    }

    /// The number of groups of this colour: at most one for each of its dominoes, so in `0..=6` in a game.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{Colour, OrderText, Position};
    /// let mut position = Position::opening();
    /// for order in ["RA1A2", "BC1C2", "RA3A4"] {
    ///     position = position.play(OrderText::from_bytes(order.as_bytes())?.try_into()?)?;
    /// }
    /// assert_eq!(position.board().groups_of(Colour::Red), 1, "the two dominoes touch");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn groups_of(&self, colour: Colour) -> u32 {
        // The halves of a domino touch, so parts of squares are parts of dominoes.
        self.colour(colour).parts()
    }

    /// The number of groups of all colours: at most one for each domino, so in `0..=24` in a game.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let mut position = Position::opening();
    /// for order in ["RA1A2", "BC1C2", "RA3A4"] {
    ///     position = position.play(OrderText::from_bytes(order.as_bytes())?.try_into()?)?;
    /// }
    /// assert_eq!(position.board().groups(), 2, "one red, one blue");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn groups(&self) -> u32 {
        Colour::ALL.into_iter().map(|colour| self.groups_of(colour)).sum()
    }

    /// Lays a domino on two squares that are empty.
    pub(super) fn place(&mut self, colour: Colour, domino: Domino) {
        self.0[colour.index()] |= domino.squares();
    }
}
