//! Bots that do not answer: `flit/reply/one-line`.

use std::io;
use std::thread::sleep;

use rustix::process::{Signal, getpid, kill_process};

use super::fail;
use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::lines::complain;
use crate::part::LINGERS;
use crate::start::Start;

pub(in crate::flit) fn never_answers(start: &Start) -> io::Result<()> {
    usual::converse(start, |_, _| Ok(()))
}

pub(in crate::flit) fn never_reads(_: &Start) -> io::Result<()> {
    sleep(LINGERS);
    Ok(())
}

pub(in crate::flit) fn hangs_later(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked == 3 {
        sleep(LINGERS);
    }
    Ok(())
}

pub(in crate::flit) fn dies_at_once(_: &Start) -> io::Result<()> {
    complain("Traceback (most recent call last):\n  ImportError: no module named flit\n")?;
    fail("ImportError: no module named flit")
}

pub(in crate::flit) fn dies_when_asked(scene: &Scene<'_>) -> io::Result<()> {
    panic!("no idea what to do with {} moves", scene.position().legal_count())
}

pub(in crate::flit) fn dies_when_stuck(scene: &Scene<'_>) -> io::Result<()> {
    if scene.position().legal_count() == 0 { fail("list index out of range") } else { Ok(()) }
}

pub(in crate::flit) fn ends_after_first(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    usual::write(answer)?;
    Ok(kill_process(getpid(), Signal::KILL)?)
        .inspect(|()| debug_assert!(scene.asked == 1, "it has answered before"))
}

pub(in crate::flit) fn segfault(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked > 1 {
        // The first one is caught by the standard library, which looks for stack overflows.
        for _ in 0..2 {
            kill_process(getpid(), Signal::SEGV)?;
        }
    }
    Ok(())
}
