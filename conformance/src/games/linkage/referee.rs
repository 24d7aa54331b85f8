//! How games of Linkage are refereed.

use super::Linkage;
use super::arbiter::Rules;
use super::seats::{self, Bots};
use super::written;
use crate::process::{Host, Program, SandboxError};
use crate::record::GameRecord;
use crate::referee::opponent::Opponent;
use crate::referee::reask::{Asked, Asking};
use crate::referee::seats::{Seating, Seats, Stop};
use crate::referee::{Arbiter, Fault, Referee};

impl Referee for Linkage {
    fn open(&self, _: &GameRecord) -> Result<Box<dyn Arbiter>, Fault> {
        Ok(Box::new(Rules::open()))
    }

    fn seating(&self) -> &dyn Seating {
        self
    }

    fn written_out(&self, record: &GameRecord) -> Option<String> {
        Some(written::orders(record))
    }
}

impl Seating for Linkage {
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
