//! The rules, as functions of a board.

use std::error::Error;
use std::fmt;

use super::board::{Board, Contents, Player};
use super::square::Square;
use super::squares::Squares;
use super::variant::Variant;
use super::wire::{Answer, Point, Update};
use crate::outcome::Outcome;

/// A piece taken from one square to another; the same square twice is a *stay*, of any square, which is
/// always legal and moves nothing.
///
/// Moves sort by their four numbers, and `Display` writes those: `x0 y0 x1 y1`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Answer, Move, Variant};
/// let square = |x, y| Variant::Standard.square(x, y).expect("0 to 31");
/// let mv = Move { origin: square(3, 0), destination: square(17, 31) };
/// assert_eq!(mv.to_string(), "3 0 17 31");
/// assert_eq!(Answer::from(mv), Answer::from_bytes(b"3 0 17 31")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece is taken from.
    pub origin: Square,
    /// Where it is put.
    pub destination: Square,
}

impl Move {
    /// Moving nothing, said with this square.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Move, Variant};
    /// let square = Variant::Duel.square(3, 4).unwrap();
    /// assert_eq!(Move::stay(square).to_string(), "3 4 3 4");
    /// ```
    #[must_use]
    pub const fn stay(square: Square) -> Self {
        Self { origin: square, destination: square }
    }

    /// Whether nothing moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Move, Variant};
    /// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
    /// assert!(Move::stay(square(3, 4)).is_stay());
    /// assert!(!Move { origin: square(3, 4), destination: square(3, 5) }.is_stay());
    /// ```
    #[must_use]
    pub fn is_stay(self) -> bool {
        self.origin == self.destination
    }
}

impl From<Move> for Answer {
    fn from(mv: Move) -> Self {
        Self { origin: mv.origin.into(), destination: mv.destination.into() }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.origin, self.destination)
    }
}

/// Why a move is illegal in a position: one thing that is wrong with it.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Contents, Player, Reason, Variant};
/// let origin = Variant::Duel.square(3, 4).unwrap();
/// let reason = Reason::OriginNotOwn { origin, holds: Contents::Empty, player: Player::One };
/// assert_eq!(reason.to_string(), "the origin 3 4 is empty: no piece of bot 1 is there");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The origin is not on the board (`flit/reply/range`).
    OriginOffBoard {
        /// The square that was named.
        origin: Point,
        /// The game.
        variant: Variant,
    },
    /// The destination is not on the board (`flit/reply/range`).
    DestinationOffBoard {
        /// The square that was named.
        destination: Point,
        /// The game.
        variant: Variant,
    },
    /// The origin holds no piece of the mover (`flit/move/origin`).
    OriginNotOwn {
        /// The square that was named.
        origin: Square,
        /// What is there.
        holds: Contents,
        /// Who moves.
        player: Player,
    },
    /// The destination is not empty (`flit/move/vacant`).
    DestinationOccupied {
        /// The square that was named.
        destination: Square,
        /// What is there.
        holds: Contents,
    },
    /// No piece of the mover is next to the destination (`flit/move/adjacent`).
    DestinationApart {
        /// The square that was named.
        destination: Square,
        /// Who moves.
        player: Player,
    },
    /// The only piece of the mover next to the destination is the one that moves (`flit/move/adjacent`).
    DestinationBesideOrigin {
        /// The square that was named.
        destination: Square,
        /// The piece that moves.
        origin: Square,
    },
    /// The game is over.
    GameOver,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OriginOffBoard { origin, variant } => {
                write!(
                    f,
                    "the origin {origin} is off the board: coordinates go from 0 to {}",
                    variant.side() - 1
                )
            }
            Self::DestinationOffBoard { destination, variant } => write!(
                f,
                "the destination {destination} is off the board: coordinates go from 0 to {}",
                variant.side() - 1
            ),
            Self::OriginNotOwn { origin, holds: Contents::Empty, player } => {
                write!(f, "the origin {origin} is empty: no piece of bot {player} is there")
            }
            Self::OriginNotOwn { origin, holds, player } => {
                write!(f, "the origin {origin} holds {holds}, not of bot {player}")
            }
            Self::DestinationOccupied { destination, holds } => {
                write!(f, "the destination {destination} is not empty: it holds {holds}")
            }
            Self::DestinationApart { destination, player } => {
                write!(f, "no piece of bot {player} is next to the destination {destination}")
            }
            Self::DestinationBesideOrigin { destination, origin } => {
                write!(f, "only the piece that moves, {origin}, is next to the destination {destination}")
            }
            Self::GameOver => f.write_str("the game is over"),
        }
    }
}

