//! A board and the bot to move: what a bot knows, and all that the rules of moving need.

use super::board::{Board, Contents, Player};
use super::rules::{self, Destinations, End, Move, Reason};
use super::setup::{Inconsistent, Setup};
use super::square::Square;
use super::squares::Squares;
use super::variant::Variant;
use super::wire::Answer;
use crate::game::{self, IllegalMove};
use crate::outcome::Outcome;
use crate::random::Random;
use crate::seat::Seat;

/// A state of play, as a bot sees it.
///
/// How many turns have been taken, who stayed and who is frozen is not part of it, as no message tells; a
/// referee's [`Match`](super::Match) knows. So the only end that a position can have is dominance, and only
/// once a move was made: a position from a setup or from updates goes on, whatever its board.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::flit::{Move, Player, Position, Setup, Variant};
/// let text = b"1 1 1\n9 9 1\n5 13 2\n13 5 2\n1 3 5\n";
/// let position = Position::from_setup(&Setup::from_bytes(text, Variant::Duel, Player::One)?)?;
/// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
/// // A piece beside the neutral one, which becomes bot 1's.
/// let after = position.play(Move { origin: square(9, 9), destination: square(1, 2) })?;
/// assert_eq!((after.player(), after.board().piece_counts()), (Player::Two, &[3, 2][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    board: Board,
    player: Player,
    outcome: Option<Outcome<Player, End>>,
}

impl Position {
    /// A position from its two parts.
    ///
    /// # Panics
    /// If the bot does not take part in the variant.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::flit::{Board, Player, Position, Variant};
    /// let position = Position::new(Board::empty(Variant::Duel), Player::Two);
    /// assert!(position.legal_moves().is_empty(), "without pieces nothing moves");
    /// ```
    #[must_use]
    pub fn new(board: Board, player: Player) -> Self {
        let variant = board.variant();
        assert!(variant.seats(player), "bot {player} does not play {variant}");
        Self { board, player, outcome: None }
    }

