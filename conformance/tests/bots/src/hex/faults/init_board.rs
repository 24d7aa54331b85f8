//! `hex/init-board/…`

use std::io;
use std::thread::sleep;

use super::swap;
use crate::hex::bot::{Bot, Choice, Spot};
use crate::hex::usual;
use crate::part::LINGERS;

fn size(text: &str) -> Option<usize> {
    text.trim().strip_prefix("init_board ")?.parse().ok()
}

pub(in crate::hex) fn one_digit(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if let Some(size) = size(text) {
        bot.begin(if size > 9 { size / 10 } else { size });
    }
    Ok(size(text).is_some())
}

pub(in crate::hex) fn at_most_19(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if let Some(size) = size(text) {
        bot.begin(size.min(19));
    }
    Ok(size(text).is_some())
}

/// It then has no board, and nothing to say of one.
pub(in crate::hex) fn refused_26(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if size(text) == Some(26) {
        bot.begin(0);
    }
    Ok(size(text) == Some(26) || (bot.size == 0 && size(text).is_none() && text != "quit"))
}

pub(in crate::hex) fn dies_beyond_11(_: &mut Bot, text: &str) -> io::Result<bool> {
    match size(text) {
        Some(12..) => Err(io::Error::other("the board is too large")),
        _ => Ok(false),
    }
}

pub(in crate::hex) fn dies_at_one(_: &mut Bot, text: &str) -> io::Result<bool> {
    match size(text) {
        Some(1) => Err(io::Error::other("the board is too small")),
        _ => Ok(false),
    }
}

pub(in crate::hex) fn always_11(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if size(text).is_some() {
        bot.begin(11);
    }
    Ok(size(text).is_some())
}

pub(in crate::hex) fn same_size_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(size(text) == Some(bot.size))
}

pub(in crate::hex) fn only_once(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(size(text).is_some() && bot.size > 0)
}

/// Stones that are on the new board, too, stay.
pub(in crate::hex) fn stones_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let Some(size) = size(text) else { return Ok(false) };
    let stones = bot.stones();
    bot.begin(size);
    for ((row, column), colour) in stones {
        if row < size && column < size {
            bot.put((row, column), colour);
        }
    }
    Ok(true)
}

/// Dies if the board grows.
pub(in crate::hex) fn array_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    match size(text) {
        Some(size) if bot.size > 0 && size > bot.size => Err(io::Error::other("index out of range")),
        _ => Ok(false),
    }
}

/// Once somebody has won, that is so until a stone is taken away.
pub(in crate::hex) fn winner_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("unset") {
        bot.kept.winner = None;
    } else if text == "check_win" && bot.size > 0 {
        bot.kept.winner = bot.kept.winner.or_else(|| bot.winner());
        usual::say(bot.standing(bot.kept.winner))?;
        return Ok(true);
    }
    Ok(false)
}

/// A board of another size may hold the same.
pub(in crate::hex) fn winner_of_the_same_stones(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text != "check_win" || bot.size == 0 {
        return Ok(false);
    }
    if bot.kept.winner.is_none() || bot.kept.stones != bot.stones() {
        (bot.kept.winner, bot.kept.stones) = (bot.winner(), bot.stones());
    }
    usual::say(bot.standing(bot.kept.winner))?;
    Ok(true)
}

/// Stones of games before still join others, until one is taken away.
pub(in crate::hex) fn groups_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.stones.extend(bot.stones());
    } else if text.starts_with("unset") {
        bot.kept.stones.clear();
    } else if text == "check_win" && bot.size > 0 {
        let mut both = bot.clone();
        for &(spot, colour) in &bot.kept.stones {
            if spot.0 < both.size && spot.1 < both.size {
                both.put(spot, colour);
            }
        }
        usual::say(bot.standing(both.winner()))?;
        return Ok(true);
    }
    Ok(false)
}

