//! `linkage/process/…`

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::process::Stdio;
use std::thread::sleep;

use botspec_sdk::games::linkage::Linkage;
use rustix::process::{Signal, getpid, kill_process};

use super::fail;
use crate::linkage::usual;
use crate::part::{LINGERS, Part};
use crate::start::Start;

pub(in crate::linkage) fn child_left(start: &Start) -> io::Result<()> {
    Part::Linger.spawn(start).map(|_| ())
}

pub(in crate::linkage) fn child_keeps_streams(start: &Start) -> io::Result<()> {
    let mut command = Part::Linger.command(start);
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit()).spawn().map(|_| ())
}

pub(in crate::linkage) fn daemon_left(start: &Start) -> io::Result<()> {
    Part::Daemon.spawn(start)?.wait().map(|_| ())
}

pub(in crate::linkage) fn child_left_by_id(start: &Start) -> io::Result<()> {
    usual::identify()?;
    child_left(start)
}

pub(in crate::linkage) fn never_ends(_: &Start) -> io::Result<()> {
    sleep(LINGERS);
    Ok(())
}

pub(in crate::linkage) fn status_one(_: &Start) -> io::Result<()> {
    fail("the order is right, the status is not")
}

pub(in crate::linkage) fn abort(_: &Start) -> io::Result<()> {
    std::process::abort()
}

pub(in crate::linkage) fn panic(_: &Start) -> io::Result<()> {
    panic!("the order is right, but then")
}

pub(in crate::linkage) fn kill_itself(_: &Start) -> io::Result<()> {
    Ok(kill_process(getpid(), Signal::KILL)?)
}

pub(in crate::linkage) fn id_status(_: &Start) -> io::Result<()> {
    usual::identify()?;
    fail("the line is right, the status is not")
}

pub(in crate::linkage) fn current_directory(_: &Start) -> io::Result<()> {
    let position = usual::parse(&fs::read(Linkage::INPUT_FILE)?)?;
    fs::write(Linkage::ORDER_FILE, usual::order(&position))
}

pub(in crate::linkage) fn order_in_current_directory(start: &Start) -> io::Result<()> {
    fs::write(Linkage::ORDER_FILE, usual::order(&usual::read(start)?))
}

pub(in crate::linkage) fn order_in_current_directory_shown(start: &Start) -> io::Result<()> {
    let order = usual::order(&usual::read(start)?);
    writeln!(io::stdout(), "{order}")?;
    fs::write(Linkage::ORDER_FILE, order)
}

pub(in crate::linkage) fn path_split(start: &Start) -> io::Result<()> {
    if start.folder().to_string_lossy().contains(' ') {
        return fail("no such file: the first half of a path");
    }
    usual::turn(start)
}

pub(in crate::linkage) fn home_needed(start: &Start) -> io::Result<()> {
    env::var("HOME").map_err(io::Error::other)?;
    usual::turn(start)
}

pub(in crate::linkage) fn cache_in_current_directory(_: &Start) -> io::Result<()> {
    fs::write(env::current_dir()?.join("cache.txt"), "a turn was played\n")
}