    /// The position that a setup describes.
    ///
    /// # Errors
    /// Lists everything that is impossible: squares off the board, bots that do not take part, and, if there are none
    /// of these, what [no game leads to](Board::problems).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Position, Setup, Variant};
    /// let setup = |text: &[u8]| Setup::from_bytes(text, Variant::Duel, Player::One);
    /// assert!(Position::from_setup(&setup(b"1 1 1\n9 9 1\n5 13 2\n13 5 2\n")?).is_ok());
    /// let error = Position::from_setup(&setup(b"1 1 1\n9 9 1\n16 0 2\n")?).unwrap_err();
    /// assert_eq!(error.to_string(), "update `16 0 2`: coordinates go from 0 to 15");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(setup: &Setup) -> Result<Self, Inconsistent> {
        let board = setup.board()?;
        let problems = board.problems();
        if problems.is_empty() { Ok(Self::new(board, setup.player)) } else { Err(Inconsistent { problems }) }
    }

    /// What stands where.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Variant};
    /// use botspec_sdk::random::Random;
    /// let (game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// assert_eq!(game.position().board().piece_counts(), [2, 2]);
    /// ```
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The bot to move.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Player, Variant};
    /// use botspec_sdk::random::Random;
    /// let (game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// assert_eq!(game.position().player(), Player::One);
    /// ```
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The game that is played.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Board, Player, Position, Variant};
    /// assert_eq!(Position::new(Board::empty(Variant::Duel), Player::Two).variant(), Variant::Duel);
    /// ```
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.board.variant()
    }

    /// Notes that a square holds something new, as a message said. The bot to move stays the same.
    ///
    /// # Panics
    /// If the board does not have the square, or the variant does not have the bot.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Board, Contents, Player, Position, Update, Variant};
    /// let mut position = Position::new(Board::empty(Variant::Duel), Player::Two);
    /// let update = Update::from_bytes(b"4 7 5")?;
    /// position.set(update.at.on(Variant::Duel).unwrap(), update.contents);
    /// assert_eq!(position.board().count(Contents::Neutral), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, square: Square, contents: Contents) {
        self.board.set(square, contents);
        self.outcome = None;
    }

    /// Where the pieces of the bot to move can go.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Position, Setup, Variant};
    /// let text = b"1 1 1\n9 9 1\n5 13 2\n13 5 2\n";
    /// let position = Position::from_setup(&Setup::from_bytes(text, Variant::Duel, Player::One)?)?;
    /// let to = position.destinations();
    /// assert_eq!((to.any.len(), to.beside_one.len()), (8, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn destinations(&self) -> Destinations {
        Destinations::of(&self.board, self.player)
    }

    /// The pieces of the bot to move that can go to this square; none if it is not one of the
    /// [destinations](Self::destinations).
    ///
    /// # Panics
    /// If the board does not have the square.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Position, Setup, Variant};
    ///
    /// let text = b"1 1 1\n9 9 1\n5 13 2\n13 5 2\n";
    /// let position = Position::from_setup(&Setup::from_bytes(text, Variant::Duel, Player::One)?)?;
    /// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
    /// // A piece that stands alone beside the square stays, as the one that moves does not count.
    /// assert!(position.origins(square(2, 1)).iter().eq([square(9, 9)]));
    /// assert!(position.origins(square(5, 5)).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn origins(&self, destination: Square) -> Squares {
        rules::origins(&self.board, self.player, destination)
    }

    /// The length of [`legal_moves`](game::Position::legal_moves), without listing them.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::flit::{Player, Position, Setup, Variant};
    /// let text = b"1 1 1\n9 9 1\n5 13 2\n13 5 2\n";
    /// let position = Position::from_setup(&Setup::from_bytes(text, Variant::Duel, Player::One)?)?;
    /// assert_eq!(position.legal_count(), 8, "each of two pieces to the four squares beside the other");
    /// assert_eq!(position.legal_moves().len(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_count(&self) -> u32 {
        if self.outcome.is_some() { 0 } else { rules::legal_count(&self.board, self.player) }
    }

    /// The move that an answer is: a legal one, or a stay.
    ///
    /// # Errors
    /// Returns every fault, each with the square it is about.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Answer, Player, Position, Setup, Variant};
    /// let text = b"1 1 1\n9 9 1\n5 13 2\n13 5 2\n";
    /// let position = Position::from_setup(&Setup::from_bytes(text, Variant::Duel, Player::One)?)?;
    /// let mv = position.judge(&Answer::from_bytes(b"9 9 1 2")?).expect("it is legal");
    /// assert!(!mv.is_stay());
    /// let faults = position.judge(&Answer::from_bytes(b"5 13 16 0")?).unwrap_err();
    /// assert_eq!(faults.len(), 2);
    /// assert_eq!(faults[0].to_string(), "the origin 5 13 holds a piece of bot 2, not of bot 1");
    /// assert_eq!(faults[1].to_string(), "the destination 16 0 is off the board: coordinates go from 0 to 15");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(&self, answer: &Answer) -> Result<Move, Vec<Reason>> {
        if self.outcome.is_some() {
            return Err(vec![Reason::GameOver]);
        }
        rules::judge(&self.board, self.player, answer)
    }

    /// Moving nothing. The only thing to do if there is no legal move, and always legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Board, Player, Position, Variant};
    /// let position = Position::new(Board::empty(Variant::Duel), Player::Two);
    /// assert!(position.stay().is_stay());
    /// assert_eq!(position.stay().to_string(), "0 0 0 0");
    /// ```
    #[must_use]
    pub fn stay(&self) -> Move {
        Move::stay(self.variant().square(0, 0).expect("every board has a corner"))
    }

    /// The converted squares if a piece went there: the neutral pieces next to it, by (y, x).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Position, Setup, Variant};
    /// let board = Setup::from_bytes(b"1 3 5\n2 2 5\n9 9 5\n", Variant::Duel, Player::One)?.board()?;
    /// let position = Position::new(board, Player::One);
    /// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
    /// assert_eq!(position.conversions(square(1, 2)), [square(2, 2), square(1, 3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn conversions(&self, destination: Square) -> Vec<Square> {
        let variant = self.variant();
        let nearby = Squares::of(variant, destination.neighbours(variant));
        (nearby & *self.board.neutral()).iter().collect()
    }

    /// A legal move drawn uniformly, a stay if there is none.
    ///
    /// Draws the index of a piece, then that of a destination, both by (y, x), again and again until the
    /// piece can go there: less than two rounds on average. With no legal move it draws nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::flit::{Match, Variant};
    /// use botspec_sdk::random::Random;
    /// let (game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// let position = game.position();
    /// let mv = position.random_move(&mut Random::seeded(2));
    /// assert!(position.legal_moves().contains(&mv));
    /// ```
    pub fn random_move(&self, random: &mut Random) -> Move {
        let (own, variant) = (self.board.pieces(self.player), self.variant());
        let count = self.board.count(Contents::Piece(self.player));
        if self.outcome.is_some() || count < 2 {
            return self.stay();
        }
        let to = own.neighbours() - *self.board.occupied();
        let (pieces_by_row, places_by_row) = (own.row_lens(), to.row_lens());
        let places = places_by_row.iter().sum();
        if places == 0 {
            return self.stay();
        }
        loop {
            let origin = own.nth_of(&pieces_by_row, random.below(count)).expect("drawn below their number");
            let destination =
                to.nth_of(&places_by_row, random.below(places)).expect("drawn below their number");
            let holds_another = |next: Square| next != origin && own.contains(next);
            if destination.neighbours(variant).into_iter().any(holds_another) {
                return Move { origin, destination };
            }
        }
    }

    /// The bot that is too far ahead for any other, if one is.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Variant};
    /// use botspec_sdk::random::Random;
    /// let (game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// assert_eq!(game.position().dominance(), None, "252 empty squares can still change everything");
    /// ```
    #[must_use]
    pub fn dominance(&self) -> Option<Player> {
        let board = &self.board;
        rules::dominance(board.piece_counts(), board.count(Contents::Neutral), board.count(Contents::Empty))
    }

    /// Makes a move that has been judged, and passes the turn on.
    pub(super) fn advance(&mut self, mv: Move, updates: &mut impl Extend<super::Update>) {
        rules::make(&mut self.board, self.player, mv, updates);
        self.player = self.variant().after(self.player);
    }

    /// Ends the game if one bot is too far ahead.
    pub(super) fn see_dominance(&mut self) {
        self.outcome = self.dominance().map(|_| rules::ended(self.board.piece_counts(), End::Dominance));
    }
}

