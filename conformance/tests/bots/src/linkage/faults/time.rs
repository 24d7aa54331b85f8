//! `linkage/time/…`

use std::hint::black_box;
use std::io;
use std::thread::sleep;
use std::time::Duration;

use botspec_sdk::games::linkage::Position;
use rustix::process::{Signal, getpid, kill_process};

use crate::linkage::usual;
use crate::part::LINGERS;
use crate::start::Start;

/// More than four fifths of a limit of one second, with some time left for everything else.
const NEARLY_A_SECOND: Duration = Duration::from_millis(860);

pub(in crate::linkage) fn sleeps(start: &Start) -> io::Result<()> {
    sleep(LINGERS);
    usual::turn(start)
}

pub(in crate::linkage) fn computes(start: &Start) -> io::Result<()> {
    let mut sum = 0_u64;
    while black_box(sum) != u64::MAX {
        sum += 1;
    }
    usual::turn(start)
}

pub(in crate::linkage) fn stops(start: &Start) -> io::Result<()> {
    kill_process(getpid(), Signal::STOP)?;
    usual::turn(start)
}

pub(in crate::linkage) fn hangs_without_moves(start: &Start) -> io::Result<()> {
    if usual::read(start)?.must_skip() {
        sleep(LINGERS);
    }
    usual::turn(start)
}

pub(in crate::linkage) fn id_sleeps(_: &Start) -> io::Result<()> {
    sleep(LINGERS);
    usual::identify()
}

pub(in crate::linkage) fn opening_slow(start: &Start) -> io::Result<()> {
    if usual::read(start)? == Position::opening() {
        sleep(NEARLY_A_SECOND);
    }
    usual::turn(start)
}

pub(in crate::linkage) fn id_slow(_: &Start) -> io::Result<()> {
    sleep(NEARLY_A_SECOND);
    usual::identify()
}
