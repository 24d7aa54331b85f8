//! A state of play, and why a setup may not be one.

use std::error::Error;
use std::fmt;

use super::board::{Board, Colour, Side};
use super::cell::{Cell, Cells};
use super::domino::{Domino, Dominoes};
use super::game::Linkage;
use super::setup::Setup;
use super::square::Square;
use super::squares::Squares;

/// A state of play: small, `Copy`, and meant to be searched with.
///
/// Two things cannot be told from an `input.txt`, so a position made by [`Position::from_setup`]
/// takes them as follows, while one reached by playing from [`Position::opening`] knows them:
///
/// - *whether the turn before was a skip*: it counts as none, so that after one forced skip the
///   game still goes on;
/// - *where the mover's own last domino lies*: it counts as none, which matters only if the mover
///   has to skip now (the opponent would otherwise still have to keep clear of it).
///
/// The opponent's last domino is known by its `x` marks alone. That is enough: squares that are
/// covered today stay covered.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::linkage::{Colour, OrderText, Position};
/// let opening = Position::opening();
/// let played = opening.play(OrderText::from_bytes(b"RA1A2")?.try_into()?)?;
/// assert_eq!(played.marks().to_string(), "A3 B1 B2");
/// assert_eq!(opening.left(Colour::Red), 6, "a position is a value: the old one is still there");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) side: Side,
    pub(super) left: [u8; 4],
    pub(super) board: Board,
    /// The squares next to each side's last domino, by [`Side::index`]; those that are not empty
    /// (any more) may or may not be in here.
    pub(super) touched: [Squares; 2],
    /// How many of the latest turns were skips without a break.
    pub(super) skips: u8,
}

impl Position {
    /// More to move on the empty board.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Position, Side};
    /// let opening = Position::opening();
    /// assert_eq!((opening.side(), opening.left_in_all()), (Side::More, 24));
    /// ```
    #[must_use]
    pub const fn opening() -> Self {
        Self {
            side: Side::More,
            left: [Linkage::DOMINOES_PER_COLOUR; 4],
            board: Board::EMPTY,
            touched: [Squares::EMPTY; 2],
            skips: 0,
        }
    }

