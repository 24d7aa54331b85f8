//! `flit/reply/one-line`, `line-end`, `range` and `flushed`.

use std::io::{self, BufRead as _};
use std::thread::sleep;
use std::time::Duration;

use botspec_sdk::games::flit::{Answer, Message};

use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::lines::{complain, print};
use crate::start::Start;

pub(in crate::flit) fn two_lines(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("{answer}\n{answer}\n"))
}

pub(in crate::flit) fn twice_when_converting(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    usual::write(answer)?;
    let board = scene.position().board();
    let answer_converts = Answer::from_bytes(answer.as_bytes()).is_ok_and(|parsed| {
        let square = parsed.destination.on(board.variant());
        square.is_some_and(|square| {
            square.neighbours(board.variant()).iter().any(|beside| board.neutral().contains(*beside))
        })
    });
    if answer_converts {
        // Not in one piece with the first: the referee may have gone on.
        sleep(Duration::from_millis(2));
        usual::write(answer)?;
    }
    Ok(())
}

pub(in crate::flit) fn thinks_aloud(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("thinking...\n{answer}\n"))
}

pub(in crate::flit) fn empty_line(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("{answer}\n\n"))
}

pub(in crate::flit) fn second_line_when_stuck(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    usual::write(answer)?;
    if scene.position().legal_count() == 0 { print("no move\n") } else { Ok(()) }
}

pub(in crate::flit) fn greets(_: &Start) -> io::Result<()> {
    print("Hello, I am Flitter 1.0\n")
}

pub(in crate::flit) fn not_ended(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(answer)
}

pub(in crate::flit) fn silent_when_stuck(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    if scene.position().legal_count() == 0 { Ok(()) } else { usual::write(answer) }
}

pub(in crate::flit) fn logs_when_stuck(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    if scene.position().legal_count() > 0 {
        return usual::write(answer);
    }
    complain(
        "Traceback (most recent call last):\n  File \"bot.py\", line 30, in answer\n    random.choice(moves)\nIndexError: no moves\n",
    )
}

pub(in crate::flit) fn prompts(_: &Start) -> io::Result<()> {
    print("> ")
}

pub(in crate::flit) fn crlf(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("{answer}\r\n"))
}

/// The usual answers, all at the end.
pub(in crate::flit) fn buffered(start: &Start) -> io::Result<()> {
    let mut answers = String::new();
    usual::converse(start, |scene, message| {
        match message {
            Message::Update(update) => scene.take(update),
            Message::MoveRequest => answers.push_str(&format!("{}\n", usual::choose(scene.position()))),
        }
        Ok(())
    })?;
    print(answers)
}

/// The same, after a while.
pub(in crate::flit) fn buffered_and_slow_to_end(start: &Start) -> io::Result<()> {
    let mut asked = 0;
    usual::converse(start, |scene, message| {
        match message {
            Message::Update(update) => scene.take(update),
            Message::MoveRequest => asked += 1,
        }
        Ok(())
    })?;
    sleep(Duration::from_millis(700));
    print("0 0 0 0\n".repeat(asked))
}

/// Acts on a line when it has the next one.
pub(in crate::flit) fn reads_ahead(start: &Start) -> io::Result<()> {
    let mut scene = usual::scene(start)?;
    let mut input = io::stdin().lock();
    let (mut line, mut next) = (Vec::new(), Vec::new());
    while input.read_until(b'\n', &mut next)? > 0 {
        if let Some(message) = usual::message(&line) {
            usual::react(&mut scene, message)?;
        }
        std::mem::swap(&mut line, &mut next);
        next.clear();
    }
    Ok(())
}

/// Goes round an edge without counting from the other end.
pub(in crate::flit) fn not_wrapped(scene: &Scene<'_>) -> Option<String> {
    let position = scene.position();
    let side = u32::from(position.variant().side());
    let own = position.board().pieces(scene.player());
    let (anchor, to) = own.iter().find_map(|piece| {
        let to = piece.neighbours(position.variant()).into_iter().find(|to| {
            let far =
                to.x() < piece.x() && piece.x() - to.x() > 1 || to.y() < piece.y() && piece.y() - to.y() > 1;
            far && position.board().vacant().contains(*to)
        })?;
        Some((piece, to))
    })?;
    let origin = own.iter().find(|origin| *origin != anchor)?;
    let over = |from: u8, to: u8| if from > to + 1 { u32::from(to) + side } else { u32::from(to) };
    Some(format!("{} {} {} {}", origin.x(), origin.y(), over(anchor.x(), to.x()), over(anchor.y(), to.y())))
}

pub(in crate::flit) fn stays_off_the_board(scene: &Scene<'_>) -> Option<String> {
    (scene.position().legal_count() == 0).then(|| "99 99 99 99".to_owned())
}

pub(in crate::flit) fn stays_far_off_the_board(scene: &Scene<'_>) -> Option<String> {
    (scene.position().legal_count() == 0).then(|| "4294967296 0 4294967296 0".to_owned())
}

pub(in crate::flit) fn origin_off_the_board(scene: &Scene<'_>) -> Option<String> {
    let side = scene.position().variant().side();
    let answer = usual::choose(scene.position());
    scene.asked.is_multiple_of(2).then(|| format!("{} {} {}", answer.origin.x, side, answer.destination))
}
