//! Unusual ways of being a process.

use std::io::{self, Read as _};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use botspec_sdk::games::hex::Colour;

use crate::hex::bot::Bot;
use crate::hex::usual;
use crate::part::Part;
use crate::start::Start;

pub(in crate::hex) fn one_second(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" {
        sleep(Duration::from_secs(1));
    }
    Ok(false)
}

pub(in crate::hex) fn panics_without_arguments() -> io::Result<ExitCode> {
    let arguments = [""; 1];
    let at = std::hint::black_box(arguments.len());
    Ok(ExitCode::from(u8::from(arguments[at].is_empty())))
}

pub(in crate::hex) fn starts_slowly(start: &Start) -> io::Result<Option<Colour>> {
    sleep(Duration::from_millis(120));
    Ok(usual::colour(start))
}

pub(in crate::hex) fn starts_for_seconds(start: &Start) -> io::Result<Option<Colour>> {
    sleep(Duration::from_millis(2_600));
    Ok(usual::colour(start))
}

pub(in crate::hex) fn starts_asleep(start: &Start) -> io::Result<Option<Colour>> {
    sleep(Duration::from_secs(6));
    Ok(usual::colour(start))
}

pub(in crate::hex) fn works_on_stones(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("set") {
        let since = Instant::now();
        while since.elapsed() < Duration::from_micros(4_500) {}
    }
    Ok(false)
}

pub(in crate::hex) fn ends_slowly(_: &Start) -> io::Result<ExitCode> {
    sleep(Duration::from_secs(1));
    Ok(ExitCode::SUCCESS)
}

pub(in crate::hex) fn status_three(_: &Start) -> io::Result<ExitCode> {
    Ok(ExitCode::from(3))
}

/// Answers a message; whether the conversation goes on.
fn answer(bot: &mut Bot, line: &str) -> io::Result<bool> {
    if line.trim() == "quit" {
        return Ok(false);
    }
    if let Some((_, answer)) = usual::hear(bot, line) {
        usual::say(&answer)?;
    }
    Ok(true)
}

pub(in crate::hex) fn thread_reads(colour: Colour) -> io::Result<()> {
    let mut bot = Bot::new(colour);
    let (sender, receiver) = mpsc::channel();
    // At quit it is left behind, waiting for a line.
    thread::spawn(move || io::stdin().lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    for line in receiver {
        if !answer(&mut bot, &line)? {
            break;
        }
    }
    Ok(())
}

pub(in crate::hex) fn reads_by_bytes(colour: Colour) -> io::Result<()> {
    let mut bot = Bot::new(colour);
    let mut line = Vec::new();
    let mut stdin = std::fs::File::from(rustix::io::dup(io::stdin())?);
    let mut byte = [0_u8];
    while stdin.read(&mut byte)? > 0 {
        if byte == *b"\n" {
            if !answer(&mut bot, &String::from_utf8_lossy(&line))? {
                break;
            }
            line.clear();
        } else {
            line.push(byte[0]);
        }
    }
    Ok(())
}

pub(in crate::hex) fn child_awaited(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" {
        Part::Brief.spawn(&Start::of_process()?)?.wait()?;
    }
    Ok(false)
}