impl game::Position for Position {
    type Move = Move;
    type Reason = Reason;
    type Outcome = Outcome<Player, End>;

    fn seat_to_move(&self) -> Seat {
        self.player.seat()
    }

    /// Every legal move but the stays, by the four numbers.
    ///
    /// Stays are left out, as there is one for every square: [`play`](game::Position::play) takes them all
    /// the same. An empty list of a game that goes on means that only staying is left.
    fn legal_moves(&self) -> Vec<Move> {
        if self.outcome.is_some() { Vec::new() } else { rules::legal_moves(&self.board, self.player) }
    }

    fn first_legal_move(&self) -> Option<Move> {
        if self.outcome.is_some() { None } else { rules::first_legal_move(&self.board, self.player) }
    }

    /// The position after the move, its conversions made and the turn passed on. The neutral piece that may
    /// appear after a turn is the referee's and no part of a move.
    ///
    /// The reason of a refusal is the first fault of [`judge`](Self::judge).
    fn play(mut self, mv: Move) -> Result<Self, IllegalMove<Self>> {
        match self.judge(&mv.into()) {
            Ok(mv) => {
                self.advance(mv, &mut Vec::new());
                self.see_dominance();
                Ok(self)
            }
            Err(faults) => {
                let reason = faults.into_iter().next().expect("a refusal has a fault");
                Err(IllegalMove { mv, reason, position: self })
            }
        }
    }

    fn outcome(&self) -> Option<Self::Outcome> {
        self.outcome
    }
}
