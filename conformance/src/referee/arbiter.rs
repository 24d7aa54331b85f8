//! What a referee must know of a game: whose turn it is, what a move does, how it ended.

use std::fmt;

use botspec_sdk::seat::Seat;
use serde_json::Value;

use crate::record::{Diagram, GameRecord, GameResult, Inspection, Move};
use crate::suite::Game;

/// One game in progress, kept by its rules.
pub trait Arbiter: Send {
    /// Makes the next move.
    ///
    /// # Errors
    /// Why it cannot be made. The game stays as it was.
    fn play(&mut self, mv: &Move) -> Result<(), Fault>;

    /// Whose turn it is. Once the game is over the value is unspecified, but valid.
    fn seat_to_move(&self) -> Seat;

    /// How many seats there are.
    fn seats(&self) -> u8 {
        2
    }

    /// What this seat plays now, in the words of a record: `black`, `more`, 2.
    fn side(&self, seat: Seat) -> Value;

    /// How the game ended by its own rules, or `None` while it goes on.
    fn ended(&self) -> Option<Ended>;

    /// All legal moves as records have them; none where they are not listed, or the game is over.
    fn legal(&self) -> Vec<String> {
        Vec::new()
    }

    /// The board, with the latest move marked.
    fn diagram(&self) -> Diagram;

    /// More about the position in one line, such as what is left or used up. Empty if there is no more.
    fn caption(&self) -> String {
        String::new()
    }
}

impl Inspection {
    /// It is this position: what is legal in it, how the game has ended if it has, and what the board looks like.
    pub fn show(&mut self, position: &dyn Arbiter) {
        self.list(&position.legal());
        let result = |ended: Ended| serde_json::to_value(ended.result).expect("a result is plain data");
        self.result = position.ended().map(result);
        self.diagram = Some(position.diagram());
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    /// Who won; `None` if nobody did.
    pub winner: Option<Seat>,
    /// The same in the words of a record, without the winner's name.
    pub result: GameResult,
}

impl Ended {
    /// This seat wins for this reason, or nobody does.
    #[must_use]
    pub fn won(arbiter: &dyn Arbiter, winner: Option<Seat>, reason: impl fmt::Display) -> Self {
        let side = winner.map_or(Value::Null, |winner| arbiter.side(winner));
        Self { winner, result: result(side, reason.to_string()) }
    }

    /// The side to move loses for this reason.
    #[must_use]
    pub fn forfeited(arbiter: &dyn Arbiter, reason: &str) -> Self {
        let loser = arbiter.seat_to_move();
        let winner = Seat::from_index(if loser.index() == 0 { 1 } else { 0 });
        Self::won(arbiter, Some(winner), reason)
    }
}

/// Why a move cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The rule that it breaks; none if it is the record that is at fault.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// Whether it is no move at all, rather than one that may not be made.
    pub malformed: bool,
}

impl Fault {
    /// A move that may not be made.
    pub fn illegal(rule: &'static str, message: impl fmt::Display) -> Self {
        Self { rule: Some(rule), message: message.to_string(), malformed: false }
    }

    /// A text that is no move.
    pub fn malformed(rule: &'static str, message: impl fmt::Display) -> Self {
        Self { rule: Some(rule), message: message.to_string(), malformed: true }
    }

    /// Something that no bot can be blamed for.
    pub fn of_record(message: impl fmt::Display) -> Self {
        Self { rule: None, message: message.to_string(), malformed: false }
    }
}

/// The game of a record before its first move.
///
/// # Errors
/// If the game is not registered, or the variant or the initial position is none of this game.
pub fn open(record: &GameRecord) -> Result<Box<dyn Arbiter>, Fault> {
    Game::of_record(record.game).map_err(Fault::of_record)?.referee().open(record)
}

/// The text of a move of a game whose moves are texts.
///
/// # Errors
/// If the record has something else there.
pub fn text(mv: &Move) -> Result<&str, Fault> {
    match mv {
        Move::Text(text) => Ok(text),
        Move::Turn(_) => Err(Fault::of_record("a move of this game is a string, not an object")),
    }
}

/// A result that says no more than who won, in the words of a record, and by what.
#[must_use]
pub const fn result(winner: Value, reason: String) -> GameResult {
    GameResult { winner, player: None, reason, groups: None, counts: None, turns: None }
}
