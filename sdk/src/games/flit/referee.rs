//! A whole game, as its referee keeps it.

use std::error::Error;
use std::fmt;

use super::board::{Board, Contents, Player};
use super::draw;
use super::position::Position;
use super::rules::{self, End, Move, Reason};
use super::square::Square;
use super::variant::Variant;
use super::wire::{Answer, Update};
use crate::outcome::Outcome;
use crate::random::Random;

/// Overruns in a row that freeze a bot.
pub const OVERRUNS: u8 = 5;

/// A game in progress: the board, whose turn it is, and what the ends of a game need to know.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Answer, Match, Reply, Variant, draw};
/// use botspec_sdk::random::Random;
///
/// let mut random = Random::seeded(1);
/// let (mut game, initial) = Match::start(Variant::Duel, &mut random);
/// assert_eq!(initial.len(), 4);
/// while game.outcome().is_none() {
///     let answer = Answer::from(game.position().random_move(&mut random));
///     let turn = game.turn(Reply::Answer(answer), |board| draw::neutral(board, &mut random))?;
///     assert!(turn.faults.is_empty());
/// }
/// assert!(game.turns() <= 1_024);
/// # Ok::<(), botspec_sdk::games::flit::TurnError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    position: Position,
    turns: u32,
    /// Turns in a row, up to the last one, that moved nothing.
    idle: u32,
    overruns: [u8; 4],
    frozen: [bool; 4],
    outcome: Option<Outcome<Player, End>>,
}

/// What came of asking a bot, or of not asking it.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Match, Player, Reply, Variant};
/// use botspec_sdk::random::Random;
/// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
/// let turn = game.turn(Reply::Malformed, |_| None)?;
/// assert_eq!((turn.player, turn.moved), (Player::One, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// A line of the right form, in time.
    Answer(Answer),
    /// A line of another form, in time. It moves nothing.
    Malformed,
    /// No line in time. It moves nothing; the fifth in a row freezes the bot.
    Overrun,
    /// Nothing, as the bot is frozen and was not asked.
    NotAsked,
}

/// What a turn did.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::flit::{Contents, Match, Player, Reply, Turn, Update, Variant};
/// use botspec_sdk::random::Random;
/// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
/// let mv = game.position().legal_moves()[0];
/// let turn: Turn = game.turn(Reply::Answer(mv.into()), |_| None)?;
/// assert_eq!(turn.moved, Some(mv));
/// assert_eq!(turn.updates[0], Update::new(mv.origin, Contents::Empty));
/// assert_eq!(turn.updates[1], Update::new(mv.destination, Contents::Piece(Player::One)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it was.
    pub player: Player,
    /// The move that was made; `None` if nothing moved.
    pub moved: Option<Move>,
    /// Why an answer was refused. Empty unless it was one of the right form that is illegal.
    pub faults: Vec<Reason>,
    /// Where a neutral piece appeared.
    pub neutral: Option<Square>,
    /// The messages to every bot that is not frozen: origin, destination, converted squares by (y, x), the
    /// new neutral piece.
    pub updates: Vec<Update>,
}

