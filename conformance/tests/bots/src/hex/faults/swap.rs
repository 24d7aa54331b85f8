//! `hex/swap/…`

use std::io;

use crate::hex::bot::{Bot, Choice};
use crate::hex::usual;

pub(in crate::hex) fn ignored(_: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text == "swap")
}

pub(in crate::hex) fn dies(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "swap" { Err(io::Error::other("unknown message swap")) } else { Ok(false) }
}

/// Answers `swap` and goes on with its old colour.
pub(in crate::hex) fn own_not_exchanged(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let swaps = text == "make_move" && bot.size > 0 && bot.choose() == Some(Choice::Swap);
    if swaps {
        bot.may_swap = false;
        usual::say("swap")?;
    }
    Ok(swaps)
}

fn is_swap(bot: &Bot, text: &str) -> bool {
    text == "swap" || (text == "make_move" && bot.size > 0 && bot.choose() == Some(Choice::Swap))
}

/// Does something with the stone at a swap by either side.
fn at_a_swap(bot: &mut Bot, text: &str, act: fn(&mut Bot)) -> io::Result<bool> {
    if !is_swap(bot, text) {
        return Ok(false);
    }
    act(bot);
    bot.swap();
    if text == "make_move" {
        usual::say("swap")?;
    }
    Ok(true)
}

pub(in crate::hex) fn recolours(bot: &mut Bot, text: &str) -> io::Result<bool> {
    at_a_swap(bot, text, |bot| {
        for (spot, colour) in bot.stones() {
            bot.clear(spot);
            bot.put(spot, colour.other());
        }
    })
}

/// The stone changes its colour and its side, as in other rules for the swap.
pub(in crate::hex) fn mirrors(bot: &mut Bot, text: &str) -> io::Result<bool> {
    at_a_swap(bot, text, |bot| {
        for ((row, column), colour) in bot.stones() {
            bot.clear((row, column));
            bot.put((column, row), colour.other());
        }
    })
}

pub(in crate::hex) fn stone_lost(bot: &mut Bot, text: &str) -> io::Result<bool> {
    at_a_swap(bot, text, |bot| {
        for (spot, _) in bot.stones() {
            bot.clear(spot);
        }
    })
}

/// The stone changes its colour, and the players keep theirs: the same in other words, but not on the board.
pub(in crate::hex) fn recolours_only(bot: &mut Bot, text: &str) -> io::Result<bool> {
    at_a_swap(bot, text, |bot| {
        for (spot, colour) in bot.stones() {
            bot.clear(spot);
            bot.put(spot, colour.other());
        }
        bot.colour = bot.colour.other();
    })
}

/// Stones of the referee have the colours of the start.
pub(in crate::hex) fn forgotten_for_stones(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let text = text.trim();
    let Some((word @ ("seto" | "sety"), name)) = text.split_once(' ') else { return Ok(false) };
    let Some(spot) = bot.spot(name).filter(|_| bot.swapped) else { return Ok(false) };
    bot.set(if word == "seto" { "sety" } else { "seto" }, spot);
    Ok(true)
}

/// Answers from the point of view of the start.
pub(in crate::hex) fn forgotten_for_the_winner(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text != "check_win" || !bot.swapped {
        return Ok(false);
    }
    usual::say(match bot.standing(bot.winner()) {
        "1" => "-1",
        "-1" => "1",
        other => other,
    })?;
    Ok(true)
}

/// The same, if it was asked with the first stone on the board.
pub(in crate::hex) fn forgotten_once_asked(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.number = 0;
    }
    if text == "check_win" && !bot.swapped {
        bot.kept.number = u32::from(bot.stones().len() == 1);
    }
    if bot.kept.number == 1 { forgotten_for_the_winner(bot, text) } else { Ok(false) }
}

/// Its own stones have the colour of the start.
pub(in crate::hex) fn forgotten_for_moves(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text != "make_move" || !bot.swapped {
        return Ok(false);
    }
    let Some(Choice::Place(spot)) = bot.choose() else { return Ok(false) };
    bot.put(spot, bot.colour.other());
    usual::say(&Choice::Place(spot).text())?;
    Ok(true)
}

pub(in crate::hex) fn ignored_at_odd_sizes(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text == "swap" && !bot.size.is_multiple_of(2))
}

pub(in crate::hex) fn ignored_from_12_to_19(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text == "swap" && (12..=19).contains(&bot.size))
}

/// Knows no swap on boards of 15 rows and more.
pub(in crate::hex) fn ignored_from_15(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text == "swap" && bot.size >= 15)
}

/// Answers `swap` on boards of 15 rows and more, and goes on with its old colour.
pub(in crate::hex) fn own_not_exchanged_from_15(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if bot.size < 15 { Ok(false) } else { own_not_exchanged(bot, text) }
}

pub(in crate::hex) fn own_not_exchanged_on_10(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if bot.size == 10 { own_not_exchanged(bot, text) } else { Ok(false) }
}

pub(in crate::hex) fn ignored_on_2(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text == "swap" && bot.size == 2)
}
