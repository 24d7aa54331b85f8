//! `hex/quit/…` and `hex/eof/…`

use std::hint::black_box;
use std::io;
use std::process::ExitCode;
use std::thread::sleep;

use crate::hex::bot::Bot;
use crate::part::{LINGERS, Part};
use crate::start::Start;

/// Goes on as if nothing had been said.
pub(in crate::hex) fn quit_ignored(_: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text.trim() == "quit")
}

pub(in crate::hex) fn hangs(_: &Start) -> io::Result<ExitCode> {
    sleep(LINGERS);
    Ok(ExitCode::SUCCESS)
}

pub(in crate::hex) fn computes(_: &Start) -> io::Result<ExitCode> {
    let mut sum = 0_u64;
    while black_box(sum) != u64::MAX {
        sum += 1;
    }
    Ok(ExitCode::SUCCESS)
}

pub(in crate::hex) fn leaves_child(start: &Start) -> io::Result<ExitCode> {
    Part::Linger.spawn(start)?;
    Ok(ExitCode::SUCCESS)
}

pub(in crate::hex) fn leaves_daemon(start: &Start) -> io::Result<ExitCode> {
    Part::Daemon.spawn(start)?.wait()?;
    Ok(ExitCode::SUCCESS)
}

pub(in crate::hex) fn status_one(_: &Start) -> io::Result<ExitCode> {
    Ok(ExitCode::FAILURE)
}

pub(in crate::hex) fn aborts(_: &Start) -> io::Result<ExitCode> {
    std::process::abort()
}