impl Error for Reason {}

/// Where a bot's pieces can go.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Destinations, Player, Setup, Variant};
/// let board = Setup::from_bytes(b"1 1 1\n2 2 1\n", Variant::Duel, Player::One)?.board()?;
/// let to = Destinations::of(&board, Player::One);
/// // Two of the squares lie between the pieces, and are beside both.
/// assert_eq!((to.any.len(), to.beside_one.len()), (6, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destinations {
    /// The empty squares next to at least one of its pieces.
    pub any: Squares,
    /// Those of them that are next to exactly one: that piece itself cannot go there.
    pub beside_one: Squares,
}

impl Destinations {
    /// Of this bot, on this board.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Destinations, Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"1 1 1\n1 2 1\n", Variant::Duel, Player::One)?.board()?;
    /// assert_eq!(Destinations::of(&board, Player::One).any.len(), 6);
    /// assert!(Destinations::of(&board, Player::Two).any.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(board: &Board, player: Player) -> Self {
        let (any, one) = board.pieces(player).neighbours_by_count();
        Self { any: any - *board.occupied(), beside_one: one - *board.occupied() }
    }

    /// How many moves lead there, with this many pieces.
    const fn count(any: u32, beside_one: u32, pieces: u32) -> u32 {
        // Every piece can go everywhere, except that each square of `beside_one` is closed to one piece.
        pieces * any - beside_one
    }
}

/// The pieces of a bot that can go to this square.
///
/// # Panics
/// If the board does not have the square.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::rules;
/// use botspec_sdk::games::flit::{Player, Setup, Variant};
/// let board = Setup::from_bytes(b"1 1 1\n2 2 1\n", Variant::Duel, Player::One)?.board()?;
/// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
/// assert!(rules::origins(&board, Player::One, square(0, 1)).iter().eq([square(2, 2)]));
/// assert_eq!(rules::origins(&board, Player::One, square(1, 2)).len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn origins(board: &Board, player: Player, destination: Square) -> Squares {
    let (variant, own) = (board.variant(), *board.pieces(player));
    assert!(variant.contains(destination), "no square {destination} on the board of {variant}");
    let beside = own & Squares::of(variant, destination.neighbours(variant));
    if board.occupied().contains(destination) || beside.is_empty() {
        Squares::none(variant)
    } else if beside.len() == 1 {
        own - beside
    } else {
        own
    }
}

/// The number of legal moves, stays left aside, without listing them.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::rules;
/// use botspec_sdk::games::flit::{Player, Setup, Variant};
/// let board = Setup::from_bytes(b"1 1 1\n2 2 1\n", Variant::Duel, Player::One)?.board()?;
/// assert_eq!(rules::legal_count(&board, Player::One), 2 * 6 - 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn legal_count(board: &Board, player: Player) -> u32 {
    let to = Destinations::of(board, player);
    Destinations::count(to.any.len(), to.beside_one.len(), board.count(Contents::Piece(player)))
}

/// Every legal move, stays left aside, by the four numbers.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::rules;
/// use botspec_sdk::games::flit::{Player, Setup, Variant};
/// let board = Setup::from_bytes(b"1 1 1\n9 9 1\n", Variant::Duel, Player::One)?.board()?;
/// let moves = rules::legal_moves(&board, Player::One);
/// assert_eq!((moves.len(), moves[0].to_string()), (8, "1 1 8 9".to_owned()));
/// assert!(moves.is_sorted());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn legal_moves(board: &Board, player: Player) -> Vec<Move> {
    let variant = board.variant();
    let (origins, destinations) = ends(board, player);
    let mut moves = Vec::with_capacity(origins.len() * destinations.len());
    for origin in origins {
        for &(destination, beside_one) in &destinations {
            if !(beside_one && destination.touches(origin, variant)) {
                moves.push(Move { origin, destination });
            }
        }
    }
    moves
}

