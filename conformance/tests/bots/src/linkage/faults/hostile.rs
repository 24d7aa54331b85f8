//! Bots that break more than a rule of the game.

use std::fs;
use std::hint::black_box;
use std::io;

use rustix::process::{Signal, getpid, kill_process};

use crate::lines;
use crate::linkage::usual;
use crate::part::Part;
use crate::start::Start;

pub(in crate::linkage) fn segfault(start: &Start) -> io::Result<()> {
    usual::read(start)?;
    // The first one is caught by the standard library, which looks for stack overflows.
    for _ in 0..2 {
        kill_process(getpid(), Signal::SEGV)?;
    }
    Ok(())
}

pub(in crate::linkage) fn panic(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    panic!("no idea what to do with {} placements", position.placement_count())
}

pub(in crate::linkage) fn stack_overflow(_: &Start) -> io::Result<()> {
    fn deeper(depth: u64) -> u64 {
        let local = black_box([depth; 64]);
        if local[0] == u64::MAX { 0 } else { deeper(depth + 1) + black_box(local)[63] }
    }
    lines::complain(format!("{}\n", deeper(0)))
}

pub(in crate::linkage) fn fork_storm(start: &Start) -> io::Result<()> {
    for _ in 0..50 {
        Part::Linger.spawn(start)?;
    }
    Ok(())
}

pub(in crate::linkage) fn fork_chain(start: &Start) -> io::Result<()> {
    Part::Chain(1000).spawn(start).map(|_| ())
}

pub(in crate::linkage) fn deletes_itself(start: &Start) -> io::Result<()> {
    fs::remove_file(&start.program)
}

pub(in crate::linkage) fn deletes_itself_at_once(start: &Start) -> io::Result<()> {
    fs::remove_file(&start.program)?;
    if start.arguments.is_empty() { usual::turn(start) } else { usual::identify() }
}

pub(in crate::linkage) fn floods_for_ever(_: &Start) -> io::Result<()> {
    lines::flood(u64::MAX)
}