    /// Checks that the facts of a setup are possible together.
    ///
    /// # Errors
    /// Every problem at once: `X` not on D4 or elsewhere; for each colour more than six dominoes
    /// left, an odd number of squares, dominoes left and placed that do not make six, squares that
    /// dominoes cannot tile; `x` marks that are not the empty neighbours of one domino; the turn of a
    /// side whose turn it cannot be with so many dominoes. A problem that merely follows from another
    /// one is not listed.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{InputText, Position};
    /// let text = b"M6666\n.......\n.......\n.......\n.......\n.......\n.......\n.......\n";
    /// let error = Position::from_setup(&InputText::from_bytes(text)?.into()).unwrap_err();
    /// assert_eq!(error.to_string(), "inconsistent position: D4 must hold X, but holds .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(setup: &Setup) -> Result<Self, Inconsistent> {
        let Setup { side, left, cells } = *setup;
        let mut problems = problems_of_centre(&cells);
        for colour in Colour::ALL {
            let squares = cells.squares(Cell::Domino(colour));
            problems.extend(too_many_left(colour, left));
            problems.extend(problems_of_dominoes(colour, squares, left[colour.index()]));
        }
        let marks = cells.squares(Cell::Marked);
        if !marks.is_empty() && !marks_are_possible(&cells, marks) {
            problems.push(Problem::Marks { squares: marks });
        }
        // What is wrong with the dominoes makes their number one that says nothing.
        if problems.is_empty() && !turn_is_possible(&cells, side) {
            let placed = Colour::ALL.map(|colour| cells.squares(Cell::Domino(colour)).len() / 2);
            problems.push(Problem::Turn { side, placed: placed.iter().sum() });
        }
        if problems.is_empty() { Ok(Self::as_told(setup)) } else { Err(Inconsistent { problems }) }
    }

    /// The position of a setup that no game may lead to: only what the rules of play cannot do without is checked.
    /// This is for whoever must answer all the same, by the squares, marks and counts that it was told.
    ///
    /// # Errors
    /// Every problem at once: `X` not on D4 or elsewhere; more than six dominoes of a colour left.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{InputText, Position, Setup};
    /// let text = "M5666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
    /// let missing = Setup::from(InputText::from_bytes(text.as_bytes())?);
    /// assert!(Position::from_setup(&missing).is_err(), "a red domino is neither left nor placed");
    /// assert_eq!(Position::from_guess(&missing)?.legal_moves().len(), 320);
    ///
    /// let headless = Setup::from(InputText::from_bytes(text.replace('X', ".").as_bytes())?);
    /// assert!(Position::from_guess(&headless).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_guess(setup: &Setup) -> Result<Self, Inconsistent> {
        let mut problems = problems_of_centre(&setup.cells);
        problems.extend(Colour::ALL.into_iter().filter_map(|colour| too_many_left(colour, setup.left)));
        if problems.is_empty() { Ok(Self::as_told(setup)) } else { Err(Inconsistent { problems }) }
    }

    fn as_told(setup: &Setup) -> Self {
        let Setup { side, left, cells } = *setup;
        let mut touched = [Squares::EMPTY; 2];
        touched[side.other().index()] = cells.squares(Cell::Marked);
        let board = Board::new(Colour::ALL.map(|colour| cells.squares(Cell::Domino(colour))));
        Self { side, left, board, touched, skips: 0 }
    }

    /// What the referee would write for the side to move.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{InputText, OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RA1A2")?.try_into()?)?;
    /// let text = InputText::from(position.to_setup()).to_string();
    /// assert!(text.starts_with("F5666\nRx.....\nRx.....\nx......\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let cells = Cells::from_fn(|square| match self.board.get(square) {
            Some(colour) => Cell::Domino(colour),
            None if square == Square::CENTRE => Cell::Centre,
            None if self.marks().contains(square) => Cell::Marked,
            None => Cell::Empty,
        });
        Setup { side: self.side, left: self.left, cells }
    }

    /// Whose turn it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position, Side};
    /// let position = Position::opening();
    /// assert_eq!(position.side(), Side::More);
    /// let position = position.play(OrderText::from_bytes(b"RA1A2")?.try_into()?)?;
    /// assert_eq!(position.side(), Side::Fewer);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The dominoes left of this colour, in `0..=6`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{Colour, OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RA1A2")?.try_into()?)?;
    /// assert_eq!(Colour::ALL.map(|colour| position.left(colour)), [5, 6, 6, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn left(&self, colour: Colour) -> u8 {
        self.left[colour.index()]
    }

    /// The dominoes left of all colours, in `0..=24`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RA1A2")?.try_into()?)?;
    /// assert_eq!(position.left_in_all(), 23);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn left_in_all(&self) -> u8 {
        self.left[0] + self.left[1] + self.left[2] + self.left[3]
    }

    /// The dominoes on the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RA1A2")?.try_into()?)?;
    /// assert_eq!(position.board().covered().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The squares that the referee marks `x` for the side to move: the empty ones next to the
    /// opponent's last domino.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// assert!(Position::opening().marks().is_empty());
    /// let position = Position::opening().play(OrderText::from_bytes(b"RC1D1")?.try_into()?)?;
    /// assert_eq!(position.marks().to_string(), "B1 C2 D2 E1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn marks(&self) -> Squares {
        self.touched[self.side.other().index()] & self.board.empty()
    }

    /// The squares on which the side to move may place half a domino: empty and not marked.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RC1D1")?.try_into()?)?;
    /// // Two squares are covered, four marked, and one is the centre.
    /// assert_eq!(position.open().len(), 49 - 2 - 4 - 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn open(&self) -> Squares {
        self.board.empty().without(self.touched[self.side.other().index()])
    }

    /// The number of groups on the board, in `0..=24`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{OrderText, Position};
    /// let position = Position::opening().play(OrderText::from_bytes(b"RC1D1")?.try_into()?)?;
    /// assert_eq!(position.groups(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn groups(&self) -> u32 {
        self.board.groups()
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::opening()
    }
}

fn problems_of_centre(cells: &Cells) -> Vec<Problem> {
    let mut problems = Vec::new();
    let centre = cells.get(Square::CENTRE);
    if centre != Cell::Centre {
        problems.push(Problem::NoCentre { found: centre });
    }
    let stray = cells.squares(Cell::Centre).without(Squares::CENTRE);
    if !stray.is_empty() {
        problems.push(Problem::StrayCentre { squares: stray });
    }
    problems
}

fn too_many_left(colour: Colour, left: [u8; 4]) -> Option<Problem> {
    let left = left[colour.index()];
    (left > Linkage::DOMINOES_PER_COLOUR).then_some(Problem::TooManyLeft { colour, left })
}

fn problems_of_dominoes(colour: Colour, squares: Squares, left: u8) -> Vec<Problem> {
    let mut problems = Vec::new();
    let total = Linkage::DOMINOES_PER_COLOUR;
    if squares.len() % 2 == 1 {
        problems.push(Problem::OddSquares { colour, squares });
        return problems;
    }
    if left <= total && squares.len() / 2 + u32::from(left) != u32::from(total) {
        problems.push(Problem::WrongTotal { colour, placed: squares.len() / 2, left });
    }
    if !squares.can_be_tiled() {
        problems.push(Problem::NoTiling { colour, squares });
    }
    problems
}

/// Whether `marks` are the empty neighbours of a domino without which its colour can still be tiled.
fn marks_are_possible(cells: &Cells, marks: Squares) -> bool {
    let empty = (cells.squares(Cell::Empty) | marks).without(Squares::CENTRE);
    Colour::ALL.into_iter().any(|colour| {
        let squares = cells.squares(Cell::Domino(colour));
        // Of a colour that has no tiling any adjacent pair will do: that problem is listed already.
        let tiled = squares.can_be_tiled();
        let pairs = squares.into_iter().flat_map(|first| {
            let seconds = Squares::of(first).neighbours() & squares;
            seconds.into_iter().filter_map(move |second| Domino::new(first, second))
        });
        pairs.into_iter().any(|domino| {
            domino.neighbours() & empty == marks
                && (!tiled || squares.without(domino.squares()).can_be_tiled())
        })
    })
}

