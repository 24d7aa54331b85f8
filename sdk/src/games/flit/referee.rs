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
    #[must_use]
    pub fn start(variant: Variant, random: &mut Random) -> (Self, Vec<Update>) {
        let (board, updates) = draw::start(variant, random);
        (Self::new(board), updates)
    }

    /// The board, and the bot whose turn is next.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Turns taken, of all bots together.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Whether the bot is no longer asked.
    #[must_use]
    pub const fn is_frozen(&self, player: Player) -> bool {
        self.frozen[player.index()]
    }

    /// Freezes a bot for the rest of the game, as when its process has ended.
    pub const fn freeze(&mut self, player: Player) {
        self.frozen[player.index()] = true;
    }

    /// How the game ended, if it has.
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
