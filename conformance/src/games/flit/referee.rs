//! How games of Flit are refereed.

use botspec_sdk::games::flit::Variant as Played;

use super::Flit;
use super::arbiter::{Rules, variant_of};
use super::seats::{self, Bots};
use crate::options::Options;
use crate::process::{Host, Program, SandboxError};
use crate::record::{GameRecord, Variant};
use crate::referee::reask::{Asked, Asking};
use crate::referee::seats::{Seating, Seats, Stop};
use crate::referee::{Arbiter, Fault, Referee};

impl Referee for Flit {
    fn open(&self, record: &GameRecord) -> Result<Box<dyn Arbiter>, Fault> {
        Ok(Box::new(Rules::open(&record.variant, &record.initial)?))
    }

    fn seating(&self) -> &dyn Seating {
        self
    }

    fn variant(&self, name: Option<&str>, _: &Options<'_>) -> Variant {
        match name.and_then(Played::from_name) {
            Some(Played::Duel) => Variant {
                size: Some(Played::Duel.side()),
                name: Some(Played::Duel.name().to_owned()),
                ..Variant::default()
            },
            _ => Variant::default(),
        }
    }

    fn variant_name<'a>(&self, variant: &'a Variant) -> Option<&'a str> {
        // A record may name the small board by its size only.
        match variant_of(variant) {
            Ok(Played::Standard) => None,
            Ok(played) => Some(played.name()),
            Err(_) => variant.name.as_deref(),
        }
    }

    fn bots(&self, variant: &Variant) -> usize {
        variant_of(variant).unwrap_or_default().players().len()
    }

    /// At a table of four each sits once in every seat: who stands in the middle of the ladder sits at four tables.
    fn games_of_neighbours(&self, variant: &Variant) -> u32 {
        if self.bots(variant) == 4 { 4 } else { 10 }
    }

    fn without_openings(&self, _: &Variant) -> Option<&'static str> {
        Some("its games begin in a position drawn at random anyway")
    }

    fn without_person(&self) -> Option<&'static str> {
        Some("its moves may take no more than 50 ms, or 100 in the variant duel")
    }

    fn is_lost_by_an_answer(&self) -> bool {
        false
    }
}

impl Seating for Flit {
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
}
