//! Bots that do not answer: `flit/reply/one-line`.

use std::hash::{BuildHasher as _, RandomState};
use std::hint::black_box;
use std::io;
use std::thread::{self, sleep};
use std::time::Duration;

use botspec_sdk::games::flit::{Answer, Contents, Message, Player};
use rustix::process::{Signal, getpid, kill_process};

use super::fail;
use super::time::sleep_for;
use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::lines::complain;
use crate::part::LINGERS;
use crate::start::Start;
use crate::watchdog;

pub(in crate::flit) fn never_answers(start: &Start) -> io::Result<()> {
    usual::converse(start, |_, _| Ok(()))
}

pub(in crate::flit) fn never_reads(_: &Start) -> io::Result<()> {
    sleep(LINGERS);
    Ok(())
}

pub(in crate::flit) fn ends_in_silence(_: &Scene<'_>) -> io::Result<()> {
    watchdog::wind_up(Duration::from_secs(2));
    Ok(())
}

/// Somewhat fewer pieces than another bot has won with.
const NEARLY_ALL: u32 = 500;
/// Of the 8,192 turns of each bot.
const HALF_A_GAME: u32 = 4096;

pub(in crate::flit) fn gives_up_when_losing(scene: &Scene<'_>) -> io::Result<()> {
    if scene.most_of_another() >= NEARLY_ALL { fail("it is over") } else { Ok(()) }
}

pub(in crate::flit) fn ends_one_piece_short(scene: &Scene<'_>) -> io::Result<()> {
    let board = scene.position().board();
    let own = board.pieces(scene.player()).len();
    let open = board.count(Contents::Neutral) + board.count(Contents::Empty) - 4;
    // Exactly as many do not win: another could still have as many.
    if own == scene.most_of_another() + open { fail("it is won") } else { Ok(()) }
}

/// The same for another bot, as if it had lost.
pub(in crate::flit) fn ends_where_another_is_one_short(scene: &Scene<'_>) -> io::Result<()> {
    let position = scene.position();
    let (board, players) = (position.board(), position.variant().players());
    let mut counts: Vec<u32> = players.iter().map(|&player| board.pieces(player).len()).collect();
    let most = counts.iter().copied().max().unwrap_or_default();
    let is_ahead = board.pieces(scene.player()).len() == most;
    counts.sort_unstable();
    let second = counts.iter().rev().nth(1).copied().unwrap_or_default();
    let open = board.count(Contents::Neutral) + board.count(Contents::Empty) - 4;
    if !is_ahead && most == second + open { fail("it is lost") } else { Ok(()) }
}

/// What it keeps of each turn has an end.
pub(in crate::flit) fn ends_half_way_as_others(scene: &Scene<'_>) -> io::Result<()> {
    let is_other = scene.player().number() != 1;
    if is_other && scene.asked == HALF_A_GAME { fail("no room for more") } else { Ok(()) }
}

pub(in crate::flit) fn hangs_later(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked == 3 {
        sleep(LINGERS);
    }
    Ok(())
}

pub(in crate::flit) fn dies_now_and_then(scene: &Scene<'_>) -> io::Result<()> {
    let dice = RandomState::new().hash_one(scene.asked);
    // The first two requests are the introduction.
    if scene.asked > 2 && dice.is_multiple_of(5) { fail("no luck") } else { Ok(()) }
}

fn compute_without_end() -> ! {
    let mut sum = 0_u64;
    loop {
        sum = black_box(sum.wrapping_add(1));
    }
}

pub(in crate::flit) fn computes_on_and_on(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked == 3 { compute_without_end() } else { Ok(()) }
}

pub(in crate::flit) fn computes_on_when_stuck(scene: &Scene<'_>) -> io::Result<()> {
    if scene.position().legal_count() == 0 { compute_without_end() } else { Ok(()) }
}

