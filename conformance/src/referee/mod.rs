//! The referee: bots → game record, and game record → was it so?
//!
//! An [`Arbiter`] keeps one game by its rules, whoever makes the moves. [`replay()`] feeds it a record's moves; the
//! [`seats`] ask bots for them. A [`tournament`] plays many games, in parallel, and counts. What is a contest's own in
//! this is its [`Referee`].

pub mod arbiter;
pub mod archive;
mod changeover;
pub mod console;
pub mod gtp;
pub mod openings;
pub mod opponent;
pub mod pairs;
pub mod plain;
pub mod rating;
pub mod reask;
pub mod replay;
pub mod schedule;
pub mod score;
pub mod seats;
pub mod sgf;
pub mod sprt;
pub mod swiss;
pub mod times;
pub mod tournament;
pub mod walkover;

pub use arbiter::{Arbiter, Ended, Fault, open};
pub use replay::{Replayed, replay};

use plain::{PlainError, PlainGame};
use seats::Seating;
use sgf::SgfForm;

use crate::options::Options;
use crate::record::{GameRecord, Variant};

/// How the games of a contest are refereed.
pub trait Referee: Sync {
    /// The game of a record before its first move.
    ///
    /// # Errors
    /// If the variant or the initial position is none of this game.
    fn open(&self, record: &GameRecord) -> Result<Box<dyn Arbiter>, Fault>;

    /// How its bots are started and asked.
    fn seating(&self) -> &dyn Seating;

    /// What is played by the contest's own options and the name of a variant, as a record has it.
    fn variant(&self, _: Option<&str>, _: &Options<'_>) -> Variant {
        Variant::default()
    }

    /// The name of the variant that a record has; none if that is the contest itself.
    fn variant_name<'a>(&self, variant: &'a Variant) -> Option<&'a str> {
        variant.name.as_deref()
    }

    /// How many bots a game is for.
    fn bots(&self, _: &Variant) -> usize {
        2
    }

    /// How many games are played in a row by the same bots in the same seats and folders, where who starts alternates.
    fn games_in_a_match(&self) -> u32 {
        1
    }

    /// How many games neighbours on a ladder play with each other in a week: a multiple of what it takes for each of them
    /// to sit everywhere equally often.
    fn games_of_neighbours(&self, variant: &Variant) -> u32 {
        let seatings = u32::try_from(self.bots(variant)).unwrap_or(1);
        10_u32.next_multiple_of((seatings * self.games_in_a_match()).max(1))
    }

    /// Why no games of this variant can begin with moves that no bot was asked for; none if they can.
    fn without_openings(&self, _: &Variant) -> Option<&'static str> {
        None
    }

    /// Why no person can play, whatever is done to let one; none if there is no such reason.
    fn without_person(&self) -> Option<&'static str> {
        None
    }

    /// Why this move, though legal, can be no part of an opening: bots could not be told of it. None if it can.
    fn no_opening_move(&self, _: &str) -> Option<&'static str> {
        None
    }

    /// Whether the players of a game have swapped by its swap rule; none where there is no such rule.
    fn is_swapped(&self, _: &GameRecord) -> Option<bool> {
        None
    }

    /// Whether a bot whose answer cannot be played has lost the game.
    fn is_lost_by_an_answer(&self) -> bool {
        true
    }

    /// What a bot has to end at when its game is over, as the end of "it did not end …".
    fn farewell(&self) -> &'static str {
        "when its input was closed"
    }

    /// Reads a line of an older archive, which is no record; none if the contest has no such form.
    ///
    /// # Errors
    /// Names the part of the line that cannot be right.
    fn plain(&self, _: &[u8]) -> Option<Result<Box<dyn PlainGame>, PlainError>> {
        None
    }

    /// Whether a program that speaks GTP can take a seat.
    fn seats_gtp(&self) -> bool {
        false
    }

    /// How its games are written in SGF; none if that has no number for them.
    fn sgf(&self) -> Option<&dyn SgfForm> {
        None
    }

    /// A game as readable text, with a blank line at its end; none if there is no form for that.
    fn written_out(&self, _: &GameRecord) -> Option<String> {
        None
    }
}