/// The first of [`legal_moves`], found without the others, of which there may be a hundred thousand.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::rules;
/// use botspec_sdk::games::flit::{Player, Setup, Variant};
/// let board = Setup::from_bytes(b"1 1 1\n9 9 1\n", Variant::Duel, Player::One)?.board()?;
/// assert_eq!(rules::first_legal_move(&board, Player::One).unwrap().to_string(), "1 1 8 9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn first_legal_move(board: &Board, player: Player) -> Option<Move> {
    let variant = board.variant();
    let (origins, destinations) = ends(board, player);
    origins.into_iter().find_map(|origin| {
        let can_go = |&&(destination, beside_one): &&(Square, bool)| {
            !(beside_one && destination.touches(origin, variant))
        };
        destinations.iter().find(can_go).map(|&(destination, _)| Move { origin, destination })
    })
}

/// Where moves can begin, and where they can end with whether just one own piece is beside: each by its two numbers.
fn ends(board: &Board, player: Player) -> (Vec<Square>, Vec<(Square, bool)>) {
    let to = Destinations::of(board, player);
    let by_x = |set: Squares| {
        let mut squares: Vec<Square> = set.iter().collect();
        squares.sort_unstable();
        squares
    };
    let destinations = by_x(to.any).into_iter().map(|square| (square, to.beside_one.contains(square)));
    (by_x(*board.pieces(player)), destinations.collect())
}

/// Everything that is wrong with an answer, or the move that it is: a legal one or a stay.
///
/// # Errors
/// Returns every fault, in the order origin, destination, each with the square it is about. A square that is
/// off the board has no other fault.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::rules;
/// use botspec_sdk::games::flit::{Answer, Player, Setup, Variant};
/// let board = Setup::from_bytes(b"1 1 1\n9 9 1\n", Variant::Duel, Player::One)?.board()?;
/// let judge = |line: &[u8]| Answer::from_bytes(line).map(|answer| rules::judge(&board, Player::One, &answer));
/// assert!(judge(b"9 9 1 2")?.is_ok());
/// assert!(judge(b"7 7 7 7")?.is_ok_and(|mv| mv.is_stay()), "a stay, with whatever square");
/// let faults = judge(b"1 1 1 2")?.unwrap_err();
/// assert_eq!(faults[0].to_string(), "only the piece that moves, 1 1, is next to the destination 1 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(board: &Board, player: Player, answer: &Answer) -> Result<Move, Vec<Reason>> {
    let variant = board.variant();
    let mut faults = Vec::new();
    let (origin, destination) = (answer.origin.on(variant), answer.destination.on(variant));
    if let (Some(origin), true) = (origin, answer.origin == answer.destination) {
        return Ok(Move::stay(origin));
    }
    match origin {
        None => faults.push(Reason::OriginOffBoard { origin: answer.origin, variant }),
        Some(origin) if !board.pieces(player).contains(origin) => {
            faults.push(Reason::OriginNotOwn { origin, holds: board.get(origin), player });
        }
        Some(_) => {}
    }
    match destination {
        None => faults.push(Reason::DestinationOffBoard { destination: answer.destination, variant }),
        Some(destination) => {
            if board.occupied().contains(destination) {
                faults.push(Reason::DestinationOccupied { destination, holds: board.get(destination) });
            }
            faults.extend(apart(board, player, origin, destination));
        }
    }
    match (origin, destination) {
        (Some(origin), Some(destination)) if faults.is_empty() => Ok(Move { origin, destination }),
        _ => Err(faults),
    }
}

