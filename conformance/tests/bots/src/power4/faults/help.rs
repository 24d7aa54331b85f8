//! What becomes of bots whose help files are deleted, damaged or those of another match.

use std::fs;
use std::io;

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Certainty, Memory, Position};

use super::fail;
use crate::power4::usual;
use crate::start::Start;

/// Knows from the disks on the board that a set is under way, and then relies on its help file.
pub(in crate::power4) fn gone_fails(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?.position;
    if position.board().occupied().len() > 1 && !usual::memory_file(start).exists() {
        return fail("no memory in the middle of a set");
    }
    Ok(())
}

pub(in crate::power4) fn damaged_fails(start: &Start) -> io::Result<()> {
    match fs::read(usual::memory_file(start)) {
        Ok(bytes) if Memory::from_bytes(&bytes).is_none() => fail("the memory makes no sense"),
        _ => Ok(()),
    }
}

pub(in crate::power4) fn foreign_fails(start: &Start) -> io::Result<()> {
    if foreign(start)?.is_some() { fail("this is not the match that was being played") } else { Ok(()) }
}

/// Counts the columns from 0 if its help file is of another match.
pub(in crate::power4) fn trusted(start: &Start) -> io::Result<()> {
    if foreign(start)?.is_some() {
        return usual::write(start, "5 0");
    }
    usual::turn(start)
}

pub(in crate::power4) fn empty_believed(start: &Start) -> io::Result<()> {
    from_zero_if(start, |memory| memory.is_empty())
}

pub(in crate::power4) fn half_believed(start: &Start) -> io::Result<()> {
    from_zero_if(start, |memory| {
        !memory.is_empty() && memory.is_ascii() && Memory::from_bytes(memory).is_none()
    })
}

pub(in crate::power4) fn garbage_believed(start: &Start) -> io::Result<()> {
    from_zero_if(start, |memory| memory.contains(&0))
}

pub(in crate::power4) fn other_team_believed(start: &Start) -> io::Result<()> {
    let team = usual::read(start)?.position.team();
    from_zero_if(start, |memory| Memory::from_bytes(memory).is_some_and(|memory| memory.asked.team() != team))
}

/// Counts the columns from 0 if there is a help file of this kind.
fn from_zero_if(start: &Start, is_believed: impl Fn(&[u8]) -> bool) -> io::Result<()> {
    let memory = fs::read(usual::memory_file(start)).ok();
    if memory.is_some_and(|bytes| is_believed(&bytes)) {
        return usual::write(start, "5 0");
    }
    usual::turn(start)
}

/// The memory, if it is one and the board cannot have come from it, nor be that of a new set.
fn foreign(start: &Start) -> io::Result<Option<Memory>> {
    let position = usual::read(start)?.position;
    let memory = fs::read(usual::memory_file(start)).ok().and_then(|bytes| Memory::from_bytes(&bytes));
    let under_way = position.board().occupied().len() > 1;
    Ok(memory
        .filter(|memory| under_way && memory.certainty == Certainty::Known && !leads_to(memory, &position)))
}

fn leads_to(memory: &Memory, position: &Position) -> bool {
    let Some(after) = memory.asked.play_unchecked(memory.drop) else { return false };
    after.drops().any(|drop| after.play(drop).is_ok_and(|next| next.board() == position.board()))
}