pub(in crate::flit) fn stops_reading(start: &Start) -> io::Result<()> {
    usual::converse(start, |scene, message| {
        usual::react(scene, message)?;
        if message == Message::MoveRequest {
            sleep(LINGERS);
        }
        Ok(())
    })
}

pub(in crate::flit) fn stops_reading_after_staying(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    if scene.asked != 2 {
        return usual::write(answer);
    }
    usual::write(&scene.position().stay().to_string())?;
    sleep(LINGERS);
    Ok(())
}

pub(in crate::flit) fn answers_late_in_a_thread(start: &Start) -> io::Result<()> {
    thread::scope(|threads| {
        usual::converse(start, |scene, message| {
            match message {
                Message::Update(update) => scene.take(update),
                Message::MoveRequest => {
                    let answer = usual::choose(scene.position()).to_string();
                    threads.spawn(move || {
                        sleep_for(Duration::from_millis(1_200));
                        usual::write(&answer)
                    });
                }
            }
            Ok(())
        })
    })
}

pub(in crate::flit) fn dies_at_once(_: &Start) -> io::Result<()> {
    complain("Traceback (most recent call last):\n  ImportError: no module named flit\n")?;
    fail("ImportError: no module named flit")
}

pub(in crate::flit) fn dies_when_asked(scene: &Scene<'_>) -> io::Result<()> {
    panic!("no idea what to do with {} moves", scene.position().legal_count())
}

pub(in crate::flit) fn dies_when_stuck(scene: &Scene<'_>) -> io::Result<()> {
    if scene.position().legal_count() == 0 { fail("list index out of range") } else { Ok(()) }
}

#[expect(clippy::exit, reason = "what it is about")]
pub(in crate::flit) fn ends_after_staying(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    usual::write(answer)?;
    if scene.position().legal_count() == 0 { std::process::exit(0) } else { Ok(()) }
}

pub(in crate::flit) fn hangs_at_fourth_stay(scene: &Scene<'_>) -> io::Result<()> {
    if scene.position().legal_count() == 0 && scene.stayed >= 3 {
        sleep(LINGERS);
    }
    Ok(())
}

pub(in crate::flit) fn dies_as_four(scene: &Scene<'_>) -> io::Result<()> {
    if scene.player() == Player::Four { fail("index out of range: 4") } else { Ok(()) }
}

pub(in crate::flit) fn dies_of_many_pieces(scene: &Scene<'_>) -> io::Result<()> {
    let own = scene.position().board().pieces(scene.player()).len();
    if u8::try_from(own).is_err() { fail("more pieces than a byte can count") } else { Ok(()) }
}

pub(in crate::flit) fn silent_as_four(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    if scene.player() == Player::Four { Ok(()) } else { usual::write(answer) }
}

pub(in crate::flit) fn dies_when_refused(start: &Start) -> io::Result<()> {
    let mut last: Option<Answer> = None;
    usual::converse(start, |scene, message| {
        match message {
            Message::Update(update) => scene.take(update),
            Message::MoveRequest => {
                let board = scene.position().board();
                let made = |answer: Answer| {
                    let square = answer.destination.on(board.variant());
                    square.is_none_or(|square| board.get(square) == Contents::Piece(scene.player()))
                };
                if last.is_some_and(|answer| answer.origin != answer.destination && !made(answer)) {
                    return fail("my move was not made");
                }
                let answer = usual::choose(scene.position());
                usual::write(&answer.to_string())?;
                last = Some(answer);
            }
        }
        Ok(())
    })
}

pub(in crate::flit) fn ends_after_first(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    usual::write(answer)?;
    Ok(kill_process(getpid(), Signal::KILL)?)
        .inspect(|()| debug_assert!(scene.asked == 1, "it has answered before"))
}

pub(in crate::flit) fn segfault(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked > 1 {
        // The first one is caught by the standard library, which looks for stack overflows.
        for _ in 0..2 {
            kill_process(getpid(), Signal::SEGV)?;
        }
    }
    Ok(())
}
