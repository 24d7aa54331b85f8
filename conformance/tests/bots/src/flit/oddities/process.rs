//! How they run.

use std::env;
use std::hint::black_box;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::Duration;

use crate::flit::faults::time::sleep_for;
use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::part::{LINGERS, Part};
use crate::start::Start;

pub(in crate::flit) fn pauses_now_and_then(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked.is_multiple_of(100) {
        sleep_for(Duration::from_millis(42));
    }
    Ok(())
}

pub(in crate::flit) fn thirty_five(_: &Scene<'_>) -> io::Result<()> {
    sleep_for(Duration::from_millis(35));
    Ok(())
}

pub(in crate::flit) fn starts_in_a_second(_: &Start) -> io::Result<()> {
    sleep_for(Duration::from_millis(1_200));
    Ok(())
}

pub(in crate::flit) fn compiles_as_it_goes(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked < 4 && scene.position().board().occupied().len() > 9 {
        sleep_for(Duration::from_millis(70));
    }
    Ok(())
}

pub(in crate::flit) fn warms_up(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked == 1 {
        sleep_for(Duration::from_millis(700));
    }
    Ok(())
}

pub(in crate::flit) fn ends_in_a_second(_: &Scene<'_>) -> io::Result<()> {
    sleep_for(Duration::from_secs(1));
    Ok(())
}

#[expect(clippy::exit, reason = "what it is about")]
pub(in crate::flit) fn ends_in_haste(_: &Scene<'_>) -> io::Result<()> {
    // A thread ends with its process.
    thread::spawn(|| sleep(LINGERS));
    std::process::exit(0)
}

pub(in crate::flit) fn thinks_in_threads(scene: &Scene<'_>) -> io::Result<()> {
    let position = scene.position();
    thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| black_box(usual::choose(position)));
        }
    });
    Ok(())
}

/// Thinks on while others move.
pub(in crate::flit) fn ponders(start: &Start) -> io::Result<()> {
    let over = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&over);
    let thinking = thread::spawn(move || {
        let mut thought = 0_u64;
        while !seen.load(Ordering::Relaxed) {
            thought = black_box(thought + 1);
            sleep(Duration::from_micros(200));
        }
    });
    let played = usual::converse(start, usual::react);
    over.store(true, Ordering::Relaxed);
    thinking.join().map_err(|_| io::Error::other("a thread panicked"))?;
    played
}

pub(in crate::flit) fn child_awaited(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked == 1 { Part::Brief.spawn(scene.start)?.wait().map(|_| ()) } else { Ok(()) }
}

/// Has an engine in a process of its own, and ends it with the game.
pub(in crate::flit) fn engine_ended(start: &Start) -> io::Result<()> {
    let mut engine = Part::Linger.spawn(start)?;
    let played = usual::converse(start, usual::react);
    engine.kill()?;
    engine.wait()?;
    played
}

pub(in crate::flit) fn much_memory(_: &Start) -> io::Result<()> {
    let table = vec![7_u8; 100 << 20];
    black_box(&table);
    Ok(())
}

pub(in crate::flit) fn changes_directory(_: &Start) -> io::Result<()> {
    env::set_current_dir("/")
}

pub(in crate::flit) fn replaced_by_exec(start: &Start) -> io::Result<()> {
    if Part::of_process() == Some(Part::Again) {
        return usual::converse(start, usual::react);
    }
    let mut command = Part::Again.command(start);
    command.args(&start.arguments);
    command.stdin(Stdio::inherit()).stdout(Stdio::inherit()).stderr(Stdio::inherit());
    // Returns only if there is no other program now.
    Err(command.exec())
}

pub(in crate::flit) fn own_session(_: &Start) -> io::Result<()> {
    // Not possible for the leader of a group, and then nothing is lost.
    let _ = rustix::process::setsid();
    Ok(())
}
