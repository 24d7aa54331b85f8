//! How they run.

use std::env;
use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::thread::{self, sleep};
use std::time::Duration;

use crate::lines::{complain, flood, print};
use crate::part::{LINGERS, Part};
use crate::power4::usual;
use crate::start::Start;

pub(in crate::power4) fn chatty(_: &Start) -> io::Result<()> {
    for depth in 1..=50 {
        print(format!("depth {depth}: 5 4 looks good\n"))?;
        complain(format!("depth {depth}: 4 4\n\x1b[31m\u{0}\n"))?;
    }
    Ok(())
}

pub(in crate::power4) fn prints_much(_: &Start) -> io::Result<()> {
    flood(64 << 20)
}

pub(in crate::power4) fn one_second(start: &Start) -> io::Result<()> {
    sleep(Duration::from_secs(1));
    usual::turn(start)
}

pub(in crate::power4) fn child_awaited(start: &Start) -> io::Result<()> {
    Part::Brief.spawn(start)?.wait().map(|_| ())
}

pub(in crate::power4) fn thread_joined(start: &Start) -> io::Result<()> {
    let asked = usual::read(start)?;
    let thinking: Vec<_> = (0..4).map(|_| thread::spawn(move || usual::choose(&asked.position))).collect();
    let thought: thread::Result<Vec<_>> = thinking.into_iter().map(thread::JoinHandle::join).collect();
    let drops = thought.map_err(|_| io::Error::other("a thread panicked"))?;
    asked.answer(start, drops[0], drops[0].to_string())
}

pub(in crate::power4) fn thread_left(_: &Start) -> io::Result<()> {
    // A thread ends with its process.
    thread::spawn(|| sleep(LINGERS));
    Ok(())
}

pub(in crate::power4) fn changes_directory(_: &Start) -> io::Result<()> {
    env::set_current_dir("/")
}

pub(in crate::power4) fn reads_stdin(_: &Start) -> io::Result<()> {
    io::stdin().read_to_end(&mut Vec::new()).map(|_| ())
}

pub(in crate::power4) fn replaced_by_exec(start: &Start) -> io::Result<()> {
    if Part::of_process() == Some(Part::Again) {
        return usual::turn(start);
    }
    // Returns only if there is no other program now.
    Err(Part::Again.command(start).exec())
}

pub(in crate::power4) fn own_session(_: &Start) -> io::Result<()> {
    // Not possible for the leader of a group, and then nothing is lost.
    let _ = rustix::process::setsid();
    Ok(())
}
