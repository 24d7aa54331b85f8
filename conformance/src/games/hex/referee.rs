//! How games of Hex are refereed.

use botspec_sdk::games::hex::Size;
use clap::{Arg, value_parser};

use super::Hex;
use super::arbiter::Rules;
use super::opponent;
use super::plain::Plain;
use super::seats::{self, Bots};
use crate::options::Options;
use crate::process::{Host, Program, SandboxError};
use crate::record::{GameRecord, Variant};
use crate::referee::opponent::Opponent;
use crate::referee::plain::{PlainError, PlainGame};
use crate::referee::reask::{Asked, Asking};
use crate::referee::seats::{Seating, Seats, Stop};
use crate::referee::sgf::SgfForm;
use crate::referee::{Arbiter, Fault, Referee};

impl Referee for Hex {
    fn open(&self, record: &GameRecord) -> Result<Box<dyn Arbiter>, Fault> {
        Ok(Box::new(Rules::open(&record.variant)?))
    }

    fn seating(&self) -> &dyn Seating {
        self
    }

    fn variant(&self, _: Option<&str>, options: &Options<'_>) -> Variant {
        let size = options.get("size").copied().unwrap_or(Size::TOURNAMENT.get());
        Variant { size: Some(size), ..Variant::default() }
    }

    fn plain(&self, line: &[u8]) -> Option<Result<Box<dyn PlainGame>, PlainError>> {
        Some(Plain::from_bytes(line).map(|game| Box::new(game) as Box<dyn PlainGame>))
    }

    fn seats_gtp(&self) -> bool {
        true
    }

    fn sgf(&self) -> Option<&dyn SgfForm> {
        Some(self)
    }

    fn no_opening_move(&self, mv: &str) -> Option<&'static str> {
        (mv == "swap").then_some("no message tells a bot that it has swapped itself")
    }

    fn is_swapped(&self, record: &GameRecord) -> Option<bool> {
        Some(record.moves.get(1).is_some_and(|mv| mv.text() == "swap"))
    }

    fn farewell(&self) -> &'static str {
        "at `quit`"
    }
}

impl Seating for Hex {
    fn seat(&self, host: &Host, programs: &[&Program]) -> Result<Box<dyn Seats>, SandboxError> {
        Ok(Box::new(Bots::open(host, programs)?))
    }

    fn ask_again(
        &self,
        asking: &Asking<'_>,
        record: &GameRecord,
        told: &mut dyn FnMut(Asked),
    ) -> Result<(), Stop> {
        seats::ask_again(asking, record, told)
    }

    fn opponent<'a>(&self, asking: &'a Asking<'a>) -> Result<Option<Box<dyn Opponent + 'a>>, SandboxError> {
        Ok(Some(Box::new(opponent::Opponent::new(asking))))
    }
}

/// The options of `play`.
pub(super) fn options() -> Vec<Arg> {
    let sizes = value_parser!(u8).range(1..=i64::from(Size::MAX.get()));
    let size = Arg::new("size").long("size").value_name("N").value_parser(sizes);
    vec![size.help("Cells along each side, 1 to 26 [default: 10]")]
}
