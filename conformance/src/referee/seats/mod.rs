//! Bots at the board: how they are asked, and what becomes of an answer.

pub mod file_bot;
pub mod gtp_bot;
pub mod line_bot;
pub mod stream_bot;

use std::time::Duration;

use botspec_sdk::seat::Seat;

use super::arbiter::{Arbiter, Ended, Fault};
use super::openings::Openings;
use super::opponent::Opponent;
use super::reask::{Asked, Asking, Now, recorded};

use crate::process::{Elapsed, Host, Program, SandboxError};
use crate::record::{FinalFault, GameRecord, Move, Variant};
use crate::suite::Game;

/// What is played, and under which conditions.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The game.
    pub game: Game,
    /// Which form of it. Which side starts is each fixture's own where that alternates.
    pub variant: Variant,
    /// Time for one turn.
    pub limit: Duration,
    /// How games begin.
    pub openings: Openings,
}

/// One game that is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    /// From 1.
    pub number: u64,
    /// The pair that it is a game of, from 1: games that begin alike, with the seats exchanged.
    pub pair: u64,
    /// The seed of all chance in it.
    pub seed: u64,
    /// Which bot sits where: indices of bots, by seat.
    pub seating: Vec<usize>,
    /// The side that starts, where that alternates in a match: 1 or 2.
    pub starts: Option<u8>,
}

/// A game that was played, without the names.
#[derive(Debug)]
pub struct PlayedGame {
    /// What the bots were told before the first request, where that differs from game to game.
    pub initial: Vec<String>,
    /// How many of the moves are the opening, for which nobody was asked.
    pub opening: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// How long each move took, in milliseconds; 0 for those of the opening.
    pub times_ms: Vec<f64>,
    /// How long each answer to the same limit took, and whose it was.
    pub elapsed: Vec<(Seat, Elapsed)>,
    /// How it ended.
    pub ended: Ended,
    /// The answer that lost it.
    pub fault: Option<FinalFault>,
    /// What cost a turn where no answer loses a game: of each seat the first of each kind, with the number of the move.
    pub lapses: Vec<(Seat, usize, Failure)>,
}

/// Why a game came to no end.
#[derive(Debug)]
pub enum Stop {
    /// The run was interrupted.
    Interrupted,
    /// The bot of this seat could not be started.
    NotStarted {
        /// Whose.
        seat: Seat,
        /// Why.
        why: String,
    },
    /// The machine was too busy to judge the time of this seat's bot.
    HostTooBusy {
        /// Whose.
        seat: Seat,
    },
    /// botspec or the machine failed.
    Failed(SandboxError),
}

impl From<SandboxError> for Stop {
    fn from(error: SandboxError) -> Self {
        Self::Failed(error)
    }
}

impl From<Fault> for Stop {
    /// A game that cannot be set up, or a record that cannot be followed: no bot is to blame.
    fn from(fault: Fault) -> Self {
        Self::Failed(SandboxError::text(fault.message))
    }
}

/// Is shown the game after each move.
pub type Watch<'a> = dyn FnMut(&dyn Arbiter) + 'a;

/// How the bots of a contest are started and asked.
pub trait Seating: Sync {
    /// Starts the bots of a game, by seat, or of several games in a row if they keep a folder.
    ///
    /// # Errors
    /// If the machine has no room for them, or a bot's files cannot be read.
    fn seat(&self, host: &Host, programs: &[&Program]) -> Result<Box<dyn Seats>, SandboxError>;

    /// Asks a bot in each position of a record in which it is the turn of its seat, and tells of each answer.
    ///
    /// The record is followed as far as its moves can be made; where it stops before the end of the game, the last
    /// position is asked about too.
    ///
    /// # Errors
    /// If the bot cannot be started, the run is interrupted, or the machine fails.
    fn ask_again(
        &self,
        asking: &Asking<'_>,
        record: &GameRecord,
        told: &mut dyn FnMut(Asked),
    ) -> Result<(), Stop>;

