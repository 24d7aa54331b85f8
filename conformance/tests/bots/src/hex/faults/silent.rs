//! Bots with which there is no talking.

use std::hint::black_box;
use std::io::{self, BufRead as _, Read as _};
use std::thread::sleep;
use std::time::Duration;

use botspec_sdk::games::hex::Colour;
use rustix::process::{Signal, getpid, kill_process};

use crate::hex::behaviour::Request;
use crate::hex::bot::Bot;
use crate::lines;
use crate::part::LINGERS;
use crate::watchdog;

/// What those who are in a hurry take for the end.
const SOON: Duration = Duration::from_secs(2);

/// Reads everything and says nothing.
pub(in crate::hex) fn mute(_: Colour) -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        if line?.trim() == "quit" {
            break;
        }
    }
    Ok(())
}

/// Its watchdog is not stopped between two messages.
pub(in crate::hex) fn ends_in_silence(_: &mut Bot, _: &str) -> io::Result<bool> {
    watchdog::wind_up(SOON);
    Ok(false)
}

/// The same, with more patience.
pub(in crate::hex) fn ends_in_long_silence(_: &mut Bot, _: &str) -> io::Result<bool> {
    watchdog::wind_up(Duration::from_secs(10));
    Ok(false)
}

/// It has patience once it has seen a stone.
pub(in crate::hex) fn ends_before_the_first_stone(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if bot.colour == Colour::White && text.starts_with("init_board") {
        watchdog::wind_up(SOON);
    } else {
        watchdog::stop();
    }
    Ok(false)
}

/// Never reads, never ends.
pub(in crate::hex) fn never_reads(_: Colour) -> io::Result<()> {
    sleep(LINGERS);
    Ok(())
}

/// Computes from the start.
pub(in crate::hex) fn spins(_: Colour) -> io::Result<()> {
    let mut sum = 0_u64;
    while black_box(sum) != u64::MAX {
        sum += 1;
    }
    Ok(())
}

/// Stops itself, as a debugger would.
pub(in crate::hex) fn stops(_: Colour) -> io::Result<()> {
    kill_process(getpid(), Signal::STOP)?;
    Ok(())
}

/// Ends at once.
pub(in crate::hex) fn dies_at_once(_: Colour) -> io::Result<()> {
    Err(io::Error::other("cannot open the opening book"))
}

/// Crashes at its first move.
pub(in crate::hex) fn dies_at_moves(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" { Err(io::Error::other("attempt to subtract with overflow")) } else { Ok(false) }
}

/// Closes its stdout and goes on.
pub(in crate::hex) fn closes_stdout(_: Colour) -> io::Result<()> {
    let mut stdin = io::stdin().lock();
    let mut first = [0_u8; 1];
    stdin.read_exact(&mut first)?;
    rustix::stdio::dup2_stdout(std::fs::File::open("/dev/null")?)?;
    io::copy(&mut stdin, &mut io::sink()).map(|_| ())
}

/// Garbage to every message but the last.
pub(in crate::hex) fn garbage(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text.trim() == "quit" {
        return Ok(false);
    }
    lines::print(b"\xff\xfe\x00 \x1b[31m#!?\n")?;
    Ok(true)
}

/// Garbage for each answer, and nothing else.
pub(in crate::hex) fn garbled_answers(_: &mut Bot, _: Request, _: String) -> io::Result<()> {
    lines::print(b"\xff\xfe\x00 \x1b[31m#!?\n")
}

/// Writes for ever, and never reads.
pub(in crate::hex) fn floods(_: Colour) -> io::Result<()> {
    lines::flood(u64::MAX)
}

/// Writes for ever at a move, without a line end.
pub(in crate::hex) fn floods_at_moves(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" {
        loop {
            lines::print([b'x'; 65_536])?;
        }
    }
    Ok(false)
}

/// Stops reading, as one that waits for a thread that has ended.
pub(in crate::hex) fn after_move(_: &mut Bot, text: &str) -> io::Result<()> {
    if text.trim() == "make_move" {
        sleep(LINGERS);
    }
    Ok(())
}