/// Whether it can be this side's turn: More begins and the sides take turns, so that an even number of dominoes lies
/// there when it is More's, unless somebody has had to skip. That happens only where every open pair of squares
/// touches the last domino of the opponent, and no such pair comes to be later.
fn turn_is_possible(cells: &Cells, side: Side) -> bool {
    let dominoes = Colour::ALL.map(|colour| cells.squares(Cell::Domino(colour)));
    let placed: u32 = dominoes.iter().map(|squares| squares.len() / 2).sum();
    if placed.is_multiple_of(2) == (side == Side::More) {
        return true;
    }
    let empty = (cells.squares(Cell::Empty) | cells.squares(Cell::Marked)).without(Squares::CENTRE);
    dominoes.into_iter().any(|squares| {
        let open = |domino: Domino| Dominoes::within(empty.without(domino.neighbours()));
        Dominoes::within(squares).any(|domino| open(domino).len() == 0)
    })
}

/// A setup that no game can reach, with all the reasons.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Colour, Inconsistent, InputText, Position, Problem};
/// let text = b"M6666\nRR.....\n.......\n.......\n...X...\n.......\n.......\n.......\n";
/// let error: Inconsistent = Position::from_setup(&InputText::from_bytes(text)?.into()).unwrap_err();
/// assert_eq!(error.problems, [Problem::WrongTotal { colour: Colour::Red, placed: 1, left: 6 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inconsistent {
    /// At least one.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inconsistent position: ")?;
        for (i, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for Inconsistent {}

/// One reason why a setup is not a position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Problem, Side};
/// let problem = Problem::Turn { side: Side::Fewer, placed: 0 };
/// assert!(problem.to_string().starts_with("with 0 dominoes on the board it is the turn of more, not of fewer"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// D4 does not hold `X`.
    NoCentre {
        /// What it holds.
        found: Cell,
    },
    /// There is an `X` elsewhere.
    StrayCentre {
        /// Where.
        squares: Squares,
    },
    /// More than six dominoes of a colour are left.
    TooManyLeft {
        /// The colour.
        colour: Colour,
        /// The digit in the first line.
        left: u8,
    },
    /// A colour covers an odd number of squares.
    OddSquares {
        /// The colour.
        colour: Colour,
        /// The squares it covers.
        squares: Squares,
    },
    /// The dominoes of a colour, placed and left, are not six.
    WrongTotal {
        /// The colour.
        colour: Colour,
        /// Half the squares it covers.
        placed: u32,
        /// The digit in the first line.
        left: u8,
    },
    /// Dominoes cannot cover just these squares.
    NoTiling {
        /// The colour.
        colour: Colour,
        /// The squares it covers.
        squares: Squares,
    },
    /// The `x` squares are not exactly the empty neighbours of one domino.
    Marks {
        /// The `x` squares.
        squares: Squares,
    },
    /// With so many dominoes it is the other side's turn, as nobody can have had to skip.
    Turn {
        /// Whose turn it is said to be.
        side: Side,
        /// The dominoes on the board.
        placed: u32,
    },
}

impl Problem {
    /// The squares that the problem is about; none if it is about the first line alone.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Colour, Problem, Square, Squares};
    /// let squares = Squares::of(Square::from_name(b"A1").unwrap());
    /// assert_eq!(Problem::StrayCentre { squares }.squares().to_string(), "A1");
    /// assert!(Problem::TooManyLeft { colour: Colour::Red, left: 7 }.squares().is_empty());
    /// ```
    #[must_use]
    pub const fn squares(&self) -> Squares {
        match *self {
            Self::NoCentre { .. } => Squares::CENTRE,
            Self::StrayCentre { squares }
            | Self::OddSquares { squares, .. }
            | Self::NoTiling { squares, .. }
            | Self::Marks { squares } => squares,
            Self::TooManyLeft { .. } | Self::WrongTotal { .. } | Self::Turn { .. } => Squares::EMPTY,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCentre { found } => write!(f, "D4 must hold X, but holds {}", found.letter()),
            Self::StrayCentre { squares } => write!(f, "X belongs on D4 only, but stands on {squares}"),
            Self::TooManyLeft { colour, left } => {
                write!(f, "{left} {colour} dominoes left, but there are only 6")
            }
            Self::OddSquares { colour, squares } => {
                write!(f, "{colour} covers an odd number of squares ({})", squares.len())
            }
            Self::WrongTotal { colour, placed, left } => {
                write!(f, "{placed} {colour} dominoes placed and {left} left do not make 6")
            }
            Self::NoTiling { colour, squares } => {
                write!(f, "dominoes cannot cover the squares of {colour} ({squares})")
            }
            Self::Marks { squares } => {
                write!(f, "the x squares ({squares}) are not the empty neighbours of one domino")
            }
            Self::Turn { side, placed } => {
                let other = side.other();
                write!(
                    f,
                    "with {placed} dominoes on the board it is the turn of {other}, not of {side}: nobody can have had to skip yet"
                )
            }
        }
    }
}
