//! How games are refereed: a process for each bot, with a time bank of its own.

use std::time::Duration;

use botspec::record::{GameRecord, Move, Variant};
use botspec::referee::seats::Seating;
use botspec::referee::seats::line_bot::{LineGame, LineSeating};
use botspec::referee::{Arbiter, Fault, Referee};
use botspec_sdk::seat::Seat;

use crate::FourInARow;
use crate::arbiter::Rules;
use crate::play::GRACE;
use crate::requirements::{BANK, FORMAT};
use crate::wire::{action, answer, refilled, settings, update};

impl LineGame for Rules {
    const FORMAT: &'static str = FORMAT.id;
    const TIME: &'static str = BANK.id;
    const GRACE: Duration = GRACE;

    fn open(_: &Variant) -> Result<Self, Fault> {
        Ok(Self::default())
    }

    fn greeting(&self, seat: Seat, limit: Duration) -> String {
        settings(seat, limit)
    }

    fn question(&self, left: Duration) -> String {
        update(&self.position) + &action(left)
    }

    fn read(&self, line: &[u8]) -> Result<Move, Fault> {
        let column = answer(line).map_err(|error| Fault::malformed(FORMAT.id, error))?;
        Ok(Move::Text(column.to_string()))
    }

    fn bank(left: Duration, took: Duration, size: Duration) -> Option<Duration> {
        Some(refilled(left, took, size))
    }
}

impl Referee for FourInARow {
    fn open(&self, _: &GameRecord) -> Result<Box<dyn Arbiter>, Fault> {
        Ok(Box::new(Rules::default()))
    }

    fn seating(&self) -> &dyn Seating {
        const { &LineSeating::<Rules>::NEW }
    }
}
