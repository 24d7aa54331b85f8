//! They take any board with one disk at most for that of a new set, also where their opponent has but cleared all
//! others: Decision P5.

use std::fs;
use std::io;

use botspec_sdk::games::power4::{Disk, Kind, Position};

use crate::power4::faults::set::counted;
use crate::power4::usual;
use crate::start::Start;

pub(in crate::power4) fn nearly_empty_is_new(start: &Start) -> io::Result<()> {
    counted(start, nearly_empty)
}

pub(in crate::power4) fn not_mine_is_new(start: &Start) -> io::Result<()> {
    counted(start, |position| {
        nearly_empty(position) && position.board().cells(Disk::Of(position.team())).is_empty()
    })
}

pub(in crate::power4) fn no_help_files(start: &Start) -> io::Result<()> {
    let position = usual::read_with(start, None)?.position;
    let kind = if nearly_empty(&position) { Kind::Dual } else { Kind::Normal };
    let column = position.columns().next().ok_or_else(|| io::Error::other("no column is open"))?;
    usual::write(start, format!("{} {column}", kind.number()))
}

pub(in crate::power4) fn forgets_when_nearly_empty(start: &Start) -> io::Result<()> {
    if nearly_empty(&usual::read_with(start, None)?.position) {
        // There is none on the first turn of all.
        let _ = fs::remove_file(usual::memory_file(start));
    }
    Ok(())
}

fn nearly_empty(position: &Position) -> bool {
    position.board().occupied().len() <= 1
}
