//! How they run.

use std::env;
use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::process::Stdio;
use std::thread::{self, sleep};
use std::time::Duration;

use crate::lines::{complain, flood, print};
use crate::linkage::usual;
use crate::part::{LINGERS, Part};
use crate::start::Start;

pub(in crate::linkage) fn chatty(_: &Start) -> io::Result<()> {
    for depth in 1..=50 {
        print(format!("depth {depth}: RA1B1 looks good\n"))?;
        complain(format!("depth {depth}: Skip\n\x1b[31m\u{0}\n"))?;
    }
    Ok(())
}

pub(in crate::linkage) fn prints_gigabyte(_: &Start) -> io::Result<()> {
    flood(1 << 30)
}

pub(in crate::linkage) fn complains_at_length(_: &Start) -> io::Result<()> {
    complain("warning: this is only a test\n".repeat((1 << 20) / 29))
}

pub(in crate::linkage) fn one_second(start: &Start) -> io::Result<()> {
    sleep(Duration::from_secs(1));
    usual::turn(start)
}

pub(in crate::linkage) fn child_awaited(start: &Start) -> io::Result<()> {
    Part::Brief.spawn(start)?.wait().map(|_| ())
}

pub(in crate::linkage) fn children_awaited(start: &Start) -> io::Result<()> {
    for _ in 0..10 {
        child_awaited(start)?;
    }
    Ok(())
}

pub(in crate::linkage) fn thread_joined(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    let thinking: Vec<_> = (0..4).map(|_| thread::spawn(move || usual::order(&position))).collect();
    for thought in thinking {
        let order = thought.join().map_err(|_| io::Error::other("a thread panicked"))?;
        usual::write(start, order)?;
    }
    Ok(())
}

pub(in crate::linkage) fn thread_left(_: &Start) -> io::Result<()> {
    // A thread ends with its process.
    thread::spawn(|| sleep(LINGERS));
    Ok(())
}

pub(in crate::linkage) fn changes_directory(start: &Start) -> io::Result<()> {
    env::set_current_dir("/")?;
    run(start)
}

pub(in crate::linkage) fn reads_stdin(start: &Start) -> io::Result<()> {
    io::stdin().read_to_end(&mut Vec::new())?;
    run(start)
}

pub(in crate::linkage) fn replaced_by_exec(start: &Start) -> io::Result<()> {
    if Part::of_process() == Some(Part::Again) {
        return run(start);
    }
    let mut command = Part::Again.command(start);
    command.args(&start.arguments).stdout(Stdio::inherit()).stderr(Stdio::inherit());
    // Returns only if there is no other program now.
    Err(command.exec())
}

pub(in crate::linkage) fn own_session(start: &Start) -> io::Result<()> {
    // Not possible for the leader of a group, and then nothing is lost.
    let _ = rustix::process::setsid();
    run(start)
}

fn run(start: &Start) -> io::Result<()> {
    if start.arguments.is_empty() { usual::turn(start) } else { usual::identify() }
}
