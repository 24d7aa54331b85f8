//! Bots that break more than a rule of the game.

use std::io;

use crate::flit::usual;
use crate::lines::{flood, print};
use crate::part::Part;
use crate::start::Start;

pub(in crate::flit) fn floods(_: &Start) -> io::Result<()> {
    flood(u64::MAX)
}

pub(in crate::flit) fn floods_without_line_end(_: &Start) -> io::Result<()> {
    loop {
        print([b'7'; 4096])?;
    }
}

pub(in crate::flit) fn floods_answers(_: &Start) -> io::Result<()> {
    loop {
        print("0 0 0 0\n")?;
    }
}

/// Starts many processes that stay, and plays.
pub(in crate::flit) fn fork_storm(start: &Start) -> io::Result<()> {
    for _ in 0..50 {
        Part::Linger.spawn(start)?;
    }
    usual::converse(start, usual::react)
}

/// Each starts another before it ends.
pub(in crate::flit) fn fork_chain(start: &Start) -> io::Result<()> {
    Part::Chain(300).spawn(start)?;
    usual::converse(start, usual::react)
}