    /// A bot that plays against a person, who sees the board and writes moves as records have them; none where no person
    /// can take a seat.
    ///
    /// # Errors
    /// If the machine has no room for it, or its files cannot be read.
    fn opponent<'a>(&self, _: &'a Asking<'a>) -> Result<Option<Box<dyn Opponent + 'a>>, SandboxError> {
        Ok(None)
    }
}

/// The bots of a game, started, by seat. Dropping it kills them.
pub trait Seats: Send {
    /// Plays a game. Bots that keep a folder play several.
    ///
    /// # Errors
    /// If it came to no end.
    fn play(&mut self, fixture: &Fixture, terms: &Terms, watch: &mut Watch<'_>) -> Result<PlayedGame, Stop>;

    /// What the bots have printed on stderr since this was last asked, by seat, as far as it is known by now.
    fn take_stderr(&mut self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Ends the bots and returns what is known of them then, by seat.
    ///
    /// # Errors
    /// If the machine fails.
    fn close(self: Box<Self>) -> Result<Vec<Closing>, SandboxError>;
}

/// What is left of a bot when its game is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closing {
    /// What it has printed on stderr.
    pub stderr: Vec<u8>,
    /// How it had to be ended, if it did not end when it was told to.
    pub overstay: Option<Overstay>,
}

impl Closing {
    /// Nothing more than what it has printed.
    #[must_use]
    pub const fn quiet(stderr: Vec<u8>) -> Self {
        Self { stderr, overstay: None }
    }
}

/// A bot that did not end when it was told to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overstay {
    /// What was waited for it.
    pub waited: Duration,
    /// Whether it had to be killed.
    pub killed: bool,
}

/// Why an answer loses the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// It is a move that may not be made.
    Illegal,
    /// It is no move at all.
    Malformed,
    /// There is none.
    Missing,
    /// It came too late.
    Timeout,
    /// The bot has ended.
    Crash,
    /// The bot gives the game up, which a protocol may let it say.
    Resign,
}

impl Loss {
    /// In the words of a record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Malformed => "malformed",
            Self::Missing => "missing",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Resign => "resign",
        }
    }
}

/// An answer that cannot be played.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Why it loses.
    pub loss: Loss,
    /// What came, if anything did.
    pub answer: Option<String>,
    /// The rule that it breaks, if it is one of the contest's.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

impl Failure {
    /// Nothing that could be played.
    pub fn new(loss: Loss, rule: Option<&'static str>, message: impl Into<String>) -> Self {
        Self { loss, answer: None, rule, message: message.into() }
    }

    /// An answer that the rules refuse.
    #[must_use]
    pub fn refused(fault: Fault, answer: String) -> Self {
        let loss = if fault.malformed { Loss::Malformed } else { Loss::Illegal };
        Self { loss, answer: Some(answer), rule: fault.rule, message: fault.message }
    }
}

/// Follows a record as far as it can be played, and asks in each position in which it is this seat's turn.
///
/// # Errors
/// Those of asking.
pub fn follow<R: Arbiter>(
    rules: &mut R,
    record: &GameRecord,
    seat: Seat,
    ask: &mut dyn FnMut(usize, &R) -> Result<(), Stop>,
) -> Result<(), Stop> {
    for at in 0..=record.moves.len() {
        if rules.ended().is_some() {
            break;
        }
        if rules.seat_to_move() == seat && at >= record.opening.unwrap_or(0) {
            ask(at, rules)?;
        }
        match record.moves.get(at) {
            Some(mv) if rules.play(mv).is_ok() => {}
            _ => break,
        }
    }
    Ok(())
}

/// What came of a turn: the move that was made in the game, and what it took, or how the game was lost by it.
pub type Turned = Result<(Move, Elapsed), Failure>;

/// Plays a game to its end, one seat after the other. `turn` asks the bot of a seat, and makes its move in the game.
///
/// # Errors
/// Those of the turns.
pub fn alternate<R: Arbiter>(
    rules: &mut R,
    mut log: GameLog,
    watch: &mut Watch<'_>,
    turn: &mut dyn FnMut(&mut R, Seat, &mut GameLog) -> Result<Turned, Stop>,
) -> Result<PlayedGame, Stop> {
    loop {
        if let Some(ended) = rules.ended() {
            return Ok(log.over(ended));
        }
        match turn(rules, rules.seat_to_move(), &mut log)? {
            Ok((mv, elapsed)) => log.push(mv, &elapsed),
            Err(failure) => return Ok(log.lost(rules, failure)),
        }
        watch(rules);
    }
}

