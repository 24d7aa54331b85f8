//! `hex/quit/…` and `hex/eof/…`

use std::hint::black_box;
use std::io::{self, BufRead as _};
use std::process::ExitCode;
use std::thread::sleep;

use botspec_sdk::games::hex::Colour;

use crate::hex::bot::Bot;
use crate::hex::usual;
use crate::part::{LINGERS, Part};
use crate::start::Start;

/// Goes on as if nothing had been said.
pub(in crate::hex) fn quit_ignored(_: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text.trim() == "quit")
}

/// How many moves it has made in this game, this one included.
fn moves_so_far(bot: &mut Bot, text: &str) -> u32 {
    match text.trim() {
        "make_move" => bot.kept.number += 1,
        text if text.starts_with("init_board") => bot.kept.number = 0,
        _ => {}
    }
    bot.kept.number
}

/// Hangs at `quit` when it has played a whole game.
pub(in crate::hex) fn hangs_after_games(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if moves_so_far(bot, text) > 9 && text.trim() == "quit" {
        sleep(LINGERS);
    }
    Ok(false)
}

/// Hangs at `quit` when nothing was asked since it has won.
pub(in crate::hex) fn hangs_after_its_win(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let text = text.trim();
    if text == "quit" && bot.kept.text == "make_move" && bot.winner() == Some(bot.colour) {
        sleep(LINGERS);
    }
    bot.kept.text = text.to_owned();
    Ok(false)
}

/// Hangs at `quit` on a board of more than sixty stones.
pub(in crate::hex) fn hangs_after_sixty_stones(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.trim() == "quit" && bot.stones().len() > 60 {
        sleep(LINGERS);
    }
    Ok(false)
}

/// Hangs at `quit` when it has played two games.
pub(in crate::hex) fn hangs_after_two_games(bot: &mut Bot, text: &str) -> io::Result<bool> {
    bot.kept.number += u32::from(text.starts_with("init_board"));
    if bot.kept.number == 2 && text.trim() == "quit" {
        sleep(LINGERS);
    }
    Ok(false)
}

/// Fails at `quit` when it has played a whole game.
pub(in crate::hex) fn dies_after_games(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let played = moves_so_far(bot, text) > 9;
    if played && text.trim() == "quit" { Err(io::Error::other("double free")) } else { Ok(false) }
}

/// Has room for a hundred moves of its own.
pub(in crate::hex) fn dies_of_a_hundred_moves(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let full = moves_so_far(bot, text) > 100;
    if full && text.trim() == "make_move" { Err(io::Error::other("stack overflow")) } else { Ok(false) }
}

pub(in crate::hex) fn hangs(_: &Start) -> io::Result<ExitCode> {
    sleep(LINGERS);
    Ok(ExitCode::SUCCESS)
}

/// Hangs at the end of its input when it has made more than five moves.
pub(in crate::hex) fn eof_hangs_after_games(colour: Colour) -> io::Result<()> {
    let (mut bot, mut moves) = (Bot::new(colour), 0);
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim() == "quit" {
            return Ok(());
        }
        moves += u32::from(line.trim() == "make_move");
        if let Some((_, answer)) = usual::hear(&mut bot, &line) {
            usual::say(&answer)?;
        }
    }
    if moves > 5 {
        sleep(LINGERS);
    }
    Ok(())
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
