//! What a search must know of a game.

use super::owners::Owners;
use crate::game::Position;
use crate::random::Random;
use crate::seat::Seat;

/// How a game stands, in terms that all games share.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Gravity, Position, Team};
/// use botspec_sdk::search::{Searchable as _, Status};
/// let mut position = Position::opening(Team::One, Gravity::Fall);
/// for text in ["5 4", "5 1", "5 4", "5 1", "5 4", "5 1", "5 4"] {
///     assert_eq!(position.status(), Status::Open);
///     let drop = position.drops().find(|drop| drop.to_string() == text).expect("it is legal");
///     position.advance(drop);
/// }
/// assert_eq!(position.status(), Status::Won(Team::One.seat()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It goes on.
    Open,
    /// This player has won.
    Won(Seat),
    /// It has ended without a winner.
    Drawn,
}

/// A position that can be searched: the rules once more, in the forms that are fast.
///
/// Every position of the four games is one. One of your own needs `status` and `key`; the rest has a default that
/// is right, and slow where it allocates.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::power4::{Gravity, Position, Team};
/// use botspec_sdk::random::Random;
/// use botspec_sdk::search::{Searchable, Status};
///
/// let opening = Position::opening(Team::One, Gravity::Fall);
/// let mut position = opening;
/// let mut moves = Vec::new();
/// position.list_moves(&mut moves);
/// assert_eq!(moves, opening.legal_moves());
///
/// position.advance(moves[0]);
/// assert_ne!(position.key(), opening.key());
/// assert_eq!(position.status(), Status::Open);
/// let winner = position.random_winner(&mut Random::seeded(1), &mut moves);
/// println!("a random game is won by {winner:?}");
/// ```
pub trait Searchable: Position {
    /// Whether the game goes on, and who has won if it does not.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour, Position, Setup};
    /// use botspec_sdk::search::{Searchable as _, Status};
    /// let won = BoardText::from_bytes(b"BW|B.|")?;
    /// let position = Position::from_setup(&Setup::new(&won, Colour::White))?;
    /// assert_eq!(position.status(), Status::Won(position.seat_of(Colour::Black)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn status(&self) -> Status;

    /// A number that tells positions apart: equal ones have the same key, and others very likely do not.
    ///
    /// Everything that bears on what may follow is part of it, whose turn it is too.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team};
    /// use botspec_sdk::search::Searchable as _;
    /// let starting = |team| Position::opening(team, Gravity::Fall).key();
    /// assert_eq!(starting(Team::One), starting(Team::One));
    /// assert_ne!(starting(Team::One), starting(Team::Two));
    /// ```
    fn key(&self) -> u64;

    /// Adds every move that a search should look at to `moves`: at least one while the game is
    /// [`Status::Open`], and none afterwards. All of them must be legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Board, Player, Position, Variant};
    /// use botspec_sdk::search::Searchable as _;
    /// let mut moves = Vec::new();
    /// Position::new(Board::empty(Variant::Duel), Player::One).list_moves(&mut moves);
    /// assert!(matches!(moves[..], [stay] if stay.is_stay()), "where nothing moves there is a stay to search");
    /// ```
    fn list_moves(&self, moves: &mut Vec<Self::Move>) {
        moves.extend(self.legal_moves());
    }

    /// Plays a move that [`Searchable::list_moves`] listed.
    ///
    /// # Panics
    /// It may, if the move is not legal; or it leaves a position of no game.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::Position;
    /// use botspec_sdk::search::Searchable as _;
    /// let opening = Position::opening();
    /// let order = opening.legal_moves()[0];
    /// let mut position = opening;
    /// position.advance(order);
    /// assert_eq!(position, opening.play_unchecked(order));
    /// ```
    fn advance(&mut self, mv: Self::Move) {
        *self = self.clone().play(mv).expect("the moves that are listed are legal");
    }

    /// Plays random moves to the end, or until it is clear enough who is ahead, and returns the winner; `None` for a
    /// draw. `moves` is memory to work with: what it holds is lost.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team};
    /// use botspec_sdk::random::Random;
    /// use botspec_sdk::search::Searchable as _;
    /// let opening = Position::opening(Team::One, Gravity::Fall);
    /// let (mut random, mut moves) = (Random::seeded(1), Vec::new());
    /// let wins = (0..200).filter(|_| opening.random_winner(&mut random, &mut moves) == Some(Team::One.seat()));
    /// assert!((60..150).contains(&wins.count()));
    /// ```
    fn random_winner(&self, random: &mut Random, moves: &mut Vec<Self::Move>) -> Option<Seat> {
        self.random_owners(random, moves, &mut Owners::default())
    }

    /// The place that a move takes: a small number, the same for every move of the game that takes that place. `None` if it
    /// takes none.
    ///
    /// It is for games in which who has a place in the end matters more than when he took it; RAVE goes by it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Cell, Move, Position};
    /// use botspec_sdk::search::Searchable as _;
    /// let place = |row, column| Position::place_of(Move::Place(Cell::at(row, column).unwrap()));
    /// assert!(place(0, 1).is_some() && place(0, 1) != place(1, 0));
    /// assert_eq!(Position::place_of(Move::Swap), None);
    /// ```
    fn place_of(_mv: Self::Move) -> Option<usize> {
        None
    }

    /// The same as [`Searchable::random_winner`], and notes in `owners` who took which place.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// use botspec_sdk::random::Random;
    /// use botspec_sdk::search::{Owners, Searchable as _};
    /// use botspec_sdk::{Position as _, seat::Seat};
    /// let opening = Position::opening(Size::new(3).unwrap());
    /// let mut owners = Owners::default();
    /// opening.random_owners(&mut Random::seeded(1), &mut Vec::new(), &mut owners);
    /// let places = opening.legal_moves().into_iter().filter_map(Position::place_of);
    /// let of_black = places.filter(|&place| owners.has(place, Seat::from_index(0))).count();
    /// assert_eq!(of_black, 5, "of nine cells black has the larger half");
    /// ```
    fn random_owners(
        &self,
        random: &mut Random,
        moves: &mut Vec<Self::Move>,
        owners: &mut Owners,
    ) -> Option<Seat> {
        let mut position = self.clone();
        loop {
            match position.status() {
                Status::Won(seat) => return Some(seat),
                Status::Drawn => return None,
                Status::Open => {}
            }
            moves.clear();
            position.list_moves(moves);
            let &mv = random.pick(moves).expect("an open game has a move");
            if let Some(place) = Self::place_of(mv) {
                owners.note(place, position.seat_to_move());
            }
            position.advance(mv);
        }
    }
}

/// Mixes a word into a key: for [`Searchable::key`], one word of the position after another, beginning with key 0. (A
/// first word in the place of the 0 would not be mixed, and could make up for a difference in the second.)
///
/// # Examples
///
/// ```
/// use botspec_sdk::search::mix;
/// assert_ne!(mix(mix(0, 1), 2), mix(mix(0, 2), 1), "the order counts");
/// ```
#[must_use]
#[inline]
pub const fn mix(key: u64, word: u64) -> u64 {
    // The finalizer of splitmix64 (Steele, Lea and Flood 2014).
    let mut z = key.rotate_left(25).wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
