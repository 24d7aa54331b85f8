//! `power4/process/…`

use std::io;
use std::process::Stdio;
use std::thread::sleep;

use rustix::process::{Signal, getpid, kill_process};

use super::fail;
use crate::part::{LINGERS, Part};
use crate::start::Start;

pub(in crate::power4) fn child_left(start: &Start) -> io::Result<()> {
    Part::Linger.spawn(start).map(|_| ())
}

pub(in crate::power4) fn child_keeps_streams(start: &Start) -> io::Result<()> {
    let mut command = Part::Linger.command(start);
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit()).spawn().map(|_| ())
}

pub(in crate::power4) fn daemon_left(start: &Start) -> io::Result<()> {
    Part::Daemon.spawn(start)?.wait().map(|_| ())
}

pub(in crate::power4) fn never_ends(_: &Start) -> io::Result<()> {
    sleep(LINGERS);
    Ok(())
}

pub(in crate::power4) fn status_one(_: &Start) -> io::Result<()> {
    fail("the answer is right, the status is not")
}

pub(in crate::power4) fn abort(_: &Start) -> io::Result<()> {
    std::process::abort()
}

pub(in crate::power4) fn panic(_: &Start) -> io::Result<()> {
    panic!("the answer is right, but then")
}

pub(in crate::power4) fn kill_itself(_: &Start) -> io::Result<()> {
    Ok(kill_process(getpid(), Signal::KILL)?)
}
