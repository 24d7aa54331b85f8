//! Bots that break more than a rule of the game.

use std::fs;
use std::io;

use rustix::process::{Signal, getpid, kill_process};

use crate::lines;
use crate::part::Part;
use crate::power4::usual;
use crate::start::Start;

pub(in crate::power4) fn segfault(start: &Start) -> io::Result<()> {
    usual::read(start)?;
    // The first one is caught by the standard library, which looks for stack overflows.
    for _ in 0..2 {
        kill_process(getpid(), Signal::SEGV)?;
    }
    Ok(())
}

pub(in crate::power4) fn panic(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?.position;
    panic!("no idea what to do with {} drops", position.drops().count())
}

pub(in crate::power4) fn fork_storm(start: &Start) -> io::Result<()> {
    for _ in 0..50 {
        Part::Linger.spawn(start)?;
    }
    Ok(())
}

pub(in crate::power4) fn fork_chain(start: &Start) -> io::Result<()> {
    Part::Chain(1000).spawn(start).map(|_| ())
}

pub(in crate::power4) fn floods_folder(start: &Start) -> io::Result<()> {
    // Until there is no room left, or no more files are allowed.
    let _ = (0..20_000).try_for_each(|number| fs::write(usual::own_file(start, &format!("_{number}")), "x"));
    Ok(())
}

pub(in crate::power4) fn floods_for_ever(_: &Start) -> io::Result<()> {
    lines::flood(u64::MAX)
}