/// Cells that were taken in the game before are not chosen.
pub(in crate::hex) fn free_cells_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.stones.extend(bot.stones());
    }
    if text != "make_move" || bot.choose() == Some(Choice::Swap) {
        return Ok(false);
    }
    let old = |spot| bot.kept.stones.iter().any(|&(other, _)| other == spot);
    let Some(spot) = bot.vacant().find(|&spot| !old(spot)) else {
        return Err(io::Error::other("no cell is free"));
    };
    bot.play(Choice::Place(spot));
    usual::say(&Choice::Place(spot).text())?;
    Ok(true)
}

/// The count of stones goes on: the second move is the one that comes when there was one.
pub(in crate::hex) fn counter_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.number += bot.count;
    }
    if text == "make_move" && bot.kept.number == 1 && bot.count == 0 {
        bot.swap();
        usual::say("swap")?;
        return Ok(true);
    }
    Ok(false)
}

pub(in crate::hex) fn opening_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text != "make_move" || bot.size == 0 || !bot.stones().is_empty() {
        return Ok(false);
    }
    let centre = (bot.size / 2, bot.size / 2);
    if bot.kept.stones.is_empty() {
        bot.kept.stones.push((centre, bot.colour));
    }
    let (spot, _) = bot.kept.stones[0];
    if spot.0 < bot.size && spot.1 < bot.size {
        bot.play(Choice::Place(spot));
    }
    usual::say(&Choice::Place(spot).text())?;
    Ok(true)
}

pub(in crate::hex) fn dies_always(_: &mut Bot, text: &str) -> io::Result<bool> {
    if size(text).is_some() { Err(io::Error::other("list index out of range")) } else { Ok(false) }
}

/// The flag that it may move is never set again.
pub(in crate::hex) fn moves_once(bot: &mut Bot, text: &str) -> io::Result<bool> {
    bot.kept.number += u32::from(size(text).is_some());
    Ok(text == "make_move" && bot.kept.number > 1)
}

pub(in crate::hex) fn hangs_in_later_games(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if moves_once(bot, text)? {
        sleep(LINGERS);
    }
    Ok(false)
}

pub(in crate::hex) fn silent_after_larger(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let smaller = size(text).is_some_and(|size| size < bot.size);
    bot.kept.number |= u32::from(smaller);
    Ok(bot.kept.number > 0 && ["make_move", "check_win", "show_board"].contains(&text))
}

pub(in crate::hex) fn dies_of_the_second(bot: &mut Bot, text: &str) -> io::Result<bool> {
    match size(text) {
        Some(_) if bot.size > 0 => Err(io::Error::other("a game is under way")),
        _ => Ok(false),
    }
}

/// Clears as many cells as are on both boards, the one before and the new one.
pub(in crate::hex) fn outer_cells_kept(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let Some(size) = size(text) else { return Ok(false) };
    let is_on = |(row, column): Spot, size: usize| row < size && column < size;
    let (before, now) = (bot.size, bot.stones());
    let mut stones = std::mem::take(&mut bot.kept.stones);
    stones.retain(|&(spot, _)| !is_on(spot, before));
    stones.extend(now);
    stones.retain(|&(spot, _)| !is_on(spot, size.min(before)));
    bot.begin(size);
    for &(spot, colour) in stones.iter().filter(|&&(spot, _)| is_on(spot, size)) {
        bot.put(spot, colour);
    }
    bot.count = 0;
    bot.kept.stones = stones;
    Ok(true)
}

fn is_later_game(bot: &mut Bot, text: &str) -> bool {
    bot.kept.number += u32::from(size(text).is_some());
    bot.kept.number > 1
}

pub(in crate::hex) fn swap_ignored_in_later_games(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(is_later_game(bot, text) && text == "swap")
}

pub(in crate::hex) fn own_swap_not_exchanged_in_later_games(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if is_later_game(bot, text) { swap::own_not_exchanged(bot, text) } else { Ok(false) }
}
