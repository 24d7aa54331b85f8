//! How they read.

use std::io::{self, Read as _};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use botspec_sdk::games::flit::Message;

use crate::flit::faults::time::sleep_for;
use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::lines::print;
use crate::start::Start;

pub(in crate::flit) fn by_bytes(start: &Start) -> io::Result<()> {
    let mut scene = usual::scene(start)?;
    let mut line = Vec::new();
    for byte in io::stdin().lock().bytes() {
        line.push(byte?);
        if line.ends_with(b"\n") {
            if let Some(message) = usual::message(&line) {
                usual::react(&mut scene, message)?;
            }
            line.clear();
        }
    }
    Ok(())
}

/// Splits at white space, whatever it is.
pub(in crate::flit) fn by_words(line: &[u8]) -> Option<Message> {
    let text = String::from_utf8_lossy(line);
    usual::message(text.split_whitespace().collect::<Vec<_>>().join(" ").as_bytes())
}

/// Reads in one thread and plays in another.
pub(in crate::flit) fn in_a_thread(start: &Start) -> io::Result<()> {
    let (sender, messages) = mpsc::channel();
    let reader = thread::spawn(move || -> io::Result<()> {
        for line in io::stdin().lines() {
            if let Some(message) = usual::message(line?.as_bytes()) {
                // Nobody listens only if playing has failed.
                let _ = sender.send(message);
            }
        }
        Ok(())
    });
    let mut scene = usual::scene(start)?;
    for message in messages {
        usual::react(&mut scene, message)?;
    }
    reader.join().map_err(|_| io::Error::other("a thread panicked"))?
}

/// Reads the pieces of a start first, as there are always so many.
pub(in crate::flit) fn start_first(start: &Start) -> io::Result<()> {
    let mut scene = usual::scene(start)?;
    let mut lines = io::stdin().lines();
    let large = scene.player().number() > 2;
    let mut read = 0;
    while read < 4 || (read < 8 && large) {
        let Some(line) = lines.next() else { return Ok(()) };
        match usual::message(line?.as_bytes()) {
            Some(Message::Update(update)) => scene.take(update),
            other => return Err(io::Error::other(format!("{other:?} is no piece of a start"))),
        }
        read += 1;
    }
    for line in lines {
        if let Some(message) = usual::message(line?.as_bytes()) {
            usual::react(&mut scene, message)?;
        }
    }
    Ok(())
}

/// There are two kinds of messages: what is not the one is the other.
pub(in crate::flit) fn anything_else(start: &Start) -> io::Result<()> {
    let mut scene = usual::scene(start)?;
    for line in io::stdin().lines() {
        match usual::message(line?.as_bytes()) {
            Some(Message::Update(update)) => scene.take(update),
            _ => usual::write(&usual::choose(scene.position()).to_string())?,
        }
    }
    Ok(())
}

/// Works a little at each update.
pub(in crate::flit) fn slow_to_hear(_: &Scene<'_>) -> io::Result<()> {
    sleep_for(Duration::from_micros(400));
    Ok(())
}

/// Answers from a table that it keeps up to date at each update.
pub(in crate::flit) fn ready_answer(start: &Start) -> io::Result<()> {
    let mut ready = String::from("0 0 0 0");
    usual::converse(start, |scene, message| match message {
        Message::Update(update) => {
            scene.take(update);
            ready = usual::choose(scene.position()).to_string();
            Ok(())
        }
        Message::MoveRequest => print(format!("{ready}\n")),
    })
}
