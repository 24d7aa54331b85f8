//! `power4/time/…`

use std::hint::black_box;
use std::io;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};

use crate::part::LINGERS;
use crate::power4::usual;
use crate::start::Start;

/// More than four fifths of a limit of one second, with some time left for everything else.
const NEARLY_A_SECOND: Duration = Duration::from_millis(860);

pub(in crate::power4) fn sleeps(start: &Start) -> io::Result<()> {
    sleep(LINGERS);
    usual::turn(start)
}

pub(in crate::power4) fn computes(start: &Start) -> io::Result<()> {
    let mut sum = 0_u64;
    while black_box(sum) != u64::MAX {
        sum += 1;
    }
    usual::turn(start)
}

pub(in crate::power4) fn stops(start: &Start) -> io::Result<()> {
    kill_process(getpid(), Signal::STOP)?;
    usual::turn(start)
}

pub(in crate::power4) fn hangs_for_one_column(start: &Start) -> io::Result<()> {
    if usual::read(start)?.position.columns().count() == 1 {
        sleep(LINGERS);
    }
    usual::turn(start)
}

pub(in crate::power4) fn opening_slow(start: &Start) -> io::Result<()> {
    if usual::read(start)?.position.board().occupied().is_empty() {
        sleep(NEARLY_A_SECOND);
    }
    usual::turn(start)
}
