//! `hex/time/…`

use std::hint::black_box;
use std::io;
use std::thread::sleep;
use std::time::Duration;

use botspec_sdk::games::hex::Colour;

use crate::hex::bot::{Bot, Spot};
use crate::lines::complain;
use crate::part::LINGERS;

/// More than four fifths of a limit of one second, with some time left for everything else.
const NEARLY_A_SECOND: Duration = Duration::from_millis(860);
/// Over the two seconds of replies.
const OVER_TWO_SECONDS: Duration = Duration::from_millis(2_400);

fn at(text: &str, word: &str, time: Duration) -> io::Result<bool> {
    if text.trim() == word {
        sleep(time);
    }
    Ok(false)
}

pub(in crate::hex) fn move_sleeps(_: &mut Bot, text: &str) -> io::Result<bool> {
    at(text, "make_move", LINGERS)
}

/// Over a limit of 400 ms.
pub(in crate::hex) fn move_late(_: &mut Bot, text: &str) -> io::Result<bool> {
    at(text, "make_move", Duration::from_millis(700))
}

pub(in crate::hex) fn move_computes(_: &mut Bot, text: &str) -> io::Result<bool> {
    let mut sum = 0_u64;
    while text == "make_move" && black_box(sum) != u64::MAX {
        sum += 1;
    }
    Ok(false)
}

/// Guesses cells until one is free, and there is none but one.
pub(in crate::hex) fn last_move_hangs(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" && bot.size > 3 && bot.vacant().count() == 1 {
        sleep(LINGERS);
    }
    Ok(false)
}

pub(in crate::hex) fn large_board_hangs(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" && bot.size > 20 {
        sleep(LINGERS);
    }
    Ok(false)
}

pub(in crate::hex) fn first_move_slow(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" && bot.stones().is_empty() && bot.size == 11 {
        sleep(NEARLY_A_SECOND);
    }
    Ok(false)
}

pub(in crate::hex) fn check_win_sleeps(_: &mut Bot, text: &str) -> io::Result<bool> {
    at(text, "check_win", LINGERS)
}

pub(in crate::hex) fn check_win_late(_: &mut Bot, text: &str) -> io::Result<bool> {
    at(text, "check_win", OVER_TWO_SECONDS)
}

pub(in crate::hex) fn show_board_sleeps(_: &mut Bot, text: &str) -> io::Result<bool> {
    at(text, "show_board", LINGERS)
}

/// No answer to `show_board`, as from a bot that does not know it.
pub(in crate::hex) fn show_board_unknown(_: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text.trim() == "show_board")
}

pub(in crate::hex) fn check_win_unknown(_: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text.trim() == "check_win")
}

pub(in crate::hex) fn check_win_logged(_: &mut Bot, text: &str) -> io::Result<bool> {
    let asked = text.trim() == "check_win";
    if asked {
        complain(
            "java.lang.StackOverflowError\n\tat Board.spread(Board.java:41)\n\tat Board.spread(Board.java:44)\n",
        )?;
    }
    Ok(asked)
}

/// Tries every path: the cells of the path are marked, not those that were visited.
pub(in crate::hex) fn every_path(bot: &mut Bot) -> Option<Colour> {
    Colour::ALL.into_iter().find(|&colour| {
        let starts =
            bot.spots().filter(|spot| if colour == Colour::Black { spot.0 == 0 } else { spot.1 == 0 });
        starts
            .into_iter()
            .any(|start| bot.get(start) == Some(colour) && goes_on(bot, colour, &mut vec![start]))
    })
}

fn goes_on(bot: &Bot, colour: Colour, path: &mut Vec<Spot>) -> bool {
    let Some(&(row, column)) = path.last() else { return false };
    if (if colour == Colour::Black { row } else { column }) + 1 == bot.size {
        return true;
    }
    for to in bot.beside((row, column), &[(1, 0), (1, -1), (0, -1), (0, 1), (-1, 1), (-1, 0)]) {
        if bot.get(to) == Some(colour) && !path.contains(&to) {
            path.push(to);
            if goes_on(bot, colour, path) {
                return true;
            }
            path.pop();
        }
    }
    false
}

pub(in crate::hex) fn check_win_three(_: &mut Bot, text: &str) -> io::Result<bool> {
    at(text, "check_win", Duration::from_secs(3))
}

pub(in crate::hex) fn first_answer_late(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if bot.kept.number == 0 && ["make_move", "check_win", "show_board"].contains(&text.trim()) {
        bot.kept.number = 1;
        sleep(Duration::from_secs(12));
    }
    Ok(false)
}