/// Whether the destination is next to no piece of the mover other than the one that moves.
fn apart(board: &Board, player: Player, origin: Option<Square>, destination: Square) -> Option<Reason> {
    let own = board.pieces(player);
    let mut beside_origin = None;
    for next in destination.neighbours(board.variant()) {
        if own.contains(next) {
            if Some(next) != origin {
                return None;
            }
            beside_origin = origin;
        }
    }
    Some(match beside_origin {
        Some(origin) => Reason::DestinationBesideOrigin { destination, origin },
        None => Reason::DestinationApart { destination, player },
    })
}

/// Makes a legal move on the board and adds what changed: the origin, the destination, then the converted
/// squares by (y, x). A stay changes nothing.
pub(super) fn make(board: &mut Board, player: Player, mv: Move, updates: &mut impl Extend<Update>) {
    if mv.is_stay() {
        return;
    }
    let mut change = |square, contents| {
        board.set(square, contents);
        updates.extend([Update::new(square, contents)]);
    };
    change(mv.origin, Contents::Empty);
    change(mv.destination, Contents::Piece(player));
    let mut nearby = mv.destination.neighbours(board.variant());
    if !nearby.iter().any(|&square| board.neutral().contains(square)) {
        return;
    }
    nearby.sort_unstable_by_key(|square| (square.y(), square.x()));
    for square in nearby {
        if board.neutral().contains(square) {
            board.set(square, Contents::Piece(player));
            updates.extend([Update::new(square, Contents::Piece(player))]);
        }
    }
}

/// What ended a game.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::End;
/// assert_eq!(End::Dominance.to_string(), "dominance");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// All turns have been taken.
    Turns,
    /// As many turns in a row as there are bots moved nothing.
    Stays,
    /// One bot has more pieces than any other can still reach.
    Dominance,
}

impl End {
    /// The name in records: `turns`, `stays`, `dominance`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::End;
    /// assert_eq!([End::Turns, End::Stays].map(End::name), ["turns", "stays"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Stays => "stays",
            Self::Dominance => "dominance",
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The bot that is too far ahead, if one is: with D pieces, where the best other has M, and
/// P = `neutral` + `empty` − 4, that is D > M + P. In a `duel` it is the same, the 4 included.
///
/// `counts` are the bots' numbers of pieces in the order of play. On a board so full that two bots fulfil it,
/// the one with more pieces is named, or else the first.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Player;
/// use botspec_sdk::games::flit::rules;
/// // P = 4 + 20 − 4.
/// assert_eq!(rules::dominance(&[141, 120], 4, 20), Some(Player::One));
/// assert_eq!(rules::dominance(&[140, 120], 4, 20), None);
/// ```
#[must_use]
pub fn dominance(counts: &[u32], neutral: u32, empty: u32) -> Option<Player> {
    let mut ahead: Option<Player> = None;
    for (player, &own) in Player::ALL.into_iter().zip(counts) {
        let others = counts.iter().enumerate().filter(|&(i, _)| i != player.index()).map(|(_, &count)| count);
        let best_other = others.max().unwrap_or(0);
        if u64::from(own) + 4 > u64::from(best_other) + u64::from(neutral) + u64::from(empty)
            && ahead.is_none_or(|first| own > counts[first.index()])
        {
            ahead = Some(player);
        }
    }
    ahead
}

/// The bot with the most pieces, unless another has as many.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Player;
/// use botspec_sdk::games::flit::rules;
/// assert_eq!(rules::leader(&[5, 9, 8, 2]), Some(Player::Two));
/// assert_eq!(rules::leader(&[9, 9]), None);
/// ```
#[must_use]
pub fn leader(counts: &[u32]) -> Option<Player> {
    let most = counts.iter().max()?;
    let mut best = Player::ALL.into_iter().zip(counts).filter(|(_, count)| *count == most);
    let (player, _) = best.next()?;
    best.next().is_none().then_some(player)
}

/// The end of a game for this reason, with these numbers of pieces.
pub(super) fn ended(counts: &[u32], reason: End) -> Outcome<Player, End> {
    Outcome { winner: leader(counts), reason }
}
