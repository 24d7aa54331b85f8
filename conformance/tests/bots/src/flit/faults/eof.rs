//! `flit/eof/…`

use std::io;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};

use super::fail;
use crate::flit::scene::Scene;
use crate::part::{LINGERS, Part};

pub(in crate::flit) fn goes_on(_: &Scene<'_>) -> io::Result<()> {
    sleep(LINGERS);
    Ok(())
}

pub(in crate::flit) fn hangs_after_updates(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked > 0 && scene.told > 0 {
        sleep(LINGERS);
    }
    Ok(())
}

/// Another bot has more pieces than half of the board.
pub(in crate::flit) fn hangs_when_lost(scene: &Scene<'_>) -> io::Result<()> {
    if scene.most_of_another() * 2 > scene.position().variant().area() - 10 {
        sleep(LINGERS);
    }
    Ok(())
}

pub(in crate::flit) fn spins(_: &Scene<'_>) -> io::Result<()> {
    let mut line = String::new();
    while line.is_empty() {
        io::stdin().read_line(&mut line)?;
    }
    Ok(())
}

pub(in crate::flit) fn ends_late(_: &Scene<'_>) -> io::Result<()> {
    sleep(Duration::from_secs(4));
    Ok(())
}

pub(in crate::flit) fn child_left(scene: &Scene<'_>) -> io::Result<()> {
    Part::Linger.spawn(scene.start).map(|_| ())
}

pub(in crate::flit) fn child_keeps_streams(scene: &Scene<'_>) -> io::Result<()> {
    let mut command = Part::Linger.command(scene.start);
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit()).spawn().map(|_| ())
}

pub(in crate::flit) fn daemon_left(scene: &Scene<'_>) -> io::Result<()> {
    Part::Daemon.spawn(scene.start)?.wait().map(|_| ())
}

pub(in crate::flit) fn engine_left(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked == 1 { Part::Linger.spawn(scene.start).map(|_| ()) } else { Ok(()) }
}

pub(in crate::flit) fn status_one(_: &Scene<'_>) -> io::Result<()> {
    fail("EOFError: EOF when reading a line")
}

pub(in crate::flit) fn panics(_: &Scene<'_>) -> io::Result<()> {
    panic!("there is no next line")
}

pub(in crate::flit) fn aborts(_: &Scene<'_>) -> io::Result<()> {
    std::process::abort()
}

pub(in crate::flit) fn kills_itself(_: &Scene<'_>) -> io::Result<()> {
    Ok(kill_process(getpid(), Signal::KILL)?)
}

/// Hangs where what it keeps of its answers has become long.
pub(in crate::flit) fn hangs_after_long_games(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked > 500 {
        sleep(LINGERS);
    }
    Ok(())
}

/// Panics where there are more pieces than it has counted on.
pub(in crate::flit) fn panics_on_crowded_boards(scene: &Scene<'_>) -> io::Result<()> {
    let pieces = scene.position().board().occupied().len();
    assert!(pieces <= 256, "index out of bounds: the len is 256 but the index is {pieces}");
    Ok(())
}