/// Makes the move of an answer in the game, and returns the answer.
///
/// # Errors
/// Why the rules do not take it.
pub fn made<R: Arbiter>(rules: &mut R, answer: String) -> Result<String, Failure> {
    match rules.play(&Move::Text(answer.clone())) {
        Ok(()) => Ok(answer),
        Err(fault) => Err(Failure::refused(fault, answer)),
    }
}

/// An answer that the rules would take.
///
/// # Errors
/// Why they would not.
pub fn tried<R: Arbiter + Clone>(rules: &R, answer: String) -> Result<String, Failure> {
    made(&mut rules.clone(), answer)
}

/// What came of asking again before the move of this index, as one to be told of.
///
/// # Errors
/// Whatever has stopped the asking, but for a machine that was too busy.
pub fn asked(
    record: &GameRecord,
    at: usize,
    arbiter: &dyn Arbiter,
    answered: Result<Result<String, Failure>, Stop>,
) -> Result<Asked, Stop> {
    let now = match answered {
        Ok(Ok(answer)) => Now::Legal(answer),
        Ok(Err(failure)) => Now::Refused {
            answer: failure.answer,
            reason: failure.loss.name(),
            rule: failure.rule,
            message: failure.message,
        },
        Err(Stop::HostTooBusy { .. }) => Now::Unjudged,
        Err(stop) => return Err(stop),
    };
    let side = arbiter.side(arbiter.seat_to_move());
    Ok(Asked { mv: at + 1, side, recorded: recorded(record, at), now })
}

/// A game that is being played.
#[derive(Debug, Default)]
pub struct GameLog {
    opening: usize,
    moves: Vec<Move>,
    times_ms: Vec<f64>,
    elapsed: Vec<(Seat, Elapsed)>,
    lapses: Vec<(Seat, usize, Failure)>,
}

impl GameLog {
    /// Begins with moves for which nobody was asked.
    #[must_use]
    pub fn opened(moves: Vec<Move>) -> Self {
        Self { opening: moves.len(), times_ms: vec![0.0; moves.len()], moves, ..Self::default() }
    }

    /// An answer to the usual limit took so long.
    pub fn timed(&mut self, seat: Seat, elapsed: Elapsed) {
        self.elapsed.push((seat, elapsed));
    }

    /// The move that comes next is none, for this reason.
    pub fn lapse(&mut self, seat: Seat, failure: Failure) {
        let kind = |failure: &Failure| (failure.loss, failure.rule);
        if !self.lapses.iter().any(|(of, _, known)| *of == seat && kind(known) == kind(&failure)) {
            self.lapses.push((seat, self.moves.len() + 1, failure));
        }
    }

    /// A move was made that took so long.
    pub fn push(&mut self, mv: Move, elapsed: &Elapsed) {
        self.moves.push(mv);
        // Microseconds are as much as anybody can measure.
        self.times_ms.push((crate::timing::millis(elapsed.charged) * 1e3).round() / 1e3);
    }

    /// The game ended by its own rules.
    #[must_use]
    pub fn over(self, ended: Ended) -> PlayedGame {
        let Self { opening, moves, times_ms, elapsed, lapses } = self;
        PlayedGame { initial: Vec::new(), opening, moves, times_ms, elapsed, ended, fault: None, lapses }
    }

    /// The side to move has lost by its answer.
    #[must_use]
    pub fn lost(self, arbiter: &dyn Arbiter, failure: Failure) -> PlayedGame {
        let ended = Ended::forfeited(arbiter, failure.loss.name());
        let side = arbiter.side(arbiter.seat_to_move());
        let rule = failure.rule.map(str::to_owned);
        let fault = FinalFault { side, answer: failure.answer, rule, message: failure.message };
        PlayedGame { fault: Some(fault), ..self.over(ended) }
    }
}
