//! `flit/eof/…`

use std::io;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};

use super::fail;
use crate::flit::scene::Scene;
use crate::part::{LINGERS, Part};
use crate::start::Start;

pub(in crate::flit) fn goes_on(_: &Start) -> io::Result<()> {
    sleep(LINGERS);
    Ok(())
}

pub(in crate::flit) fn spins(_: &Start) -> io::Result<()> {
    let mut line = String::new();
    while line.is_empty() {
        io::stdin().read_line(&mut line)?;
    }
    Ok(())
}

pub(in crate::flit) fn ends_late(_: &Start) -> io::Result<()> {
    sleep(Duration::from_secs(4));
    Ok(())
}

pub(in crate::flit) fn child_left(start: &Start) -> io::Result<()> {
    Part::Linger.spawn(start).map(|_| ())
}

pub(in crate::flit) fn child_keeps_streams(start: &Start) -> io::Result<()> {
    let mut command = Part::Linger.command(start);
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit()).spawn().map(|_| ())
}

pub(in crate::flit) fn daemon_left(start: &Start) -> io::Result<()> {
    Part::Daemon.spawn(start)?.wait().map(|_| ())
}

pub(in crate::flit) fn engine_left(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked == 1 { Part::Linger.spawn(scene.start).map(|_| ()) } else { Ok(()) }
}

pub(in crate::flit) fn status_one(_: &Start) -> io::Result<()> {
    fail("EOFError: EOF when reading a line")
}

pub(in crate::flit) fn panics(_: &Start) -> io::Result<()> {
    panic!("there is no next line")
}

pub(in crate::flit) fn aborts(_: &Start) -> io::Result<()> {
    std::process::abort()
}

pub(in crate::flit) fn kills_itself(_: &Start) -> io::Result<()> {
    Ok(kill_process(getpid(), Signal::KILL)?)
}
