//! How sets of Power Connect Four are refereed.

use super::arbiter::Rules;
use super::seats::{self, Bots};
use super::{Power4, Variant as Form};
use crate::options::Options;
use crate::process::{Host, Program, SandboxError};
use crate::record::{GameRecord, Variant};
use crate::referee::opponent::Opponent;
use crate::referee::reask::{Asked, Asking};
use crate::referee::seats::{Seating, Seats, Stop};
use crate::referee::{Arbiter, Fault, Referee};

impl Referee for Power4 {
    fn open(&self, record: &GameRecord) -> Result<Box<dyn Arbiter>, Fault> {
        Ok(Box::new(Rules::open(&record.variant)?))
    }

    fn seating(&self) -> &dyn Seating {
        self
    }

    fn variant(&self, name: Option<&str>, _: &Options<'_>) -> Variant {
        let form = name.and_then(Form::from_name).unwrap_or_default();
        Variant {
            gravity: Some(if form == Form::Hover { "hover" } else { "fall" }.to_owned()),
            memo: (form == Form::Memo).then_some(true),
            ..Variant::default()
        }
    }

    /// The two sets of a match: teams keep their numbers and folders, and the start alternates.
    fn games_in_a_match(&self) -> u32 {
        2
    }

    /// In the variant memo a team is told how many turns it has taken, and which disks are used.
    fn without_openings(&self, variant: &Variant) -> Option<&'static str> {
        let is_told = variant.memo == Some(true);
        (!is_told).then_some(
            "a team counts its own turns, so a set begins with an empty board, except in the variant memo",
        )
    }
}

impl Seating for Power4 {
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
        Ok(Some(Box::new(seats::opponent(asking)?)))
    }
}
