//! What a game is: the vocabulary that the run loops, the referee and `perft` rely on.

use std::error::Error;
use std::fmt::{self, Debug, Display};

use crate::seat::Seat;

/// One of the contests: its name and the types that make it up.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Game;
/// use botspec_sdk::games::{flit::Flit, hex::Hex};
///
/// fn record_name<G: Game>(number: u32) -> String {
///     format!("{}-{number}.txt", G::NAME)
/// }
/// assert_eq!([record_name::<Hex>(1), record_name::<Flit>(2)], ["hex-1.txt", "flit-2.txt"]);
/// ```
pub trait Game {
    /// The game's name in rule ids and on command lines: `linkage`, `hex`, `flit`, `power4`.
    const NAME: &'static str;

    /// A state of play from which the rules can tell what is legal.
    type Position: Position;
}

/// A state of play: everything that the rules need to say what is legal, and nothing impossible.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::{hex, power4};
/// use botspec_sdk::{IllegalMove, Position};
///
/// /// Plays the first legal move for so many turns, in any game.
/// fn opened<P: Position>(mut position: P, turns: usize) -> Result<P, IllegalMove<P>> {
///     for _ in 0..turns {
///         let mv = position.legal_moves()[0];
///         position = position.play(mv)?;
///     }
///     Ok(position)
/// }
/// let hex = opened(hex::Position::opening(hex::Size::TOURNAMENT), 3)?;
/// assert_eq!((hex.board().stone_count(), hex.seat_to_move().number()), (3, 2));
/// let power4 = opened(power4::Position::opening(power4::Team::One, power4::Gravity::Fall), 3)?;
/// assert_eq!(power4.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Position: Clone + Debug {
    /// What a bot answers with. `Display` writes the canonical text of the move.
    type Move: Copy + Eq + Debug + Display;
    /// Why a move is refused.
    type Reason: Error + Clone + Eq;
    /// How a game of this kind ends.
    type Outcome: Clone + Eq + Debug;

    /// Whose turn it is. Once the game is over the value is unspecified, but valid.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::power4::{Gravity, Position, Team};
    /// let opening = Position::opening(Team::Two, Gravity::Fall);
    /// assert_eq!(opening.seat_to_move(), Team::Two.seat());
    /// ```
    fn seat_to_move(&self) -> Seat;

    /// Every legal move, in the canonical order of the game. Empty once the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Position, Size};
    /// let moves = Position::opening(Size::new(2).unwrap()).legal_moves();
    /// assert_eq!(moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["a1", "a2", "b1", "b2"]);
    /// ```
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The first of [`legal_moves`](Self::legal_moves); `None` if there is none. A game of many moves finds it without
    /// the others.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Position, Size};
    /// let opening = Position::opening(Size::new(2).unwrap());
    /// assert_eq!(opening.first_legal_move().unwrap().to_string(), "a1");
    /// ```
    fn first_legal_move(&self) -> Option<Self::Move> {
        self.legal_moves().into_iter().next()
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// Returns the move, the reason and the untouched position if the move is not legal here.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::hex::{Move, Position, Size};
    /// let opening = Position::opening(Size::new(2).unwrap());
    /// let refused = opening.clone().play(Move::Swap).unwrap_err();
    /// assert_eq!(refused.position, opening, "handed back as it was");
    /// assert!(opening.play(refused.position.legal_moves()[0]).is_ok());
    /// ```
    fn play(self, mv: Self::Move) -> Result<Self, IllegalMove<Self>>;

    /// How the game ended, or `None` while it goes on.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::Position;
    /// let mut position = Position::opening();
    /// while position.outcome().is_none() {
    ///     position = position.play(position.legal_moves()[0])?;
    /// }
    /// assert!(position.legal_moves().is_empty());
    /// # Ok::<(), botspec_sdk::IllegalMove<Position>>(())
    /// ```
    fn outcome(&self) -> Option<Self::Outcome>;
}

/// A refused move, with the position it was tried on handed back as it was.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Move, Position, Size};
/// use botspec_sdk::{IllegalMove, Position as _};
/// let refused: IllegalMove<Position> = Position::opening(Size::TOURNAMENT).play(Move::Swap).unwrap_err();
/// assert_eq!(refused.mv, Move::Swap);
/// assert_eq!(refused.to_string(), "illegal move swap: swap is for the second move of the game only");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalMove<P: Position> {
    /// The move that was tried.
    pub mv: P::Move,
    /// What is wrong with it.
    pub reason: P::Reason,
    /// The untouched position.
    pub position: P,
}

impl<P: Position> Display for IllegalMove<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {}: {}", self.mv, self.reason)
    }
}

impl<P: Position> Error for IllegalMove<P> {}