impl Match {
    /// A game that starts from any board, with bot 1 to move. The ends are first looked for after a turn.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"1 1 1\n9 9 1\n5 13 2\n13 5 2\n", Variant::Duel, Player::One)?.board()?;
    /// let game = Match::new(board);
    /// assert_eq!((game.position().player(), game.turns()), (Player::One, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            position: Position::new(board, Player::One),
            turns: 0,
            idle: 0,
            overruns: [0; 4],
            frozen: [false; 4],
            outcome: None,
        }
    }

    /// A game from a random start ([`draw::start`]), and the updates that tell the bots of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Variant};
    /// use botspec_sdk::random::Random;
    /// let (game, updates) = Match::start(Variant::Standard, &mut Random::seeded(1));
    /// assert_eq!(updates.len(), 8, "two pieces of each of four bots");
    /// assert_eq!(game.position().variant(), Variant::Standard);
    /// ```
    #[must_use]
    pub fn start(variant: Variant, random: &mut Random) -> (Self, Vec<Update>) {
        let (board, updates) = draw::start(variant, random);
        (Self::new(board), updates)
    }

    /// The board, and the bot whose turn is next.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Player, Reply, Variant};
    /// use botspec_sdk::random::Random;
    /// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// game.turn(Reply::Overrun, |_| None)?;
    /// assert_eq!(game.position().player(), Player::Two);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Turns taken, of all bots together: from 0 to [`Variant::turns`].
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Reply, Variant};
    /// use botspec_sdk::random::Random;
    /// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// game.turn(Reply::Malformed, |_| None)?;
    /// assert_eq!(game.turns(), 1, "a turn that moved nothing is one, too");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Whether the bot is no longer asked.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::flit::{Match, Player, Reply, Variant};
    /// use botspec_sdk::random::Random;
    /// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// for _ in 0..5 {
    ///     game.turn(Reply::Overrun, |_| None)?;
    ///     let mv = game.position().legal_moves()[0];
    ///     game.turn(Reply::Answer(mv.into()), |_| None)?;
    /// }
    /// assert!(game.is_frozen(Player::One));
    /// assert!(!game.is_frozen(Player::Two));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_frozen(&self, player: Player) -> bool {
        self.frozen[player.index()]
    }

    /// Freezes a bot for the rest of the game, as when its process has ended.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Player, Reply, TurnError, Variant};
    /// use botspec_sdk::random::Random;
    /// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// game.freeze(Player::One);
    /// assert_eq!(game.turn(Reply::Overrun, |_| None), Err(TurnError::Frozen(Player::One)));
    /// assert!(game.turn(Reply::NotAsked, |_| None).is_ok());
    /// ```
    pub const fn freeze(&mut self, player: Player) {
        self.frozen[player.index()] = true;
    }

    /// How the game ended, if it has.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{End, Match, Reply, Variant};
    /// use botspec_sdk::random::Random;
    /// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// for _ in 0..2 {
    ///     assert_eq!(game.outcome(), None);
    ///     game.turn(Reply::Malformed, |_| None)?;
    /// }
    /// let outcome = game.outcome().expect("both bots in a row moved nothing");
    /// assert_eq!((outcome.reason, outcome.winner), (End::Stays, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome<Player, End>> {
        self.outcome
    }

    /// Takes the next bot's turn. `draw` is asked where a neutral piece appears on the board as it is after
    /// the move: [`draw::neutral`] for a game that is played, the recorded square for one that is replayed.
    ///
    /// # Errors
    /// The game stays as it was if it is over, if a frozen bot was asked or another one was not, or if the
    /// square drawn is not available. A bot's fault is no error but part of the turn.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Answer, Contents, Match, Reply, Update, Variant};
    /// use botspec_sdk::random::Random;
    /// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// let corner = Answer::from_bytes(b"16 0 0 0")?;
    /// let turn = game.turn(Reply::Answer(corner), |board| board.available().nth(0))?;
    /// assert_eq!(turn.faults[0].to_string(), "the origin 16 0 is off the board: coordinates go from 0 to 15");
    /// assert_eq!(turn.updates, [Update::new(turn.neutral.expect("one was drawn"), Contents::Neutral)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn(
        &mut self,
        reply: Reply,
        draw: impl FnOnce(&Board) -> Option<Square>,
    ) -> Result<Turn, TurnError> {
        let player = self.position.player();
        if self.outcome.is_some() {
            return Err(TurnError::GameOver);
        }
        match (self.is_frozen(player), reply == Reply::NotAsked) {
            (true, false) => return Err(TurnError::Frozen(player)),
            (false, true) => return Err(TurnError::NotFrozen(player)),
            _ => {}
        }
        let mut turn = Turn { player, moved: None, faults: Vec::new(), neutral: None, updates: Vec::new() };
        let mut mv = self.position.stay();
        if let Reply::Answer(answer) = reply {
            match self.position.judge(&answer) {
                Ok(judged) => mv = judged,
                Err(faults) => turn.faults = faults,
            }
        }
        turn.moved = (!mv.is_stay()).then_some(mv);
        let mut next = self.position.clone();
        next.advance(mv, &mut turn.updates);
        if let Some(square) = draw(next.board()) {
            if !next.board().is_available(square) {
                return Err(TurnError::NotAvailable(square));
            }
            next.set(square, Contents::Neutral);
            turn.updates.push(Update::new(square, Contents::Neutral));
            turn.neutral = Some(square);
        }
        self.position = next;
        self.turns += 1;
        self.idle = if mv.is_stay() { self.idle + 1 } else { 0 };
        self.count_overrun(player, reply);
        self.outcome = self.end().map(|end| rules::ended(self.position.board().piece_counts(), end));
        Ok(turn)
    }

    fn count_overrun(&mut self, player: Player, reply: Reply) {
        let overruns = &mut self.overruns[player.index()];
        match reply {
            Reply::Answer(_) | Reply::Malformed => *overruns = 0,
            Reply::Overrun => *overruns += 1,
            Reply::NotAsked => {}
        }
        if *overruns >= OVERRUNS {
            self.freeze(player);
        }
    }

    /// The first reason to end that holds.
    fn end(&self) -> Option<End> {
        let variant = self.position.variant();
        if self.turns >= variant.turns() {
            return Some(End::Turns);
        }
        if self.idle as usize >= variant.players().len() {
            return Some(End::Stays);
        }
        self.position.dominance().map(|_| End::Dominance)
    }
}

/// Why a turn could not be taken: a mistake of the referee or of a record, not of a bot.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Match, Reply, TurnError, Variant};
/// use botspec_sdk::random::Random;
/// let (mut game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
/// let occupied = game.position().board().occupied().nth(0);
/// let error = game.turn(Reply::Malformed, |_| occupied).unwrap_err();
/// assert!(matches!(error, TurnError::NotAvailable(_)));
/// assert_eq!(game.turns(), 0, "the game stays as it was");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnError {
    /// The game is over.
    GameOver,
    /// The bot is frozen, so it cannot have been asked.
    Frozen(Player),
    /// The bot is not frozen, so it must be asked.
    NotFrozen(Player),
    /// A neutral piece cannot appear on this square.
    NotAvailable(Square),
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::Frozen(player) => write!(f, "bot {player} is frozen and is not asked"),
            Self::NotFrozen(player) => write!(f, "bot {player} is not frozen and has to be asked"),
            Self::NotAvailable(square) => {
                write!(f, "no neutral piece can appear on {square}: it is not available")
            }
        }
    }
}

impl Error for TurnError {}
